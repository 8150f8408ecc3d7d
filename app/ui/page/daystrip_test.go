package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/access"
	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
	"sextant/widgets/core"
)

// inEvening runs a test with the strip open on versions of page 120. The wind changes with every version, and the score
// with every third.
func inEvening(t *testing.T, times int, f func(t *testing.T, p *past)) {
	t.Helper()
	inPast(t, nil, times, func(doc *teletext.Page, i int) {
		servicetest.Write(doc, 1, 7+i%2*2, "{White}")
		servicetest.Write(doc, 1, 9-i%2*2, fmt.Sprintf("{White}Auks - Terns %d-0", i/3))
		servicetest.Write(doc, 1, 11, fmt.Sprintf("{Yellow}Wind %d m/s", i))
	}, nil, func(t *testing.T, p *past) {
		p.do("page.versions")
		f(t, p)
	})
}

// at returns the number of the version on the screen, which is the speed of its wind.
func (p *past) at() int {
	p.t.Helper()
	s, _ := p.p.sheet.scene.Document.Subpage(1)
	n := -1
	for _, l := range s.TextLines() {
		if strings.HasPrefix(l.Text, "Wind") {
			_, _ = fmt.Sscanf(l.Text, "Wind %d", &n)
		}
	}
	return n
}

func (p *past) expectAt(want int) {
	p.t.Helper()
	if got := p.at(); got != want {
		p.t.Errorf("version %d is on the screen, not %d", got, want)
	}
}

// slider returns the strip's slider for screen readers.
func (p *past) slider() *access.Value {
	p.t.Helper()
	var strip core.Accessibility
	p.p.versions.strip.Describe(&strip)
	for _, o := range strip.Within {
		if a, is := o.(core.Accessible); is {
			line := core.Accessibility{}
			if a.Describe(&line); line.Value != nil {
				return line.Value
			}
		}
	}
	p.t.Fatal("the strip has no slider")
	return nil
}

// said returns the value of the strip's slider for screen readers.
func (p *past) said() string {
	p.t.Helper()
	return p.slider().Words
}

// note returns the strip's description of the versions that match the selection.
func (p *past) note() string {
	var strip core.Accessibility
	p.p.versions.strip.Describe(&strip)
	return strip.Description
}

// selectCells selects cells of the page with the pointer.
func (p *past) selectCells(row, from, to int) {
	p.t.Helper()
	v := p.p.sheet.view
	p.shot() // the positions of cells are known once they are drawn
	size := v.Size()
	cell := func(row, col int) (at fyne.PointEvent) {
		for y := float32(1); y < size.Height; y += 2 {
			for x := float32(1); x < size.Width; x += 2 {
				at.Position = fyne.NewPos(x, y)
				v.MouseDown(&desktop.MouseEvent{PointEvent: at, Button: desktop.MouseButtonPrimary})
				v.Dragged(&fyne.DragEvent{PointEvent: at})
				if s := v.Selection(); len(s) == 1 && s[0] == (teletext.Span{Row: row, From: col, Before: col + 1}) {
					return at
				}
			}
		}
		p.t.Fatalf("there is no cell %d, %d", row, col)
		return at
	}
	first, last := cell(row, from), cell(row, to)
	v.MouseDown(&desktop.MouseEvent{PointEvent: first, Button: desktop.MouseButtonPrimary})
	v.Dragged(&fyne.DragEvent{PointEvent: last})
	v.DragEnd()
	p.Rest()
}

// TestClosedVersionsAreNotShown chooses versions by the slider after the strip was closed, as a screen reader does that
// has asked before.
func TestClosedVersionsAreNotShown(t *testing.T) {
	inEvening(t, 12, func(t *testing.T, p *past) {
		set := p.slider().Set
		p.do("page.versions")
		before := p.at()
		set(3)
		p.Rest()
		p.expectAt(before)
		p.do("page.versions")
		p.expectAt(10)
		set(4)
		p.Rest()
		p.expectAt(4)
	})
}

// TestPlay plays the versions from the one on the screen, ten a second, and from the oldest if the newest is on the
// screen. Space or any step stops it. While it plays nothing is announced, only the version at which it stops.
func TestPlay(t *testing.T) {
	inEvening(t, 12, func(t *testing.T, p *past) {
		p.expectAt(10)
		for range 7 {
			p.key(fyne.KeyLeft)
		}
		p.expectAt(3)
		before := p.said()
		p.key(fyne.KeySpace)
		p.Pass(450 * time.Millisecond)
		p.expectAt(8)
		if p.said() != before {
			t.Errorf("while it plays it says %q, not %q", p.said(), before)
		}
		p.key(fyne.KeySpace)
		if after := p.said(); after == before || !strings.Contains(after, "row") {
			t.Errorf("where it stops it says %q", after)
		}
		p.Pass(time.Second)
		p.expectAt(8)
		p.key(fyne.KeySpace)
		p.Pass(250 * time.Millisecond)
		p.key(fyne.KeyLeft)
		p.Pass(time.Second)
		p.expectAt(10)
		p.key(fyne.KeyEnd)
		p.key(fyne.KeySpace)
		p.expectAt(0)
		p.Pass(5 * time.Second)
		p.expectAt(11)
		p.key(fyne.KeySpace)
		p.key(fyne.KeyEscape)
		p.Pass(time.Second)
		if p.p.versions.isOn() {
			t.Error("it still plays behind the strip")
		}
		p.expectAt(11)
	})
}

// TestPlayWithReducedMotion checks that with reduced motion, playing goes one version ahead with each press.
func TestPlayWithReducedMotion(t *testing.T) {
	inEvening(t, 6, func(t *testing.T, p *past) {
		p.p.clock.motion = motionReduced
		p.key(fyne.KeyHome)
		for i := range 3 {
			p.key(fyne.KeySpace)
			p.Pass(time.Second)
			p.expectAt(i + 1)
		}
	})
}

// TestStripSaysTimeAndChange checks that the strip announces when a version was first seen, in the zone of the page as
// the status has it, and how much it changed.
func TestStripSaysTimeAndChange(t *testing.T) {
	inEvening(t, 6, func(t *testing.T, p *past) {
		for range 3 {
			p.key(fyne.KeyLeft)
			v := p.p.versions.opened
			at := v.all[v.at].First
			rows := rowsOf(p.cells(p.at()).Differences(p.cells(p.at() - 1)))
			if want := fmt.Sprintf("%s, %d rows changed", p.p.calendar().At(at), rows); p.said() != want &&
				!strings.EqualFold(p.said(), want) {
				t.Errorf("it says %q, not %q", p.said(), want)
			}
		}
		p.key(fyne.KeyHome)
		if !strings.HasSuffix(p.said(), ", the oldest version") {
			t.Errorf("of the oldest one it says %q", p.said())
		}
	})
}

// TestStripGrows adds a version while the strip is open. The version on the screen stays, and only the new one is read.
func TestStripGrows(t *testing.T) {
	inEvening(t, 6, func(t *testing.T, p *past) {
		p.key(fyne.KeyLeft)
		p.expectAt(3)
		o := p.p.versions.opened
		count, frames := len(o.all), len(o.film.frames)
		if frames != count {
			t.Errorf("of %d versions %d have a frame", count, frames)
		}
		p.editor.Rewrite(120, func(doc *teletext.Page) { servicetest.Write(doc, 1, 11, "{Yellow}Wind 77 m/s") })
		p.until("the version", func() bool { return len(o.all) == count+1 && len(o.film.frames) == count+1 })
		p.expectAt(3)
		if last := o.film.frames[o.all[count].ID]; last.cells != 6 {
			t.Errorf("the new version is said to change %d cells", last.cells)
		}
		p.key(fyne.KeyEnd)
		p.expectAt(77)
	})
}

// TestStripFollowsLine selects a line. The keys go only to the versions that changed it, and the selection follows the
// line to other rows. Without a selection they go to all versions again.
func TestStripFollowsLine(t *testing.T) {
	inEvening(t, 12, func(t *testing.T, p *past) {
		p.expectAt(10)
		p.selectCells(9, 0, 20)
		if p.note() != "3 of 12 versions: this line changed" {
			t.Errorf("it says %q", p.note())
		}
		var seen, rows []int
		for range 5 {
			p.key(fyne.KeyLeft)
			seen = append(seen, p.at())
			for _, s := range p.p.sheet.view.Selection() {
				rows = append(rows, s.Row)
			}
		}
		if want := []int{9, 6, 3, 3, 3}; !slices.Equal(seen, want) {
			t.Errorf("it visits %v, want %v", seen, want)
		}
		if want := []int{7, 9, 7, 7, 7}; !slices.Equal(rows, want) {
			t.Errorf("the selection is in the rows %v, want %v", rows, want)
		}
		if p.p.sheet.clearSelection(); p.note() != "" {
			t.Errorf("without a selection it says %q", p.note())
		}
		p.Rest()
		p.key(fyne.KeyLeft)
		p.expectAt(2)
	})
}

// TestStripFollowsLineFromTheBeginning opens the strip while a line is selected, and plays the versions that changed
// it.
func TestStripFollowsLineFromTheBeginning(t *testing.T) {
	inEvening(t, 12, func(t *testing.T, p *past) {
		p.key(fyne.KeyEscape)
		p.selectCells(7, 0, 20)
		p.do("page.versions")
		if p.note() != "3 of 12 versions: this line changed" {
			t.Errorf("it says %q", p.note())
		}
		p.key(fyne.KeyHome)
		p.expectAt(3)
		p.key(fyne.KeySpace)
		p.Pass(150 * time.Millisecond)
		p.expectAt(9)
	})
}

// TestStripKeepsWhatCannotBeReplaced checks that the version on the screen stays if another one cannot be read.
func TestStripKeepsWhatCannotBeReplaced(t *testing.T) {
	inEvening(t, 6, func(t *testing.T, p *past) {
		o := p.p.versions.opened
		o.all[0].ID = 1 << 40 // of a version that does not exist
		delete(o.cache, o.all[0].ID)
		p.key(fyne.KeyHome)
		p.expectAt(4)
		if p.Notice.Sentence != "This version cannot be read." || p.p.versions.strip.Next(1) != 5 {
			t.Errorf("it says %q, and behind it is %d", p.Notice.Sentence, p.p.versions.strip.Next(1))
		}
	})
}

// TestStripDropsWhatComesLate leaves the strip or the page, or opens the strip again, while a version is read, which
// must then not be shown.
func TestStripDropsWhatComesLate(t *testing.T) {
	for name, leave := range map[string]func(p *past){
		"the strip":   func(p *past) { p.p.versions.leave() },
		"the page":    func(p *past) { p.p.Nav.Run(p.p.Nav.GoTo(at(100))) },
		"and returns": func(p *past) { p.p.versions.leave(); p.p.versions.toggle() },
	} {
		t.Run(name, func(t *testing.T) {
			inEvening(t, 6, func(t *testing.T, p *past) {
				o := p.p.versions.opened
				clear(o.cache)
				p.p.versions.goTo(1)
				p.p.versions.makeFilm()
				leave(p)
				p.Rest()
				if o.at != 4 || o.ctx.Err() == nil {
					t.Errorf("the strip that was left is at %d, and reads on: %v", o.at, o.ctx.Err())
				}
				switch name {
				case "the page":
					p.expect(100, 1)
				case "the strip":
					p.expectAt(5)
				default:
					p.expectAt(4)
				}
			})
		})
	}
}

// TestStripScrubsToTheLatest checks that fast scrubbing reads the last version, but not all those in between, and that
// the number of decoded versions is limited.
func TestStripScrubsToTheLatest(t *testing.T) {
	inEvening(t, 40, func(t *testing.T, p *past) {
		v := p.p.versions
		clear(v.opened.cache)
		for i := 38; i >= 3; i-- {
			v.goTo(i)
		}
		p.Rest()
		p.expectAt(3)
		if n := len(v.opened.cache); n > cachedVersions || n > 12 {
			t.Errorf("%d versions are decoded", n)
		}
		for range 30 {
			p.key(fyne.KeyRight)
		}
		if n := len(v.opened.cache); n > cachedVersions {
			t.Errorf("%d versions are decoded", n)
		}
		p.expectAt(33)
	})
}
