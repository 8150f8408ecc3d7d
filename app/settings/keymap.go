package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"sync"

	"sextant/app/files"
	"sextant/app/publish"
	"sextant/app/say"
)

// KeysFile is the name of the file of the user's keyboard shortcuts.
const KeysFile = "keys.json"

// Limits of the file.
const (
	mostKeyed = 400 // commands
	mostKeys  = 16  // of one command
	longest   = 64  // bytes of an ID, or of the words of a key
)

// A Keymap holds the user's keyboard shortcuts, in words, by the IDs of commands. Commands with their default keys are
// not in it. Changes are saved automatically, in the background, and merged with those of other programs with the same
// profile. It belongs to the UI goroutine, except for Wait.
type Keymap struct {
	// Changed is called when keys have changed, and Unsaved with the error when saving fails.
	Changed publish.Topic[struct{}]
	Unsaved publish.Topic[error]

	profile Profile
	post    func(func())
	keys    map[string][]string
	changes int // number of changes made

	mu      sync.Mutex
	pending []map[string][]string // changes that are not on the disk
	writing sync.Mutex
	done    sync.WaitGroup
}

// NewKeymap makes a keymap from the keys that were read from the profile.
func NewKeymap(p Profile, read map[string][]string, post func(func())) *Keymap {
	return &Keymap{profile: p, post: post, keys: maps.Clone(read)}
}

// Of returns the user's keys for a command, which may be none. ok is false for a command with its default keys.
func (k *Keymap) Of(id string) (keys []string, ok bool) {
	keys, ok = k.keys[id]
	return keys, ok
}

// All returns the keys of all commands without their default keys.
func (k *Keymap) All() map[string][]string { return maps.Clone(k.keys) }

// Set sets the keys of commands; nil restores the default ones.
func (k *Keymap) Set(change map[string][]string) {
	k.keys = changedKeys(k.keys, change)
	k.changes++
	k.mu.Lock()
	k.pending = append(k.pending, change)
	k.mu.Unlock()
	k.done.Go(k.writeFile)
	k.Changed.Publish(struct{}{})
}

// changedKeys returns keys with a change applied.
func changedKeys(keys, change map[string][]string) map[string][]string {
	after := map[string][]string{}
	maps.Copy(after, keys)
	for id, list := range change {
		if list == nil {
			delete(after, id)
		} else {
			after[id] = list
		}
	}
	return after
}

// Reload loads the changes of other programs, unless something is changed here meanwhile.
func (k *Keymap) Reload() {
	changes := k.changes
	k.done.Go(func() {
		k.writing.Lock()
		keys, err := k.profile.LoadKeys()
		k.writing.Unlock()
		if err != nil {
			return
		}
		k.post(func() {
			k.mu.Lock()
			for _, change := range k.pending {
				keys = changedKeys(keys, change)
			}
			k.mu.Unlock()
			if k.changes == changes && !maps.EqualFunc(keys, k.keys, slices.Equal) {
				k.keys = keys
				k.Changed.Publish(struct{}{})
			}
		})
	})
}

// writeFile writes the pending changes. If that fails, they are written with the next change.
func (k *Keymap) writeFile() {
	k.writing.Lock()
	defer k.writing.Unlock()
	k.mu.Lock()
	changes := slices.Clone(k.pending)
	k.mu.Unlock()
	if len(changes) == 0 {
		return
	}
	err := k.profile.changeKeys(changes)
	if err != nil {
		k.post(func() { k.Unsaved.Publish(err) })
		return
	}
	k.mu.Lock()
	k.pending = slices.Delete(k.pending, 0, len(changes))
	k.mu.Unlock()
}

// Wait waits until everything is on the disk. What could not be written before is tried once more. It is for the end of
// the program.
func (k *Keymap) Wait() {
	k.done.Wait()
	k.writeFile()
}

// LoadKeys reads the user's keys; none if there is no file. A file that cannot be parsed is renamed, with an error.
func (p Profile) LoadKeys() (map[string][]string, error) {
	data, err := p.readBounded(KeysFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, say.Wrap(err, "keymap.unread")
	}
	keys, err := readKeys(data)
	if err != nil {
		const aside = KeysFile + ".damaged"
		_ = files.Rename(p.Path(KeysFile), p.Path(aside)) // if that fails, it is overwritten
		return nil, say.Wrap(err, "keymap.setAside", "File", aside)
	}
	return keys, nil
}

// readKeys decodes keys from JSON.
func readKeys(data []byte) (map[string][]string, error) {
	var keys map[string][]string
	if len(data) > maxSettings {
		return nil, say.Error("file.tooLarge")
	}
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF")), &keys); err != nil {
		return nil, err
	}
	if keys == nil { // null
		return nil, say.Error("settings.noObject")
	}
	if len(keys) > mostKeyed {
		return nil, say.Error("keymap.commands", "Most", mostKeyed)
	}
	for id, list := range keys {
		isLong := func(words string) bool { return len(words) > longest }
		switch {
		case len(id) > longest || slices.ContainsFunc(list, isLong):
			return nil, say.Error("keymap.words", "Most", longest)
		case len(list) > mostKeys:
			return nil, say.Error("keymap.keys", "Command", id, "Most", mostKeys)
		case list == nil:
			delete(keys, id)
		}
	}
	return keys, nil
}

// changeKeys changes the file, under its lock.
func (p Profile) changeKeys(changes []map[string][]string) error {
	return p.change(KeysFile, "keymap.unsaved", func() (any, error) {
		keys, err := p.LoadKeys()
		if isUnread(err) {
			return nil, err
		}
		for _, change := range changes { // what cannot be used is kept aside
			keys = changedKeys(keys, change)
		}
		return keys, nil
	})
}
