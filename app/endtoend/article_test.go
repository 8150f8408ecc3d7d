package endtoend

import (
	"bytes"
	"image"
	"os/exec"
	"strings"
	"testing"

	"sextant/app/settings"
)

// article is a window that shows pages as text.
type article struct{ *session }

// TestTextView reads pages of several subpages as one text, and follows what stands in it by mouse and by keys.
func TestTextView(t *testing.T) {
	t.Parallel()
	need(t, "xclip")
	d := newDisplay(t)
	s, _ := serveDemo(t)
	withSettings(t, d, map[string]any{"view": "text"})
	a := article{d.start(t, nil, append(s.options(), "102")...)}
	a.untilTitle("102")
	a.step("all subpages", a.allSubpages)
	a.step("a number in the text", a.number)
	a.step("by keys", a.byKeys)
	a.step("the next page", a.nextPage)
	a.step("turning", a.turning)
	a.step("quit", a.quit)
}

// allSubpages copies the text: it has that of three subpages, in order, and its heading once.
func (a article) allSubpages() {
	a.press("Ctrl+A", "Ctrl+C")
	var text string
	a.until("the text on the clipboard", func() bool {
		c := exec.Command("xclip", "-selection", "clipboard", "-o")
		c.Env = []string{"DISPLAY=" + a.name}
		out, err := c.Output()
		text = string(out)
		return err == nil && strings.HasPrefix(text, "Town clock slow since 1911\n")
	})
	at := 0
	for _, part := range []string{
		"to ask the time.", "The harbour office confirmed", "Ferry captains",
		"letters, page 150", "Previous page 101", "Next page 103",
	} {
		i := strings.Index(text[at:], part)
		if i < 0 {
			a.t.Fatalf("%q is not behind what should be before it in %q", part, text)
		}
		at += i
	}
	if strings.Contains(text, "continues") || strings.Count(text, "since 1911") != 1 ||
		strings.Contains(text, "Brief 110") {
		a.t.Errorf("the text has what belongs to the pages: %q", text)
	}
	a.press("Escape")
}

// leads are the boxes around what leads elsewhere in the text, by lines from the top.
func (a article) leads() (boxes []image.Rectangle) {
	in := a.bounds()
	shot := a.shot(image.Rect(in.Min.X, in.Min.Y, in.Max.X, in.Max.Y-barHeight))
	colour := []byte{0xE3, 0xB3, 0x4C}
	empty := 99
	for y := range shot.Rect.Dy() {
		var line image.Rectangle
		for x := range shot.Rect.Dx() {
			if i := shot.PixOffset(x, y); bytes.Equal(shot.Pix[i:i+3], colour) {
				line = line.Union(image.Rect(x, y, x+1, y+1))
			}
		}
		const between = 6 // lines of pixels between two lines of text
		switch n := len(boxes); {
		case line.Empty():
			empty++
			continue
		case empty >= between:
			boxes = append(boxes, line)
		default:
			boxes[n-1] = boxes[n-1].Union(line)
		}
		empty = 0
	}
	for i := range boxes {
		boxes[i] = boxes[i].Add(in.Min)
	}
	return boxes
}

// toEnd scrolls to the end, where page 102 leads to its letters, to the page before and to the next one.
func (a article) toEnd() (boxes []image.Rectangle) {
	a.until("three links at the end", func() bool {
		a.press("Page_Down")
		a.pointAway()
		a.settled()
		boxes = a.leads()
		return len(boxes) == 3
	})
	return boxes
}

func middle(r image.Rectangle) image.Point { return r.Min.Add(r.Max).Div(2) }

func (a article) number() {
	a.click(middle(a.toEnd()[0]))
	a.untilTitle("150")
	a.press("Alt+Left")
	a.untilTitle("102")
}

// byKeys goes to the first link, which is at the end of the text, and there.
func (a article) byKeys() {
	a.press("Tab", "Return")
	a.untilTitle("150")
	a.press("Alt+Left")
	a.untilTitle("102")
}

func (a article) nextPage() {
	a.click(middle(a.toEnd()[2]))
	a.untilTitle("103")
	a.press("1", "0", "2")
	a.untilTitle("102")
}

// text is what is seen of the text in the upper half of the window, where nothing else changes.
func (a article) text() []byte {
	in := a.bounds()
	return a.shot(image.Rect(in.Min.X, in.Min.Y, in.Max.X, in.Min.Y+in.Dy()/2)).Pix
}

// textAfter is another text than the one before, when it changes no more.
func (a article) textAfter(before []byte) (text []byte) {
	a.settled()
	if text = a.text(); bytes.Equal(text, before) {
		a.t.Error("the text is the one before")
	}
	return text
}

// turning goes to another subpage of fourteen, which is another part of the text, and comes back to it from the other
// views.
func (a article) turning() {
	a.pointAway()
	before := a.text()
	a.press("4", "3", "1")
	a.untilTitle("431/1")
	first := a.textAfter(before)
	a.press("Up")
	a.untilTitle("431/14")
	a.until("the end", func() bool { return !bytes.Equal(a.text(), first) })
	a.press("Down")
	a.untilTitle("431/1")
	a.until("the beginning", func() bool { return bytes.Equal(a.text(), first) })
	a.press("Down")
	a.untilTitle("431/2")
	second := a.textAfter(first)
	for range settings.ViewKinds() {
		before := a.text()
		a.press("F6")
		a.textAfter(before) // with its picture, for which the page's cells stand in at first
	}
	if !bytes.Equal(a.text(), second) {
		a.t.Error("it is not the second subpage again")
	}
}
