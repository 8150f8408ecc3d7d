package settings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"sextant/app/api"
	"sextant/app/render"
	"sextant/app/say"
	"sextant/app/service"
	"sextant/app/teletext"
	"sextant/app/voice"
	"sextant/app/words"
)

// maxSettings limits the size of the file in bytes, far above that of any settings.
const maxSettings = 1 << 20

// An aspect describes a field of the settings: its name in the file, how to format its number with a unit, nil if it
// has none, and how to validate its value.
type aspect struct {
	field string
	unit  func(n int) string
	wrong func(s *Settings) error
}

// words returns the name of a field for users: the label of its row in the settings window, or its name in the file if
// it has no row.
func (a aspect) words() string {
	label := map[string]string{
		"baseURL": "connection.address", "mediaBaseURL": "connection.media", "mediaCredentials": "connection.both",
		"appID": "connection.appID", "requestsPerSecond": "connection.requests",
		"requestsPerHour": "connection.requests", "requestsPerDay": "connection.requests", "zone": "zone.title",
		"language": "language.title", "theme": "display.theme", "interfaceSize": "display.interface",
		"drawing": "display.drawing", "palette": "display.palette", "header": "display.header",
		"markNew": "display.new", "previewLinks": "display.preview",
		"fourToThree": "display.shape", "flash": "display.flash", "readingSize": "display.textSize",
		"largePointer": "display.pointer", "patientDigits": "display.patient", "scanSeconds": "display.scan",
		"startPage": "display.startPage", "startView": "display.startView", "copySextants": "display.mosaics",
		"view": "menu.view", "keypad": "keypad.title", "turning": "turning.title", "downloads": "recordings.title",
		"format": "advanced.format", "timeoutSeconds": "advanced.answers", "stallSeconds": "advanced.downloads",
		"documentLimitMB": "advanced.document", "pictureLimitMB": "advanced.picture",
		"freshSeconds": "advanced.fresh", "refreshSeconds": "advanced.refresh", "storeLimitMB": "storage.pages",
		"recordingsLimitMB": "storage.recordings", "downloadOrder": "soundPrefs.order", "volume": "soundPrefs.volume",
		"speed": "soundPrefs.speed", "evenLoudness": "soundPrefs.loudness", "playOn": "play.through",
		"voiceName": "voicePrefs.voice", "voiceLanguage": "voicePrefs.language", "voiceRate": "voicePrefs.rate",
	}[a.field]
	if label == "" {
		return a.field
	}
	return say.Text(label)
}

func anything(*Settings) error { return nil }

// aspects returns all fields of the settings.
func aspects() []aspect {
	return slices.Concat([]aspect{
		{"serviceID", nil, func(s *Settings) error { return wrongID(s.ID) }},
		{"baseURL", nil, func(s *Settings) error { return wrongAddress(s.BaseURL, false) }},
		{"mediaBaseURL", nil, func(s *Settings) error { return wrongAddress(s.MediaBaseURL, true) }},
		{"appID", nil, anything},
		{"mediaCredentials", nil, anything},
		{"keyPlace", nil, anything},
		{"format", nil, func(s *Settings) error {
			if s.Format != api.JSON && s.Format != api.XML {
				return say.Error("settings.format")
			}
			return nil
		}},
		{"zone", nil, func(s *Settings) error {
			if _, err := time.LoadLocation(s.Zone); err != nil {
				return say.Error("settings.zone", "Zone", strconv.Quote(s.Zone))
			}
			return nil
		}},
	}, viewAspects(), limitAspects(), plainAspects())
}

// wrongAddress validates an address, which may be empty.
func wrongAddress(address string, media bool) error {
	if address == "" {
		return nil
	}
	cfg := service.Config{BaseURL: address}
	if media {
		cfg = service.Config{BaseURL: "http://localhost", MediaBaseURL: address}
	}
	_, err := service.New(cfg)
	return err
}

func viewAspects() []aspect {
	oneOf := func(value string, there bool) error {
		if !there {
			return say.Error("settings.noSuch", "Value", strconv.Quote(value))
		}
		return nil
	}
	return []aspect{
		{"view", nil, func(s *Settings) error {
			return oneOf(string(s.View), slices.Contains(ViewKinds(), s.View))
		}},
		{"drawing", nil, func(s *Settings) error {
			return oneOf(string(s.Drawing), slices.Contains(DrawingKinds(), s.Drawing))
		}},
		{"startPage", nil, func(s *Settings) error {
			if n := s.StartPage; n != 0 && (n < teletext.FirstPage || n > teletext.LastPage) {
				return say.Error("settings.startPage", "From", teletext.FirstPage, "To", teletext.LastPage)
			}
			return nil
		}},
		{"startView", nil, func(s *Settings) error {
			return oneOf(string(s.StartView), s.StartView == "" || slices.Contains(ViewKinds(), s.StartView))
		}},
		{"language", nil, func(s *Settings) error {
			return oneOf(s.Language, s.Language == "" ||
				slices.ContainsFunc(say.Languages(), func(l say.Language) bool { return l.Tag == s.Language }))
		}},
		{"theme", nil, func(s *Settings) error {
			return oneOf(string(s.Theme), slices.Contains(ThemeKinds(), s.Theme))
		}},
		{"interfaceSize", words.Percent, func(s *Settings) error {
			if n := s.InterfaceSize; n != 0 && (n < LeastInterfaceSize || n > MostInterfaceSize) {
				least, most := words.Percent(LeastInterfaceSize), words.Percent(MostInterfaceSize)
				return say.Error("settings.interfaceSize", "From", least, "To", most)
			}
			return nil
		}},
		{"palette", nil, func(s *Settings) error {
			_, ok := render.PaletteNamed(s.Palette)
			return oneOf(s.Palette, ok)
		}},
		{"downloadOrder", nil, func(s *Settings) error {
			return oneOf(string(s.Order), slices.Contains(DownloadOrders(), s.Order))
		}},
		{"flash", nil, func(s *Settings) error {
			if !slices.Contains(FlashModes(), s.Flash) {
				return say.Error("settings.noSuch", "Value", strconv.Quote(string(s.Flash)))
			}
			return nil
		}},
	}
}

// limitAspects returns the numbers with bounds.
func limitAspects() (list []aspect) {
	for _, n := range []struct {
		field    string
		unit     func(n int) string
		value    func(*Settings) int
		from, to int
	}{
		{"timeoutSeconds", words.Seconds, func(s *Settings) int { return s.Timeout }, 1, 600},
		{"stallSeconds", words.Seconds, func(s *Settings) int { return s.Stall }, 1, 600},
		{"documentLimitMB", words.Megabytes, func(s *Settings) int { return s.DocumentMB }, 1, 256},
		{"pictureLimitMB", words.Megabytes, func(s *Settings) int { return s.PictureMB }, 1, 256},
		{"requestsPerSecond", nil, func(s *Settings) int { return s.PerSecond }, 1, 1000},
		{"requestsPerHour", nil, func(s *Settings) int { return s.PerHour }, 10, 1_000_000},
		{"requestsPerDay", nil, func(s *Settings) int { return s.PerDay }, 10, 10_000_000},
		{"freshSeconds", words.Seconds, func(s *Settings) int { return s.Freshness }, 1, 86_400},
		{"refreshSeconds", words.Seconds, func(s *Settings) int { return s.Refresh }, 0, 86_400},
		{"scanSeconds", words.Seconds, func(s *Settings) int { return s.Scan }, 0, 60},
		{"voiceRate", words.Percent, func(s *Settings) int { return s.VoiceRate }, voice.LeastRate, voice.MostRate},
		{"storeLimitMB", words.Megabytes, func(s *Settings) int { return s.StoreMB }, 10, 100_000},
		{"recordingsLimitMB", words.Megabytes, func(s *Settings) int { return s.RecordingsMB }, 0, 1_000_000},
	} {
		list = append(list, aspect{n.field, n.unit, func(s *Settings) error {
			if v := n.value(s); v < n.from || v > n.to {
				return say.Error("settings.range", "From", n.from, "To", n.to)
			}
			return nil
		}})
	}
	return list
}

// plainAspects returns the fields for which every value is valid.
func plainAspects() (list []aspect) {
	for _, field := range [...]string{
		"fourToThree", "header", "markNew", "previewLinks", "copySextants", "patientDigits", "largePointer",
		"developers", "readingSize", "volume", "speed", "evenLoudness", "playOn",
		"voiceName", "voiceLanguage",
		"keypad", "downloads", "turning", "panelWidth", "version",
		"knowsDemo", "screenShows", "screenPages", "screenTogether", "screenMonitor",
	} {
		list = append(list, aspect{field, nil, anything})
	}
	return list
}

// Validate returns an error in words for users if the settings are invalid.
func (s *Settings) Validate() error {
	for _, a := range aspects() {
		if err := a.wrong(s); err != nil {
			return err
		}
	}
	return nil
}

// Wrong validates the field with a name in the file. The error is in words for users.
func (s *Settings) Wrong(field string) error {
	for _, a := range aspects() {
		if a.field == field {
			return a.wrong(s)
		}
	}
	return nil
}

// A ReplacedError is for settings that were invalid and replaced.
type ReplacedError struct {
	Parts   []error // sentences without the last full stop
	Address bool    // an address was among them
}

// Error joins the sentences.
func (e *ReplacedError) Error() string {
	var sentences []string
	for _, part := range e.Parts {
		sentences = append(sentences, part.Error())
	}
	return strings.Join(sentences, ". ")
}

func settingsFile() profileFile[Settings] {
	return profileFile[Settings]{
		name: File, unread: "settings.unread", setAside: "settings.setAside", unsaved: "settings.unsaved",
		none:   DefaultSettings,
		parse:  readSettings,
		encode: func(s Settings) (any, error) { return s, nil },
	}
}

// LoadSettings reads the settings; the defaults if there is no file. Invalid settings are replaced by their defaults,
// with a ReplacedError; the old file is kept as a copy then, because it will be rewritten. A file that cannot be parsed
// is renamed, and the defaults are returned with an error.
func (p Profile) LoadSettings() (Settings, error) { return settingsFile().load(p) }

// errTooMany is the error if a file would be too long to be read again.
var errTooMany = say.Error("settings.tooMany")

// readSettings decodes settings from JSON, each field separately.
func readSettings(data []byte) (Settings, error) {
	s := DefaultSettings()
	if len(data) > maxSettings {
		return s, say.Error("file.tooLarge")
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF")), &given); err != nil {
		return s, err
	}
	if given == nil { // null
		return s, say.Error("settings.noObject")
	}
	upgradeViews(given)
	fallback := DefaultSettings()
	var replaced ReplacedError
	for _, a := range aspects() {
		raw, ok := given[a.field]
		if !ok {
			continue
		}
		if json.Unmarshal(raw, s.field(a.field)) == nil && a.wrong(&s) == nil {
			continue
		}
		was := reflect.ValueOf(fallback.field(a.field)).Elem()
		reflect.ValueOf(s.field(a.field)).Elem().Set(was)
		replaced.add(a, raw, was)
	}
	s.Volume = max(0, min(1, s.Volume))
	s.Speed = max(0.5, min(3, s.Speed))
	s.ReadingSize = max(LeastReadingSize, min(MostReadingSize, s.ReadingSize))
	if len(replaced.Parts) > 0 {
		return s, &replaced
	}
	return s, nil
}

// With returns the settings with the differences between two other versions applied.
func (s Settings) With(before, after Settings) Settings {
	if before.BaseURL != after.BaseURL || before.AppID != after.AppID {
		s.Service = after.Service // as a whole: parts of two services cannot be combined
	}
	for _, a := range aspects() {
		value := reflect.ValueOf(after.field(a.field)).Elem()
		if !value.Equal(reflect.ValueOf(before.field(a.field)).Elem()) {
			reflect.ValueOf(s.field(a.field)).Elem().Set(value)
		}
	}
	return s
}

// field returns a pointer to the field with a name in the file, nil if there is none.
func (s *Settings) field(name string) any {
	v := reflect.ValueOf(s).Elem()
	for _, f := range reflect.VisibleFields(v.Type()) {
		if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); tag == name && tag != "" {
			return v.FieldByIndex(f.Index).Addr().Interface()
		}
	}
	return nil
}

// add adds a value that was replaced by its default.
func (e *ReplacedError) add(a aspect, raw []byte, by reflect.Value) {
	e.Address = e.Address || a.field == "baseURL" || a.field == "mediaBaseURL"
	e.Parts = append(e.Parts, &replacedValue{a, raw, by})
}

// A replacedValue is for a value that was replaced by its default. Its text is in the language in use when it is shown,
// which may be among the settings that are being read.
type replacedValue struct {
	aspect
	raw []byte
	by  reflect.Value
}

func (e *replacedValue) Error() string {
	return words.FirstUpper(
		say.Text("settings.replaced", "Setting", e.words(), "Value", quoted(e.raw), "Instead", e.instead()))
}

// instead returns the default in words.
func (e *replacedValue) instead() string {
	instead := map[string]string{
		"baseURL": "instead.demo", "mediaBaseURL": "instead.own", "appID": "instead.none", "keyPlace": "instead.none",
		"voiceName": "instead.none", "voiceLanguage": "instead.none", "serviceID": "instead.other",
		"startView": "instead.last", "interfaceSize": "instead.screen", "view": "instead.page",
		"drawing": "instead.picture", "flash": "instead.desktop", "downloadOrder": "instead.listed",
	}[e.field]
	switch {
	case instead != "":
		return say.Text(instead)
	case e.by.Kind() == reflect.Bool && e.by.Bool():
		return say.Text("instead.yes")
	case e.by.Kind() == reflect.Bool:
		return say.Text("instead.no")
	case e.by.IsZero() && e.by.Kind() == reflect.String:
		return say.Text("instead.none")
	case e.unit != nil:
		return e.unit(int(e.by.Int()))
	}
	return fmt.Sprint(e.by.Interface())
}

// quoted returns a value of the file for a sentence, shortened.
func quoted(raw []byte) string {
	const longest = 40
	tidy := func(text string) string {
		text = strings.Map(render.Printable, strings.ToValidUTF8(text, "?"))
		if utf8.RuneCountInString(text) > longest {
			text = string([]rune(text)[:longest]) + "…"
		}
		return text
	}
	var plain string
	if json.Unmarshal(raw, &plain) == nil {
		return say.Text("words.quoted", "Words", tidy(plain))
	}
	return tidy(string(raw))
}
