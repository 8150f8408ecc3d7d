package settings

import (
	"encoding/json"
	"slices"
	"strings"

	"sextant/app/printable"
	"sextant/app/say"
	"sextant/app/teletext"
)

// WindowsFile is the name of the file of the open windows.
const WindowsFile = "windows.json"

// maxWallName is the greatest length of a wall's name.
const maxWallName = 40

// CleanName returns a wall's name as it can be shown and stored.
func CleanName(name string) string {
	clean := []rune(strings.TrimSpace(printable.Line(name)))
	return string(clean[:min(len(clean), maxWallName)])
}

// maxWindows limits how many windows are restored.
const maxWindows = 64

// A Frame is a window's size and position.
type Frame struct {
	// Width and Height are in the toolkit's units.
	Width     float32 `json:"width"`
	Height    float32 `json:"height"`
	Maximised bool    `json:"maximised,omitempty"`
	// Left and Top are the position of the window's content on the desktop, in pixels, if Placed is set.
	Placed bool `json:"placed,omitempty"`
	Left   int  `json:"left,omitempty"`
	Top    int  `json:"top,omitempty"`
}

// Moved returns the frame to restore of a window that has another one now. While it is maximised, that is the one
// before, with the position now if that is on another monitor.
func (f Frame) Moved(now Frame, otherMonitor bool) Frame {
	if !now.Maximised {
		return now
	}
	f.Maximised = true
	if otherMonitor {
		f.Placed, f.Left, f.Top = now.Placed, now.Left, now.Top
	}
	return f
}

// IsKnown reports whether the frame is set.
func (f Frame) IsKnown() bool { return f.Width >= 1 && f.Height >= 1 }

// An OpenWindow is a window that was open when windows were saved last.
type OpenWindow struct {
	Frame
	// Page is its page or subpage, as in 123/2; Wall are the pages if it was a wall.
	Page string `json:"page,omitempty"`
	Wall []int  `json:"wall,omitempty"`
	// Name is that of a wall, if it has one. A wall with a name is there to be opened again after it was Closed.
	Name   string `json:"name,omitempty"`
	Closed bool   `json:"closed,omitempty"`
	// Service is the service of a wall's pages; empty, from an older version, for the service of the settings.
	Service string `json:"service,omitempty"`
}

func windowsFile() profileFile[[]OpenWindow] {
	return profileFile[[]OpenWindow]{
		name: WindowsFile, unread: "windows.unread", unsaved: "windows.unkept",
		none:   func() []OpenWindow { return nil },
		parse:  readWindows,
		encode: func(list []OpenWindow) (any, error) { return list, nil },
	}
}

// LoadWindows reads the windows that were open, the one in front last; none if there is no file. Together with windows
// it can return an error about those that are invalid, which are lost when windows are saved.
func (p Profile) LoadWindows() ([]OpenWindow, error) { return windowsFile().load(p) }

// readWindows decodes windows from JSON, and leaves out those that cannot be shown. The error is about those that
// cannot be decoded.
func readWindows(data []byte) (list []OpenWindow, err error) {
	var all []json.RawMessage
	if len(data) > maxSettings {
		return nil, say.Error("file.tooLarge")
	}
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, err
	}
	for _, raw := range all {
		var w OpenWindow
		if wrong := json.Unmarshal(raw, &w); wrong != nil {
			err = wrong
		} else if w.canBe() {
			list = append(list, w)
		}
	}
	return list[max(0, len(list)-maxWindows):], err
}

// canBe reports whether the window can be shown. It removes invalid pages from a wall.
func (w *OpenWindow) canBe() bool {
	const widest = 1 << 16
	wall := w.Wall != nil
	w.Wall = slices.DeleteFunc(w.Wall, func(page int) bool { return !teletext.ValidPage(page) })
	w.Name = CleanName(w.Name)
	return w.IsKnown() && w.Width < widest && w.Height < widest && (!wall || len(w.Wall) > 0)
}

// SaveWindows saves the open windows. Of several programs those of the last one stay.
func (p Profile) SaveWindows(list []OpenWindow) error {
	_, err := windowsFile().change(p, func([]OpenWindow, error) []OpenWindow { return list })
	return err
}
