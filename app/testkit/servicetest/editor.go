package servicetest

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"sextant/app/render"
	"sextant/app/teletext"
)

// An Editor is a service whose pages can be changed while it runs. Its pictures have colours of their own, to
// distinguish them from pages that the program drew.
type Editor struct {
	t    testing.TB
	demo http.Handler

	mu       sync.Mutex
	pages    map[int]*teletext.Page // those that differ from the demo's
	pictures map[string][]byte      // by path
}

// NewEditor returns an Editor with the pages of the demo service.
func NewEditor(t testing.TB) *Editor {
	t.Helper()
	return &Editor{t: t, demo: Demo(t), pages: map[int]*teletext.Page{}, pictures: map[string][]byte{}}
}

func (e *Editor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var page, subpage int
	var body []byte
	switch path := r.URL.Path; {
	case IsPath(path, "/v1/teletext/pages/%d.json", &page):
		body = e.Document(page)
	case IsPath(path, "/v1/teletext/images/%d/%d.png", &page, &subpage):
		body = e.drawn(path, page, subpage)
	}
	if body == nil {
		e.demo.ServeHTTP(w, r)
		return
	}
	w.Header().Set("ETag", fmt.Sprintf("\"%x\"", sha256.Sum256(body)))
	http.ServeContent(w, r, r.URL.Path, time.Time{}, bytes.NewReader(body))
}

// IsPath reads the numbers of a path in a format of fmt.Sscanf, and reports whether the path has the format.
func IsPath(path, form string, numbers ...any) bool {
	_, err := fmt.Sscanf(path, form, numbers...)
	return err == nil
}

// Document returns the JSON document of a page, nil if the page is the demo's.
func (e *Editor) Document(page int) []byte {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.pages[page] == nil {
		return nil
	}
	body, err := e.pages[page].EncodeJSON()
	if err != nil {
		panic(err) // cannot happen: the page was decoded before
	}
	return body
}

// Page returns a copy of a page, nil if there is none with the number.
func (e *Editor) Page(number int) *teletext.Page {
	body := e.Document(number)
	if body == nil {
		body = Body(e.demo, DocumentPath(number))
	}
	doc, err := teletext.DecodeJSON(body)
	if err != nil {
		return nil
	}
	return doc
}

// drawn returns the picture of a subpage, which is drawn on the first request; nil if there is none.
func (e *Editor) drawn(path string, page, subpage int) []byte {
	e.mu.Lock()
	known := e.pictures[path]
	e.mu.Unlock()
	if known != nil {
		return known
	}
	doc := e.Page(page)
	if doc == nil {
		return nil
	}
	s, _ := doc.Subpage(subpage)
	if s == nil {
		return nil
	}
	known = DrawPicture(s.Grid())
	e.mu.Lock()
	defer e.mu.Unlock()
	e.pictures[path] = known
	return known
}

// DrawPicture draws a subpage in the colours of an Editor, as a PNG.
func DrawPicture(g *teletext.Grid) []byte {
	softer, _ := render.PaletteNamed("softer")
	img := render.Paletted(g[:], image.Pt(render.PictureWidth, render.PictureHeight),
		render.Look{Colours: softer.Colours})
	for len(img.Palette) < 32 {
		img.Palette = append(img.Palette, color.Black) // the service's pictures have eight bits per pixel
	}
	var b bytes.Buffer
	_ = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img) // cannot fail
	return b.Bytes()
}

// Rewrite changes a page.
func (e *Editor) Rewrite(number int, change func(*teletext.Page)) {
	e.t.Helper()
	doc := e.Page(number)
	if doc == nil {
		e.t.Fatalf("there is no page %d to rewrite", number)
	}
	change(doc)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.pages[number] = doc
	for path := range e.pictures {
		if strings.HasPrefix(path, fmt.Sprintf("/v1/teletext/images/%d/", number)) {
			delete(e.pictures, path)
		}
	}
}

// Write writes a text into a row of a subpage of content type all.
func Write(doc *teletext.Page, subpage, row int, text string) {
	s, _ := doc.Subpage(subpage)
	s.All[row] = text
	s.Text, s.Structured = nil, nil
	g := s.Grid()
	s.Text, s.Structured = g.TextLines(), g.Structured(func(int) bool { return false })
}

// Put adds or replaces a page.
func (e *Editor) Put(page *teletext.Page) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.pages[page.Number] = page
}
