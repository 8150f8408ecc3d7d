package playlist

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/app/testkit"
)

const commented = `# the shop
show = [
  # first
  "100", # the front
  "200-219",
  # last
  "301/2" # a chart
  # the end
]
together = 2 # side by side

[dwell]
least = "5s" # not less

[[daypart]]
name = "morning" # until we open
days = ["mon-fri"]
show = ["400"]
dwell = { least = "6s", fixed = "1m" }
`

func itemsOf(t *testing.T, data []byte, list int) string {
	t.Helper()
	p, err := Parse(data)
	if err != nil {
		t.Fatalf("%v in\n%s", err, data)
	}
	var all []string
	for _, i := range p.Lists[list].Items {
		all = append(all, i.String())
	}
	return strings.Join(all, " ")
}

// TestSetShowKeepsComments moves, removes and adds items: each keeps its comments, and the rest of the file stays.
func TestSetShowKeepsComments(t *testing.T) {
	for _, tt := range []struct {
		list int
		show []Word
		want string
	}{
		{0, []Word{{Was: 2}, {Was: 0}, {Was: 1}}, "301/2 100 200-219"},
		{0, []Word{{Was: 1}, {Was: -1, Text: "favourites"}}, "200-219 favourites"},
		{1, []Word{{Was: 0}, {Was: -1, Text: "410"}}, "400 410"},
	} {
		got := testkit.Must(SetShow([]byte(commented), tt.list, tt.show))(t)
		if w := itemsOf(t, got, tt.list); w != tt.want {
			t.Errorf("%v shows %s, want %s", tt.show, w, tt.want)
		}
		for _, comment := range []string{"# the shop", "# the end", "# side by side", "# not less", "# until we open"} {
			if !strings.Contains(string(got), comment) {
				t.Errorf("%v loses %q:\n%s", tt.show, comment, got)
			}
		}
	}
	got, _ := SetShow([]byte(commented), 0, []Word{{Was: 2}, {Was: 0}, {Was: 1}})
	want := "show = [\n  # last\n  \"301/2\", # a chart\n  # first\n  \"100\", # the front\n  \"200-219\",\n  # the " +
		"end\n]\ntogether"
	if !strings.Contains(string(got), want) {
		t.Errorf("it is\n%s", got)
	}
}

// TestSetShowKeepsManner moves an item with a manner of its own.
func TestSetShowKeepsManner(t *testing.T) {
	got, err := SetShow([]byte(`show = ["100", { show = "200", dwell = { fixed = "9s" } }]`), 0,
		[]Word{{Was: 1}, {Was: -1, Text: "300"}, {Was: 0}})
	want := `show = [{ show = "200", dwell = { fixed = "9s" } }, "300", "100"]`
	if err != nil || strings.TrimSpace(string(got)) != want {
		t.Errorf("%s, %v", got, err)
	}
}

// TestEditSetsSingleKeys sets and removes single keys, wherever they are in the file.
func TestEditSetsSingleKeys(t *testing.T) {
	data := []byte(commented)
	set := func(list int, key, value string) {
		t.Helper()
		var err error
		if data, err = Set(data, list, key, value); err != nil {
			t.Fatal(err)
		}
		if _, err := Parse(data); err != nil {
			t.Fatalf("after %s = %s: %v in\n%s", key, value, err, data)
		}
	}
	set(0, "together", "4")
	set(0, "dwell.fixed", `"15s"`)
	set(1, "dwell.fixed", `"20s"`)
	set(1, "together", "1")
	set(1, "from", `"07:00"`)
	set(1, "days", `["sat", "sun"]`)
	p := testkit.Must(Parse(data))(t)
	usual, morning := p.Lists[0], p.Lists[1]
	if usual.Together != 4 || usual.Dwell.Fixed != 15*time.Second || usual.Dwell.Least != 5*time.Second {
		t.Errorf("%+v", usual)
	}
	if morning.Together != 1 || morning.Dwell.Fixed != 20*time.Second ||
		morning.Dwell.Least != 6*time.Second || morning.hours.from != 7*60 {
		t.Errorf("%+v", morning)
	}
	set(0, "dwell.fixed", "")
	set(1, "dwell.fixed", "")
	set(1, "days", "")
	set(1, "from", "")
	p, _ = Parse(data)
	if p.Lists[0].Dwell.Fixed != 0 || p.Lists[1].Dwell.Fixed != 0 ||
		p.Lists[1].hours.named || !strings.Contains(string(data), "# not less") {
		t.Errorf("%+v in\n%s", p.Lists, data)
	}
	data = AddDaypart(data, "night", "22:00", "05:00", "199")
	if got := itemsOf(t, data, 2); got != "199" {
		t.Errorf("the new daypart shows %s", got)
	}
	if _, err := SetShow([]byte("show = [\"1\"]\ndaypart = [{name=\"x\", show=[\"100\"]}]\n"),
		1, nil); err != ErrTextOnly {
		t.Errorf("dayparts on a line: %v", err)
	}
}

// FuzzEdit edits random playlists: the result is a valid playlist with the new values.
func FuzzEdit(f *testing.F) {
	for _, text := range []string{
		commented, Example(), "show=['100']", "show = [\"100\",]#x",
		"show = [ # a\n\"100\" # b\n, # c\n\"101\"]\ndwell.least = \"3s\"\n",
	} {
		f.Add(text, uint8(0), uint8(1))
	}
	f.Fuzz(func(t *testing.T, text string, list, at uint8) {
		p, err := Parse([]byte(text))
		if err != nil {
			return
		}
		n := int(list) % len(p.Lists)
		items := p.Lists[n].Items
		show := []Word{{Was: -1, Text: "777"}}
		for i := range items {
			show = append(show, Word{Was: i})
		}
		show[0], show[int(at)%len(show)] = show[int(at)%len(show)], show[0]
		got, err := SetShow([]byte(text), n, show)
		if err != nil {
			return
		}
		after, err := Parse(got)
		if err != nil {
			t.Fatalf("%v in\n%s\nfrom\n%s", err, got, text)
		}
		if !slices.ContainsFunc(after.Lists[n].Items, func(i Item) bool { return i.String() == "777" }) ||
			len(after.Lists[n].Items) != len(items)+1 {
			t.Fatalf("%v from %v in\n%s\nfrom\n%s", after.Lists[n].Items, items, got, text)
		}
		got, err = Set(got, n, "dwell.fixed", `"17s"`)
		if err != nil {
			return
		}
		if after, err = Parse(got); err != nil || after.Lists[n].Dwell.Fixed != 17*time.Second {
			t.Fatalf("%v: dwell is not set in\n%s\nfrom\n%s", err, got, text)
		}
	})
}

// TestSetOwn gives items keys of their own and takes them away.
func TestSetOwn(t *testing.T) {
	for _, tt := range []struct{ text, key, value, want string }{
		{`"100"`, "dwell.fixed", `"20s"`, `{ show = "100", dwell.fixed = "20s" }`},
		{`100`, "dwell.fixed", `"1m"`, `{ show = 100, dwell.fixed = "1m" }`},
		{`{ show = "100", dwell.fixed = "20s" }`, "dwell.fixed", `"8s"`, `{ show = "100", dwell.fixed = "8s" }`},
		{`{ show = "100", dwell.fixed = "20s" }`, "dwell.fixed", "", `"100"`},
		{`{ dwell = { fixed = "9s" }, show = "100" }`, "dwell.fixed", "", `"100"`},
		{`{ dwell = { fixed = "9s" }, "show" = "100" }`, "dwell", "", `"100"`},
		{
			`{show="100",dwell={least="9s","fixed"="20s"}}`, "dwell.fixed", `"30s"`,
			`{ show="100", dwell={ least="9s", fixed = "30s" } }`,
		},
		{
			`{ show = "100", dwell = { most = "9s" } }`, "dwell.fixed", "",
			`{ show = "100", dwell = { most = "9s" } }`,
		},
		{`"100"`, "dwell.fixed", "", `"100"`},
		{`"100"`, "dwell", `{ most = "9s" }`, `{ show = "100", dwell = { most = "9s" } }`},
		{
			`{ show = "100", dwell.fixed = "8s" }`, "dwell.least", `"5s"`,
			`{ show = "100", dwell.least = "5s", dwell.fixed = "8s" }`,
		},
	} {
		for _, file := range []string{
			"show = [\"300\", ITEM]\n",
			"show = [\n  # the first\n  \"300\", # a chart\n  ITEM, # our own\n]\ntogether = 1\n",
		} {
			got := testkit.Must(SetOwn([]byte(strings.Replace(file, "ITEM", tt.text, 1)), 0, 1, tt.key, tt.value))(t)
			if want := strings.Replace(file, "ITEM", tt.want, 1); string(got) != want {
				t.Errorf("%s = %s of %s:\n%s\nnot\n%s", tt.key, tt.value, tt.text, got, want)
			}
			item := parse(t, string(got)).Lists[0].Items[1]
			if item.From != 100 || tt.key != "dwell" && item.Own.Has(tt.key) != (tt.value != "") {
				t.Errorf("%s: %s has its own %q", got, item, item.Own)
			}
		}
	}
	const broken = "{ show = \"\"\"\n100\"\"\"" // a text on two lines
	if got, err := withOwn(broken+" }", "dwell.fixed", `"8s"`); err != nil || got != broken+`, dwell.fixed = "8s" }` {
		t.Errorf("%s, %v", got, err)
	}
	for _, data := range []string{`show = ["100"]`, `together = 1`, ``} {
		if _, err := SetOwn([]byte(data), 0, 1, "dwell.fixed", `"1s"`); err == nil {
			t.Errorf("%q: an item that is not there has a time", data)
		}
	}
}

// TestDurationValue checks that a duration is written so that it is read as the same one.
func TestDurationValue(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "", 8 * time.Second: `"8s"`, time.Minute: `"1m"`, 90 * time.Second: `"1m30s"`, time.Hour: `"1h"`,
	} {
		if got := DurationValue(d); got != want {
			t.Errorf("%v is %s, not %s", d, got, want)
		}
	}
}

// TestSetFindsSectionOfList sets how long the pages of two lists stay: the section of the usual list may stand behind
// a daypart.
func TestSetFindsSectionOfList(t *testing.T) {
	const text = "show = ['100']\n[[daypart]]\nshow = ['200']\n[daypart.dwell]\nmost = '50s'\n[dwell]\nleast = '5s'\n" +
		"[[daypart]]\nshow = ['300']\nname = 'noon'\n"
	for list, want := range []string{"9s 0s 9s", "0s 9s 0s", "0s 0s 9s"} {
		data := testkit.Must(Set([]byte(text), list, "dwell.fixed", `"9s"`))(t)
		p := parse(t, string(data))
		got := fmt.Sprint(p.Lists[0].Dwell.Fixed, p.Lists[1].Dwell.Fixed, p.Lists[2].Dwell.Fixed)
		if got != want {
			t.Errorf("list %d: %s, not %s in\n%s", list, got, want, data)
		}
	}
}
