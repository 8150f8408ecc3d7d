package control

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
)

// A Check is a small checkbox with a text. A click does not focus it, but Tab does.
type Check struct {
	Pressable
	text string
	on   bool
}

var _ fyne.Widget = (*Check)(nil)

// NewCheck makes a box that is not ticked. changed is called on each click.
func NewCheck(tips *core.Tips, keys core.Keys, text, tip string, changed func(on bool)) *Check {
	c := &Check{text: text}
	c.Extend(c, tips, tip, keys, func() {
		c.on = !c.on
		c.Refresh()
		changed(c.on)
	})
	return c
}

// CreateRenderer implements fyne.Widget.
func (c *Check) CreateRenderer() fyne.WidgetRenderer {
	r := &checkRenderer{check: c, box: canvas.NewRectangle(nil), text: core.NewCanvasText(core.SmallText)}
	r.box.CornerRadius, r.box.StrokeWidth = 3, 1.5
	r.tick = canvas.NewImageFromResource(
		theme.NewColoredResource(theme.ConfirmIcon(), theme.ColorNameForegroundOnPrimary))
	r.tick.FillMode = canvas.ImageFillContain
	core.SetCanvasText(r.text, c.text)
	r.ring = core.NewRing(4)
	r.Face = append(core.Face{r.box, r.tick, r.text}, r.ring.Objects()...)
	r.Refresh()
	return r
}

type checkRenderer struct {
	core.Face
	check *Check
	box   *canvas.Rectangle
	tick  *canvas.Image
	text  *canvas.Text
	ring  *core.Ring
}

const (
	checkBox = 14
	checkGap = 8
)

func (r *checkRenderer) MinSize() fyne.Size {
	return fyne.NewSize(checkBox+checkGap+r.text.MinSize().Width+4, 24)
}

func (r *checkRenderer) Layout(size fyne.Size) {
	r.ring.Put(fyne.NewPos(-4, 0), size.AddWidthHeight(8, 0))
	r.box.Resize(fyne.NewSquareSize(checkBox))
	r.box.Move(fyne.NewPos(2, (size.Height-checkBox)/2))
	r.tick.Resize(fyne.NewSquareSize(checkBox))
	r.tick.Move(r.box.Position())
	text := r.text.MinSize()
	r.text.Resize(text)
	r.text.Move(fyne.NewPos(2+checkBox+checkGap, (size.Height-text.Height)/2))
}

func (r *checkRenderer) Refresh() {
	c := r.check
	r.box.FillColor = theme.Color(theme.ColorNameInputBackground)
	r.box.StrokeColor = theme.Color(theme.ColorNameInputBorder)
	r.text.Color = theme.Color(theme.ColorNamePlaceHolder)
	if c.hovered {
		r.box.StrokeColor = theme.Color(theme.ColorNamePlaceHolder)
	}
	r.ring.Show(c.focused)
	r.tick.Translucency = 1
	if c.on {
		r.box.FillColor = theme.Color(theme.ColorNamePrimary)
		r.box.StrokeColor = r.box.FillColor
		r.tick.Translucency = 0
	}
	if c.on || c.hovered {
		r.text.Color = theme.Color(theme.ColorNameForeground)
	}
	canvas.Refresh(c)
}
