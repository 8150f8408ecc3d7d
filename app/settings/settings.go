// Package settings stores settings, presets, keyboard shortcuts, windows and keys in the user's profile.
package settings

import (
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

// Settings are the settings that are kept between runs, except for the key. Code subscribes to its parts in the Box.
type Settings struct {
	Service
	Look
	Sound
	Window
}

// Service holds the address of the service and the parameters of requests. A change makes a new connection.
type Service struct {
	// ID is that of the service's preset; "" for a service of a version without presets.
	ID               string `json:"serviceID,omitempty"`
	BaseURL          string `json:"baseURL,omitempty"`
	MediaBaseURL     string `json:"mediaBaseURL,omitempty"`
	AppID            string `json:"appID,omitempty"`
	MediaCredentials bool   `json:"mediaCredentials,omitempty"`
	// KeyPlace says where the key is kept, empty if there is none.
	KeyPlace KeyPlace `json:"keyPlace,omitempty"`

	Format     api.Format `json:"format"`
	Timeout    int        `json:"timeoutSeconds"`
	Stall      int        `json:"stallSeconds"`
	DocumentMB int        `json:"documentLimitMB"`
	PictureMB  int        `json:"pictureLimitMB"`
	// PerSecond, PerHour and PerDay limit the requests, as the service demands.
	PerSecond int `json:"requestsPerSecond"`
	PerHour   int `json:"requestsPerHour"`
	PerDay    int `json:"requestsPerDay"`
	// Freshness is how long a cached page is fresh, in seconds: it is shown without a request.
	Freshness int `json:"freshSeconds"`
	StoreMB   int `json:"storeLimitMB"`
	// RecordingsMB limits the size of the stored recordings.
	RecordingsMB int `json:"recordingsLimitMB"`
	// Zone is the time zone of the times in page documents, which state none.
	Zone string `json:"zone"`
}

// Look is how a page is shown, and the window around it.
type Look struct {
	// Language is that of the user interface, "" for the system's.
	Language string    `json:"language"`
	Theme    ThemeKind `json:"theme"`
	// InterfaceSize is in percent of the size that suits the screen, 0 for that size.
	InterfaceSize int `json:"interfaceSize"`
	// StartPage is the first page, 0 for the last one of the run before, and StartView its view, "" for the last one.
	StartPage int      `json:"startPage"`
	StartView ViewKind `json:"startView"`
	// Refresh is the interval at which the page on screen is revalidated, in seconds, 0 for never.
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
	// Patient disables the timeout for the next digit of a page number.
	Patient bool `json:"patientDigits"`
	// LargePointer makes the pointer large over links. Scan is the interval in seconds at which the keyboard focus
	// moves on automatically, for users of a single switch, 0 for never.
	LargePointer bool `json:"largePointer"`
	Scan         int  `json:"scanSeconds"`
	// Developers shows the technical commands and formats.
	Developers bool `json:"developers"`
	// ReadingSize is the size of continuous text, in the toolkit's units.
	ReadingSize float32 `json:"readingSize"`
}

// ShowsPictures reports whether the service's pictures are shown if there are any.
func (l *Look) ShowsPictures() bool { return l.View == PageView && l.Drawing == PictureDrawing }

// Sound is how recordings are listed and heard.
type Sound struct {
	Order  DownloadOrder `json:"downloadOrder"`
	Volume float64       `json:"volume"` // from 0 to 1
	Speed  float64       `json:"speed"`  // from 0.5 to 3
	Even   bool          `json:"evenLoudness"`
	// PlayOn continues with the next recording of the list when one has ended; otherwise only the queue continues.
	PlayOn bool `json:"playOn"`
	// VoiceRate is the speed of reading aloud, in percent of the voice's usual one. Voice is its name, "" for any that
	// speaks the language, and VoiceLanguage is that of the pages, "" for the service's.
	VoiceRate     int    `json:"voiceRate"`
	Voice         string `json:"voiceName"`
	VoiceLanguage string `json:"voiceLanguage"`
}

// Window holds which parts of windows are open. Their positions are in WindowsFile.
type Window struct {
	Keypad    bool `json:"keypad"`
	Downloads bool `json:"downloads"`
	Turning   bool `json:"turning"`
	// PanelWidth is the width of the panel beside the page, in the toolkit's units; 0 for one that suits the window.
	PanelWidth float32 `json:"panelWidth,omitempty"`
	// Version is the program's version in the last run, empty if there was none.
	Version string `json:"version,omitempty"`
	// KnowsDemo is set once the note about the demo and a real service is no longer needed.
	KnowsDemo bool `json:"knowsDemo"`
	Screen
}

// Screen is what was last shown on a public screen from a window. Nothing in it is required.
type Screen struct {
	What     string `json:"screenShows,omitempty"`
	Pages    string `json:"screenPages,omitempty"`
	Together int    `json:"screenTogether,omitempty"` // pages at once
	Monitor  int    `json:"screenMonitor,omitempty"`  // from 1 on
}

// The default size of continuous text, and its limits.
const (
	UsualReadingSize = 16
	LeastReadingSize = 10
	MostReadingSize  = 64
)

// The limits of the interface's size.
const (
	LeastInterfaceSize = 75
	MostInterfaceSize  = 300
)

// DefaultSettings returns the settings of a new profile.
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

// Limits returns the limits of requests.
func (s *Service) Limits() budget.Limits {
	return budget.Limits{PerSecond: s.PerSecond, PerHour: s.PerHour, PerDay: s.PerDay}
}

// A Profile is the folder with all of Sextant's files.
type Profile struct{ Dir string }

// OpenProfile creates the folder if necessary. An empty dir stands for the user's configuration folder.
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

// ProfileAt returns a profile with its absolute path. The folder need not exist. An empty dir stands for the user's
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

// Path returns the path of a file of the profile.
func (p Profile) Path(name string) string { return filepath.Join(p.Dir, name) }

// File is the name of the file of settings in the profile.
const File = "settings.json"

// SaveSettings writes the changes between before and after to the file, atomically. Changes that other programs with
// the same profile have made meanwhile stay.
func (p Profile) SaveSettings(before, after Settings) error {
	_, err := settingsFile().change(p, func(now Settings, err error) Settings {
		if replaced := (*ReplacedError)(nil); err == nil || errors.As(err, &replaced) {
			return now.With(before, after)
		}
		return after
	})
	return err
}

// Write replaces a file of the profile. Only the user can read it.
func (p Profile) Write(name string, data []byte) error {
	return files.Write(p.Path(name), data, 0o600)
}
