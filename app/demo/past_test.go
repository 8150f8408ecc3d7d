package demo

import (
	"testing"

	"sextant/app/testkit"
)

// TestPast checks the earlier versions of pages: each must be older than the next version and different from it. A live
// page may have been as it is now.
func TestPast(t *testing.T) {
	s := newService(t, nil)
	past, err := s.Past()
	if err != nil || len(past) < 10 {
		t.Fatalf("%d versions, %v", len(past), err)
	}
	for i, v := range past {
		now := testkit.Must(s.pageOf(s.pages.entries[v.Page.Number]))(t)
		source := must(s.pages.entries[v.Page.Number].source())
		if _, changed := s.at(source, start); !v.At.Before(changed) ||
			v.Page.Digest() == now.Digest() && !source.isLive() {
			t.Errorf("a version of %d came at %v, the page at %v", v.Page.Number, v.At, changed)
		}
		if i > 0 && past[i-1].Page.Number == v.Page.Number &&
			(!past[i-1].At.Before(v.At) || past[i-1].Page.Digest() == v.Page.Digest()) {
			t.Errorf("two versions of %d came at %v and %v", v.Page.Number, past[i-1].At, v.At)
		}
	}
}

func must(p *page, err error) *page {
	if err != nil {
		panic(err)
	}
	return p
}

// TestEarlierVersionsOfASource checks that earlier versions and changes in the wrong place or order are refused.
func TestEarlierVersionsOfASource(t *testing.T) {
	const head = "name: A\nage: 1m\n--- subpage 1, 5 s\n01|{White}now\n"
	const live = "name: A\nround: 30m\n--- subpage 1, 5 s\n01|{White}now\n"
	for text, good := range map[string]bool{
		head + "--- as of 1h\n01|{White}then\n":                        true,
		head + "--- as of 1h\n01|\n--- as of 2h\n":                     true,
		head + "--- as of 2h\n--- as of 1h\n":                          false,
		head + "--- as of 0s\n":                                        false,
		head + "--- as of yesterday\n":                                 false,
		head + "--- as of 1h\n--- subpage 2, 5 s\n":                    false,
		head + "--- after 3m\n01|{White}then\n":                        false,
		live + "--- after 3m\n01|{White}then\n--- after 6m\n":          true,
		live + "--- after 6m\n--- after 3m\n":                          false,
		live + "--- after 30m\n":                                       false,
		live + "--- after 3m\n--- subpage 2, 5 s\n":                    false,
		live + "--- after 3m\n--- as of 1h\n":                          false,
		"name: A\nround: 7m\n":                                         false,
		"name: A\nage: 1m\n--- as of 1h\n--- subpage 1, 5 s\n01|now\n": false,
	} {
		if _, err := parsePage("a.txt", text); (err == nil) != good {
			t.Errorf("%q: %v", text, err)
		}
	}
}
