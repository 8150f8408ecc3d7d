package playlist

import (
	"cmp"
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/app/testkit"
	"sextant/app/webhook"
)

// parse parses a file without mistakes.
func parse(t testing.TB, text string) *Playlist {
	t.Helper()
	p, err := Parse([]byte(text))
	if err != nil {
		t.Fatalf("%v\nin\n%s", err, text)
	}
	return p
}

func TestExample(t *testing.T) {
	t.Parallel()
	p := parse(t, Example())
	pages := func(from, to int) Item { return Item{Kind: Pages, From: from, To: to} }
	want := Default()
	want.Lists[0].Items = []Item{
		pages(100, 100), pages(200, 219),
		{Kind: Subpage, From: 301, To: 301, Subpage: 2},
		{Kind: Favourites},
		{Kind: Changed},
	}
	want.holidays = []holiday{{2026, time.December, 25}, {0, time.December, 6}}
	want.off = []offTime{
		{hours: hours{from: 22 * 60, to: 6 * 60}},
		{hours: hours{named: true, holidays: true}},
	}
	want.Webhook = Webhook{
		Setup: webhook.Setup{
			Target: webhook.Target{URL: "https://ntfy.example/lobby", Token: "tk_example", Format: "ntfy"},
			After:  5 * time.Minute, Link: "http://lobby/",
		},
		Name: "Lobby",
	}
	want.Ticker = Ticker{Page: 112, Each: 6 * time.Second}
	morning, night := want.Lists[0], want.Lists[0]
	morning.Name, morning.Items, morning.Together = "morning", []Item{pages(100, 100), pages(400, 410)}, 2
	own := morning.Manner
	own.Dwell.Fixed = 20 * time.Second
	morning.Items[1].Own, morning.Items[1].Manner = "dwell.fixed", own
	morning.hours = hours{360, 570, [7]bool{false, true, true, true, true, true, false}, true, true}
	night.Name, night.Items, night.Dwell.Fixed = "night", []Item{pages(199, 199)}, time.Minute
	night.hours = hours{22 * 60, 5 * 60, [7]bool{false, false, false, false, false, true, true}, false, true}
	want.Lists = append(want.Lists, morning, night)
	want.BreakIns = []BreakIn{
		{
			Items: []Item{pages(112, 112), pages(130, 135)}, Phrase: "newsflash",
			Stays: 2 * time.Minute, Pause: 10 * time.Minute,
		},
		{
			Items: []Item{pages(202, 202)}, Line: "Gull Skerry – Lee Haven",
			Stays: 2 * time.Minute, Pause: 10 * time.Minute,
		},
	}
	if !reflect.DeepEqual(p, want) {
		t.Errorf("the example says\n%+v, not\n%+v", p, want)
	}
	if p.Digest() != want.Digest() || p.Digest() == Default().Digest() || len(p.Digest()) != 16 {
		t.Errorf("digests %s, %s, %s", p.Digest(), want.Digest(), Default().Digest())
	}
}

// TestExampleIsWhole checks that the example has every key and word that a mistake suggests instead of an unknown one.
func TestExampleIsWhole(t *testing.T) {
	t.Parallel()
	_, err := Parse(
		[]byte("_ = 1\nshow = ['100']\n[dwell]\n_ = 1\n[screen]\n_ = 1\npalette = '_'\nview = '_'\nscale = '_'\n" +
			"[ticker]\n_ = 1\npage = '100'\n[[daypart]]\n_ = 1\nshow = ['100']\n[[break_in]]\n_ = 1\n" +
			"pages = ['100']\n" +
			"[tell]\n_ = 1\nas = '_'"))
	keys, words := 0, 0
	for _, m := range err.(*Mistakes).List {
		if _, known, ok := strings.Cut(m.Reason, ", only "); ok {
			for _, key := range strings.Split(known, ", ") {
				keys++
				if !regexp.MustCompile(`(?m)^(# )?(` + key + ` = |\[+` + key + `\])`).MatchString(Example()) {
					t.Errorf("the example has no %s", key)
				}
			}
			continue
		}
		known, _, _ := strings.Cut(m.Reason, ":")
		for _, word := range regexp.MustCompile(`"[a-z]+"`).FindAllString(known, -1) {
			words++
			if !strings.Contains(Example(), word) {
				t.Errorf("the example has no %s", word)
			}
		}
	}
	if keys < 50 || words < 16 {
		t.Errorf("%d keys and %d words were looked for\n%v", keys, words, err)
	}
}

// TestMistakes reads the files of testdata/wrong. A line with a mistake ends with a comment that starts with "! " and
// has the reason, or several reasons separated by " ! ".
func TestMistakes(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("testdata/wrong/*.toml")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		data := testkit.Must(os.ReadFile(path))(t)
		var want []string
		for i, line := range strings.Split(string(data), "\n") {
			_, reasons, ok := strings.Cut(line, "# ! ")
			if !ok {
				continue
			}
			for _, reason := range strings.Split(reasons, " ! ") {
				want = append(want, fmt.Sprintf("line %d: %s", i+1, strings.TrimSpace(reason)))
			}
		}
		p, err := Parse(data)
		if p != nil || err == nil {
			t.Errorf("%s was read", path)
			continue
		}
		got := strings.Split(err.Error(), "\n")
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s has the mistakes\n%s\nnot\n%s", path, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestMistakesOfTheFile tests mistakes that cannot have a comment on their line.
func TestMistakesOfTheFile(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                           `line 1: the file needs "show"`,
		"show = ['100']\n\n# \xff\n": "line 3: this is not text: the file must be UTF-8",
		"\nshow = [“100”]":           "line 2: “ is not a straight quotation mark: write \"",
		"show = [":                   "line 1: in [ ] the values are separated by commas, and the ] must be there",
		"show = ['100']\n#" + strings.Repeat("x", MaxFile): "line 1: the file is " +
			"too large: a playlist has at most 256\u00a0kB",
		"show = [" + strings.Repeat("100,", 1001) + "]": "line 1: show has 1001 " +
			"parts, but can have only 1000",
		"show = ['100']\n" + strings.Repeat("[[daypart]]\nname = 'a'\nshow = ['100']\n", 2): `line 5: another list ` +
			`is already called "a"`,
		"show = [" + strings.Repeat("'100-899',", 3) + "]": "line 1: show includes " +
			"2,400 pages, but can include only 2,000",
		"show = ['100']\n" + strings.Repeat("[[break_in]]\npages = ['100-899']\n", 3): "line 7: break_in.pages " +
			"includes 2,400 pages, but can include only 2,000",
		"show = ['100']\n" + strings.Repeat("[[daypart]]\nshow = ['100']\n", 101): "line 2: there are 101 " +
			"sections daypart, but a file can have only 100",
	} {
		_, err := Parse([]byte(text))
		if err == nil || err.Error() != want {
			t.Errorf("%.40q has the mistakes %v, not %s", text, err, want)
		}
	}
	long := strings.Repeat("a.", 1<<16)
	if _, err := Parse([]byte(long + "a = 1\n[" + long + "b]\na = 1")); len(err.Error()) > 2*maxReason {
		t.Errorf("a mistake has %d bytes", len(err.Error()))
	}
	_, err := Parse([]byte(strings.Repeat("show = ['99']\n", 5000)))
	if n := len(err.(*Mistakes).List); n != maxMistakes {
		t.Errorf("there are %d mistakes", n)
	}
}

// TestFreeWays reads values that are written in another way than in the example.
func TestFreeWays(t *testing.T) {
	t.Parallel()
	p := parse(t,
		"\ufeffshow = [100, '200-200', \"300\"]\r\nholidays = [2026-12-24]\r\nscreen.margins = [1, 2.5, 3, 0]\r\n"+
			"screen.background = '#0a0B0c'\r\nscreen.view = 'sharp'\r\n[[daypart]]\r\nshow = ['changed']\r\nfrom = "+
			"06:00:00\r\nto = '24:00'\r\n"+
			"days = ['sat-mon']\r\n[daypart.dwell]\r\nfactor = 2\r\n[dwell]\r\nfixed = '90s'\r\n")
	if got := fmt.Sprint(p.Lists[0].Items); got != "[100 200 300]" {
		t.Error(got)
	}
	if want := []holiday{{2026, time.December, 24}}; !slices.Equal(p.holidays, want) {
		t.Error(p.holidays)
	}
	if want := (Margins{1, 2.5, 3, 0}); p.Screen.Margins != want ||
		p.Screen.Background != (color.RGBA{10, 11, 12, 255}) || !p.Screen.Sharp {
		t.Errorf("%+v", p.Screen)
	}
	usual, part := p.Lists[0], p.Lists[1]
	if part.Name != "other hours 1" || part.hours != (hours{360, 0, [7]bool{0: true, 1: true, 6: true}, false, true}) {
		t.Errorf("%+v", part)
	}
	if usual.Dwell.Fixed != 90*time.Second || part.Dwell != (Dwell{2, 8 * time.Second, time.Minute, 0}) {
		t.Errorf("%+v and %+v", usual.Dwell, part.Dwell)
	}
}

func TestDwell(t *testing.T) {
	t.Parallel()
	usual := Default().Lists[0].Dwell
	for _, tt := range []struct {
		dwell     Dwell
		own, want time.Duration
	}{
		{usual, 20 * time.Second, 20 * time.Second},
		{usual, 0, 15 * time.Second},
		{usual, -time.Second, 15 * time.Second},
		{usual, time.Second, 8 * time.Second},
		{usual, 1 << 62, time.Minute},
		{Dwell{10, 0, time.Hour, 0}, 1 << 62, time.Hour},
		{Dwell{2, time.Second, time.Minute, 0}, 20 * time.Second, 40 * time.Second},
		{Dwell{2, time.Second, time.Minute, 5 * time.Second}, 20 * time.Second, 5 * time.Second},
		{Dwell{}, 20 * time.Second, time.Second},
	} {
		if got := tt.dwell.Of(tt.own); got != tt.want {
			t.Errorf("%+v of %v is %v, not %v", tt.dwell, tt.own, got, tt.want)
		}
	}
}

func TestPhrase(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		phrase, text string
		want         bool
	}{
		{"newsflash", "** NEWSFLASH **", true},
		{"Große Ärger", "es gab grosse\n   arger", true},
		{"newsflash", "news flash", false},
		{"", "anything", true},
	} {
		if got := (BreakIn{Phrase: tt.phrase}).Has(tt.text); got != tt.want {
			t.Errorf("%q has %q: %t", tt.text, tt.phrase, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(Example()), int64(1767225600))
	wrong, _ := filepath.Glob("testdata/wrong/*.toml")
	for _, path := range wrong {
		data := testkit.Must(os.ReadFile(path))(f)
		f.Add(data, int64(0))
	}
	f.Fuzz(func(t *testing.T, data []byte, seconds int64) {
		p, err := Parse(data)
		if err != nil {
			checkMistakes(t, data, err)
			return
		}
		at := time.Unix(seconds%(1<<40), 0) // a date within about 35,000 years of 1970
		if list, until := p.At(at); list < 0 || list >= len(p.Lists) || !until.IsZero() && !until.After(at) {
			t.Errorf("at %v list %d of %d until %v", at, list, len(p.Lists), until)
		}
		for _, l := range p.Lists {
			checkItems(t, l.Items)
		}
		for _, b := range p.BreakIns {
			checkItems(t, b.Items)
		}
	})
}

// checkMistakes checks that each mistake has a line of the file and a reason.
func checkMistakes(t *testing.T, data []byte, err error) {
	t.Helper()
	for _, m := range err.(*Mistakes).List {
		if m.Line < 1 || m.Line > 1+strings.Count(string(data), "\n") || m.Reason == "" {
			t.Errorf("there is no line for %v", m)
		}
	}
}

// checkItems checks that each item is the same after it was written and parsed.
func checkItems(t *testing.T, items []Item) {
	t.Helper()
	if len(items) == 0 {
		t.Error("there is a list of nothing")
	}
	for _, i := range items {
		i.Own, i.Manner = "", Manner{} // not in its word
		if again, err := ParseItem(i.String()); err != nil || again != i {
			t.Errorf("%+v is written %q, which is %+v (%v)", i, i, again, err)
		}
	}
}

// TestMannerOfItems checks that an item in braces has what it does not say otherwise from its list, that from the usual
// list, wherever these are in the file, and that mistakes inside braces are found.
func TestMannerOfItems(t *testing.T) {
	t.Parallel()
	p := parse(t, `show = [{ show = "100", dwell.most = "20s" }, "101"]
[[daypart]]
from = "06:00"
to = "07:00"
show = [{ show = "favourites", dwell = { least = "30s" } }, { show = "changed" }]
dwell = { most = "40s" }
[dwell]
factor = 2`)
	for i, want := range []Dwell{
		{2, 8 * time.Second, 20 * time.Second, 0},
		{2, 8 * time.Second, time.Minute, 0},
		{2, 30 * time.Second, 40 * time.Second, 0},
		{2, 8 * time.Second, 40 * time.Second, 0},
	} {
		if got := p.Lists[i/2].MannerOf(i % 2).Dwell; got != want {
			t.Errorf("item %d: %+v, not %+v", i, got, want)
		}
	}
	for wrong, word := range map[string]string{
		`{ show = "100", dwell = { least = "2m" } }`: "2m", `{ dwell = { least = "9s" } }`: `"show"`,
		`{ show = "100", dwel = { least = "9s" } }`: `"dwell"`, `{ show = ["100"] }`: "list", `{}`: `"show"`,
	} {
		if _, err := Parse([]byte("show = [" + wrong + "]")); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
	if _, err := Parse([]byte("show = ['100']\n[[break_in]]\npages = [{ show = '100' }]")); err == nil {
		t.Error("pages that interrupt have a manner of their own")
	}
}

// TestOwnKeysOfItems checks that an item has the keys in its braces, however these are written, and no others.
func TestOwnKeysOfItems(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Keys{
		`"100"`: "", `{ show = "100" }`: "",
		`{ show = "100", dwell = { most = "20s", fixed = "9s" } }`:           "dwell.fixed dwell.most",
		`{ dwell.least = "9s", show = "100" }`:                               "dwell.least",
		`{ show = "100", dwell = {} }`:                                       "dwell",
		`{ "dwell".'least' = "9s", dwell.factor = 2.0, 'show' = "100-199" }`: "dwell.factor dwell.least",
	} {
		p := parse(t, "show = ["+text+"]\n[dwell]\nfixed = '30s'")
		if got := p.Lists[0].Items[0].Own; got != want {
			t.Errorf("%s has its own %q, not %q", text, got, want)
		}
	}
	if own := Keys("caption dwell.least"); !own.Has("caption") || own.Has("dwell") || own.Has("dwell.fixed") {
		t.Error("another key is among them")
	}
	braces, plain := parse(t, `show = [{ show = "100" }]`), parse(t, `show = ["100"]`)
	if braces.Digest() != plain.Digest() {
		t.Error("braces without keys are another playlist")
	}
}

// TestKeysAboveSections puts each key of the whole file, and each that all lists have, into a section that cannot have
// it: the mistake says where it belongs. A section has its header and may stand anywhere.
func TestKeysAboveSections(t *testing.T) {
	t.Parallel()
	const above = "it belongs above all sections"
	for _, key := range knownKeys(t, "") {
		two, plain := values[""][key]
		if !plain {
			two, plain = values["[[daypart]]"][key]
		}
		_, section := values["["+key+"]"]
		_, sections := values["[["+key+"]]"]
		if !plain && !section && !sections {
			t.Errorf("this test has no values for the key %s", key)
		}
		value := cmp.Or(two[0], "1")
		_, err := Parse([]byte("show = ['100']\n[ticker]\npage = '112'\n" + key + " = " + value))
		if err == nil || strings.Contains(err.Error(), above) != plain {
			t.Errorf("%s: %v", key, err)
		}
	}
	_, err := Parse([]byte("show = ['100']\n[ticker.dwell]\nfixed = '9s'\n[ticker]\npage = '112'"))
	if err == nil || strings.Contains(err.Error(), above) {
		t.Error(err)
	}
}

// TestTextsCountCharacters checks the most characters of a text, of which each may have several bytes.
func TestTextsCountCharacters(t *testing.T) {
	t.Parallel()
	const most = 40
	file := func(name string) []byte {
		return []byte("show = ['100']\n[[daypart]]\nshow = ['100']\nname = '" + name + "'")
	}
	if p, err := Parse(file(strings.Repeat("ä", most))); err != nil || p.Lists[1].Name != strings.Repeat("ä", most) {
		t.Error(err)
	}
	_, err := Parse(file(strings.Repeat("ä", most+1)))
	const want = "line 4: daypart.name is too long: it can have at most 40 characters"
	if err == nil || err.Error() != want {
		t.Errorf("%v, not %s", err, want)
	}
}
