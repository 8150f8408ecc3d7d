package window

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"fyne.io/fyne/v2"

	"sextant/app/browse"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/teletext"
	"sextant/app/ui/host"
	"sextant/app/ui/wall"
	"sextant/app/words"
)

// keptAfter is the delay after a change before the open windows are saved, in case the program is killed.
const keptAfter = 5 * time.Second

// A Set holds the open windows. It opens and closes them, knows which is in front, and saves their frames and what they
// show, so that they can be restored. It belongs to the UI goroutine, except for SaveLast.
type Set struct {
	parts     Parts
	newWindow func(Parts) (*Window, error)
	leave     func()    // ends the program's loop
	list      []*Window // the last one is the one that was last in front
	walls     []*wall.Wall
	away      []settings.OpenWindow // walls of other services
	closed    []settings.OpenWindow // closed walls with names
	alone     bool                  // the last window is hidden, and there are walls
	kept      *time.Timer           // runs while there is something to save

	disk  sync.Mutex // is held while the state is written, before mu
	mu    sync.Mutex
	state []settings.OpenWindow
}

var _ Desk = (*Set)(nil)

// NewSet makes the windows and walls that were open before, or a window if there were none. The last is the one in
// front, which starts at first; the others start at their last pages. Begin shows them.
func NewSet(parts Parts, before []settings.OpenWindow, first teletext.Place) (*Set, error) {
	s := &Set{parts: parts, newWindow: New, leave: parts.Leave}
	s.parts.Dress = Wear(parts.App, parts.Box, parts.Now)
	Translate()
	s.parts.Desk, s.parts.Leave = s, s.endAll
	language := parts.Box.Get().Language
	parts.Box.On(settings.LookPart, func() {
		if now := parts.Box.Get().Language; now != language {
			language = now
			parts.Do(s.speak) // after the settings have handled the choice
		}
	})
	isWall := func(w settings.OpenWindow) bool { return len(w.Wall) > 0 }
	for _, w := range before {
		switch {
		case !isWall(w):
		case w.Service != "" && w.Service != s.service():
			s.away = append(s.away, w)
		case w.Closed:
			s.closed = append(s.closed, w)
		default:
			s.addWall(w)
		}
	}
	parts.Tuner.Tuned.On(s.retune)
	before = slices.DeleteFunc(slices.Clone(before), isWall)
	if len(before) == 0 {
		before = []settings.OpenWindow{{}}
	}
	for i, w := range before {
		place, err := browse.ParsePlace(w.Page)
		if last := i == len(before)-1; err != nil || last {
			place = first
		}
		if _, err := s.addWindow(place, w.Frame); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// addWindow makes a window.
func (s *Set) addWindow(place teletext.Place, frame settings.Frame) (*Window, error) {
	parts := s.parts
	parts.Place, parts.Frame = place, frame
	w, err := s.newWindow(parts)
	if err == nil {
		s.list = append(s.list, w)
	}
	return w, err
}

// service returns the current service.
func (s *Set) service() string { return s.parts.Tuner.Current().Service() }

// SetTextSize sets the size of the desktop's text in dots an inch.
func (s *Set) SetTextSize(dpi float64) { s.parts.Dress.SetTextSize(dpi) }

// Front returns the window that was last in front.
func (s *Set) Front() *Window { return s.list[len(s.list)-1] }

// Seen returns the toolkit's windows that are not hidden, the one that was last in front first.
func (s *Set) Seen() (list []fyne.Window) {
	for _, w := range slices.Backward(s.list) {
		if seen := w.Seen(); seen != nil {
			list = append(list, seen)
		}
	}
	for _, w := range s.walls {
		list = append(list, w.Seen())
	}
	return list
}

// Begin shows the windows and goes to their first pages. A complaint, which may be nil, is the error of reading the
// settings.
func (s *Set) Begin(fullscreen bool, complaint error) {
	for _, w := range s.walls {
		w.Show()
	}
	for _, w := range slices.Clone(s.list) {
		front := w == s.Front()
		if !front {
			w.Begin(false, nil)
		} else {
			w.Begin(fullscreen, complaint)
		}
		w.Show()
	}
}

// Open opens another window at a place, offset from the one in front.
func (s *Set) Open(place teletext.Place) {
	const aside = 32 // pixels
	frame := s.Front().State().Frame
	frame.Left, frame.Top, frame.Maximised = frame.Left+aside, frame.Top+aside, false
	w, err := s.addWindow(place, frame)
	if err != nil {
		s.Front().ShowNotice(host.AboutNothing, words.Message{
			Sentence: say.Text("windows.notOpened"), Hint: words.Why(err),
		})
		return
	}
	w.Begin(false, nil)
	w.Show()
	s.Changed()
}

// speak switches all windows to the language of the settings.
func (s *Set) speak() {
	if err := say.Use(cmp.Or(s.parts.Box.Get().Language, say.System())); err != nil {
		return // cannot happen: the settings are valid
	}
	Translate()
	for i, w := range s.list {
		again, err := w.Renewed()
		if err != nil {
			w.ShowNotice(host.AboutNothing, words.Message{Sentence: say.Text("language.failed"), Hint: words.Why(err)})
			continue
		}
		s.list[i] = again
	}
	for i, w := range s.walls {
		again := s.newWall(w.State())
		w.Shut()
		s.walls[i] = again
		again.Show()
	}
}

// IsLast reports whether there is only one window, and neither a wall nor a public screen.
func (s *Set) IsLast() bool {
	return len(s.list) == 1 && len(s.walls) == 0 && !s.parts.Screen.IsShown()
}

// Close closes a window, and ends the program after the last one. While there are walls or a public screen the last
// window is only hidden: it shows the pages that are chosen on a wall, and is shown again when the screen is left.
func (s *Set) Close(w *Window) {
	switch {
	case s.IsLast():
		w.Quit()
		return
	case len(s.list) == 1:
		s.alone = true
		w.Hide()
		return
	}
	s.list = slices.DeleteFunc(s.list, func(o *Window) bool { return o == w })
	w.Shut()
	s.Changed()
}

// Show goes to a place in the window in front, or only raises it if the place is zero.
func (s *Set) Show(place teletext.Place) {
	w := s.Front()
	if s.alone {
		s.alone = false
		w.Show()
	}
	w.Raise()
	if place.Page != 0 {
		w.GoTo(place)
	}
}

// Speaks reports whether a window is the one that shows the notices that concern all.
func (s *Set) Speaks(w *Window) bool { return len(s.list) > 0 && w == s.Front() }

// Focused records which window is in front.
func (s *Set) Focused(w *Window) {
	i := slices.Index(s.list, w)
	if i < 0 {
		return
	}
	s.list = append(slices.Delete(s.list, i, i+1), w)
	s.Changed()
}

// Changed schedules saving the open windows.
func (s *Set) Changed() {
	if s.kept != nil {
		return
	}
	s.kept = time.AfterFunc(keptAfter, func() {
		s.parts.Do(func() {
			s.kept = nil
			s.note()
			go s.writeFrames()
		})
	})
}

// note records the state of the windows.
func (s *Set) note() {
	state := slices.Clone(s.away)
	for _, w := range s.closed {
		w.Service = s.service()
		state = append(state, w)
	}
	for _, w := range s.walls {
		state = append(state, stateOf(w, s.service()))
	}
	for _, w := range s.list {
		state = append(state, w.State())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = state
}

// writeFrames writes the state that was last recorded.
func (s *Set) writeFrames() {
	s.disk.Lock()
	defer s.disk.Unlock()
	s.mu.Lock()
	state := s.state // which is replaced, and not changed
	s.mu.Unlock()
	if len(state) == 0 {
		return
	}
	if err := s.parts.Profile.SaveWindows(state); err != nil {
		fmt.Fprintf(os.Stderr, "sextant: %v\n", say.Wrap(words.Reason(err), "windows.unkept"))
	}
}

// endAll records the state of the windows, and ends the program's loop.
func (s *Set) endAll() {
	s.note()
	s.leave()
}

// End ends the program for the system, without asking or waiting.
func (s *Set) End() { s.Front().End() }

// Quit ends the program for the user.
func (s *Set) Quit() { s.Front().Quit() }

// Raise raises the window that was last in front.
func (s *Set) Raise() { s.Show(teletext.Place{}) }

// Stop stops all windows. It must be called when the loop has ended.
func (s *Set) Stop() {
	for _, w := range s.list {
		w.Stop()
	}
	for _, w := range s.walls {
		w.Stop()
	}
}

// SaveLast saves the open windows, and returns when that is on the disk. It is for the end of the program, when the UI
// goroutine runs no posted functions any more.
func (s *Set) SaveLast() {
	if s.kept != nil {
		s.kept.Stop()
	}
	s.writeFrames()
}
