package settings

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sextant/app/say"
)

// A Preset is a named service with all of its settings, to tune in to. Its KeyPlace is that of the preset's key, which
// stays when the user tunes in to another service.
type Preset struct {
	Name string `json:"name"`
	// WantsKey means that the service needs a key, although none may be saved, as for an imported preset.
	WantsKey bool `json:"wantsKey,omitempty"`
	Service
}

// The file of presets in the profile, and the ID of the built-in demo.
const (
	PresetsFile = "services.json"
	DemoID      = "demo"
)

const (
	mostPresets = 500
	mostName    = 60 // characters
	mostID      = 40
)

// demoName returns the name of the built-in demo.
func demoName() string { return say.Text("presets.demo") }

// PresetID returns the ID of a service's preset. For a service of a version without presets it is derived from the
// address.
func (s *Service) PresetID() string {
	switch {
	case s.BaseURL == "":
		return DemoID
	case s.ID != "" && s.ID != DemoID:
		return s.ID
	}
	return "at-" + shortHash(s.BaseURL)
}

// NewPreset makes a preset of a service, with a new ID.
func NewPreset(name string, s Service) Preset {
	s.ID = strings.ToLower(rand.Text()[:16])
	return Preset{Name: name, WantsKey: s.KeyPlace != NoKey, Service: s}
}

// IsDemo reports whether the preset is the built-in demo.
func (p *Preset) IsDemo() bool { return p.ID == DemoID }

// DemoPreset returns the built-in demo as in a new profile.
func DemoPreset() Preset {
	p := Preset{Name: demoName(), Service: DefaultSettings().Service}
	p.ID = DemoID
	return p
}

// HostName returns the name for a service of which only the address is known.
func HostName(address string) string {
	if u, err := url.Parse(address); err == nil && u.Hostname() != "" {
		return u.Hostname()
	}
	return say.Text("presets.service")
}

// FreeName returns a name that no preset of a list has: the wanted one, or that with a number.
func FreeName(wanted string, list []Preset) string {
	wanted = cmp.Or(tidyName(wanted), say.Text("presets.service"))
	name := wanted
	for n := 2; slices.ContainsFunc(list, func(p Preset) bool { return strings.EqualFold(p.Name, name) }); n++ {
		end := fmt.Sprintf(" (%d)", n)
		name = tidyName(string([]rune(wanted)[:min(mostName-len(end), utf8.RuneCountInString(wanted))])) + end
	}
	return name
}

// tidyName removes unprintable characters from a name, and shortens it.
func tidyName(name string) string {
	name = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, name)), " ")
	if runes := []rune(name); len(runes) > mostName {
		name = strings.TrimSpace(string(runes[:mostName]))
	}
	return name
}

// WrongName validates a name for a preset beside others.
func WrongName(name string, others []Preset) error {
	switch {
	case strings.TrimSpace(name) == "":
		return say.Error("presets.noName")
	case tidyName(name) != strings.TrimSpace(name):
		return say.Error("presets.longName", "Most", mostName)
	case FreeName(name, others) != strings.TrimSpace(name):
		return say.Error("presets.nameTaken")
	}
	return nil
}

func wrongID(id string) error {
	if len(id) > mostID || strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return say.Error("presets.id")
	}
	return nil
}

// readPresets decodes a file of presets. It returns the valid ones, with an error that names the others.
func readPresets(data []byte) ([]Preset, error) {
	var content struct {
		Services []json.RawMessage `json:"services"`
	}
	if len(data) > maxSettings {
		return nil, say.Error("file.tooLarge")
	}
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF")), &content); err != nil {
		return nil, err
	}
	var list []Preset
	var replaced ReplacedError
	if len(content.Services) > mostPresets {
		content.Services = content.Services[:mostPresets]
		replaced.Parts = append(replaced.Parts, say.Error("presets.room", "Most", mostPresets))
	}
	for i, raw := range content.Services {
		p, err := readPreset(raw)
		if err == nil && slices.ContainsFunc(list, func(o Preset) bool { return o.ID == p.ID }) {
			err = say.Error("presets.twice")
		}
		if other := (*ReplacedError)(nil); errors.As(err, &other) && p.ID != "" {
			replaced.Parts = append(replaced.Parts, other.Parts...)
			err = nil
		}
		if err != nil {
			replaced.Parts = append(replaced.Parts, say.Wrap(err, "presets.unusable", "Number", i+1))
			continue
		}
		p.Name = FreeName(p.Name, list)
		list = append(list, p)
	}
	if len(replaced.Parts) > 0 {
		return list, &replaced
	}
	return list, nil
}

// readPreset decodes one preset. It has no ID if it cannot be used.
func readPreset(raw []byte) (p Preset, err error) {
	var named struct {
		Name     string `json:"name"`
		WantsKey bool   `json:"wantsKey"`
	}
	s, err := readSettings(raw)
	replaced := &ReplacedError{}
	if err != nil && !errors.As(err, &replaced) {
		return p, err
	}
	if json.Unmarshal(raw, &named) != nil {
		return p, say.Error("presets.badName")
	}
	p = Preset{Name: named.Name, WantsKey: named.WantsKey, Service: s.Service}
	if p.ID = p.PresetID(); (p.ID == DemoID) != (p.BaseURL == "") || replaced.Address && p.BaseURL == "" {
		p.ID = ""
		return p, cmp.Or(err, say.Error("presets.noAddress"))
	}
	return p, err
}

func presetsFile() profileFile[[]Preset] {
	return profileFile[[]Preset]{
		name: PresetsFile, unread: "presets.unread", setAside: "presets.setAside", unsaved: "presets.unsaved",
		none:  func() []Preset { return nil },
		parse: readPresets,
		encode: func(list []Preset) (any, error) {
			if len(list) > mostPresets {
				return nil, errTooMany
			}
			return map[string][]Preset{"services": append([]Preset{}, list...)}, nil
		},
	}
}

// LoadPresets reads the presets. If some are invalid, the file is kept as a copy, and if it cannot be parsed, it is
// renamed; both with an error.
func (p Profile) LoadPresets() ([]Preset, error) { return presetsFile().load(p) }

// shortHash returns a hash of an address in a few letters.
func shortHash(address string) string {
	sum := sha256.Sum256([]byte(strings.TrimRight(strings.TrimSpace(address), "/")))
	return hex.EncodeToString(sum[:6])
}
