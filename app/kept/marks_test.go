package kept

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sextant/app/media"
	"sextant/app/store"
	"sextant/app/testkit"
)

// marked returns a mark of a recording with a huge item.
func marked(id string, moment time.Duration, made int64) Mark {
	it := media.Item{
		ID: id, Title: "Tide " + id,
		Description: strings.Repeat("x", 1<<20), Fields: []media.Field{{Name: "a", Value: "b"}},
	}
	return NewMark(it, moment, "Ebb", time.UnixMilli(made))
}

// marksIn returns the keys and notes of marks, in order.
func marksIn(l *Lists) string {
	var keys []string
	for _, m := range l.Marks() {
		keys = append(keys, m.Key()+m.Note)
	}
	return strings.Join(keys, ", ")
}

// TestMarksOfTwoPrograms checks that marks, notes and removals of either program appear in the other one's list, in any
// order.
func TestMarksOfTwoPrograms(t *testing.T) {
	path := filepath.Join(t.TempDir(), "demo.sqlite")
	first, second := Read(openStore(t, path)), Read(openStore(t, path))
	// reload writes both lists, and then reads both.
	reload := func() {
		t.Helper()
		for _, l := range []*Lists{first, second, first} {
			take := l.Reload(t.Context())
			if take == nil {
				t.Fatal("the lists cannot be read")
			}
			take()
		}
	}
	first.SetMark(marked("a", 1500*time.Microsecond, 1000))
	second.SetMark(marked("b", time.Minute, 2000))
	reload()
	second.SetMark(marked("a", 2*time.Second, 3000)) // without having read the first one's marks
	noted := marked("b", time.Minute, 2000)
	noted.Note = "!"
	undo := first.SetMark(noted)
	reload()
	for name, l := range map[string]*Lists{"first": first, "second": second} {
		if got := marksIn(l); got != "2000 id a, 60000 id b!, 1 id a" {
			t.Errorf("the %s program has %s", name, got)
		}
	}
	published := 0
	first.Changed.On(func(list List) {
		if list == Marks {
			published++
		}
	})
	reload()
	if published != 0 {
		t.Error("the same marks were published")
	}
	undo()
	back := second.RemoveMark(marked("a", 2*time.Second, 0))
	reload()
	if a, b := marksIn(first), marksIn(second); a != b || a != "60000 id b, 1 id a" || published != 2 {
		t.Errorf("the first program has %s, the second %s, published %d times", a, b, published)
	}
	back()
	reload()
	if got := marksIn(first); got != "2000 id a, 60000 id b, 1 id a" {
		t.Errorf("after the removal was taken back: %s", got)
	}
	if it := first.Marks()[0].Item; it.Description != "" || it.Fields != nil || it.Title != "Tide a" {
		t.Errorf("too much, or too little, is kept of the recording: %d bytes, %q", len(it.Description), it.Title)
	}
}

// TestUnreadableMarks checks that only valid marks are read from the file.
func TestUnreadableMarks(t *testing.T) {
	s := openStore(t, filepath.Join(t.TempDir(), "demo.sqlite"))
	for i, m := range []store.Mark{
		{Recording: "id a", Item: "no JSON"},
		{Recording: "id a", Item: `{"ID":"b"}`},
		{Recording: "id c", Item: `{"ID":"c","Title":"` + strings.Repeat("x", maxMarkItem) + `"}`},
		{Recording: "id d", Item: `{"ID":"d"}`},
	} {
		m.Moment = time.Duration(i) * time.Second
		s.SetMark(m)
	}
	testkit.NoError(t, s.Flush(t.Context()))
	if got := marksIn(Read(s)); got != "3000 id d" {
		t.Errorf("read %s", got)
	}
}
