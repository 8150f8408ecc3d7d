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
// than its picture has, with the ID of the picture drawn, for movements of the pointer, and for presses and releases of
// its button or a finger. A press is at shares of the stage's width and height.
type StageEvents struct {
	Resized  func(image.Point)
	Drawn    func(id int)
	Moved    func()
	Pressed  func(x, y float32)
	Released func()
}

// A Stage shows pictures in exactly its size in pixels, one after another, for a public screen.
type Stage struct {
	core.Base
	events  StageEvents
	pointer bool // it is shown

	name, text string // of the picture, for screen readers
	picture    StagePicture
	size       image.Point
	scaled     *image.RGBA // the picture, scaled to the stage's size

	measure      *canvas.Raster // transparent, below, along the upper edge: when it is drawn, the stage is measured
	bands        [bandCount]band
	last         *canvas.Raster       // transparent, above: when it is drawn, the bands are
	upload       func(*canvas.Raster) // Raster.Refresh, which tests count
	beforePixels *image.RGBA          // the picture that fades out
	fade         *fyne.Animation
	veil         *canvas.Rectangle // redrawn in each step of a fade
}

var (
	_ fyne.Widget        = (*Stage)(nil)
	_ desktop.Cursorable = (*Stage)(nil)
	_ desktop.Hoverable  = (*Stage)(nil)
	_ desktop.Mouseable  = (*Stage)(nil)
)

// NewStage makes a black stage.
func NewStage(e StageEvents) *Stage {
	s := &Stage{events: e, veil: canvas.NewRectangle(color.Transparent), upload: (*canvas.Raster).Refresh}
	s.measure, s.last = canvas.NewRaster(s.measured), canvas.NewRaster(s.drawn)
	s.makeBands()
	s.ExtendBaseWidget(s)
	return s
}

// SetWords sets the name and the text of the picture, for screen readers.
func (s *Stage) SetWords(name, text string) { s.name, s.text = name, text }

// Describe describes the picture.
func (s *Stage) Describe(t *core.Accessibility) {
	t.Role, t.Name, t.Description, t.Rests = access.Page, s.name, s.text, true
}

// Cursor hides the pointer, unless ShowPointer shows it.
func (s *Stage) Cursor() desktop.Cursor {
	if s.pointer {
		return desktop.DefaultCursor
	}
	return desktop.HiddenCursor
}

// ShowPointer sets whether the pointer is shown. It is hidden at first.
func (s *Stage) ShowPointer(show bool) { s.pointer = show }

// MouseIn does nothing: a window that appears under the pointer is not touched.
func (s *Stage) MouseIn(*desktop.MouseEvent) {}

// MouseMoved reports a movement.
func (s *Stage) MouseMoved(*desktop.MouseEvent) { s.events.Moved() }

// MouseOut reports a release: what is pressed may be released elsewhere.
func (s *Stage) MouseOut() { s.events.Released() }

// MouseDown reports a press.
func (s *Stage) MouseDown(e *desktop.MouseEvent) {
	size := s.Size()
	s.events.Pressed(e.Position.X/max(1, size.Width), e.Position.Y/max(1, size.Height))
}

// MouseUp reports a release.
func (s *Stage) MouseUp(*desktop.MouseEvent) { s.events.Released() }

// Present shows another picture, with a crossfade from the one before, 0 for none.
func (s *Stage) Present(p StagePicture, over time.Duration) {
	s.endFade()
	old := s.picture.Pixels
	s.picture, s.scaled = p, nil
	switch alike := s.fits() && old != nil && old != p.Pixels && old.Rect == p.Pixels.Rect; {
	case !alike:
		s.refreshRows(0, s.size.Y)
	case over > 0:
		s.cover(old)
		s.fadeOver(over)
	default:
		for i, b := range s.bands {
			if differ(i, old, p.Pixels) {
				s.upload(b.rasters[b.current])
			}
		}
	}
	s.last.Refresh()
}

// Draw redraws a part of the picture.
func (s *Stage) Draw(p StagePart) {
	if s.picture.Pixels == nil {
		return
	}
	draw.Draw(s.picture.Pixels, p.At, p.Pixels, image.Point{}, draw.Src)
	s.scaled = nil
	s.refreshRows(p.At.Min.Y, p.At.Max.Y)
	s.last.Refresh()
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

// fadeOver fades out the picture before.
func (s *Stage) fadeOver(over time.Duration) {
	s.fade = fyne.NewAnimation(over, func(done float32) {
		if s.vanish(done); done == 1 {
			s.endFade()
		}
	})
	s.fade.Curve = fyne.AnimationLinear
	s.fade.Start()
}

// cover lets the picture before stay visible where the current one differs.
func (s *Stage) cover(old *image.RGBA) {
	s.beforePixels = old
	for i := range s.bands {
		if differ(i, old, s.picture.Pixels) {
			s.swap(&s.bands[i])
		}
	}
}

// vanish sets how far the picture before has faded out, from 0 to 1.
func (s *Stage) vanish(done float32) {
	for i := range s.bands {
		if b := &s.bands[i]; b.crosses() {
			b.fade(done)
		}
	}
	s.veil.Refresh() // the pictures need not be uploaded again
}

// endFade removes the picture before.
func (s *Stage) endFade() {
	if s.fade == nil {
		return
	}
	s.fade.Stop()
	s.fade, s.beforePixels = nil, nil
	for i := range s.bands {
		if b := &s.bands[i]; b.crosses() {
			b.settle()
		}
	}
	s.events.Drawn(s.picture.ID)
}

// transparent is what transparent rasters draw.
var transparent = image.NewRGBA(image.Rect(0, 0, 1, 1))

// measured notes the size in which the stage is drawn. It is called while the window is drawn.
func (s *Stage) measured(int, int) image.Image {
	drawn := fyne.CurrentApp().Driver().CanvasForObject(s)
	w, h := drawn.PixelCoordinateForPosition(fyne.NewPos(0, 0).Add(s.Size()))
	if size := image.Pt(w, h); size != s.size {
		s.endFade()
		s.size, s.scaled = size, nil
		s.placeBands()
		s.events.Resized(size)
	}
	return transparent
}

// drawn reports that the picture is drawn in its own size, unless the one before is still visible. It is called while
// the window is drawn.
func (s *Stage) drawn(int, int) image.Image {
	if s.fade == nil && s.fits() {
		s.events.Drawn(s.picture.ID)
	}
	return transparent
}

// CreateRenderer implements fyne.Widget.
func (s *Stage) CreateRenderer() fyne.WidgetRenderer {
	objects := []fyne.CanvasObject{s.measure}
	for _, b := range s.bands {
		objects = append(objects, b.rasters[lower], b.rasters[upper])
	}
	return &stageRenderer{s, append(objects, s.last, s.veil)}
}

type stageRenderer struct {
	stage   *Stage
	objects []fyne.CanvasObject
}

func (r *stageRenderer) Destroy() {}

func (r *stageRenderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *stageRenderer) MinSize() fyne.Size { return fyne.NewSize(100, 60) }

func (r *stageRenderer) Layout(size fyne.Size) {
	s := r.stage
	s.measure.Resize(fyne.NewSize(size.Width, 1))
	s.measure.Refresh()
	s.placeBands()
	s.last.Resize(fyne.NewSize(1, 1))
	s.veil.Resize(fyne.NewSize(1, 1))
}

func (r *stageRenderer) Refresh() { canvas.Refresh(r.stage) }
