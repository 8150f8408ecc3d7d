package core

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// A Progress is a thin progress bar.
type Progress struct {
	Base
	share float64
}

// NewProgress makes an empty progress bar.
func NewProgress() *Progress {
	p := &Progress{}
	p.ExtendBaseWidget(p)
	return p
}

// Set sets the progress, from 0 to 1.
func (p *Progress) Set(share float64) {
	if share = max(0, min(1, share)); p.share != share {
		p.share = share
		p.Refresh()
	}
}

// Share returns the progress, from 0 to 1.
func (p *Progress) Share() float64 { return p.share }

// CreateRenderer implements fyne.Widget.
func (p *Progress) CreateRenderer() fyne.WidgetRenderer {
	r := &progressRenderer{progress: p, whole: canvas.NewRectangle(nil), done: canvas.NewRectangle(nil)}
	r.Face = Face{r.whole, r.done}
	r.Refresh()
	return r
}

type progressRenderer struct {
	Face
	progress    *Progress
	whole, done *canvas.Rectangle
}

func (r *progressRenderer) MinSize() fyne.Size { return fyne.NewSize(40, 3) }

func (r *progressRenderer) Layout(size fyne.Size) {
	r.whole.Resize(size)
	r.done.Resize(fyne.NewSize(size.Width*float32(r.progress.share), size.Height))
}

func (r *progressRenderer) Refresh() {
	r.whole.FillColor = theme.Color(theme.ColorNameSeparator)
	r.done.FillColor = theme.Color(theme.ColorNamePrimary)
	r.Layout(r.progress.Size())
	canvas.Refresh(r.progress)
}
