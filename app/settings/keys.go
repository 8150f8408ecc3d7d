package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/zalando/go-keyring"
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
		return "The key is kept in the system's keyring."
	case InFile:
		return "The system has no keyring: the key is kept in a file that only you can read."
	}
	return "No key is kept."
}

// KeyFile is the name of the file in the profile that has the key where there is no keyring.
const KeyFile = "app-key"

const (
	keyringService = "sextant"
	// keyringPatience is how long the system's keyring may take, which can hang when it is locked.
	keyringPatience = 3 * time.Second
)

var errKeyringSilent = errors.New("the keyring does not answer")

// LoadKey reads the key from where it was kept.
func (p Profile) LoadKey(place KeyPlace) (string, error) {
	switch place {
	case InKeyring:
		key, err := patiently(func() (string, error) { return keyring.Get(keyringService, p.Dir) })
		if err != nil {
			return "", fmt.Errorf("reading the key from the system's keyring: %w", err)
		}
		return key, nil
	case InFile:
		data, err := os.ReadFile(p.Path(KeyFile))
		if err != nil {
			return "", fmt.Errorf("reading the key: %w", err)
		}
		return strings.TrimSpace(string(data)), nil
	}
	return "", nil
}

// SaveKey keeps the key in the system's keyring, or in a file where there is none, and says where. An
// empty key is forgotten.
func (p Profile) SaveKey(key string) (KeyPlace, error) {
	if key == "" {
		_, _ = patiently(func() (string, error) { return "", keyring.Delete(keyringService, p.Dir) }) // it may not be there
		return NoKey, p.removeKeyFile()
	}
	_, err := patiently(func() (string, error) { return "", keyring.Set(keyringService, p.Dir, key) })
	if err == nil {
		return InKeyring, p.removeKeyFile()
	}
	if err := p.Write(KeyFile, []byte(key+"\n")); err != nil {
		return NoKey, fmt.Errorf("keeping the key: %w", err)
	}
	return InFile, nil
}

func (p Profile) removeKeyFile() error {
	if err := os.Remove(p.Path(KeyFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("forgetting the key: %w", err)
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
