package kiosk

import (
	"image"
	"image/draw"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"sextant/app/acquire"
	"sextant/app/budget"
	"sextant/app/navigate"
	"sextant/app/screen/frame"
	"sextant/app/screen/playlist"
	"sextant/app/teletext"
)

// usualSize is assumed for a screen before its size is known, in pixels.
var usualSize = image.Pt(1920, 1080)

// A picture is a show as it was drawn.
type picture struct {
	frame.Drawing
	pixels *image.RGBA
	lines  frame.Lines
	labels labels
}

// labels are the texts over the pages.
type labels struct {
	corner string
	middle string // lines
	reveal bool
}

// An easel draws shows on a goroutine of its own, one after another, and passes them to the screen.
type easel struct {
	pages  *acquire.Pages
	screen Screen
	post   func(func())
	board  *frame.Board // of the goroutine that draws
	size   image.Point
	jobs   chan func()
	work   sync.WaitGroup

	free  []*image.RGBA
	shown []*Frame // that may still be on the screen, the newest last
	ids   int
}

func (e *easel) start() {
	e.size, e.jobs = usualSize, make(chan func(), 64)
	e.work.Go(func() {
		for job := range e.jobs {
			job()
		}
	})
}

// stop waits until the drawing under way has ended.
func (e *easel) stop() {
	close(e.jobs)
	e.work.Wait()
}

// resize sets the size of the screen, and reports whether it has changed.
func (e *easel) resize(size image.Point) bool {
	if size == e.size || size.X <= 0 || size.Y <= 0 {
		return false
	}
	e.size, e.free = size, nil
	return true
}

// draw loads the pages of a show, draws it with the lines around it, and then calls done on the Director's goroutine;
// ok is false where a page is not known any more.
func (e *easel) draw(s *show, screen *playlist.Screen, content frame.Content, done func(ok bool)) {
	size, pixels := e.size, e.takePicture()
	e.jobs <- func() {
		ok := s.scenes != nil || e.loadPages(s, !screen.Sharp)
		if ok {
			if e.board == nil || !e.board.Fits(size, screen) {
				e.board = frame.NewBoard(size, screen)
			}
			content.Tiles = s.tiles(screen)
			s.Drawing = e.board.Draw(pixels, content)
		}
		e.post(func() {
			s.pixels = pixels
			done(ok)
		})
	}
}

// loadPages loads the known pages of a show, and reports whether all of it can be drawn.
func (e *easel) loadPages(s *show, pictures bool) bool {
	for _, at := range s.entries {
		scene := e.loadScene(at.Place(), s.received, pictures)
		if scene.Document != nil && scene.Grid == nil && !pictures { // only its picture can be shown
			scene = e.loadScene(at.Place(), s.received, true)
		}
		if scene.Grid == nil && scene.Picture == nil {
			return false
		}
		s.scenes = append(s.scenes, scene)
	}
	return true
}

// loadScene loads a subpage: from a page that was received, or from memory or the store. It is empty where that does
// not have it.
func (e *easel) loadScene(at teletext.Place, received *acquire.State, picture bool) navigate.Scene {
	w := acquire.Want{Page: at.Page, Subpage: at.Subpage, Picture: picture, Class: budget.Kiosk}
	if received != nil && received.Page == at.Page {
		return navigate.Decode(e.pages.AnswerOf(*received, w))
	}
	a, _, ok := e.pages.Stored(w)
	if !ok {
		return navigate.Scene{}
	}
	return navigate.Decode(a)
}

// tiles returns the loaded scenes of a show in the form in which they are drawn.
func (s *show) tiles(screen *playlist.Screen) (all []frame.Tile) {
	for i, scene := range s.scenes {
		var picture image.Image
		if scene.Picture != nil {
			picture = scene.Picture.Image
		}
		all = append(all, frame.NewTile(screen, s.entries[i].Manner, scene.Grid, picture))
	}
	return all
}

// drawShow passes a drawn show to the screen.
func (e *easel) drawShow(s *show, fade time.Duration, rotate int) *Frame {
	f := &Frame{Pixels: s.pixels, Flashes: s.Flashes, Fade: fade, Turned: rotate}
	f.Name, f.Text = inWords(s.scenes)
	return e.showFrame(f)
}

// showFrame passes a frame to the screen, with a new ID.
func (e *easel) showFrame(f *Frame) *Frame {
	e.ids++
	f.ID = e.ids
	e.shown = append(e.shown, f)
	if len(e.shown) > mostShown { // nothing is drawn, as on a screen that is switched off
		e.shown = slices.Delete(e.shown, 0, 1)
	}
	e.screen.Show(f)
	return f
}

// showBlack passes a black picture to the screen.
func (e *easel) showBlack() *Frame {
	pixels := e.takePicture()
	draw.Draw(pixels, pixels.Rect, image.Black, image.Point{}, draw.Src)
	return e.showFrame(&Frame{Pixels: pixels})
}

// inWords returns the names of the pages that are shown, and their text.
func inWords(scenes []navigate.Scene) (name, text string) {
	var names, texts []string
	for _, s := range scenes {
		title := strconv.Itoa(s.Page)
		if s.Document != nil {
			title = strings.TrimSpace(title + " " + strings.TrimSpace(s.Document.Name))
		}
		names = append(names, title)
		if s.Grid != nil {
			texts = append(texts,
				strings.Join(strings.Fields(s.Grid.Text(teletext.WholeRows(), teletext.TextForm{})), " "))
		}
	}
	return strings.Join(names, ", "), strings.Join(texts, " ")
}

// drawTimeLeft draws how much of the time of the show on the screen is left.
func (e *easel) drawTimeLeft(t *turns, elapsed time.Duration) {
	if now := t.now; now != nil && now.dwell > 0 && !t.suspended {
		e.drawBar(now, left(now, elapsed))
	}
}

// onDrawn records that a frame is on the screen, so that the pictures before it can be reused.
func (e *easel) onDrawn(id int) {
	for len(e.shown) > 1 && e.shown[0].ID < id {
		e.give(e.shown[0].Pixels)
		e.shown = slices.Delete(e.shown, 0, 1)
	}
}

// mostShown bounds the frames that may still be on the screen.
const mostShown = 3

// spare is how many unused pictures are kept: the shown and the next one alternate.
const spare = 1

// takePicture returns a picture of the screen's size to draw into.
func (e *easel) takePicture() *image.RGBA {
	if n := len(e.free); n > 0 {
		p := e.free[n-1]
		e.free = e.free[:n-1]
		return p
	}
	return image.NewRGBA(image.Rectangle{Max: e.size})
}

// give returns a picture that is not shown any more.
func (e *easel) give(p *image.RGBA) {
	if p != nil && p.Rect.Size() == e.size && len(e.free) < spare && !slices.Contains(e.free, p) {
		e.free = append(e.free, p)
	}
}

// header, ticker and bar draw a line of the show.
func (e *easel) header(on *show, row *teletext.Row) {
	e.patch(on, func(on frame.Drawing) (frame.Patch, bool) { return e.board.Header(on, row) })
}

func (e *easel) drawTicker(on *show, row *teletext.Row) {
	e.patch(on, func(on frame.Drawing) (frame.Patch, bool) { return e.board.Ticker(on, row) })
}

func (e *easel) drawBar(on *show, left float64) {
	e.patch(on, func(on frame.Drawing) (frame.Patch, bool) { return e.board.Bar(on, left) })
}

// patch draws a part of a show, and shows it unless another show has replaced that meanwhile.
func (e *easel) patch(on *show, draw func(on frame.Drawing) (frame.Patch, bool)) {
	id := e.ids
	e.jobs <- func() {
		if p, is := draw(on.Drawing); is {
			e.post(func() {
				if e.ids == id {
					e.screen.Patch(p)
				}
			})
		}
	}
}
