// Package settings has what Sextant remembers between runs, the profile that keeps it, and the key.
package settings

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/files"
	"sextant/app/render"
	"sextant/app/say"
	"sextant/app/voice"
)

// Settings is what Sextant remembers between runs, but for the key. Each part concerns somebody else, who
// follows it in the Box.
type Settings struct {
	Service
	Look
	Sound
	Window
}

// Service is which service is asked, and how. A change of it makes a new connection.
type Service struct {
	// ID names the service among the presets; "" stands for one that Sextant knew before there were any.
	ID               string `json:"serviceID,omitempty"`
	BaseURL          string `json:"baseURL,omitempty"`
	MediaBaseURL     string `json:"mediaBaseURL,omitempty"`
	AppID            string `json:"appID,omitempty"`
	MediaCredentials bool   `json:"mediaCredentials,omitempty"`
	// KeyPlace says where the key is kept, empty when there is none.
	KeyPlace KeyPlace `json:"keyPlace,omitempty"`

	Format     api.Format `json:"format"`
	Timeout    int        `json:"timeoutSeconds"`
	Stall      int        `json:"stallSeconds"`
	DocumentMB int        `json:"documentLimitMB"`
	PictureMB  int        `json:"pictureLimitMB"`
	// PerSecond, PerHour and PerDay are how many requests the service allows.
	PerSecond int `json:"requestsPerSecond"`
	PerHour   int `json:"requestsPerHour"`
	PerDay    int `json:"requestsPerDay"`
	// Freshness is for how many seconds a known page is shown without asking for it.
	Freshness int `json:"freshSeconds"`
	StoreMB   int `json:"storeLimitMB"`
	// RecordingsMB bounds the recordings that are kept.
	RecordingsMB int `json:"recordingsLimitMB"`
	// Zone is the time zone of the times in page documents, which name none.
	Zone string `json:"zone"`
}

// Look is how a page is shown, and the window around it.
type Look struct {
	// Language is that of all words, "" for the system's.
	Language string    `json:"language"`
	Theme    ThemeKind `json:"theme"`
	// InterfaceSize is in percent of what the screen suggests, 0 for just that.
	InterfaceSize int `json:"interfaceSize"`
	// StartPage is shown first, where 0 is the one that was last, and StartView is the view in which; "" is the one
	// that was last.
	StartPage int      `json:"startPage"`
	StartView ViewKind `json:"startView"`
	// Refresh is how often the page on screen is asked for, in seconds, 0 for never.
	Refresh      int         `json:"refreshSeconds"`
	View         ViewKind    `json:"view"`
	Drawing      DrawingKind `json:"drawing"`
	Palette      string      `json:"palette"`
	FourToThree  bool        `json:"fourToThree"`
	Header       bool        `json:"header"`
	MarkNew      bool        `json:"markNew"`
	Preview      bool        `json:"previewLinks"`
	Flash        FlashMode   `json:"flash"`
	CopySextants bool        `json:"copySextants"`
	// Patient lets page numbers that are being typed wait for their next digit as long as it takes.
	Patient bool `json:"patientDigits"`
	// LargePointer makes the pointer large over links. Scan is after how many seconds the keyboard goes on to the next
	// thing automatically, for who has a single key, 0 for never.
	LargePointer bool `json:"largePointer"`
	Scan         int  `json:"scanSeconds"`
	// ReadingSize is the size of running text, in the toolkit's units.
	ReadingSize float32 `json:"readingSize"`
}

// ShowsPictures reports whether the service's pictures are shown where there are any.
func (l *Look) ShowsPictures() bool { return l.View == PageView && l.Drawing == PictureDrawing }

// Sound is how recordings are listed and heard.
type Sound struct {
	Order  DownloadOrder `json:"downloadOrder"`
	Volume float64       `json:"volume"` // from 0 to 1
	Speed  float64       `json:"speed"`  // from 0.5 to 3
	Even   bool          `json:"evenLoudness"`
	// PlayOn goes on with the next recording of the list when one has ended; without it only the queue goes on.
	PlayOn bool `json:"playOn"`
	// VoiceRate is how fast pages are read aloud, in percent of the usual. Voice is who reads, "" for any that speaks
	// the language, and VoiceLanguage is that of the pages, "" for the service's.
	VoiceRate     int    `json:"voiceRate"`
	Voice         string `json:"voiceName"`
	VoiceLanguage string `json:"voiceLanguage"`
}

// Window is what is open in windows. Where each of them is, is kept for itself.
type Window struct {
	Keypad    bool `json:"keypad"`
	Downloads bool `json:"downloads"`
	Turning   bool `json:"turning"`
	// PanelWidth is that of a panel beside the page, in units of the toolkit; 0 for one that suits the window.
	PanelWidth float32 `json:"panelWidth,omitempty"`
	// Version is the program's that was used last, empty for none.
	Version string `json:"version,omitempty"`
	// KnowsDemo is set when the user needs no word any more about the demo and a real service.
	KnowsDemo bool `json:"knowsDemo"`
}

// The usual size of running text, and its bounds.
const (
	UsualReadingSize = 16
	LeastReadingSize = 10
	MostReadingSize  = 64
)

// The bounds of the interface's size.
const (
	LeastInterfaceSize = 75
	MostInterfaceSize  = 300
)

// DefaultSettings are those of a new profile.
func DefaultSettings() Settings {
	return Settings{
		Service: Service{
			Format: api.JSON, Timeout: 20, Stall: 30, DocumentMB: 4, PictureMB: 8,
			PerSecond: budget.DefaultLimits.PerSecond,
			PerHour:   budget.DefaultLimits.PerHour, PerDay: budget.DefaultLimits.PerDay,
			Freshness: 60, StoreMB: 500, RecordingsMB: 2000, Zone: "Europe/Helsinki",
		},
		Look: Look{
			Theme:   SystemTheme,
			Refresh: 60, View: PageView, Drawing: PictureDrawing, Palette: render.Palettes()[0].Name,
			Flash: FlashAsDesktop, ReadingSize: UsualReadingSize, MarkNew: true, Preview: true,
		},
		Sound: Sound{Order: AutomaticOrder, Volume: 0.8, Speed: 1, VoiceRate: voice.UsualRate},
	}
}

// Limits are how many requests the service allows.
func (s *Service) Limits() budget.Limits {
	return budget.Limits{PerSecond: s.PerSecond, PerHour: s.PerHour, PerDay: s.PerDay}
}

// A Profile is the folder that holds all of Sextant's files.
type Profile struct{ Dir string }

// OpenProfile makes sure of the folder. An empty dir is the user's own configuration folder.
func OpenProfile(dir string) (Profile, error) {
	if dir == "" {
		var err error
		if dir, err = usualFolder(); err != nil {
			return Profile{}, err
		}
	}
	if err := files.MakeFolder(dir, 0o700); err != nil {
		return Profile{}, say.Wrap(err, "profile.unmade")
	}
	return Profile{dir}, nil
}

// ProfileAt is a profile by its whole path, whose folder need not be there. An empty dir is the user's own
// configuration folder.
func ProfileAt(dir string) (Profile, error) {
	var err error
	if dir == "" {
		dir, err = usualFolder()
	}
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	return Profile{dir}, err
}

func usualFolder() (string, error) {
	base, err := os.UserConfigDir()
	if err != nil {
		return "", say.Wrap(err, "profile.noPlace")
	}
	return filepath.Join(base, "sextant"), nil
}

// Path is that of a file of the profile.
func (p Profile) Path(name string) string { return filepath.Join(p.Dir, name) }

// File is the name of the file of settings in the profile.
const File = "settings.json"

// SaveSettings writes what has changed in the settings, so that a crash leaves the old file or the new one,
// whole. What other programs with the profile have changed meanwhile stays so.
func (p Profile) SaveSettings(before, after Settings) error {
	merged := after
	data, err := p.readBounded(File)
	if isUnread(err) {
		return say.Wrap(err, "settings.unsaved")
	}
	if err == nil {
		now, err := readSettings(data)
		if replaced := (*ReplacedError)(nil); err == nil || errors.As(err, &replaced) {
			merged = now.With(before, after)
		}
	}
	data, err = json.MarshalIndent(merged, "", "  ")
	if err == nil {
		err = p.Write(File, append(data, '\n'))
	}
	if err != nil {
		return say.Wrap(err, "settings.unsaved")
	}
	return nil
}

// Write replaces a file of the profile, readable by the user only.
func (p Profile) Write(name string, data []byte) error {
	return files.Write(p.Path(name), data, 0o600)
}
