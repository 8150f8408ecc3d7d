package settings

import (
	"encoding/json"
	"errors"
	"slices"

	"sextant/app/say"
)

// ExportPresets encodes presets for another Sextant: without keys and their places, and without the demo, which is
// built in.
func ExportPresets(list []Preset) ([]byte, error) {
	out := []Preset{}
	for _, p := range list {
		if !p.IsDemo() {
			p.WantsKey, p.KeyPlace = p.WantsKey || p.KeyPlace != NoKey, NoKey
			out = append(out, p)
		}
	}
	data, err := json.MarshalIndent(map[string][]Preset{"services": out}, "", "  ")
	return append(data, '\n'), err
}

// bare returns a preset without what is private to this profile.
func bare(p Preset) Preset {
	p.WantsKey = p.WantsKey || p.KeyPlace != NoKey
	p.KeyPlace, p.ID = NoKey, ""
	return p
}

// ImportPresets decodes the format of ExportPresets, and returns the presets that are not in have, with unique names.
// Together with presets it can return an error about the parts of the file that could not be used.
func ImportPresets(data []byte, have []Preset) (added []Preset, err error) {
	read, err := readPresets(data)
	if replaced := (*ReplacedError)(nil); err != nil && !errors.As(err, &replaced) {
		return nil, say.Error("presets.noList")
	}
	for _, p := range read {
		p = bare(p)
		same := func(o Preset) bool { return bare(o) == p }
		if p.BaseURL == "" || slices.ContainsFunc(have, same) {
			continue
		}
		fresh := NewPreset(FreeName(p.Name, have), p.Service)
		fresh.WantsKey = p.WantsKey
		added, have = append(added, fresh), append(slices.Clone(have), fresh)
	}
	if len(have) > mostPresets {
		return nil, say.Error("presets.room", "Most", mostPresets)
	}
	return added, err
}
