package window

import (
	"time"

	"sextant/app/settings"
	"sextant/widgets/core"
)

// A scan moves the focus automatically through links, rows and controls, for users of a single switch (Enter). It
// pauses while the window is not in front.
type scan struct {
	window *Window
	every  time.Duration // 0 for never
	timer  *time.Timer
}

// scanBy starts a scan of a window by the settings, until the window is closed.
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

// wait starts the timer for the next step.
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
