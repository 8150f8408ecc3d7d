package demo

import (
	"errors"
	"strings"
	"testing"
	"time"

	"sextant/app/teletext"
)

const head = "name: Test\nage: 35m\n--- subpage 1, 8 s\n"

func TestParsePage(t *testing.T) {
	p, err := parsePage("100.txt", "name: News\nage: 26h\n\n--- subpage 2, 8 s\n01|{Blue}{NB}{White}Text\n"+
		"24|{GRed}🬀█ ▌A{Yellow}▶\n--- subpage 7, 12 s\n")
	if err != nil {
		t.Fatal(err)
	}
	if p.name != "News" || p.age != 26*time.Hour || len(p.subpages) != 2 {
		t.Errorf("got %q, %v and %d subpages", p.name, p.age, len(p.subpages))
	}
	first, second := p.subpages[0], p.subpages[1]
	if first.Number != 2 || first.Dwell != 8*time.Second || second.Number != 7 || second.Dwell != 12*time.Second {
		t.Errorf("got subpages %d, %v and %d, %v", first.Number, first.Dwell, second.Number, second.Dwell)
	}
	want := teletext.Lines{0: "{Blue}{NB}{White}Text", 23: "{GRed}!\x7f 5A{Yellow}▶"}
	if *first.All != want {
		t.Errorf("got %q", *first.All)
	}
}

func TestParsePageRefuses(t *testing.T) {
	for _, c := range []struct {
		name, text string
		line       int
		reason     string
	}{
		{"nothing", "", 0, "has no name"},
		{"no age", "name: A\n", 1, "has no age"},
		{"no subpages", "name: A\nage: 1h\n", 2, "has no subpages"},
		{"bad age", "name: A\nage: -1h\n", 2, "is no age"},
		{"strange head", "name: A\ncolour: red\n", 2, "not in a page's head"},
		{"no head", "hello\n", 1, "neither a head"},
		{"bad subpage", "name: A\nage: 1h\n--- subpage one\n", 3, "not of the form"},
		{"trailing words", "name: A\nage: 1h\n--- subpage 1, 8 s or so\n", 3, "not of the form"},
		{"subpage twice", head + "--- subpage 1, 8 s\n", 4, "does not come after"},
		{"subpage nought", "name: A\nage: 1h\n--- subpage 0, 8 s\n", 3, "is no subpage number"},
		{"no dwell", "name: A\nage: 1h\n--- subpage 1, 0 s\n", 3, "cannot be shown for"},
		{"line out of range", head + "25|x\n", 4, "not of the form"},
		{"line without a number", head + "x\n", 4, "not of the form"},
		{"line twice", head + "05|x\n05|y\n", 5, "does not come after"},
		{"too long", head + "01|" + strings.Repeat("x", 41) + "\n", 4, "41 cells, 1 too many"},
		{"keyword counts", head + "01|{Red}" + strings.Repeat("x", 40) + "\n", 4, "1 too many"},
		{"unknown keyword", head + "01|{Purple}x\n", 4, "column 0 opens no keyword"},
		{"sextant in text", head + "01|{GRed}{White}🬀\n", 4, "column 2 is not shown so in text mode"},
		{"letter in mosaics", head + "01|{GRed}a\n", 4, "column 1 is not shown so in mosaic mode"},
		{"invalid UTF-8", head + "01|\xff\n", 4, "cannot be shown"},
		{"too large", strings.Repeat("\n", maxSourceBytes+1), 1, "longer than"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := parsePage("123.txt", c.text)
			var e *SourceError
			if !errors.As(err, &e) {
				t.Fatalf("got %v", err)
			}
			if e.File != "123.txt" || e.Line != c.line || !strings.Contains(e.Reason, c.reason) {
				t.Errorf("got %v", e)
			}
		})
	}
}

func TestSourceErrorSaysWhere(t *testing.T) {
	err := &SourceError{"100.txt", 7, "too long"}
	if err.Error() != "100.txt:7: too long" {
		t.Error(err)
	}
}

func FuzzParsePage(f *testing.F) {
	f.Add(head + "05|{Blue}{NB}{White}Text\n06|{GRed}🬀█ A\n")
	f.Add("name: A\nage: 1h\n--- subpage 9999, 999 s\n24|{Hold}{\n")
	f.Add("--- subpage")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parsePage("100.txt", text)
		if err != nil {
			return
		}
		for _, s := range p.subpages {
			for _, line := range s.All {
				if n := teletext.CodeCount(line); n > teletext.Columns {
					t.Errorf("%d cells in %q", n, line)
				}
			}
		}
	})
}
