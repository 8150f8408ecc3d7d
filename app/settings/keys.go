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

// String says in a sentence where the key is kept.
func (k KeyPlace) String() string {
	switch k {
	case InKeyring:
		return say.Text("key.inKeyring")
	case InFile:
		return say.Text("key.inFile")
	}
	return say.Text("key.nowhere")
}

// KeyFile is the name of the file in the profile that has the key where there is no keyring. Those of presets go on
// with a hyphen and the ID.
const KeyFile = "app-key"

const (
	keyringService = "sextant"
	// keyringPatience is how long the system's keyring may take, which can hang when it is locked.
	keyringPatience = 3 * time.Second
)

var errKeyringSilent = say.Error("key.silent")

// LoadKey reads the key for a service. Another program with the profile may have tuned in to another service and
// kept the key of that: then it is the service's own, as the presets have it, or none.
func (p Profile) LoadKey(s *Service) (string, error) {
	key, address, err := p.loadBoundKey(s.KeyPlace)
	if err != nil || address == "" || address == s.BaseURL {
		return key, err
	}
	if own, err := p.LoadPresetKey(s.PresetID(), s.KeyPlace); err == nil {
		return own, nil
	}
	return "", nil
}

// loadBoundKey reads the key with the address of its service, which one that an earlier version kept has not got.
func (p Profile) loadBoundKey(place KeyPlace) (key, address string, err error) {
	text, err := p.loadKey("", place)
	key, address, _ = strings.Cut(text, "\n")
	return key, address, err
}

// SaveKey keeps the key of the service that is tuned in, in the system's keyring, or in a file where there is none,
// and says where. With the address of the service, that service alone gets the key back. An empty key is forgotten.
func (p Profile) SaveKey(address, key string) (KeyPlace, error) {
	if key != "" && address != "" {
		key += "\n" + address
	}
	return p.saveKey("", key)
}

// LoadPresetKey reads the key of a preset from where it was kept.
func (p Profile) LoadPresetKey(id string, place KeyPlace) (string, error) {
	return p.loadKey("-"+id, place)
}

// SavePresetKey is SaveKey for a preset, whose key stays when another service is tuned in.
func (p Profile) SavePresetKey(id, key string) (KeyPlace, error) {
	if id == "" || wrongID(id) != nil {
		return NoKey, say.Wrap(wrongID(id), "key.unkept")
	}
	return p.saveKey("-"+id, key)
}

// loadKey reads a key of which the names of the entry in the keyring and of the file have an end.
func (p Profile) loadKey(end string, place KeyPlace) (string, error) {
	switch place {
	case InKeyring:
		key, err := patiently(func() (string, error) { return keyring.Get(keyringService, p.Dir+end) })
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
		// it may not be there
		_, _ = patiently(func() (string, error) { return "", keyring.Delete(keyringService, p.Dir+end) })
		return NoKey, p.removeKeyFile(end)
	}
	_, err := patiently(func() (string, error) { return "", keyring.Set(keyringService, p.Dir+end, key) })
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

// patiently calls f, but waits for it only so long.
func patiently(f func() (string, error)) (string, error) {
	type result struct {
		value string
		err   error
	}
	done := make(chan result, 1)
	go func() {
		v, err := f()
		done <- result{v, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-time.After(keyringPatience):
		return "", errKeyringSilent
	}
}
