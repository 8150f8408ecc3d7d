package store

import (
	"bytes"
	"reflect"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/teletext"
)

func TestPageComesBack(t *testing.T) {
	for _, form := range []string{"json", "xml"} {
		t.Run(form, func(t *testing.T) {
			s := empty(t)
			doc := newPage(123, "Harbour", "{DH}Tides", "{Cyan}high at 345")
			encode := doc.EncodeJSON
			if form == "xml" {
				encode = doc.EncodeXML
			}
			raw := must[[]byte](t)(encode())
			served := api.Validators{
				ETag: `"a"`, LastModified: "Sat, 21 Nov 2026 12:00:00 GMT",
				CacheControl: "max-age=60", Age: "7", Date: "Sat, 21 Nov 2026 12:00:01 GMT",
			}
			s.SavePage(doc, raw, form, noon(), served)
			flush(t, s)
			got := must[*Stored](t)(s.Page(123))
			got.Document.Warnings = nil
			want := &Stored{
				ID: got.ID, Document: doc, First: noon(), Last: noon(), Validators: served, Raw: raw, Form: form,
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%+v\nis not\n%+v", got, want)
			}
			if again := keptVersion(t, s, got.ID); again.Document == got.Document ||
				!bytes.Equal(again.Raw, raw) {
				t.Errorf("the version by its ID: %+v", again)
			}
		})
	}
}

func TestNothingThere(t *testing.T) {
	s := empty(t)
	s.Confirm(100, newPage(100, "Index").Digest(), noon(), api.Validators{})
	flush(t, s)
	if p, err := s.Page(100); p != nil || err != nil {
		t.Errorf("%v, %v", p, err)
	}
	if v, ok, err := s.Version(1); ok || err != nil {
		t.Errorf("%v, %v", v, err)
	}
	if v, err := s.Versions(100); len(v) != 0 || err != nil {
		t.Errorf("%v, %v", v, err)
	}
	if png, _, _, err := s.Picture(PictureKey{Place: teletext.Place{Page: 100}}); png != nil || err != nil {
		t.Errorf("%v, %v", png, err)
	}
}

func TestSameAgainIsNoNewVersion(t *testing.T) {
	s := empty(t)
	doc, later := newPage(100, "Index", "one"), newPage(100, "Index", "one")
	later.Modified = noon().Add(time.Hour)
	save(t, s, doc, noon())
	raw := must[[]byte](t)(later.EncodeJSON())
	s.SavePage(later, raw, "json", noon().Add(time.Minute), api.Validators{ETag: "b"})
	flush(t, s)
	got := must[*Stored](t)(s.Page(100))
	if got.First != noon() || got.Last != noon().Add(time.Minute) || got.Validators.ETag != "b" {
		t.Errorf("%+v", got)
	}
	if got.Document.Modified != later.Modified || bytes.Equal(got.Raw, raw) {
		t.Errorf("changed %v in %s", got.Document.Modified, got.Raw)
	}
	if v := must[[]VersionInfo](t)(s.Versions(100)); len(v) != 1 {
		t.Errorf("%v", v)
	}
}

func TestOneTheOtherAndTheFirstAgain(t *testing.T) {
	s := empty(t)
	a, b := newPage(100, "Index", "one"), newPage(100, "Index", "two")
	for i, p := range []*teletext.Page{a, b, a} {
		save(t, s, p, noon().Add(time.Duration(i)*time.Hour))
	}
	flush(t, s)
	versions := must[[]VersionInfo](t)(s.Versions(100))
	if len(versions) != 3 || count(t, s, "content") != 2 {
		t.Fatalf("%d versions of %d contents", len(versions), count(t, s, "content"))
	}
	for i, v := range versions {
		want := VersionInfo{
			versions[0].ID + int64(i), noon().Add(time.Duration(i) * time.Hour),
			noon().Add(time.Duration(i) * time.Hour), noon(),
		}
		if v != want {
			t.Errorf("version %d: %+v", i, v)
		}
	}
	if got := must[*Stored](t)(s.Page(100)); got.ID != versions[2].ID || got.Document.Digest() != a.Digest() {
		t.Errorf("the newest is %+v", got)
	}
	if got := keptVersion(t, s, versions[1].ID); got.Document.Digest() != b.Digest() {
		t.Errorf("the one between is %+v", got)
	}
}

func TestSeenKeepsWhatIsNotSaidAgain(t *testing.T) {
	s := empty(t)
	doc := newPage(100, "Index", "one")
	raw := must[[]byte](t)(doc.EncodeJSON())
	for _, tt := range []struct {
		name              string
		said, again, want api.Validators
	}{
		{
			"nothing",
			api.Validators{ETag: "e", LastModified: "l", CacheControl: "c", Age: "a", Date: "d"},
			api.Validators{},
			api.Validators{ETag: "e", LastModified: "l", CacheControl: "c"},
		},
		{
			"all",
			api.Validators{ETag: "e", LastModified: "l", CacheControl: "c", Age: "a", Date: "d"},
			api.Validators{ETag: "E", LastModified: "L", CacheControl: "C", Age: "A", Date: "D"},
			api.Validators{ETag: "E", LastModified: "L", CacheControl: "C", Age: "A", Date: "D"},
		},
	} {
		s.SavePage(doc, raw, "json", noon(), tt.said)
		s.Confirm(100, doc.Digest(), noon().Add(time.Hour), tt.again)
		flush(t, s)
		got := must[*Stored](t)(s.Page(100))
		if got.Validators != tt.want || got.First != noon() || got.Last != noon().Add(time.Hour) {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
}

// TestConfirmOfOtherVersion checks that a 304 for another version than the newest stored one leaves that as it is.
func TestConfirmOfOtherVersion(t *testing.T) {
	s := empty(t)
	older, newer := newPage(100, "Index", "older"), newPage(100, "Index", "newer")
	s.SavePage(newer, must[[]byte](t)(newer.EncodeJSON()), "json", noon(), api.Validators{ETag: "newer"})
	s.SavePage(older, must[[]byte](t)(older.EncodeJSON()), "json", noon(), api.Validators{ETag: "older"})
	s.Confirm(100, newer.Digest(), noon().Add(time.Hour), api.Validators{ETag: "newer"})
	flush(t, s)
	got := must[*Stored](t)(s.Page(100))
	if got.Validators.ETag != "older" || got.Last != noon() {
		t.Errorf("%+v", got)
	}
}

func TestDirectory(t *testing.T) {
	s := empty(t)
	a, b := newPage(100, " Index ", "one"), newPage(200, "Sport", "two")
	a.Prev, a.Next = 899, 200
	addSubpage(a, 2, "more")
	b.Subpages[0].Structured = &teletext.RunLines{{{Length: 40, Link: "100"}}}
	save(t, s, a, noon())
	save(t, s, b, noon())
	save(t, s, newPage(200, "Sport", "three"), noon().Add(time.Hour))
	s.Confirm(100, a.Digest(), noon().Add(2*time.Hour), api.Validators{})
	s.MarkMissing(150, noon())
	flush(t, s)
	want := []Listing{
		{
			Page: 100, Name: "Index", Subpages: 2, Prev: 899, Next: 200,
			Fetched: noon().Add(2 * time.Hour), Changed: noon(),
		},
		{Page: 150, MissingSince: noon()},
		{Page: 200, Name: "Sport", Subpages: 1, Fetched: noon().Add(time.Hour), Changed: noon().Add(time.Hour)},
	}
	if got := must[[]Listing](t)(s.Directory()); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	save(t, s, b, noon().Add(2*time.Hour))
	flush(t, s)
	if got := must[[]Listing](t)(s.Directory())[2]; !got.MarksLinks {
		t.Errorf("%+v", got)
	}
}

// TestMissingPageLeavesSearch checks that a missing page is not found, and is found again when it is back.
func TestMissingPageLeavesSearch(t *testing.T) {
	doc := newPage(100, "Index", "one")
	for _, tt := range []struct {
		name string
		back func(*Store)
		want int
	}{
		{"still missing", func(s *Store) { s.MarkMissing(100, noon().Add(time.Hour)) }, 0},
		{"saved again", func(s *Store) { save(t, s, doc, noon()) }, 1},
		{"seen again", func(s *Store) { s.Confirm(100, doc.Digest(), noon(), api.Validators{}) }, 1},
		{"saved again", func(s *Store) { save(t, s, newPage(100, "Index", "one two"), noon()) }, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := empty(t)
			save(t, s, doc, noon())
			s.MarkMissing(100, noon())
			flush(t, s)
			l := must[[]Listing](t)(s.Directory())[0]
			if l.MissingSince != noon() || len(find(t, s, "one", false, 9)) != 0 ||
				must[*Stored](t)(s.Page(100)) == nil {
				t.Fatalf("missing: %+v", l)
			}
			tt.back(s)
			flush(t, s)
			l = must[[]Listing](t)(s.Directory())[0]
			if hits := find(t, s, "one", false, 9); len(hits) != tt.want || l.MissingSince.IsZero() != (tt.want == 1) {
				t.Errorf("%+v, %+v", l, hits)
			}
			if tt.want == 0 && l.MissingSince != noon() {
				t.Errorf("missing since %v", l.MissingSince)
			}
		})
	}
}

func TestPictures(t *testing.T) {
	s := empty(t)
	a, b := newPage(100, "Index", "one"), newPage(101, "News", "two")
	addSubpage(a, 2, "more")
	save(t, s, a, noon())
	save(t, s, b, noon())
	served := api.Validators{ETag: "e"}
	s.SavePicture(key(a, 0), []byte("picture"), noon(), served)
	s.SavePicture(key(b, 0), []byte("picture"), noon().Add(time.Hour), api.Validators{})
	s.SavePicture(key(a, 1), []byte("another"), noon(), api.Validators{})
	flush(t, s)
	png, fetched, got, err := s.Picture(key(a, 0))
	if string(png) != "picture" || fetched != noon() || got != served || err != nil {
		t.Errorf("%q of %v with %v, %v", png, fetched, got, err)
	}
	if n := count(t, s, "image"); n != 2 {
		t.Errorf("%d pictures are stored", n)
	}
	s.SavePicture(key(a, 1), []byte("newer"), noon(), api.Validators{})
	flush(t, s)
	if png, _, _, _ := s.Picture(key(a, 1)); string(png) != "newer" || count(t, s, "image") != 2 {
		t.Errorf("%q, and %d are stored", png, count(t, s, "image"))
	}
	changed := newPage(100, "Index", "changed")
	addSubpage(changed, 2, "more")
	save(t, s, changed, noon())
	flush(t, s)
	if png, _, _, _ := s.Picture(key(changed, 1)); string(png) != "newer" {
		t.Errorf("a subpage that did not change has %q", png)
	}
	if png, _, _, _ := s.Picture(key(changed, 0)); png != nil {
		t.Errorf("a subpage that changed has %q", png)
	}
}

func TestPictureOfNothingIsNotKept(t *testing.T) {
	s := empty(t)
	s.SavePicture(key(newPage(100, "Index", "one"), 0), []byte("picture"), noon(), api.Validators{})
	flush(t, s)
	if n := count(t, s, "image"); n != 0 {
		t.Errorf("%d pictures are stored", n)
	}
}
