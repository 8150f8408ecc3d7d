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

// KeysFile is the file of the keys that the user has chosen.
const KeysFile = "keys.json"

// Bounds of what is in the file.
const (
	mostKeyed = 400 // commands
	mostKeys  = 16  // of one command
	longest   = 64  // bytes of an ID, or of the words of a key
)

// A Keymap has the keys, in words, that the user has chosen for commands, by their IDs, as far as they differ from the
// usual ones. Changes are saved automatically, in the background, beside what other programs with the profile
// change. It belongs to the UI goroutine but for Wait.
type Keymap struct {
	// Changed is called when keys are others, and Unsaved of errors for which they could not be saved.
	Changed publish.Topic[struct{}]
	Unsaved publish.Topic[error]

	profile Profile
	post    func(func())
	keys    map[string][]string
	changes int // that were made

	mu      sync.Mutex
	pending []map[string][]string // that are not on the disk
	writing sync.Mutex
	done    sync.WaitGroup
}

// NewKeymap makes a keymap of what was read from the profile.
func NewKeymap(p Profile, read map[string][]string, post func(func())) *Keymap {
	return &Keymap{profile: p, post: post, keys: maps.Clone(read)}
}

// Of are the keys that the user has chosen for a command, which may be none. ok is false for one with the usual keys.
func (m *Keymap) Of(id string) (keys []string, ok bool) {
	keys, ok = m.keys[id]
	return keys, ok
}

// All are the keys of all commands that have not the usual ones.
func (m *Keymap) All() map[string][]string { return maps.Clone(m.keys) }

// Set chooses keys for commands; nil leads back to the usual ones.
func (m *Keymap) Set(change map[string][]string) {
	m.keys = changedKeys(m.keys, change)
	m.changes++
	m.mu.Lock()
	m.pending = append(m.pending, change)
	m.mu.Unlock()
	m.done.Go(m.writeFile)
	m.Changed.Publish(struct{}{})
}

// changedKeys are keys after a change.
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

// Reload loads what other programs have changed, unless something is changed here meanwhile.
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

// writeFile writes what is not on the disk. What cannot be written is tried again with the next change.
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

// Wait returns when everything is on the disk, or cannot be written. It is for the end of the program.
func (m *Keymap) Wait() { m.done.Wait() }

// LoadKeys reads the keys that the user has chosen. There are none where there is no such file. One that cannot be read
// is set aside, which the error says.
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
		_ = files.Rename(p.Path(KeysFile), p.Path(aside)) // if it cannot be moved, it is overwritten
		return nil, say.Wrap(err, "keymap.setAside", "File", aside)
	}
	return keys, nil
}

// readKeys reads keys from JSON.
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

// changeKeys changes the file, which no other program changes meanwhile.
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
