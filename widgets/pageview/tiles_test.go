package pageview

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sextant/app/access"
	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// TestColumns checks the number of columns with which tiles are as large as possible.
func TestColumns(t *testing.T) {
	g := &TileGrid{Shape: 720.0 / 456}
	for _, tt := range []struct {
		n, want       int
		width, height float32
	}{
		{1, 1, 900, 600},
		{2, 2, 1280, 400},
		{2, 1, 500, 900},
		{4, 2, 1000, 700},
		{16, 4, 1280, 800},
		{16, 3, 600, 1000},
		{5, 3, 1280, 720},
	} {
		if got := g.Columns(tt.n, fyne.NewSize(tt.width, tt.height)); got != tt.want {
			t.Errorf("%d tiles in %v x %v: %d columns, want %d", tt.n, tt.width, tt.height, got, tt.want)
		}
	}
}

// TestTiles checks that tiles do not overlap, and chooses them by click and by keyboard.
func TestTiles(t *testing.T) {
	var chosen []int
	var list []*Tile
	for i := range 5 {
		list = append(list, NewTile(widgettest.Box(10, 10), core.Keys{}, func() { chosen = append(chosen, i) }))
	}
	c := widgettest.Show(t, NewTileGrid(1.5, list...), 600, 400).Canvas()
	for i, tile := range list {
		at, size := tile.Position(), tile.Size()
		if at.X < 0 || at.Y < 0 || at.X+size.Width > 600 || at.Y+size.Height > 400 {
			t.Errorf("tile %d is at %v with %v", i, at, size)
		}
		for j, o := range list[:i] {
			if p, s := o.Position(), o.Size(); at.X < p.X+s.Width &&
				p.X < at.X+size.Width && at.Y < p.Y+s.Height && p.Y < at.Y+size.Height {
				t.Errorf("tiles %d and %d lie over each other", i, j)
			}
		}
		if tile.content.Position() != at || tile.content.Size().Width != size.Width {
			t.Errorf("tile %d is not over its content", i)
		}
	}
	test.TapCanvas(c, list[3].Position().AddXY(20, 20))
	c.Focus(list[1])
	list[1].TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if len(chosen) != 2 || chosen[0] != 3 || chosen[1] != 1 {
		t.Errorf("chosen %v", chosen)
	}
}

// TestDescribeTiles checks the description of a tile, and chooses it by its action.
func TestDescribeTiles(t *testing.T) {
	chosen := 0
	tile := NewTile(canvas.NewRectangle(nil), core.Keys{}, func() { chosen++ })
	tile.SetCaption("101 News")
	var got core.Accessibility
	tile.Describe(&got)
	got.Actions[0].Do()
	if got.Role != access.ListItem || got.Name != "101 News" || chosen != 1 {
		t.Errorf("got %+v, chosen %d times", got.Node, chosen)
	}
}
