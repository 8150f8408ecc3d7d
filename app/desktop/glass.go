package desktop

import (
	"image"
	"image/color"
)

// A Fault is a reason why a full-screen window is not what the viewer sees.
type Fault int

// The faults, in order of precedence.
const (
	NoFault   Fault = iota
	Hidden          // minimised, withdrawn, or on another virtual desktop
	Misplaced       // smaller or larger than the monitor, or beside it
	Covered         // by another window
	Different       // the pixels differ from those that were drawn
)

// Faults is the number of faults, including NoFault.
const Faults = int(Different) + 1

// Name returns a stable name of the fault.
func (f Fault) Name() string {
	return [Faults]string{"none", "hidden", "misplaced", "covered", "different"}[f]
}

// A Sight is an X server's view of a window that is to fill a monitor. The zero Sight is unknown and has no fault.
type Sight struct {
	Monitor, Place image.Rectangle // in pixels of the whole display

	known      bool
	viewable   bool
	framed     bool     // it is in a frame of the window manager's
	ignored    bool     // override_redirect: window managers ignore it
	manager    bool     // a window manager with full-screen support is running
	fullScreen bool     // as the window manager says
	covered    bool     // at least in part
	above      []uint32 // the windows that cover it and that window managers ignore
}

// A remedy is a way to make the window fill its monitor.
type remedy int

const (
	doNothing remedy = iota
	doShow           // map it and have it activated
	doPlace          // request full screen at the monitor's position
	doRaise          // raise it, and lower the windows that window managers ignore
	doManage         // withdraw it, and map it again for the window manager to make it full screen
	doRelease        // take it out of the frame of a window manager without full-screen support
)

// judge returns the window's fault and its remedy.
func (s *Sight) judge() (Fault, remedy) {
	fault, do := NoFault, doNothing
	switch {
	case !s.known:
		return NoFault, doNothing
	case !s.viewable:
		fault, do = Hidden, doShow
	case s.Place != s.Monitor:
		fault, do = Misplaced, doPlace
	case s.covered:
		fault, do = Covered, doRaise
	}
	switch {
	case s.manager && s.ignored: // shown before the window manager started; it would not get the keyboard either
		do = doManage
	case !s.manager && s.framed && fault != NoFault:
		do = doRelease
	}
	return fault, do
}

// AtOnce reports whether the fault is to be mended at once, without giving the window manager time to do so.
func (s *Sight) AtOnce() bool {
	_, do := s.judge()
	return do == doShow || do == doRaise
}

// Fault returns the window's fault.
func (s *Sight) Fault() Fault {
	fault, _ := s.judge()
	return fault
}

// differ reports whether the pixels at some points are not those that were drawn. Points of the most frequent colour do
// not count, or a black screen would resemble a page; and half of the others must be different, so that moving text is
// no fault.
func differ(drawn, seen []color.RGBA) bool {
	count := map[color.RGBA]int{}
	for _, c := range drawn {
		count[c]++
	}
	ground, most := color.RGBA{}, 0
	for c, n := range count {
		if n > most {
			ground, most = c, n
		}
	}
	wrong, wrongLit := 0, 0
	for i, c := range drawn {
		if !alike(c, seen[i]) {
			wrong++
			if c != ground {
				wrongLit++
			}
		}
	}
	lit := len(drawn) - most
	const fewest = 16 // too few to judge
	return wrong > len(drawn)/2 || lit >= fewest && wrongLit > lit/2
}

// alike reports whether two colours are equal within a display's accuracy.
func alike(a, b color.RGBA) bool {
	near := func(x, y uint8) bool {
		const tolerance = 24
		return max(x, y)-min(x, y) <= tolerance
	}
	return near(a.R, b.R) && near(a.G, b.G) && near(a.B, b.B)
}
