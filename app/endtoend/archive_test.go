package endtoend

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"

	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
)

// An archive is a service with a page at every number, which changes with each request.
type archive struct {
	model   *teletext.Page
	picture []byte
	count   atomic.Int64
}

func newArchive(t *testing.T) *archive {
	e := newEditor(t)
	return &archive{model: e.Page(120), picture: servicetest.Body(e, servicetest.PicturePath(120, 1))}
}

func (a *archive) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var page, subpage int
	switch {
	case servicetest.IsPath(r.URL.Path, "/v1/teletext/pages/%d.json", &page):
		body, err := a.page(page).EncodeJSON()
		if err != nil {
			panic(err) // cannot happen: the page was decoded before
		}
		_, _ = w.Write(body) // the client may have disconnected
	case servicetest.IsPath(r.URL.Path, "/v1/teletext/images/%d/%d.png", &page, &subpage):
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(a.picture)
	default:
		http.NotFound(w, r)
	}
}

// page returns a page made from the model.
func (a *archive) page(number int) *teletext.Page {
	doc := *a.model
	doc.Number, doc.Name, doc.Prev = number, fmt.Sprint("Sheet ", number), 0
	if number > teletext.FirstPage {
		doc.Prev = number - 1
	}
	doc.Next = max(teletext.FirstPage, (number+1)%(teletext.LastPage+1))
	sub := doc.Subpages[0]
	all := *sub.All
	sub.All = &all
	doc.Subpages = []teletext.Subpage{sub}
	servicetest.Write(&doc, 1, 7, fmt.Sprintf("{White}Sheet %d, copy %d", number, a.count.Add(1)))
	return &doc
}
