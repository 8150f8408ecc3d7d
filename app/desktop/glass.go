package desktop

import (
	"image"
	"image/color"
)

// A Fault is what is wrong with how a window that is to fill a monitor is seen there.
type Fault int

// The faults, of which the first one counts.
const (
	NoFault   Fault = iota
	Hidden          // minimised, withdrawn, or on another virtual desktop
	Misplaced       // smaller or larger than the monitor, or beside it
	Covered         // by another window
	Different       // the pixels are not those that were drawn
)

// Faults is how many kinds of faults there are, with NoFault.
const Faults = int(Different) + 1

// Name is a word for a fault that stays the same.
func (f Fault) Name() string {
	return [Faults]string{"none", "hidden", "misplaced", "covered", "different"}[f]
}

// A Sight is what an X server says of a window that is to fill a monitor. The zero Sight, of which nothing is known,
// has no fault.
type Sight struct {
	Monitor, Place image.Rectangle // in pixels of the whole display

	known      bool
	viewable   bool
	framed     bool     // it lies in a window of the window manager's
	ignored    bool     // window managers are to leave it alone (override_redirect)
	manager    bool     // there is a window manager that has a full screen
	fullScreen bool     // as the window manager says
	covered    bool     // at least in part
	above      []uint32 // the windows that cover it and that a window manager leaves alone
}

// A remedy is how a window comes to fill its monitor.
type remedy int

const (
	doNothing remedy = iota
	doShow           // map it and have it activated
	doPlace          // ask for full screen at the monitor's place
	doRaise          // bring it to the top, and lower what no window manager does
	doManage         // withdraw it, and map it for the window manager, which is to make it full screen
	doRelease        // take it out of the frame of a window manager that has no full screen
)

// judge decides what is wrong with a window, and what is to be done.
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
	case s.manager && s.ignored: // it was shown before the window manager began, and would not get the keyboard either
		do = doManage
	case !s.manager && s.framed && fault != NoFault:
		do = doRelease
	}
	return fault, do
}

// AtOnce reports whether what is wrong can be put right without waiting for the window manager to do so first.
func (s *Sight) AtOnce() bool {
	_, do := s.judge()
	return do == doShow || do == doRaise
}

// Fault is what is wrong with the window.
func (s *Sight) Fault() Fault {
	fault, _ := s.judge()
	return fault
}

// differ reports whether what is seen at some points is not what was drawn there. Only the points count that are not
// of the most frequent colour, or else a black screen would be much like a page; and half of them must be different,
// for a line that moves is not.
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
	const fewest = 16 // of which half would say little
	return wrong > len(drawn)/2 || lit >= fewest && wrongLit > lit/2
}

// alike reports whether two colours are the same but for what a display makes of them.
func alike(a, b color.RGBA) bool {
	near := func(x, y uint8) bool {
		const tolerance = 24
		return max(x, y)-min(x, y) <= tolerance
	}
	return near(a.R, b.R) && near(a.G, b.G) && near(a.B, b.B)
}
