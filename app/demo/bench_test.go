package demo

import (
	"fmt"
	"net/http"
	"testing"

	"sextant/app/render"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

// BenchmarkNew measures the service's part in the start of the program.
func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		newService(b, nil)
	}
}

// BenchmarkLoad parses every page source.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		c := allPages(b)
		for _, n := range c.numbers {
			if _, err := c.entries[n].source(); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkFirstPage measures the start and the first page together.
func BenchmarkFirstPage(b *testing.B) {
	for b.Loop() {
		get(b, newService(b, nil), "/v1/teletext/pages/100.json")
	}
}

func BenchmarkPage(b *testing.B) {
	s := newService(b, nil)
	for b.Loop() {
		ask(s, http.MethodGet, "/v1/teletext/pages/100.json", "Accept-Encoding", "gzip")
	}
}

// BenchmarkFirstPicture draws and encodes a picture, which later requests do not.
func BenchmarkFirstPicture(b *testing.B) {
	s := newService(b, nil)
	p := testkit.Must(s.pages.entries[100].source())(b)
	for b.Loop() {
		if _, err := render.EncodePicture(p.subpages[0].Grid()[:]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPicture(b *testing.B) {
	s := newService(b, nil)
	for b.Loop() {
		get(b, s, "/v1/teletext/images/100/1.png")
	}
}

// BenchmarkToGrid decodes the documents of the demo's pages to the cells of subpages.
func BenchmarkToGrid(b *testing.B) {
	s := newService(b, nil)
	var documents [][]byte
	subpages := 0
	for _, n := range s.pages.numbers {
		documents = append(documents, get(b, s, fmt.Sprintf("/v1/teletext/pages/%d.json", n)).Body.Bytes())
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		p := testkit.Must(teletext.DecodeJSON(documents[i%len(documents)]))(b)
		for j := range p.Subpages {
			p.Subpages[j].Grid()
		}
		subpages += len(p.Subpages)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(subpages), "ns/subpage")
}
