package browse

import (
	"reflect"
	"testing"

	"sextant/app/teletext"
)

func TestDirectory(t *testing.T) {
	d := NewDirectory()
	expect := func(want teletext.Existence, pages ...int) {
		t.Helper()
		for _, p := range pages {
			if got := d.Existence(p); got != want {
				t.Errorf("page %d: %v, want %v", p, got, want)
			}
		}
	}
	expect(teletext.Unknown, 100, 101)
	d.Record(&teletext.Page{Number: 105, Name: " Harbour ", Prev: 103, Next: 110})
	expect(teletext.Exists, 103, 105, 110)
	expect(teletext.Absent, 104, 106, 109)
	expect(teletext.Unknown, 102, 111)
	d.Missing(111)
	d.Record(&teletext.Page{Number: 110, Prev: 105, Next: 111})
	expect(teletext.Exists, 111)
	if d.Name(105) != "Harbour" || d.Name(110) != "" || d.MarksLinks() {
		t.Errorf("%q, %q, %v", d.Name(105), d.Name(110), d.MarksLinks())
	}
	runs := &teletext.RunLines{3: {{Length: 3, Text: "200", Link: "200"}}}
	d.Record(&teletext.Page{Number: 111, Subpages: []teletext.Subpage{{Structured: runs}}})
	if !d.MarksLinks() {
		t.Error("a marked link was not learned from")
	}
	// The ends of the chain and invalid neighbours are ignored.
	d.Record(&teletext.Page{Number: 890, Prev: 899, Next: 880})
	expect(teletext.Unknown, 880, 899, 885)
}

func TestDirectoryLooksUp(t *testing.T) {
	d := NewDirectory()
	d.List(101, "News index", 0, 102, false)
	d.List(102, "Sport", 101, 199, false)
	d.List(150, "sport", 0, 0, false)
	if p := d.Between(100, 110); !reflect.DeepEqual(p, []int{101, 102}) {
		t.Errorf("%v", p)
	}
	d.List(160, "News", 0, 0, false)
	if a, b, c := d.Named("NEWS"), d.Named("Spo"), d.Named("Fog"); a != 160 || b != 102 || c != 0 {
		t.Errorf("%d, %d, %d", a, b, c)
	}
}

// TestMissingPageWhateverTheChainSays checks that documents that list a missing page do not bring it back.
func TestMissingPageWhateverTheChainSays(t *testing.T) {
	d := NewDirectory()
	d.List(100, "Home", 0, 203, false)
	before := d.Revision()
	d.Answered(203, false)
	if d.Existence(203) != teletext.Absent || d.Revision() == before {
		t.Error("a page that the service does not have exists")
	}
	d.List(100, "Home", 0, 203, false)
	d.List(203, "Sport", 100, 0, false) // its stored document
	if d.Existence(203) != teletext.Absent || len(d.Between(200, 300)) > 0 || d.Named("Sport") != 0 {
		t.Error("the chain brings it back")
	}
	if c := d.Clone(); c.Existence(203) != teletext.Absent {
		t.Error("a copy does not know that it is missing")
	}
	before = d.Revision()
	d.Reconsider(func(int) bool { return true })
	if d.Revision() != before {
		t.Error("one that is still missing is another revision")
	}
	d.Answered(203, true)
	if d.Existence(203) != teletext.Exists || d.Name(203) != "Sport" || d.Revision() == before {
		t.Error("it does not come back")
	}
	d.Answered(203, false)
	d.Reconsider(func(int) bool { return false })
	if d.Existence(203) != teletext.Exists {
		t.Error("one that may be there again does not come back")
	}
	d.Missing(400)
	if d.Answered(400, true); d.Existence(400) != teletext.Exists {
		t.Error("a page that came does not exist")
	}
	if d.Answered(999, true); d.Existence(999) != teletext.Unknown {
		t.Error("page 999 exists")
	}
}
