package window

import (
	"time"

	"sextant/app/settings"
	"sextant/widgets/core"
)

// A scan moves the keyboard on automatically, through links, rows and controls, for who has a single key, Enter, to
// choose with. It rests while the window is not in front.
type scan struct {
	window *Window
	every  time.Duration // 0 for never
	timer  *time.Timer
}

// scanBy moves the keyboard of a window on as the settings say, until the window is closed.
func scanBy(w *Window) {
	s := &scan{window: w}
	follow := func() {
		s.stop()
		s.every = time.Duration(w.parts.Box.Get().Scan) * time.Second
		s.wait()
	}
	w.AtClose(w.parts.Box.On(settings.LookPart, follow))
	w.AtClose(s.stop)
	follow()
}

// wait moves on after a while.
func (s *scan) wait() {
	if s.every == 0 {
		return
	}
	var timer *time.Timer
	timer = time.AfterFunc(s.every, func() {
		s.window.Do(func() {
			if s.timer != timer {
				return
			}
			if s.window.attention.front {
				core.StepOn(s.window.Canvas())
			}
			s.wait()
		})
	})
	s.timer = timer
}

func (s *scan) stop() {
	if s.timer != nil {
		s.timer.Stop()
		s.timer = nil
	}
}
