package acquire

import (
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/budget"
	"sextant/app/teletext"
)

func TestAhead(t *testing.T) {
	doc := documentOf(100, "one", 1, 2, 3).Page
	doc.Prev = 0
	a := Around{
		Answer: Answer{Page: 100, Subpage: 3, Document: doc}, Pictures: true,
		Links: []teletext.Link{
			{Page: 150, Height: 1},
			{Page: 400, Height: 2},
			{URL: "http://example.org"},
			{Page: 100, Height: 1},
			{Page: 100, Subpage: 2, Height: 1},
			{Page: 160, Height: 1},
		},
		Usual: []int{400, 201}, Favourites: []int{500, 501, 502},
	}
	var got []string
	for _, w := range a.Ahead() {
		s := teletext.Address(w.Page, w.Subpage)
		if w.Picture {
			s += " with its picture"
		}
		got = append(got, s)
	}
	want := []string{
		"100/1 with its picture", "400 with its picture", "201 with its picture",
		"101", "150", "100/2", "160", "500",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestPrefetcher(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line := "one"
		r := newRig(t, newSource(t, &line, 1))
		f := NewPrefetcher(r.Pages)
		plan := func(list ...Want) {
			f.Plan(list)
			time.Sleep(time.Minute)
			synctest.Wait()
		}
		plan(Want{Page: 200, Picture: true, Class: budget.Prefetch}, Want{Page: 201, Class: budget.Prefetch})
		if n := len(r.source.forget()); n != 3 {
			t.Errorf("%d requests for two pages, one with its picture", n)
		}
		r.now = r.now.Add(time.Hour)
		plan(Want{Page: 200, Picture: true, Class: budget.Prefetch}, Want{Page: 201, Class: budget.Prefetch})
		r.expect(t) // what is known is known
		r.Fetch(t.Context(), Want{Page: 201})
		r.source.forget()
		r.source.page = nil // and is not asked for
		plan(Want{Page: 201, Subpage: 1, Picture: true, Class: budget.Prefetch})
		r.expect(t, "201/1")
		f.Close()
		_ = r.kept.Close()
	})
}

// TestPrefetcherGivesUp sees that what failed is left alone for a while.
func TestPrefetcherGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, chainSource(t, 100))
		f := NewPrefetcher(r.Pages)
		for _, wait := range []time.Duration{0, SecondLook / 2, SecondLook} {
			r.now = r.now.Add(wait)
			f.Plan([]Want{{Page: 555, Class: budget.Prefetch}})
			time.Sleep(time.Second)
			synctest.Wait()
		}
		r.expect(t, "555", "555")
		f.Close()
		_ = r.kept.Close()
	})
}
