package settings

import (
	"encoding/json"
	"errors"
	"slices"

	"sextant/app/say"
)

// ExportPresets writes presets to be read by another Sextant: without keys, without where these are kept, and without
// the demo, which everybody has.
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

// bare is what of a preset another one can have too.
func bare(p Preset) Preset {
	p.WantsKey = p.WantsKey || p.KeyPlace != NoKey
	p.KeyPlace, p.ID = NoKey, ""
	return p
}

// ImportPresets reads what ExportPresets wrote, and gives what of it is new beside presets that are there, under names
// that are free. An error beside presets says what of the file could not be used.
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
