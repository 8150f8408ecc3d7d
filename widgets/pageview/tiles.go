package pageview

import (
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"sextant/app/access"
	"sextant/app/say"
	"sextant/widgets/control"
	"sextant/widgets/core"
)

// A Tile is a clickable object over some content, with a caption below it. A click, Enter or the space bar chooses it.
type Tile struct {
	control.Pressable
	// Menu, which may be nil, opens the tile's menu at a place in the window.
	Menu    func(at fyne.Position)
	content fyne.CanvasObject
	caption *core.Line
}

var (
	_ fyne.Widget            = (*Tile)(nil)
	_ fyne.SecondaryTappable = (*Tile)(nil)
)

// NewTile makes a tile over some content, without a caption. chosen is called when it is chosen.
func NewTile(content fyne.CanvasObject, keys core.Keys, chosen func()) *Tile {
	t := &Tile{content: content, caption: core.NewLine(13, theme.ColorNameForeground)}
	t.Extend(t, nil, "", keys, chosen)
	return t
}

// TappedSecondary opens the menu.
func (t *Tile) TappedSecondary(e *fyne.PointEvent) {
	if t.Menu != nil {
		t.Menu(e.AbsolutePosition)
	}
}

// SetCaption sets the caption.
func (t *Tile) SetCaption(text string) { t.caption.SetText(text) }

// Caption returns the caption.
func (t *Tile) Caption() string { return t.caption.Text() }

// Describe describes the tile's page.
func (t *Tile) Describe(info *core.Accessibility) {
	t.Pressable.Describe(info)
	info.Role, info.Name, info.Key = access.ListItem, t.Caption(), ""
	for i := range info.Actions {
		info.Actions[i].Name = say.Text("access.open")
	}
}

// CreateRenderer implements fyne.Widget.
func (t *Tile) CreateRenderer() fyne.WidgetRenderer {
	r := &tileRenderer{tile: t, over: canvas.NewRectangle(nil), ring: core.NewRing(4)}
	r.over.CornerRadius = 4
	r.Face = append(core.Face{t.caption, r.over}, r.ring.Objects()...)
	r.Refresh()
	return r
}

type tileRenderer struct {
	core.Face
	tile *Tile
	over *canvas.Rectangle
	ring *core.Ring
}

const captionHeight = 24

func (r *tileRenderer) MinSize() fyne.Size { return fyne.NewSize(80, 50+captionHeight) }

func (r *tileRenderer) Layout(size fyne.Size) {
	r.over.Resize(size)
	r.ring.Put(fyne.Position{}, size)
	core.PutMiddle(r.tile.caption, 6, size.Height-captionHeight, size.Width-12, captionHeight)
}

func (r *tileRenderer) Refresh() {
	t := r.tile
	r.over.FillColor = color.Transparent
	if t.Hovered() {
		r.over.FillColor = theme.Color(theme.ColorNameHover)
	}
	r.ring.Show(t.Focused())
	for _, o := range r.Face {
		o.Refresh()
	}
}

// A TileGrid lays out tiles in rows, with the number of columns that makes them largest.
type TileGrid struct {
	// Shape is the aspect ratio of the tiles' content.
	Shape float32
}

// NewTileGrid makes a grid of tiles.
func NewTileGrid(shape float32, list ...*Tile) *fyne.Container {
	c := container.New(&TileGrid{shape})
	for _, t := range list {
		c.Objects = append(c.Objects, t.content, t)
	}
	return c
}

const gap = 6

// Columns returns the number of columns for n tiles.
func (g *TileGrid) Columns(n int, size fyne.Size) (columns int) {
	best := float32(-1)
	for c := 1; c <= n; c++ {
		cell := g.cell(n, c, size)
		if width := min(cell.Width, (cell.Height-captionHeight)*g.Shape); width > best {
			best, columns = width, c
		}
	}
	return columns
}

// cell returns the size of a tile for a number of columns.
func (g *TileGrid) cell(n, columns int, size fyne.Size) fyne.Size {
	rows := int(math.Ceil(float64(n) / float64(columns)))
	return fyne.NewSize((size.Width-gap*float32(columns+1))/float32(columns),
		(size.Height-gap*float32(rows+1))/float32(rows))
}

// MinSize returns a small size: tiles shrink as necessary.
func (g *TileGrid) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, 150) }

// Layout implements fyne.Layout. In the list each tile follows its content.
func (g *TileGrid) Layout(o []fyne.CanvasObject, size fyne.Size) {
	if len(o) == 0 {
		return
	}
	n := len(o) / 2
	columns := g.Columns(n, size)
	cell := g.cell(n, columns, size)
	for i := range n {
		content, t := o[2*i], o[2*i+1]
		at := fyne.NewPos(gap+float32(i%columns)*(cell.Width+gap), gap+float32(i/columns)*(cell.Height+gap))
		content.Resize(cell.SubtractWidthHeight(0, captionHeight))
		content.Move(at)
		t.Resize(cell)
		t.Move(at)
	}
}
