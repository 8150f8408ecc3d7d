package app

import (
	"io"
	"sync"

	"fyne.io/fyne/v2"

	"sextant/app/desktop"
	"sextant/app/diagnose"
	"sextant/app/say"
	"sextant/app/screen/playlist"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/ui/loop"
	"sextant/app/ui/screen"
)

// screens shows a public screen beside the windows, one at a time. It belongs to the UI goroutine, except for close.
type screens struct {
	ui      *loop.Loop
	clock   Clock
	toolkit fyne.App
	profile settings.Profile
	box     *settings.Box
	tuner   *station.Tuner
	crashes *diagnose.Recorder
	log     io.Writer
	back    func() // raises the window after the screen was left

	shown   *publicScreen  // nil for none
	asked   int            // counts calls of Show and Leave
	opening int            // the call of Show whose screen is being opened, 0 for none
	over    chan struct{}  // closed at the end of the program
	work    sync.WaitGroup // screens that are being opened or closed
}

var _ screen.Screen = (*screens)(nil)

// IsShown reports whether a screen is shown or being opened.
func (s *screens) IsShown() bool { return s.shown != nil || s.opening != 0 }

// Show shows a list, or the profile's playlist if it is nil, on a monitor. failed is called with the reason if it
// cannot.
func (s *screens) Show(list *playlist.Playlist, monitor int, failed func(error)) {
	s.end()
	access := s.tuner.Access()
	if access.Late != nil {
		failed(say.Error("reason.keyLocked"))
		return
	}
	k := &publicScreen{
		ui: s.ui, clock: s.clock, crashes: s.crashes, log: s.log, profile: s.profile, chosen: s.box.Get(),
		access: access, list: list, beside: true,
	}
	k.options.Monitor = monitor
	if list == nil {
		k.placeFile = s.profile.Path(placeFile)
	}
	k.leave = func() {
		s.ui.Post(func() {
			if s.shown == k {
				s.Leave()
			}
		})
	}
	asked := s.asked
	s.opening = asked
	s.work.Go(func() {
		err := k.prepare()
		decided := make(chan struct{})
		taken := false
		s.ui.Post(func() {
			defer close(decided)
			if s.asked != asked {
				return
			}
			if s.opening = 0; err == nil {
				taken = true
				err = s.open(k)
			}
			if err != nil {
				failed(err)
			}
		})
		select {
		case <-decided:
		case <-s.over:
			select {
			case <-decided:
			default:
				taken = false
			}
		}
		if err == nil && !taken {
			k.abandon()
		}
	})
}

// open shows a prepared screen.
func (s *screens) open(k *publicScreen) error {
	s.crashes.Note("a public screen is shown")
	k.make(s.toolkit, "")
	k.begin()
	s.shown = k
	if k.window.Open(k.director) != nil {
		s.end()
		return desktop.ErrNoOpenGL
	}
	return nil
}

// Leave closes the screen, and raises the window.
func (s *screens) Leave() {
	was := s.shown != nil
	if s.end(); was {
		s.back()
	}
}

// end closes the screen that is shown, and cancels one that is being opened.
func (s *screens) end() {
	s.asked++
	s.opening = 0
	if k := s.shown; k != nil {
		s.shown = nil
		s.crashes.Note("the public screen is left")
		k.window.Close()
		s.work.Go(k.close)
	}
}

// again shows the screen again after the address or the credentials of its service have changed.
func (s *screens) again(c station.Change) {
	if s.shown != nil && c.SameService {
		s.Show(s.shown.list, s.shown.options.Monitor, func(err error) {
			s.back()
			(&publicScreen{log: s.log, crashes: s.crashes}).complain(err)
		})
	}
}

// seen returns the screen's window, if it is shown.
func (s *screens) seen() []fyne.Window {
	if s.shown == nil {
		return nil
	}
	return []fyne.Window{s.shown.window.Seen()}
}

// close ends everything, and returns when all data are on the disk. It must be called when the loop has ended.
func (s *screens) close() {
	close(s.over)
	if s.shown != nil {
		s.shown.close()
	}
	s.work.Wait()
}
