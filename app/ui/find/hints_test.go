package find

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
	"sextant/app/ui/hosttest"
)

// ofIndexedService returns the panel for a service with two pages that name others, and the documents requested so far.
func ofIndexedService(t *testing.T) (f *Presenter, h *hosttest.Host, asked func() []string) {
	t.Helper()
	e := servicetest.NewEditor(t)
	index := func(number, next int, name string, rows ...string) {
		doc := e.Page(100)
		doc.Number, doc.Name, doc.Prev, doc.Next, doc.Subpages = number, name, 0, next, doc.Subpages[:1]
		for row := range teletext.Rows {
			text := ""
			if row > 0 && row <= len(rows) {
				text = rows[row-1]
			}
			servicetest.Write(doc, doc.Subpages[0].Number, row, text)
		}
		e.Put(doc)
	}
	index(100, 102, "Front", "Welcome", "201 Scores", "Weather at sea ........ 150")
	index(199, 0, "Index", "202 Tables & fixtures", "201 Results")
	service := servicetest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == servicetest.DocumentPath(100) || r.URL.Path == servicetest.DocumentPath(199) {
			e.ServeHTTP(w, r)
			return
		}
		http.NotFound(w, r)
	}))
	h = hosttest.New(t)
	tuner, _ := hosttest.Tune(t, t.TempDir(), service, nil, h.Do)
	return presenterOn(t, h, tuner), h, func() (pages []string) {
		for _, r := range service.Asked() {
			pages = append(pages, strings.TrimPrefix(r.URL.Path, "/v1/teletext/pages/"))
		}
		slices.Sort(pages)
		return pages
	}
}

// TestUnknownPagesAreListed opens All pages after a first connect to a service with an index on 199, and lists what its
// first page and its index name and link to, without a request for those. What turns out to be missing goes.
func TestUnknownPagesAreListed(t *testing.T) {
	f, h, asked := ofIndexedService(t)
	h.Show(f.Panel())
	f.Show(Pages)
	seen := func() (got []string) {
		for i := range f.panel.parts.list.Count() {
			row := f.panel.parts.list.Row(i)
			if row.Heading {
				continue
			}
			text := strings.TrimSpace(row.Page + " " + row.Title)
			if row.Dim {
				text += " ?"
			}
			got = append(got, text)
		}
		return got
	}
	want := []string{
		"100 Front", "102 ?", "150 Weather at sea ?", "199 Index", "201 Scores ?", "202 Tables & fixtures ?",
	}
	h.Until(t, "the index", func() bool { return slices.Equal(seen(), want) })
	if got := asked(); !slices.Equal(got, []string{"100.json", "199.json"}) {
		t.Errorf("pages %v were requested", got)
	}
	f.parts.Nav.Run(f.parts.Nav.GoTo(teletext.Place{Page: 150}))
	h.Until(t, "page 150 to be missing", func() bool { return !slices.Contains(seen(), want[2]) })
}

// TestIndexesEndWithTheWindow closes the window while the index is requested, which ends the request.
func TestIndexesEndWithTheWindow(t *testing.T) {
	asked, left := make(chan struct{}), make(chan struct{})
	service := servicetest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != servicetest.DocumentPath(199) {
			http.NotFound(w, r)
			return
		}
		close(asked)
		<-r.Context().Done()
		close(left)
	}))
	h := hosttest.New(t)
	tuner, _ := hosttest.Tune(t, t.TempDir(), service, nil, h.Do)
	f := presenterOn(t, h, tuner)
	h.Show(f.Panel())
	f.Show(Pages)
	<-asked
	h.Close()
	<-left
}
