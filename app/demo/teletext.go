package demo

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"strconv"
	"strings"
	"time"

	"sextant/app/render"
	"sextant/app/teletext"
)

// serveTeletext answers what lies under /v1/teletext. By the specification everything that goes wrong
// there is 404: no such page or subpage, an invalid one, and an error in reading one.
func (s *Service) serveTeletext(w http.ResponseWriter, r *http.Request, parts []string) {
	var answer *response
	var err error
	switch {
	case len(parts) == 2 && parts[0] == "pages":
		answer, err = s.document(parts[1])
	case len(parts) == 3 && parts[0] == "images":
		answer, err = s.picture(parts[1], parts[2])
	}
	if answer == nil || err != nil {
		refuse(w, http.StatusNotFound)
		return
	}
	answer.serve(w, r)
}

// document finds the page document named {page}.{format}; it is nil where there is none.
func (s *Service) document(file string) (*response, error) {
	number, format, _ := strings.Cut(file, ".")
	e := s.entry(number)
	if e == nil || format != "json" && format != "xml" {
		return nil, nil
	}
	return e.documents.get(format, func() (*response, error) {
		p, err := s.page(e)
		if err != nil {
			return nil, err
		}
		encode, contentType := p.EncodeJSON, typeJSON
		if format == "xml" {
			encode, contentType = p.EncodeXML, typeXML
		}
		body, err := encode()
		if err != nil {
			return nil, fmt.Errorf("encoding page %d: %w", e.number, err)
		}
		return newResponse(contentType, p.ModifiedIn(s.options.Zone), body), nil
	})
}

// picture finds the image of a subpage; it is nil where there is none.
func (s *Service) picture(page, file string) (*response, error) {
	e := s.entry(page)
	text, ok := strings.CutSuffix(file, ".png")
	number, isNumber := plainNumber(text)
	if e == nil || !ok || !isNumber {
		return nil, nil
	}
	source, err := e.source()
	if err != nil {
		return nil, err
	}
	for _, sub := range source.subpages {
		if sub.Number == number {
			return e.pictures.get(number, func() (*response, error) {
				body, err := encodePicture(sub.Grid())
				return newResponse(typePNG, s.modified(source), body), err
			})
		}
	}
	return nil, nil
}

// entry finds a page by its number as a path gives it.
func (s *Service) entry(number string) *entry {
	n, ok := plainNumber(number)
	if !ok {
		return nil
	}
	return s.pages.entries[n]
}

// plainNumber reads a number written the only way a path may write it: no sign, no leading nought.
func plainNumber(s string) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && n > 0 && s == strconv.Itoa(n)
}

// modified is when a page is said to have been changed last.
func (s *Service) modified(p *page) time.Time {
	return s.started.Add(-p.age).In(s.options.Zone).Truncate(time.Second)
}

// page makes the whole page document: the source with its place in the chain, its time, and all
// three content types.
func (s *Service) page(e *entry) (*teletext.Page, error) {
	source, err := e.source()
	if err != nil {
		return nil, err
	}
	m := s.modified(source)
	p := &teletext.Page{
		Network:      network,
		Number:       e.number,
		Name:         source.name,
		Modified:     time.Date(m.Year(), m.Month(), m.Day(), m.Hour(), m.Minute(), m.Second(), 0, time.UTC),
		SubpageCount: len(source.subpages),
		Prev:         e.prev,
		Next:         e.next,
		TOPType:      "Block",
	}
	if len(source.subpages) > 1 {
		p.Animated = "yes"
	}
	for _, sub := range source.subpages {
		grid := sub.Grid()
		sub.Text, sub.Structured = grid.TextLines(), grid.Structured(s.pages.has)
		p.Subpages = append(p.Subpages, sub)
	}
	return p, nil
}

// encodePicture draws a subpage. The specification wants a colormap of 8 bits, and the encoder packs
// pixels tighter than that unless the palette has more than 16 colours; the rest of it stays black.
func encodePicture(grid *teletext.Grid) ([]byte, error) {
	const colours = 32
	size := image.Pt(render.PictureWidth, render.PictureHeight)
	img := render.Paletted(grid[:], size, render.Look{Colours: render.Palettes()[0].Colours})
	palette := make(color.Palette, colours)
	for i := copy(palette, img.Palette); i < colours; i++ {
		palette[i] = color.Black
	}
	img.Palette = palette
	var b bytes.Buffer
	// A picture is asked for once and at once: speed matters more than a kilobyte.
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img); err != nil {
		return nil, fmt.Errorf("encoding a picture: %w", err)
	}
	return b.Bytes(), nil
}
