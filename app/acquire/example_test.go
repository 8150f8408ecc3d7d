package acquire_test

import (
	"context"
	"fmt"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/store"
	"sextant/app/teletext"
)

// A score is a service with one page, whose text can be changed.
type score struct{ text string }

func (s *score) Page(_ context.Context, page int, _ api.Format, _ api.Validators) (*api.Document, error) {
	lines := &teletext.Lines{1: s.text}
	return &api.Document{Page: &teletext.Page{
		Number: page, Subpages: []teletext.Subpage{{Number: 1, Text: lines}},
	}}, nil
}

func (s *score) Picture(context.Context, int, int, api.Validators) (*api.Picture, error) {
	return nil, api.ErrNone
}

// Everything that shows a page subscribes to changes, which carry the document: whatever was fetched, all show it.
func ExamplePages() {
	service, now := &score{"1 - 0"}, time.Now
	kept, _ := store.Open("", store.Options{Now: now}) // in memory
	defer kept.Close()
	limits := budget.Limits{PerSecond: 100, PerHour: 1000, PerDay: 10_000}
	pages := acquire.NewPages(service, kept, budget.New(limits, nil, budget.Clock{Now: now}, nil), acquire.Config{
		Format: api.JSON, MaxAge: time.Minute, Now: now,
		OnChanged: func(c acquire.Change) {
			fmt.Println("page", c.Page, "says", c.Document.Subpages[0].Grid().Row(1)[:5])
		},
	})
	want := acquire.Want{Page: 206, Class: budget.User}
	pages.Fetch(context.Background(), want)
	service.text = "2 - 0"
	pages.Fetch(context.Background(), want) // from memory: it is fresh
	want.Reload = true
	pages.Fetch(context.Background(), want)
	// Output:
	// page 206 says 1 - 0
	// page 206 says 2 - 0
}
