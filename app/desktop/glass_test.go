package desktop

import (
	"image"
	"image/color"
	"testing"
)

// TestJudgeNamesFaultAndRemedy checks which fault a window has, and what to do about it.
func TestJudgeNamesFaultAndRemedy(t *testing.T) {
	whole, part := image.Rect(1280, 0, 2560, 800), image.Rect(1870, 370, 1970, 430)
	well := Sight{known: true, Monitor: whole, Place: whole, viewable: true}
	for _, tt := range []struct {
		what   string
		change func(s *Sight)
		fault  Fault
		do     remedy
	}{
		{"nothing is known", func(s *Sight) { *s = Sight{} }, NoFault, doNothing},
		{"all is well without a window manager", func(s *Sight) { s.ignored = true }, NoFault, doNothing},
		{
			"all is well with one", func(s *Sight) { s.manager, s.framed, s.fullScreen = true, true, true },
			NoFault, doNothing,
		},
		{
			"it fills the monitor, but not as full screen",
			func(s *Sight) { s.manager, s.framed = true, true }, NoFault, doNothing,
		},
		{
			"minimised", func(s *Sight) { s.manager, s.framed, s.fullScreen, s.viewable = true, true, true, false },
			Hidden, doShow,
		},
		{"unmapped without a window manager", func(s *Sight) { s.ignored, s.viewable = true, false }, Hidden, doShow},
		{"out of full screen", func(s *Sight) { s.manager, s.framed, s.Place = true, true, part }, Misplaced, doPlace},
		{"moved", func(s *Sight) { s.Place = part }, Misplaced, doPlace},
		{"covered", func(s *Sight) { s.manager, s.covered = true, true }, Covered, doRaise},
		{
			"in a frame that it was not to have",
			func(s *Sight) { s.manager, s.framed, s.ignored, s.Place = true, true, true, part }, Misplaced, doManage,
		},
		{"a window manager began late", func(s *Sight) { s.manager, s.ignored = true, true }, NoFault, doManage},
		{"in a frame without a full screen", func(s *Sight) { s.framed, s.Place = true, part }, Misplaced, doRelease},
		{"in a frame that is as large", func(s *Sight) { s.framed = true }, NoFault, doNothing},
	} {
		s := well
		tt.change(&s)
		if fault, do := s.judge(); fault != tt.fault || do != tt.do || s.Fault() != tt.fault {
			t.Errorf("%s: %d, %d instead of %d, %d", tt.what, fault, do, tt.fault, tt.do)
		}
	}
}

// TestDifferIgnoresSmallColourChanges compares a page with what is on the screen. Another picture must be different,
// but not a line that moves or a colour that a display changes a little.
func TestDifferIgnoresSmallColourChanges(t *testing.T) {
	black, white := color.RGBA{A: 255}, color.RGBA{255, 255, 255, 255}
	page := make([]color.RGBA, 768)
	for i := range page {
		if page[i] = black; i%9 == 0 {
			page[i] = white
		}
	}
	of := func(change func(i int, c color.RGBA) color.RGBA) []color.RGBA {
		seen := make([]color.RGBA, len(page))
		for i, c := range page {
			seen[i] = change(i, c)
		}
		return seen
	}
	for _, tt := range []struct {
		what string
		seen []color.RGBA
		want bool
	}{
		{"the page", page, false},
		{"a black screen", of(func(int, color.RGBA) color.RGBA { return black }), true},
		{"a white screen", of(func(int, color.RGBA) color.RGBA { return white }), true},
		{"other lines at the top and the end", of(func(i int, c color.RGBA) color.RGBA {
			if i < 96 || i > 672 {
				return white
			}
			return c
		}), false},
		{
			"somewhat darker",
			of(func(_ int, c color.RGBA) color.RGBA { return color.RGBA{c.R - c.R/16, c.G - c.G/16, c.B, 255} }), false,
		},
	} {
		if got := differ(page, tt.seen); got != tt.want {
			t.Errorf("%s: %v", tt.what, got)
		}
	}
	empty := make([]color.RGBA, 768)
	if differ(empty, empty) {
		t.Error("an empty page is different")
	}
}
