package settings

import (
	"errors"
	"io/fs"
	"strings"
	"time"

	"github.com/zalando/go-keyring"

	"sextant/app/files"
	"sextant/app/say"
)

// KeyPlace says where the app key is kept.
type KeyPlace string

// The places for the key. The keyring is the system's own; the file is in the profile and readable
// by its user only.
const (
	NoKey     KeyPlace = ""
	InKeyring KeyPlace = "keyring"
	InFile    KeyPlace = "file"
)

// String returns a sentence about where the key is kept.
func (k KeyPlace) String() string {
	switch k {
	case InKeyring:
		return say.Text("key.inKeyring")
	case InFile:
		return say.Text("key.inFile")
	}
	return say.Text("key.nowhere")
}

// KeyFile is the name of the file in the profile for the key if there is no keyring. For presets, a hyphen and the ID
// follow.
const KeyFile = "app-key"

const (
	keyringService = "sextant"
	// keyringPatience is the timeout of the system's keyring, which can hang while it is locked.
	keyringPatience = 3 * time.Second
)

var errKeyringSilent = say.Error("key.silent")

// LoadKey reads the key for a service. If another program with the same profile has tuned in to another service and
// saved its key meanwhile, LoadKey returns the key of the service's preset, or none if there is none. It fails where
// that cannot be found out.
func (p Profile) LoadKey(s *Service) (string, error) { return p.loadKeyOf(s, keyringPatience) }

// AwaitKey is LoadKey, but it waits as long as the user takes to unlock the keyring.
func (p Profile) AwaitKey(s *Service) (string, error) { return p.loadKeyOf(s, 0) }

func (p Profile) loadKeyOf(s *Service, patience time.Duration) (string, error) {
	text, err := p.loadKey("", s.KeyPlace, patience)
	key, address, _ := strings.Cut(text, "\n") // an earlier version saved no address
	if err != nil || address == "" || address == s.BaseURL {
		return key, err
	}
	own, err := p.loadKey("-"+s.PresetID(), s.KeyPlace, patience)
	if IsNoKey(err) {
		return "", nil
	}
	return own, err
}

// IsNoKey reports whether a key could not be read because there is none, and not because its place is shut.
func IsNoKey(err error) bool {
	return errors.Is(err, keyring.ErrNotFound) || errors.Is(err, fs.ErrNotExist)
}

// SaveKey saves the key of the current service in the system's keyring, or in a file if there is none, and returns
// where. It is bound to the address of the service: LoadKey returns it for that service only. An empty key is deleted.
func (p Profile) SaveKey(address, key string) (KeyPlace, error) {
	if key != "" && address != "" {
		key += "\n" + address
	}
	return p.saveKey("", key)
}

// LoadPresetKey reads the key of a preset from its place.
func (p Profile) LoadPresetKey(id string, place KeyPlace) (string, error) {
	return p.loadKey("-"+id, place, keyringPatience)
}

// SavePresetKey is SaveKey for a preset, whose key stays when the user tunes in to another service.
func (p Profile) SavePresetKey(id, key string) (KeyPlace, error) {
	if id == "" || wrongID(id) != nil {
		return NoKey, say.Wrap(wrongID(id), "key.unkept")
	}
	return p.saveKey("-"+id, key)
}

// loadKey reads a key. end is the suffix of the names of the keyring's entry and of the file. patience bounds how long
// it waits for the keyring, 0 for no limit.
func (p Profile) loadKey(end string, place KeyPlace, patience time.Duration) (string, error) {
	switch place {
	case InKeyring:
		key, err := within(patience, func() (string, error) { return keyring.Get(keyringService, p.Dir+end) })
		if err != nil {
			return "", say.Wrap(err, "key.keyringUnread")
		}
		return key, nil
	case InFile:
		data, err := files.Read(p.Path(KeyFile+end), maxSettings)
		if err != nil {
			return "", say.Wrap(err, "key.fileUnread")
		}
		return strings.TrimSpace(string(data)), nil
	}
	return "", nil
}

func (p Profile) saveKey(end, key string) (KeyPlace, error) {
	if key == "" {
		// there may be none
		_, _ = within(keyringPatience, func() (string, error) { return "", keyring.Delete(keyringService, p.Dir+end) })
		return NoKey, p.removeKeyFile(end)
	}
	_, err := within(keyringPatience, func() (string, error) { return "", keyring.Set(keyringService, p.Dir+end, key) })
	if err == nil {
		return InKeyring, p.removeKeyFile(end)
	}
	if err := p.Write(KeyFile+end, []byte(key+"\n")); err != nil {
		return NoKey, say.Wrap(err, "key.unkept")
	}
	return InFile, nil
}

func (p Profile) removeKeyFile(end string) error {
	if err := files.Remove(p.Path(KeyFile + end)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return say.Wrap(err, "key.notForgotten")
	}
	return nil
}

// within calls f, and waits for it for at most a time, 0 for no limit. It fails if f panics, as the library (go-keyring
// 0.2.8) does for answers of wrong types, and when the bus ends while the user is asked to unlock the keyring.
func within(patience time.Duration, f func() (string, error)) (string, error) {
	guarded := func() (value string, err error) {
		defer func() {
			if recover() != nil {
				err = errKeyringSilent
			}
		}()
		return f()
	}
	if patience == 0 {
		return guarded()
	}
	type result struct {
		value string
		err   error
	}
	done := make(chan result, 1)
	go func() {
		v, err := guarded()
		done <- result{v, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-time.After(patience):
		return "", errKeyringSilent
	}
}
