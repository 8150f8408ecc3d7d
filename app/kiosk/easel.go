package kiosk

import (
	"image"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"sextant/app/acquire"
	"sextant/app/budget"
	"sextant/app/kiosk/frame"
	"sextant/app/kiosk/playlist"
	"sextant/app/navigate"
	"sextant/app/teletext"
)

// usualSize is that of a screen whose size is not known yet.
var usualSize = image.Pt(1920, 1080)

// A picture is a show as it was drawn.
type picture struct {
	frame.Drawing
	pixels *image.RGBA
	lines  frame.Lines
	labels labels
}

// labels are what lies over the pages.
type labels struct {
	corner string
	middle string // lines
	reveal bool
}

// An easel draws shows, one after another, on a goroutine of its own, and gives them to the screen.
type easel struct {
	director *Director
	board    *frame.Board // of the goroutine that draws
	size     image.Point
	jobs     chan func()
	work     sync.WaitGroup

	free  []*image.RGBA
	shown []*Frame // that may still be on the screen, the newest last
	ids   int
}

func (e *easel) begin(d *Director) {
	e.director, e.size, e.jobs = d, usualSize, make(chan func(), 64)
	e.work.Go(func() {
		for job := range e.jobs {
			job()
		}
	})
}

// stop waits until nothing is drawn any more.
func (e *easel) stop() {
	close(e.jobs)
	e.work.Wait()
}

// resize takes in the size of the screen.
func (e *easel) resize(size image.Point) {
	if size == e.size || size.X <= 0 || size.Y <= 0 {
		return
	}
	e.size = size
	e.lookChanged()
	e.director.running.drop()
	e.director.running.prepare()
}

// lookChanged draws what is on the screen anew, in another size or look.
func (e *easel) lookChanged() {
	e.free = nil
	if e.director.running.latest() != nil {
		e.director.running.redraw()
	}
}

// draw draws a show, after it has looked for what is known of its pages, and then calls done on the Director's goroutine;
// ok is false where a page is not known any more.
func (e *easel) draw(s *show, done func(ok bool)) {
	d := e.director
	screen, size, pixels := &d.parts.Playlist.Screen, e.size, e.take()
	content := d.lines.content(s)
	s.lines, s.labels = content.Lines, d.labels(s)
	content.Corner, content.Reveal = s.labels.corner, s.labels.reveal
	if s.labels.middle != "" {
		content.Middle = strings.Split(s.labels.middle, "\n")
	}
	pages := d.parts.Pages
	e.jobs <- func() {
		ok := s.scenes != nil || load(s, pages, !screen.Sharp)
		if ok {
			if e.board == nil || !e.board.Fits(size, screen) {
				e.board = frame.NewBoard(size, screen)
			}
			for _, scene := range s.scenes {
				content.Tiles = append(content.Tiles, tile(scene, screen))
			}
			s.Drawing = e.board.Draw(pixels, content)
		}
		d.Post(func() {
			s.pixels = pixels
			if ok && !screen.Sharp {
				d.tending.illustrate(s.scenes)
			}
			done(ok)
		})
	}
}

// load looks for what is known of a show's pages, and tells whether all of it can be drawn.
func load(s *show, pages *acquire.Pages, pictures bool) bool {
	for _, e := range s.entries {
		a, _, ok := pages.Stored(acquire.Want{Page: e.Page, Subpage: e.Subpage, Picture: pictures, Class: budget.Kiosk})
		scene := navigate.Decode(a)
		if !ok || scene.Grid == nil && scene.Picture == nil {
			return false
		}
		s.scenes = append(s.scenes, scene)
	}
	return true
}

// tile is a scene as it is drawn.
func tile(s navigate.Scene, screen *playlist.Screen) frame.Tile {
	t := frame.Tile{Grid: s.Grid}
	if s.Picture != nil && !(screen.Sharp && s.Grid != nil) {
		t.Picture = s.Picture.Image
	}
	return t
}

// show gives a drawn show to the screen.
func (e *easel) show(s *show, fade time.Duration) {
	e.ids++
	f := &Frame{ID: e.ids, Pixels: s.pixels, Flashes: s.Flashes, Fade: fade, Turned: e.director.parts.Playlist.Screen.Rotate}
	f.Name, f.Text = inWords(s.scenes)
	e.director.report.gave(f.ID)
	e.shown = append(e.shown, f)
	if len(e.shown) > mostShown { // nothing is drawn, as on a screen that is switched off
		e.shown = slices.Delete(e.shown, 0, 1)
	}
	e.director.parts.Screen.Show(f)
	e.director.lines.catchUp(s)
	e.director.running.relabel()
}

// inWords are what pages are shown, and their text.
func inWords(scenes []navigate.Scene) (name, text string) {
	var names, texts []string
	for _, s := range scenes {
		title := strconv.Itoa(s.Page)
		if s.Document != nil {
			title = strings.TrimSpace(title + " " + strings.TrimSpace(s.Document.Name))
		}
		names = append(names, title)
		if s.Grid != nil {
			texts = append(texts, strings.Join(strings.Fields(s.Grid.Text(teletext.WholeRows(), teletext.TextForm{})), " "))
		}
	}
	return strings.Join(names, ", "), strings.Join(texts, " ")
}

// drawn takes in that a frame is on the screen, so that the pictures before it can be drawn over.
func (e *easel) drawn(id int) {
	if !e.director.report.drew(id) {
		return
	}
	for len(e.shown) > 1 && e.shown[0].ID < id {
		e.give(e.shown[0].Pixels)
		e.shown = slices.Delete(e.shown, 0, 1)
	}
}

// mostShown bounds the frames that may still be on the screen.
const mostShown = 3

// spare is how many pictures are kept to be drawn over: what is shown and what comes next take turns.
const spare = 1

// take gives a picture of the screen's size to draw into.
func (e *easel) take() *image.RGBA {
	if n := len(e.free); n > 0 {
		p := e.free[n-1]
		e.free = e.free[:n-1]
		return p
	}
	return image.NewRGBA(image.Rectangle{Max: e.size})
}

// give takes a picture back that is not shown any more.
func (e *easel) give(p *image.RGBA) {
	if p != nil && p.Rect.Size() == e.size && len(e.free) < spare && !slices.Contains(e.free, p) {
		e.free = append(e.free, p)
	}
}

// header, ticker and bar draw a line of what is on the screen anew.
func (e *easel) header(row *teletext.Row) {
	e.patch(func(on frame.Drawing) (frame.Patch, bool) { return e.board.Header(on, row) })
}

func (e *easel) ticker(row *teletext.Row) {
	e.patch(func(on frame.Drawing) (frame.Patch, bool) { return e.board.Ticker(on, row) })
}

func (e *easel) bar(left float64) {
	e.patch(func(on frame.Drawing) (frame.Patch, bool) { return e.board.Bar(on, left) })
}

// patch draws a part of what is on the screen anew.
func (e *easel) patch(draw func(on frame.Drawing) (frame.Patch, bool)) {
	now, id := e.director.running.now, e.ids
	if now == nil {
		return
	}
	e.jobs <- func() {
		if p, is := draw(now.Drawing); is {
			e.director.Post(func() {
				if e.ids == id {
					e.director.parts.Screen.Patch(p)
				}
			})
		}
	}
}

// labels are what is to lie over a show just now.
func (d *Director) labels(s *show) labels {
	l := labels{corner: d.visit.corner(), middle: d.visit.leaving.lines(), reveal: d.visit.reveal}
	if l.corner == "" {
		l.corner = d.notice
	}
	if l.corner == "" {
		l.corner = d.stock.ageOf(s)
	}
	return l
}
