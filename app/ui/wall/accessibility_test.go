package wall

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sextant/app/access"
	"sextant/app/teletext"
	"sextant/app/ui/accessible"
	"sextant/app/ui/hosttest"
	"sextant/widgets/core"
)

// TestWallIsExposedToReaders checks the accessibility tree of a wall: each page with its rows, and a tile that opens
// it.
func TestWallIsExposedToReaders(t *testing.T) {
	h := hosttest.New(t)
	tuner, box := hosttest.Demo(t, h.Do)
	app := test.NewTempApp(t)
	app.Settings().SetTheme(core.Theme())
	var opened []int
	w := New(Parts{
		App: app, Tuner: tuner, Box: box, Pages: []int{100, 300},
		Edit: func(*Wall) {}, OnScreen: func(*Wall) {},
		Open: func(p teletext.Place) { opened = append(opened, p.Page) }, Close: func(*Wall) {}, Quit: func() {},
		Do: h.Do, Now: time.Now,
	})
	defer w.Stop()
	w.Show()
	w.win.Resize(fyne.NewSize(900, 600))
	h.Until(t, "the pages", func() bool { return w.pages[0].scene.Grid != nil && w.pages[1].scene.Grid != nil })
	w.win.Canvas().Capture()
	window := accessible.New(nil, func() []fyne.Window { return []fyne.Window{w.Seen()} }).Tree().Root.Children[0]
	var pages, tiles []*access.Node
	buttons := 0
	for _, n := range window.Children {
		switch n.Role {
		case access.Page:
			pages = append(pages, n)
		case access.ListItem:
			tiles = append(tiles, n)
		case access.Button:
			buttons++
		}
	}
	if len(pages) != 2 || len(tiles) != 2 || buttons != 4 || len(window.Children) != 8 {
		t.Fatalf("there are %d pages and %d tiles in %+v", len(pages), len(tiles), window)
	}
	rows := pages[1].Children[0].Children
	if !strings.HasPrefix(pages[1].Name, "300") || len(rows) < 3 || tiles[1].Name != pages[1].Name {
		t.Errorf("a page is %q with %d rows, its tile %q", pages[1].Name, len(rows), tiles[1].Name)
	}
	tiles[1].Actions[0].Do()
	if len(opened) != 1 || opened[0] != 300 {
		t.Errorf("opened %v", opened)
	}
}
