package app

import (
	"context"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/app/demo"
	"sextant/app/service"
	"sextant/app/teletext"
)

// TestDemoNamesEveryKey makes sure that page 701 of the demo, "All the keys", has each key of the list of
// keys.
func TestDemoNamesEveryKey(t *testing.T) {
	d, err := demo.New(demo.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(d)
	defer server.Close()
	client, err := service.New(service.Config{BaseURL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	doc, err := client.Page(context.Background(), 701, service.JSON, service.Served{})
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{"Ctrl++": true, "Ctrl+-": true, "Ctrl+0": true} // which stand there as Ctrl+ + - 0
	for _, s := range doc.Page.Subpages {
		for _, line := range s.Grid().TextLines() {
			key, _, _ := strings.Cut(line[min(len(line), 2):], "  ")
			for _, one := range strings.Split(strings.TrimSpace(key), ", ") {
				named[one] = true
			}
		}
	}
	for _, k := range keyTable() {
		name := strings.NewReplacer("–", "to", "−", "-").Replace(k[0])
		for _, key := range strings.Split(name, ", ") {
			if !named[key] {
				t.Errorf("page 701 does not name %s (%s)", key, k[1])
			}
		}
	}
}

// TestAnimatedIsShown finds what a document says of it in the page information.
func TestAnimatedIsShown(t *testing.T) {
	got := placeFacts(&teletext.Page{Animated: "yes", Prev: 99, Next: 101})
	if want := [][2]string{{"Animated", "yes"}, {"Previous page", "99"}, {"Next page", "101"}}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := placeFacts(&teletext.Page{}); len(got) != 0 {
		t.Errorf("of a page that says nothing: %q", got)
	}
}
