package endtoend

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

	"sextant/app/demo"
	"sextant/app/render"
	"sextant/app/teletext"
)

// An editor is a service whose pages can be changed while it runs. It draws its pictures in colours of its
// own, so that one of them is never taken for a page that the program drew.
type editor struct {
	t    *testing.T
	demo http.Handler

	mu       sync.Mutex
	pages    map[int]*teletext.Page // that say something else than the demo's
	pictures map[string][]byte      // by their paths
}

// newEditor begins with the pages of the demo service.
func newEditor(t *testing.T) *editor {
	t.Helper()
	handler, err := demo.New(demo.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return &editor{t: t, demo: handler, pages: map[int]*teletext.Page{}, pictures: map[string][]byte{}}
}

func (e *editor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var page, subpage int
	var body []byte
	switch path := r.URL.Path; {
	case isPath(path, "/v1/teletext/pages/%d.json", &page):
		body = e.document(page)
	case isPath(path, "/v1/teletext/images/%d/%d.png", &page, &subpage):
		body = e.drawn(path, page, subpage)
	}
	if body == nil {
		e.demo.ServeHTTP(w, r)
		return
	}
	w.Header().Set("ETag", fmt.Sprintf("\"%x\"", sha256.Sum256(body)))
	http.ServeContent(w, r, r.URL.Path, time.Time{}, bytes.NewReader(body))
}

// isPath reads the numbers of a path that has a form.
func isPath(path, form string, numbers ...any) bool {
	_, err := fmt.Sscanf(path, form, numbers...)
	return err == nil
}

// document is what the editor says of a page in the form of JSON, nil where that is what the demo says.
func (e *editor) document(page int) []byte {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.pages[page] == nil {
		return nil
	}
	body, err := e.pages[page].EncodeJSON()
	if err != nil {
		panic(err) // a page that was decoded before can be encoded
	}
	return body
}

// page is what the editor says of a page, as a copy; nil for a page that there is not.
func (e *editor) page(number int) *teletext.Page {
	body := e.document(number)
	if body == nil {
		body = bodyOf(e.demo, documentPath(number))
	}
	doc, err := teletext.DecodeJSON(body)
	if err != nil {
		return nil
	}
	return doc
}

// drawn is the picture of a subpage, drawn when it is first asked for; nil where there is none.
func (e *editor) drawn(path string, page, subpage int) []byte {
	e.mu.Lock()
	known := e.pictures[path]
	e.mu.Unlock()
	if known != nil {
		return known
	}
	doc := e.page(page)
	if doc == nil {
		return nil
	}
	s, _ := doc.Subpage(subpage)
	if s == nil {
		return nil
	}
	known = drawPicture(s.Grid())
	e.mu.Lock()
	defer e.mu.Unlock()
	e.pictures[path] = known
	return known
}

// drawPicture draws a subpage as an editor does.
func drawPicture(g *teletext.Grid) []byte {
	softer, _ := render.PaletteNamed("softer")
	img := render.Paletted(g[:], image.Pt(render.PictureWidth, render.PictureHeight),
		render.Look{Colours: softer.Colours})
	for len(img.Palette) < 32 {
		img.Palette = append(img.Palette, color.Black) // the service's pictures have eight bits to a pixel
	}
	var b bytes.Buffer
	_ = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img) // memory refuses nothing
	return b.Bytes()
}

// rewrite changes what a page says from now on.
func (e *editor) rewrite(number int, change func(*teletext.Page)) {
	e.t.Helper()
	doc := e.page(number)
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

// write puts a text into a row of a subpage, in codes of content type all.
func write(doc *teletext.Page, subpage, row int, text string) {
	s, _ := doc.Subpage(subpage)
	s.All[row] = text
	s.Text, s.Structured = nil, nil
	g := s.Grid()
	s.Text, s.Structured = g.TextLines(), g.Structured(func(int) bool { return false })
}

// picture is what the editor would answer for a subpage now.
func (e *editor) picture(page, subpage int) *picture {
	e.t.Helper()
	return newPicture(e.t, fmt.Sprintf("%d/%d", page, subpage), bodyOf(e, picturePath(page, subpage)))
}

// sharp is what the sharp view shows of a subpage now, and what is shown for want of a picture.
func (e *editor) sharp(page, subpage int, rows func(*teletext.Grid) []teletext.Row) *picture {
	e.t.Helper()
	s, _ := e.page(page).Subpage(subpage)
	return sharpGrid(s.Grid(), teletext.Address(page, subpage)+" drawn", rows)
}

func sharpGrid(g *teletext.Grid, name string, rows func(*teletext.Grid) []teletext.Row) *picture {
	look := render.Look{Colours: render.Palettes()[0].Colours}
	return &picture{
		Image: image.Rect(0, 0, render.PictureWidth, render.PictureHeight), name: name,
		scaled: map[image.Point]*image.RGBA{},
		draw:   func(dst *image.RGBA) { new(render.Painter).Paint(dst, dst.Rect, rows(g), look) },
	}
}

// spansOf finds words on a subpage, in each row that has them. Both rows of double height have what stands
// there.
func (e *editor) spansOf(page, subpage int, words ...string) []teletext.Span {
	e.t.Helper()
	s, _ := e.page(page).Subpage(subpage)
	g := s.Grid()
	var spans []teletext.Span
	for _, word := range words {
		found := len(spans)
		for row := range g {
			if before, _, ok := strings.Cut(g.Row(row), word); ok {
				from := len([]rune(before))
				spans = append(spans, teletext.Span{Row: row, From: from, Before: from + len([]rune(word))})
			}
		}
		if len(spans) == found {
			e.t.Fatalf("page %d does not say %q", page, word)
		}
	}
	return spans
}
