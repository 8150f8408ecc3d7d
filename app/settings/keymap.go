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
func (m *Keymap) Of(id string) (keys []string, ok bool) {
	keys, ok = m.keys[id]
	return keys, ok
}

// All returns the keys of all commands without their default keys.
func (m *Keymap) All() map[string][]string { return maps.Clone(m.keys) }

// Set sets the keys of commands; nil restores the default ones.
func (m *Keymap) Set(change map[string][]string) {
	m.keys = changedKeys(m.keys, change)
	m.changes++
	m.mu.Lock()
	m.pending = append(m.pending, change)
	m.mu.Unlock()
	m.done.Go(m.writeFile)
	m.Changed.Publish(struct{}{})
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
func (m *Keymap) Reload() {
	changes := m.changes
	m.done.Go(func() {
		m.writing.Lock()
		keys, err := m.profile.LoadKeys()
		m.writing.Unlock()
		if err != nil {
			return
		}
		m.post(func() {
			m.mu.Lock()
			for _, change := range m.pending {
				keys = changedKeys(keys, change)
			}
			m.mu.Unlock()
			if m.changes == changes && !maps.EqualFunc(keys, m.keys, slices.Equal) {
				m.keys = keys
				m.Changed.Publish(struct{}{})
			}
		})
	})
}

// writeFile writes the pending changes. If that fails, they are written with the next change.
func (m *Keymap) writeFile() {
	m.writing.Lock()
	defer m.writing.Unlock()
	m.mu.Lock()
	changes := slices.Clone(m.pending)
	m.mu.Unlock()
	if len(changes) == 0 {
		return
	}
	err := m.profile.changeKeys(changes)
	if err != nil {
		m.post(func() { m.Unsaved.Publish(err) })
		return
	}
	m.mu.Lock()
	m.pending = slices.Delete(m.pending, 0, len(changes))
	m.mu.Unlock()
}

// Wait waits until everything is on the disk. What could not be written before is tried once more. It is for the end of
// the program.
func (m *Keymap) Wait() {
	m.done.Wait()
	m.writeFile()
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
