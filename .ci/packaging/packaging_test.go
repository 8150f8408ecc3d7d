package main

import (
	"bytes"
	"image"
	"os"
	"strings"
	"testing"

	"sextant/app/say"
	"sextant/assets"
)

// TestIcon draws each icon within its edges, and the program's own as it is kept.
func TestIcon(t *testing.T) {
	for _, size := range append([]int{1024}, sizes...) {
		d := drawingOf(size)
		for i := range mosaic {
			if c := d.cell(i); !c.In(image.Rect(1, 1, size-1, size-1)) {
				t.Errorf("%d pixels: cell %d is at %v", size, i, c)
			}
		}
		if left, right := d.cell(0).Min.X, size-d.cell(1).Max.X; left != right {
			t.Errorf("%d pixels: %d are left of the figure, %d right", size, left, right)
		}
	}
	if !bytes.Equal(pngIcon(iconSize), assets.Icon) {
		t.Error("assets/icon.png is another one: go run ./.ci/packaging icon > assets/icon.png")
	}
}

// TestTerms compares the terms of what the program is made of with those that it shows.
func TestTerms(t *testing.T) {
	t.Chdir("../..")
	text, err := terms()
	if err != nil {
		t.Fatal(err)
	}
	if text != assets.Terms {
		t.Error("assets/terms.txt has others: go run ./.ci/packaging terms > assets/terms.txt")
	}
}

// TestHelp reads each form in which options are documented.
func TestHelp(t *testing.T) {
	c := parseHelp("x", `Does something, built-in.

Usage:
  sextant x key add [--public] [--profile DIR] NAME
        add one; --quick is for those in a hurry
  sextant x find
Options:
  --format FORMAT    png    a picture
                     text   lines
  -o FILE            where to; else it is printed
  --kind [KIND]      what kind
  --app-id ID, --app-key KEY
                     credentials
`)
	var got []string
	for _, o := range c.options {
		got = append(got, strings.Join([]string{o.name, o.argument, o.brief(), strings.Join(o.choices, "/")}, "|"))
	}
	want := "--public|||, --profile|DIR||, --quick|||, --format|FORMAT|png, text|png/text, -o|FILE|where to|, " +
		"--kind|KIND|what kind|, --app-id|ID||, --app-key|KEY||"
	if strings.Join(got, ", ") != want {
		t.Errorf("\n%s, want\n%s", strings.Join(got, ", "), want)
	}
	if verbs := strings.Join(append(c.after(), c.after("key")...), " "); verbs != "key find add" ||
		!c.options[0].alone || !c.options[5].mayLack {
		t.Errorf("verbs %s, options %+v", verbs, c.options)
	}
}

// TestLibraries refuses a program that names a library of which nothing is known: this one, which has all names of the
// table behind each other.
func TestLibraries(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := librariesOf(self); err == nil || !strings.Contains(err.Error(), "of which nothing is known") {
		t.Errorf("%v", err)
	}
}

// TestKeysInLanguage finds each row of the guide to shortcuts in Finnish and German, with the keys' names.
func TestKeysInLanguage(t *testing.T) {
	keys, err := readKeys("../../assets/docs/shortcuts.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = say.Use("en") })
	for language, named := range map[string][2]string{
		"fi": {"Vasen nuoli, Oikea nuoli", "Askelpalautin, Esc"}, "de": {"Pfeil links, Pfeil rechts", "Rücktaste, Esc"},
	} {
		if err := say.Use(language); err != nil {
			t.Fatal(err)
		}
		said, err := inLanguage(keys)
		if err != nil {
			t.Fatal(err)
		}
		byKeys := map[string]string{}
		for _, row := range said {
			byKeys[row[0]] = row[1]
		}
		if len(said) != len(keys) || byKeys[named[0]] != say.Text("go.pages.help") ||
			byKeys[named[1]] != say.Text("correct.help") {
			t.Errorf("%s: %q", language, said)
		}
		if row := byKeys["Q, D, K, U, I, O, E"]; !strings.HasSuffix(row, say.Text("recordings.keys.order")+", "+
			say.Text("recordings.keys.note")) {
			t.Errorf("%s: the letters of the lists are explained as %q", language, row)
		}
	}
}
