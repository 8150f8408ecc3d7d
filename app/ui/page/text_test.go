package page

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sextant/app/settings"
	"sextant/app/testkit/servicetest"
	"sextant/app/ui/hosttest"
	"sextant/widgets/widgettest"
)

// asText sets the text view.
func asText(s *settings.Settings) {
	still(s)
	s.View = settings.TextView
}

// TestTextOfAllSubpages copies a page of three subpages in the text view: all their texts in order, with the heading
// once.
func TestTextOfAllSubpages(t *testing.T) {
	inReader(t, servicetest.Demo(t), at(102), asText, func(t *testing.T, r *reader) {
		r.do("page.selectAll")
		r.do("page.copy")
		text, begins := strings.CutPrefix(r.Copied[0], "Town clock slow since 1911\n")
		if !begins || strings.Contains(text, "continues") || strings.Contains(text, "since 1911") ||
			strings.Contains(text, "Brief 110") {
			t.Errorf("it has what belongs to the pages: %q", r.Copied[0])
		}
		for _, part := range []string{
			"to ask the time.", "The harbour office confirmed", "Ferry captains",
			"letters, page 150", "Previous page 101", "Next page 103",
		} {
			_, rest, found := strings.Cut(text, part)
			if !found {
				t.Fatalf("%q is not behind what should be before it in %q", part, text)
			}
			text = rest
		}
		if !r.p.Back() {
			t.Error("the selection cannot be taken back")
		}
	})
}

// TestLinksInText follows the links of a text by Tab and Enter: the first, and those to the previous and next page.
func TestLinksInText(t *testing.T) {
	inReader(t, servicetest.Demo(t), at(102), asText, func(t *testing.T, r *reader) {
		for tabs, page := range map[int]int{1: 150, 2: 101, 3: 103} {
			r.typed(102)
			for range tabs {
				hosttest.Press(t, r.Canvas(), "Tab")
			}
			hosttest.Press(t, r.Canvas(), "Enter")
			r.Rest()
			r.expectPlace(page)
			r.typed(102)
			r.expectPlace(102)
			r.Canvas().Unfocus()
		}
	})
}

// TestTurningText steps through the subpages of a page in the text view, and returns to one from the other view.
func TestTurningText(t *testing.T) {
	inReader(t, servicetest.Demo(t), at(102), asText, func(t *testing.T, r *reader) {
		seen := func() string { return string(r.shot().Pix) }
		before := seen()
		r.typed(431)
		first := seen()
		turn := func(key string, subpage int) string {
			t.Helper()
			r.do(key)
			if shown := r.p.Nav.Shown(); shown.Page != 431 || shown.Subpage != subpage {
				t.Errorf("%s leads to %v, not to %d", key, shown, subpage)
			}
			return seen()
		}
		last := turn("page.previousSubpage", 14)
		again := turn("page.nextSubpage", 1)
		second := turn("page.nextSubpage", 2)
		if before == first || first == last || again != first || second == first || second == last {
			t.Error("parts look alike, or the first is another one when it comes back")
		}
		r.do("view.next")
		r.expect(431, 2)
		if r.do("view.next"); seen() != second {
			t.Error("it is not the second subpage again")
		}
	})
}

// TestTextFollowsView switches from the page to its text, copies it and follows its first link. The view is saved.
func TestTextFollowsView(t *testing.T) {
	dir := t.TempDir()
	inReaderAt(t, servicetest.Demo(t), dir, at(100), still, func(t *testing.T, r *reader) {
		r.expect(100, 1)
		r.do("view.next")
		if !r.p.sheet.reading.Visible() || r.p.sheet.view.Visible() {
			t.Fatal("the text is not seen")
		}
		r.do("page.selectAll")
		r.do("page.copy")
		if text := r.Copied[0]; !strings.Contains(text, "201 Gull Skerry win with ten\n") ||
			!strings.Contains(text, "205 Regatta") {
			t.Errorf("copied %q", text)
		}
		r.p.Back()
		r.Canvas().FocusNext()
		widgettest.Press(r.Canvas().Focused(), fyne.KeyReturn)
		r.Rest()
		r.expectPlace(199)
		r.Pass(time.Second) // until it is saved
		if s, _ := (settings.Profile{Dir: dir}).LoadSettings(); s.View != settings.TextView {
			t.Errorf("kept as %q", s.View)
		}
	})
}
