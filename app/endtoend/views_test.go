package endtoend

import (
	"bytes"
	"encoding/json"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sextant/app/render"
	"sextant/app/settings"
	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
)

// TestViews uses the two views and the two drawings of a page in one window, with everything that can be done in them.
func TestViews(t *testing.T) {
	t.Parallel()
	need(t, "xclip")
	d := newDisplay(t)
	service, picture := serveDemo(t)
	v := &views{d.start(t, nil, service.options()...), service, picture, pageOf(t, service)}
	v.step("link in the picture", v.linkInPicture)
	v.step("Tab walk", v.tabWalk)
	v.step("flash", v.flash)
	v.step("select and copy", v.selectAndCopy)
	v.step("sharp", v.sharp)
	v.step("reading", v.reading)
	v.step("quit", v.quit)
}

type views struct {
	*session
	service *service
	picture func(page, subpage int) *picture
	page    func(page int) *teletext.Page
}

// pageOf returns a function for the documents of the service's handler, which does not count as requests.
func pageOf(t *testing.T, s *service) func(page int) *teletext.Page {
	return func(page int) *teletext.Page {
		t.Helper()
		doc, err := teletext.DecodeJSON(servicetest.Answer(t, s.Handler, servicetest.DocumentPath(page)))
		if err != nil {
			t.Fatal(err)
		}
		return doc
	}
}

// sharpPicture returns the sharp drawing of a subpage.
func (v *views) sharpPicture(page, index int, look render.Look, rows func(*teletext.Grid) []teletext.Row) *picture {
	v.t.Helper()
	doc := v.page(page)
	grid := doc.Subpages[index].Grid()
	look.Colours = render.Palettes()[0].Colours
	return &picture{
		Image:  image.Rect(0, 0, render.PictureWidth, render.PictureHeight),
		name:   teletext.Address(page, index+1) + " drawn",
		scaled: map[image.Point]*image.RGBA{},
		draw:   func(dst *image.RGBA) { new(render.Painter).Paint(dst, dst.Rect, rows(grid), look) },
	}
}

func allRows(g *teletext.Grid) []teletext.Row   { return g[:] }
func upperRows(g *teletext.Grid) []teletext.Row { return g[:teletext.Rows/2] }

// cellAt returns the middle of a cell on the screen, in a window with the layout plain whose page fills it.
func (v *views) cellAt(row, col int) image.Point {
	in := v.bounds()
	width, height := in.Dx(), in.Dy()-barHeight
	w, h := render.FitPage(render.PictureWidth, render.PictureHeight, width, height)
	return image.Pt(in.Min.X+(width-w)/2+(2*col+1)*w/80, in.Min.Y+(height-h)/2+(2*row+1)*h/48)
}

// findText returns the place of a text on the first subpage of a page.
func (v *views) findText(page int, text string) (row, col int) {
	v.t.Helper()
	grid := v.page(page).Subpages[0].Grid()
	for row := range grid {
		if before, _, ok := strings.Cut(grid.Row(row), text); ok {
			return row, len([]rune(before))
		}
	}
	v.t.Fatalf("page %d does not say %q", page, text)
	return 0, 0
}

func (v *views) clickLink(page int, text string) {
	v.t.Helper()
	row, col := v.findText(page, text)
	v.click(v.cellAt(row, col+1))
}

func (v *views) linkInPicture() {
	v.untilPicture(v.picture(100, 1), plain)
	v.clickLink(100, "201 ")
	v.untilTitle("201")
	v.pointAway()
	v.untilPicture(v.picture(201, 1), plain)
	v.press("Alt+Left")
	v.untilPicture(v.picture(100, 1), plain)
	// The lower half of a double-height number also belongs to the link.
	row, col := v.findText(100, "102 ")
	v.click(v.cellAt(row+1, col))
	v.untilTitle("102")
	v.pointAway()
}

// tabWalk goes to the second link of the front page by the keyboard.
func (v *views) tabWalk() {
	v.press("Home")
	v.untilPicture(v.picture(100, 1), plain)
	v.press("Tab")
	v.until("an outline", func() bool { return !v.shows(v.picture(100, 1), plain) })
	v.press("Tab", "Return")
	v.untilTitle(v.secondLink())
	v.press("1", "0", "1") // digits are a page number while the page is focused
	v.untilTitle("101")
	v.press("Escape")
}

func (v *views) secondLink() string {
	doc := v.page(100)
	links := doc.Links(0, doc.Subpages[0].Grid(), everything{})
	return teletext.Address(links[1].Page, 0)
}

// everything is a guide for which every page exists.
type everything struct{}

func (everything) Existence(int) teletext.Existence { return teletext.Exists }
func (everything) MarksLinks() bool                 { return true }

// flash expects that flashing text over the service's picture disappears and appears again.
func (v *views) flash() {
	v.typed("431")
	v.untilTitle("431")
	lit := v.picture(431, 1)
	for range 2 {
		v.until("the dark phase", func() bool { return !v.shows(lit, plain) })
		v.untilPicture(lit, plain)
	}
}

// selectAndCopy drags over a headline of the front page, and then copies the whole page.
func (v *views) selectAndCopy() {
	v.press("Home")
	v.untilPicture(v.picture(100, 1), plain)
	row, col := v.findText(100, "Gull Skerry")
	v.sweep(v.cellAt(row, col), v.cellAt(row, col+len("Gull Skerry")-1))
	v.until("a mark", func() bool { return !v.shows(v.picture(100, 1), plain) })
	v.press("Ctrl+C")
	v.untilClipboard("Gull Skerry")
	v.press("Escape")
	v.untilPicture(v.picture(100, 1), plain)
	v.press("Ctrl+A", "Ctrl+C")
	grid := v.page(100).Subpages[0].Grid()
	var spans []teletext.Span
	for _, s := range teletext.WholeRows() {
		if !grid.Covered(s.Row) {
			spans = append(spans, s)
		}
	}
	v.untilClipboard(grid.Text(spans, teletext.TextForm{}))
	v.press("Escape")
}

func (s *session) untilClipboard(want string) {
	s.t.Helper()
	s.until("the clipboard to hold the text", func() bool { return s.clipboard() == want })
}

// clipboard returns the text on the clipboard, empty for none.
func (s *session) clipboard() string {
	c := exec.Command("xclip", "-selection", "clipboard", "-o")
	c.Env = []string{"DISPLAY=" + s.name}
	out, _ := c.Output()
	return string(out)
}

// sharp follows a link on a page in the sharp drawing, and expects flashing text there.
func (v *views) sharp() {
	v.pointAway()
	v.named("Sharp drawing")
	v.press("Escape") // closes the notice
	v.untilPicture(v.sharpPicture(100, 0, render.Look{}, allRows), plain)
	v.clickLink(100, "430")
	v.untilTitle("430")
	v.pointAway()
	v.untilPicture(v.sharpPicture(430, 0, render.Look{}, allRows), plain)
	v.typed("431")
	v.untilPicture(v.sharpPicture(431, 0, render.Look{Dark: true}, allRows), plain)
	v.untilPicture(v.sharpPicture(431, 0, render.Look{}, allRows), plain)
	v.press("Home", "Z")
	v.untilPicture(v.sharpPicture(100, 0, render.Look{}, upperRows), plain)
	v.slowly("Z", "Z")
	v.named("Sharp drawing")
	v.press("Escape") // closes the notice
	v.untilPicture(v.picture(100, 1), plain)
}

// reading shows a page as running text, copies that and follows its first link.
func (v *views) reading() {
	v.press("F6")
	v.until("running text", v.isText)
	v.press("Ctrl+A", "Ctrl+C")
	v.until("its text", func() bool {
		text := v.clipboard()
		return strings.Contains(text, "201 Gull Skerry win with ten\n") && strings.Contains(text, "205 Regatta")
	})
	v.press("Tab", "Return")
	v.untilTitle("199")
}

// isText reports whether the page's part of the window is light text on the window's dark background.
func (v *views) isText() bool {
	in := v.bounds()
	shot := v.shot(image.Rect(in.Min.X, in.Min.Y, in.Max.X, in.Max.Y-barHeight))
	ground := 0
	for i := 0; i+3 < len(shot.Pix); i += 4 {
		if bytes.Equal(shot.Pix[i:i+3], []byte{0x16, 0x1A, 0x1F}) {
			ground++
		}
	}
	return ground > len(shot.Pix)/4*8/10
}

// withWindow writes settings with the size of the window.
func withWindow(t *testing.T, d *display, width, height float32) {
	t.Helper()
	if err := os.MkdirAll(profile(d.dir), 0o700); err != nil {
		t.Fatal(err)
	}
	list := []settings.OpenWindow{{Frame: settings.Frame{Width: width, Height: height}}}
	if err := (settings.Profile{Dir: profile(d.dir)}).SaveWindows(list); err != nil {
		t.Fatal(err)
	}
}

// withSettings writes the settings of a profile before the program starts.
func withSettings(t *testing.T, d *display, settings map[string]any) {
	t.Helper()
	data, err := json.Marshal(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(profile(d.dir), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(profile(d.dir), "settings.json"), data, 0o600); err != nil {
		t.Fatal(err)
	}
}
