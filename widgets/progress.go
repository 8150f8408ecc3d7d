package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A progress is a thin line that fills up.
type progress struct {
	widget.BaseWidget
	share float64
}

func newProgress() *progress {
	p := &progress{}
	p.ExtendBaseWidget(p)
	return p
}

func (p *progress) set(share float64) {
	if share = max(0, min(1, share)); p.share != share {
		p.share = share
		p.Refresh()
	}
}

// CreateRenderer makes what is drawn.
func (p *progress) CreateRenderer() fyne.WidgetRenderer {
	r := &progressRenderer{progress: p, whole: canvas.NewRectangle(nil), done: canvas.NewRectangle(nil)}
	r.face = face{r.whole, r.done}
	r.Refresh()
	return r
}

type progressRenderer struct {
	face
	progress    *progress
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
