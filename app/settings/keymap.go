package settings

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

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
// not in it.
type Keymap struct{ record[map[string][]string] }

// NewKeymap makes a keymap from the keys that were read from the profile.
func NewKeymap(p Profile, read map[string][]string, post func(func())) *Keymap {
	return &Keymap{record[map[string][]string]{
		profile: p, file: keysFile(), post: post, value: maps.Clone(read),
		complete: func(keys map[string][]string) map[string][]string { return keys },
		equal:    func(a, b map[string][]string) bool { return maps.EqualFunc(a, b, slices.Equal) },
	}}
}

// Of returns the user's keys for a command, which may be none. ok is false for a command with its default keys.
func (k *Keymap) Of(id string) (keys []string, ok bool) {
	keys, ok = k.value[id]
	return keys, ok
}

// All returns the keys of all commands without their default keys.
func (k *Keymap) All() map[string][]string { return maps.Clone(k.value) }

// Set sets the keys of commands; nil restores the default ones.
func (k *Keymap) Set(change map[string][]string) {
	k.change(func(keys map[string][]string) map[string][]string { return changedKeys(keys, change) })
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

func keysFile() profileFile[map[string][]string] {
	return profileFile[map[string][]string]{
		name: KeysFile, unread: "keymap.unread", setAside: "keymap.setAside", unsaved: "keymap.unsaved",
		none:   func() map[string][]string { return nil },
		parse:  readKeys,
		encode: func(keys map[string][]string) (any, error) { return keys, nil },
	}
}

// LoadKeys reads the user's keys; none if there is no file. A file that cannot be parsed is renamed, with an error.
func (p Profile) LoadKeys() (map[string][]string, error) { return keysFile().load(p) }

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
