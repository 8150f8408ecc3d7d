package acquire

import (
	"context"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/service"
)

func TestAgeAndLifetimeOfHeaders(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"": 0, "60": time.Minute, " 60 ": time.Minute, "60, 5": time.Minute, "-1": 0, "1.5": 0, "x": 0, "+5": 0,
		"99999999": mostAge, "99999999999999999999999999": mostAge,
	} {
		if got := AgeOf(api.Validators{Age: text}); got != want {
			t.Errorf("Age %q: %v", text, got)
		}
	}
	for text, want := range map[string]time.Duration{
		"": 0, "max-age=300": 5 * time.Minute,
		`Max-Age="300", stale-if-error=9`: 5 * time.Minute, "max-age=300, no-cache": 0,
		"no-store": 0, "stale-while-revalidate=600": 0, "max-age=999999999": mostLifetime,
		"max-age=": 0, "max-age": 0, "s-maxage=5": 0,
	} {
		if got := lifetimeOf(api.Validators{CacheControl: text}); got != want {
			t.Errorf("Cache-Control %q: %v", text, got)
		}
	}
}

// TestHeadersOfAge checks when a page is requested again if its answers have Age and max-age, also after a restart.
func TestHeadersOfAge(t *testing.T) {
	line := "one"
	s := newSource(t, &line, 1)
	served, page := api.Validators{}, s.page
	s.page = func(ctx context.Context, n int, known api.Validators) (*api.Document, error) {
		doc, err := page(ctx, n, known)
		doc.Validators = served
		if known.ETag != "" {
			return &api.Document{Unchanged: true, Validators: api.Validators{Age: served.Age}}, nil
		}
		return doc, err
	}
	r := newRig(t, s)
	fetch := func(what string, wait, age time.Duration, asked ...string) {
		t.Helper()
		r.now = r.now.Add(wait)
		a := r.Fetch(t.Context(), Want{Page: 100})
		r.expect(t, asked...)
		if got := r.now.Sub(a.Fetched); got != age {
			t.Errorf("%s: it is %v old, not %v", what, got, age)
		}
	}
	served = api.Validators{Age: "1800", CacheControl: "max-age=60", ETag: "e"}
	fetch("an old one", 0, 30*time.Minute, "100")
	fetch("not at every glance", 50*time.Second, 30*time.Minute+50*time.Second)
	served.Age = "10"
	fetch("unchanged", time.Minute, 10*time.Second, "100")
	r.open(t)
	fetch("after a restart", 30*time.Second, 40*time.Second)
	fetch("too old by then", 30*time.Second, 10*time.Second, "100")
	served = api.Validators{Age: "100", CacheControl: "max-age=400"}
	fetch("another max-age is not said where it is unchanged", time.Minute, 100*time.Second, "100")
	r.Fetch(t.Context(), Want{Page: 101})
	r.source.forget()
	r.now = r.now.Add(299 * time.Second)
	r.open(t)
	r.Fetch(t.Context(), Want{Page: 101})
	r.expect(t)
	r.Fetch(t.Context(), Want{Page: 101, Reload: true})
	r.expect(t, "101")
	r.now = r.now.Add(300 * time.Second)
	r.Fetch(t.Context(), Want{Page: 101})
	r.expect(t, "101")
	r.now = r.now.Add(-time.Hour)
	r.Fetch(t.Context(), Want{Page: 101})
	r.expect(t, "101") // the clock was set back
}

// TestRequestsNamePurpose checks that only a reload by a user is sent with no-cache.
func TestRequestsNamePurpose(t *testing.T) {
	line, noCache := "one", false
	s := newSource(t, &line, 1)
	page := s.page
	s.page = func(ctx context.Context, n int, known api.Validators) (*api.Document, error) {
		noCache = service.IsNoCache(ctx)
		return page(ctx, n, known)
	}
	r := newRig(t, s)
	for w, want := range map[Want]bool{
		{Page: 100}: false, {Page: 101, Reload: true}: true, {Page: 102, Reload: true, Class: budget.Kiosk}: false,
	} {
		if r.Fetch(t.Context(), w); noCache != want {
			t.Errorf("%+v: noCache is %v", w, noCache)
		}
	}
}
