package pageview

import (
	"image"
	"image/color"
	"image/draw"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/access"
	"sextant/app/render"
	"sextant/widgets/core"
)

// A StagePart is a part of a picture.
type StagePart struct {
	At     image.Rectangle
	Pixels *image.RGBA // from 0, 0 on
}

// A StagePicture is the content of a stage. The stage owns it while it is shown.
type StagePicture struct {
	ID     int
	Pixels *image.RGBA
	// Light and Dark are the flashing parts, in both phases.
	Light, Dark []StagePart
}

// StageEvents are a stage's callbacks, on the UI goroutine: with its size in pixels when it is drawn in another size
// than its picture has, with the ID of the picture drawn, and for movements and presses of the pointer or a finger.
type StageEvents struct {
	Resized func(image.Point)
	Drawn   func(id int)
	Touched func()
}

// A Stage shows pictures in exactly its size in pixels, one after another, without a pointer, for a public screen.
type Stage struct {
	core.Base
	events StageEvents

	name, text string // of the picture, for screen readers
	picture    StagePicture
	size       image.Point
	scaled     *image.RGBA // the picture, scaled to the stage's size

	raster, before *canvas.Raster
	beforePixels   *image.RGBA // the picture that fades out
	fade           *fyne.Animation
	veil           *canvas.Rectangle // redrawn in each step of a fade
}

var (
	_ fyne.Widget        = (*Stage)(nil)
	_ desktop.Cursorable = (*Stage)(nil)
	_ desktop.Hoverable  = (*Stage)(nil)
	_ fyne.Tappable      = (*Stage)(nil)
)

// NewStage makes a black stage.
func NewStage(e StageEvents) *Stage {
	s := &Stage{events: e, veil: canvas.NewRectangle(color.Transparent)}
	s.raster = canvas.NewRaster(s.paint)
	s.before = canvas.NewRaster(func(int, int) image.Image { return s.beforePixels })
	s.raster.ScaleMode, s.before.ScaleMode = canvas.ImageScalePixels, canvas.ImageScalePixels
	s.before.Hide()
	s.ExtendBaseWidget(s)
	return s
}

// SetWords sets the name and the text of the picture, for screen readers.
func (s *Stage) SetWords(name, text string) { s.name, s.text = name, text }

// Describe describes the picture.
func (s *Stage) Describe(t *core.Accessibility) {
	t.Role, t.Name, t.Description, t.Rests = access.Page, s.name, s.text, true
}

// Cursor hides the pointer.
func (s *Stage) Cursor() desktop.Cursor { return desktop.HiddenCursor }

// MouseIn does nothing: a window that appears under the pointer is not touched.
func (s *Stage) MouseIn(*desktop.MouseEvent) {}

// MouseMoved reports a touch.
func (s *Stage) MouseMoved(*desktop.MouseEvent) { s.events.Touched() }

// MouseOut does nothing.
func (s *Stage) MouseOut() {}

// Tapped reports a touch.
func (s *Stage) Tapped(*fyne.PointEvent) { s.events.Touched() }

// Present shows another picture, with a crossfade from the one before, 0 for none.
func (s *Stage) Present(p StagePicture, over time.Duration) {
	s.endFade()
	old := s.picture.Pixels
	s.picture, s.scaled = p, nil
	if over > 0 && old != nil && old.Rect == p.Pixels.Rect {
		s.fadeFrom(old, over)
	}
	s.raster.Refresh()
}

// Draw redraws a part of the picture.
func (s *Stage) Draw(p StagePart) {
	if s.picture.Pixels == nil {
		return
	}
	draw.Draw(s.picture.Pixels, p.At, p.Pixels, image.Point{}, draw.Src)
	s.scaled = nil
	s.raster.Refresh()
}

// Flashes reports whether the picture has flashing parts.
func (s *Stage) Flashes() bool { return len(s.picture.Light) > 0 }

// SetDark sets the phase of the flashing parts.
func (s *Stage) SetDark(dark bool) {
	parts := s.picture.Light
	if dark {
		parts = s.picture.Dark
	}
	for _, p := range parts {
		s.Draw(p)
	}
}

// Copy returns a copy of what is shown, nil for nothing.
func (s *Stage) Copy() *image.RGBA {
	if s.picture.Pixels == nil {
		return nil
	}
	p := *s.picture.Pixels
	p.Pix = append([]byte(nil), p.Pix...)
	return &p
}

// Sample returns the colours of points spread over the picture, row by row, without flashing ones. There are none
// during a fade, or if the picture's size is not the stage's.
func (s *Stage) Sample() (at []image.Point, colours []color.RGBA) {
	const columns, rows = 48, 16
	p := s.picture.Pixels
	if p == nil || s.fade != nil || p.Rect.Size() != s.size {
		return nil, nil
	}
	for y := range rows {
		for x := range columns {
			point := image.Pt((2*x+1)*s.size.X/(2*columns), (2*y+1)*s.size.Y/(2*rows))
			if !slices.ContainsFunc(s.picture.Light, func(flashes StagePart) bool { return point.In(flashes.At) }) {
				at, colours = append(at, point), append(colours, p.RGBAAt(point.X, point.Y))
			}
		}
	}
	return at, colours
}

// fadeFrom fades out the picture before over the current one.
func (s *Stage) fadeFrom(old *image.RGBA, over time.Duration) {
	s.cover(old)
	s.fade = fyne.NewAnimation(over, func(done float32) {
		if s.vanish(done); done == 1 {
			s.endFade()
		}
	})
	s.fade.Curve = fyne.AnimationLinear
	s.fade.Start()
}

// cover shows the picture before, on top.
func (s *Stage) cover(old *image.RGBA) {
	s.beforePixels = old
	s.before.Translucency = 0
	core.SetVisible(s.before, true)
	s.before.Refresh()
}

// vanish sets how far the picture before has faded out, from 0 to 1.
func (s *Stage) vanish(done float32) {
	s.before.Translucency = float64(done)
	s.veil.Refresh() // the pictures need not be uploaded again
}

// endFade removes the picture before.
func (s *Stage) endFade() {
	if s.fade == nil {
		return
	}
	s.fade.Stop()
	s.fade, s.beforePixels = nil, nil
	core.SetVisible(s.before, false)
	s.events.Drawn(s.picture.ID)
}

// paint returns the picture in the size in which it is drawn. It is called while the window is drawn.
func (s *Stage) paint(w, h int) image.Image {
	if size := image.Pt(w, h); size != s.size {
		s.size, s.scaled = size, nil
		s.events.Resized(size)
	}
	switch {
	case s.picture.Pixels == nil:
		black := image.NewRGBA(image.Rect(0, 0, w, h))
		draw.Draw(black, black.Rect, image.Black, image.Point{}, draw.Src)
		return black
	case s.picture.Pixels.Rect.Size() != s.size:
		if s.scaled == nil {
			s.scaled = image.NewRGBA(image.Rect(0, 0, w, h))
			new(render.Scaler).Scale(s.scaled, s.picture.Pixels)
		}
		return s.scaled
	}
	if s.fade == nil {
		s.events.Drawn(s.picture.ID)
	}
	return s.picture.Pixels
}

// CreateRenderer implements fyne.Widget.
func (s *Stage) CreateRenderer() fyne.WidgetRenderer { return &stageRenderer{s} }

type stageRenderer struct{ stage *Stage }

func (r *stageRenderer) Destroy() {}

func (r *stageRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.stage.raster, r.stage.before, r.stage.veil}
}

func (r *stageRenderer) MinSize() fyne.Size { return fyne.NewSize(100, 60) }

func (r *stageRenderer) Layout(size fyne.Size) {
	r.stage.raster.Resize(size)
	r.stage.before.Resize(size)
	r.stage.veil.Resize(fyne.NewSize(1, 1))
}

func (r *stageRenderer) Refresh() { canvas.Refresh(r.stage) }
