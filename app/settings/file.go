package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"sextant/app/render"
	"sextant/app/service"
	"sextant/app/words"
)

// maxSettings bounds the file of settings, far beyond all that can be in it.
const maxSettings = 1 << 20

// An aspect is a field of the settings: its name in the file, what people call it, and what is wrong with
// its value, "" for nothing.
type aspect struct {
	field, words, unit string
	wrong              func(s *Settings) error
}

func anything(*Settings) error { return nil }

// aspects are all fields of the settings.
func aspects() []aspect {
	return slices.Concat([]aspect{
		{"baseURL", "the service's address", "", func(s *Settings) error { return wrongAddress(s.BaseURL, false) }},
		{"mediaBaseURL", "the media service's address", "", func(s *Settings) error { return wrongAddress(s.MediaBaseURL, true) }},
		{"appID", "the app id", "", anything},
		{"mediaCredentials", "the choice whether the media service gets the credentials", "", anything},
		{"keyPlace", "the place of the key", "", anything},
		{"format", "the form of page documents", "", func(s *Settings) error {
			if s.Format != service.JSON && s.Format != service.XML {
				return errors.New("page documents come as json or xml")
			}
			return nil
		}},
		{"zone", "the time zone", "", func(s *Settings) error {
			if _, err := time.LoadLocation(s.Zone); err != nil {
				return fmt.Errorf("there is no time zone %q: write it as Europe/Helsinki", s.Zone)
			}
			return nil
		}},
	}, viewAspects(), limitAspects(), plainAspects())
}

// wrongAddress tells what is wrong with an address, which may be empty.
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
	oneOf := func(what string, value string, there bool) error {
		if !there {
			return fmt.Errorf("there is no %s %q", what, value)
		}
		return nil
	}
	return []aspect{
		{"view", "the view", "", func(s *Settings) error {
			return oneOf("view", string(s.View), slices.Contains(ViewKinds(), s.View))
		}},
		{"palette", "the palette", "", func(s *Settings) error {
			_, ok := render.PaletteNamed(s.Palette)
			return oneOf("palette", s.Palette, ok)
		}},
		{"downloadOrder", "the order of the downloads", "", func(s *Settings) error {
			return oneOf("order", string(s.Order), slices.Contains(DownloadOrders(), s.Order))
		}},
		{"flash", "the choice whether letters flash", "", func(s *Settings) error {
			if !slices.Contains(FlashModes(), s.Flash) {
				return fmt.Errorf("there is no way %q to flash", s.Flash)
			}
			return nil
		}},
	}
}

// limitAspects are the numbers with bounds.
func limitAspects() (list []aspect) {
	for _, n := range []struct {
		field, words, unit string
		value              func(*Settings) int
		from, to           int
	}{
		{"timeoutSeconds", "the time to wait for an answer", " s", func(s *Settings) int { return s.Timeout }, 1, 600},
		{"stallSeconds", "the time to wait for a stalled download", " s", func(s *Settings) int { return s.Stall }, 1, 600},
		{"documentLimitMB", "the limit of a document", " MB", func(s *Settings) int { return s.DocumentMB }, 1, 256},
		{"pictureLimitMB", "the limit of a picture", " MB", func(s *Settings) int { return s.PictureMB }, 1, 256},
		{"requestsPerSecond", "the number of requests a second", "", func(s *Settings) int { return s.PerSecond }, 1, 1000},
		{"requestsPerHour", "the number of requests an hour", "", func(s *Settings) int { return s.PerHour }, 10, 1_000_000},
		{"requestsPerDay", "the number of requests a day", "", func(s *Settings) int { return s.PerDay }, 10, 10_000_000},
		{"freshSeconds", "the time a page counts as fresh", " s", func(s *Settings) int { return s.Freshness }, 1, 86_400},
		{"refreshSeconds", "the time between two looks at the page on screen", " s", func(s *Settings) int { return s.Refresh }, 0, 86_400},
		{"storeLimitMB", "the limit of the stored pages", " MB", func(s *Settings) int { return s.StoreMB }, 10, 100_000},
		{"recordingsLimitMB", "the limit of the kept recordings", " MB", func(s *Settings) int { return s.RecordingsMB }, 0, 1_000_000},
	} {
		list = append(list, aspect{n.field, n.words, n.unit, func(s *Settings) error {
			if v := n.value(s); v < n.from || v > n.to {
				return fmt.Errorf("%s must be from %d to %d", n.words, n.from, n.to)
			}
			return nil
		}})
	}
	return list
}

// plainAspects are those of which every value will do.
func plainAspects() (list []aspect) {
	for _, names := range [][2]string{
		{"fourToThree", "the choice whether pages are shown 4:3"},
		{"header", "the choice whether the header row is shown"},
		{"copySextants", "the choice whether mosaics are copied as characters"},
		{"readingSize", "the size of running text"},
		{"volume", "the volume"},
		{"speed", "the speed"},
		{"evenLoudness", "the choice whether the loudness is even"},
		{"keypad", "the choice whether the keypad is shown"},
		{"downloads", "the choice whether the downloads are shown"},
		{"turning", "the choice whether subpages turn by themselves"},
		{"width", "the window's width"},
		{"height", "the window's height"},
	} {
		list = append(list, aspect{names[0], names[1], "", anything})
	}
	return list
}

// Validate says in words what is wrong with the settings.
func (s *Settings) Validate() error {
	for _, a := range aspects() {
		if err := a.wrong(s); err != nil {
			return err
		}
	}
	return nil
}

// A ReplacedError tells of settings that could not be used, in sentences without the last full stop.
type ReplacedError struct {
	Sentences []string
	Address   bool // an address was among them
}

// Error gives the sentences.
func (e *ReplacedError) Error() string { return strings.Join(e.Sentences, ". ") }

// LoadSettings reads the settings. A missing file gives the defaults. Where single settings cannot be used
// they get their defaults, with a ReplacedError; the old file is then kept as a copy, for it will be
// written anew. A file that cannot be read at all is set aside and told of, with the defaults.
func (p Profile) LoadSettings() (Settings, error) {
	data, err := p.readBounded(File)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return DefaultSettings(), nil
	case err != nil:
		return DefaultSettings(), fmt.Errorf("reading the settings: %w", err)
	}
	aside := File + ".damaged"
	s, err := readSettings(data)
	var replaced *ReplacedError
	switch {
	case errors.As(err, &replaced):
		if p.Write(aside, data) == nil {
			replaced.Sentences = append(replaced.Sentences, "The file as it was is kept as "+aside)
		}
		return s, replaced
	case err != nil:
		_ = os.Rename(p.Path(File), p.Path(aside)) // if it cannot be moved, it is overwritten
		return s, fmt.Errorf("the settings could not be read and were set aside as %s: %w", filepath.Base(aside), err)
	}
	return s, nil
}

// readBounded reads a file of the profile, but no more of it than settings can have.
func (p Profile) readBounded(name string) ([]byte, error) {
	f, err := os.Open(p.Path(name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxSettings+1))
}

// readSettings reads settings from JSON, each on its own.
func readSettings(data []byte) (Settings, error) {
	s := DefaultSettings()
	if len(data) > maxSettings {
		return s, fmt.Errorf("they are longer than %d bytes", maxSettings)
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF")), &given); err != nil {
		return s, err
	}
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
	if len(replaced.Sentences) > 0 {
		return s, &replaced
	}
	return s, nil
}

// with are the settings with what differs between two others.
func (s Settings) with(before, after Settings) Settings {
	for _, a := range aspects() {
		value := reflect.ValueOf(after.field(a.field)).Elem()
		if !value.Equal(reflect.ValueOf(before.field(a.field)).Elem()) {
			reflect.ValueOf(s.field(a.field)).Elem().Set(value)
		}
	}
	return s
}

// field points to the field that has a name in the file, nil where there is none.
func (s *Settings) field(name string) any {
	v := reflect.ValueOf(s).Elem()
	for _, f := range reflect.VisibleFields(v.Type()) {
		if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); tag == name && tag != "" {
			return v.FieldByIndex(f.Index).Addr().Interface()
		}
	}
	return nil
}

// add tells that a value is replaced by the default one.
func (e *ReplacedError) add(a aspect, raw []byte, by reflect.Value) {
	instead := map[string]string{
		"baseURL": "the built-in demo", "mediaBaseURL": "the service's own", "appID": "none", "keyPlace": "none",
		"view": "the service's picture", "flash": "the desktop's wish", "downloadOrder": "the service's order",
	}[a.field]
	switch {
	case instead != "":
	case by.Kind() == reflect.Bool && by.Bool():
		instead = "yes"
	case by.Kind() == reflect.Bool:
		instead = "no"
	default:
		instead = fmt.Sprint(by.Interface(), a.unit)
	}
	e.Address = e.Address || a.field == "baseURL" || a.field == "mediaBaseURL"
	e.Sentences = append(e.Sentences, fmt.Sprintf("%s cannot be %s; %s is used instead", words.FirstUpper(a.words), quoted(raw), instead))
}

// quoted shows a value of the file, cut where it is long.
func quoted(raw []byte) string {
	const longest = 40
	text := string(raw)
	var plain string
	if json.Unmarshal(raw, &plain) == nil {
		text = "“" + plain + "”"
	}
	text = strings.Map(render.Printable, strings.ToValidUTF8(text, "?"))
	if utf8.RuneCountInString(text) > longest {
		text = string([]rune(text)[:longest]) + "…"
	}
	return text
}
