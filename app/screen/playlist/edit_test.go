package playlist

import (
	"slices"
	"strings"
	"testing"
	"time"
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
		got, err := SetShow([]byte(commented), tt.list, tt.show)
		if err != nil {
			t.Fatal(err)
		}
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
	set(0, "fixed", `"15s"`)
	set(1, "fixed", `"20s"`)
	set(1, "together", "1")
	set(1, "from", `"07:00"`)
	set(1, "days", `["sat", "sun"]`)
	p, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	usual, morning := p.Lists[0], p.Lists[1]
	if usual.Together != 4 || usual.Dwell.Fixed != 15*time.Second || usual.Dwell.Least != 5*time.Second {
		t.Errorf("%+v", usual)
	}
	if morning.Together != 1 || morning.Dwell.Fixed != 20*time.Second ||
		morning.Dwell.Least != 6*time.Second || morning.hours.from != 7*60 {
		t.Errorf("%+v", morning)
	}
	set(0, "fixed", "")
	set(1, "fixed", "")
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
		got, err = Set(got, n, "fixed", `"17s"`)
		if err != nil {
			return
		}
		if after, err = Parse(got); err != nil || after.Lists[n].Dwell.Fixed != 17*time.Second {
			t.Fatalf("%v: dwell is not set in\n%s\nfrom\n%s", err, got, text)
		}
	})
}

// TestSetStay gives items a time of their own and takes it from them.
func TestSetStay(t *testing.T) {
	for _, tt := range []struct {
		text string
		stay time.Duration
		want string
	}{
		{`"100"`, 20 * time.Second, `{ show = "100", dwell.fixed = "20s" }`},
		{`100`, time.Minute, `{ show = 100, dwell.fixed = "1m" }`},
		{`{ show = "100", dwell.fixed = "20s" }`, 8 * time.Second, `{ show = "100", dwell.fixed = "8s" }`},
		{`{ show = "100", dwell.fixed = "20s" }`, 0, `"100"`},
		{`{ dwell = { fixed = "9s" }, show = "100" }`, 0, `"100"`},
		{
			`{show="100",dwell={least="9s",fixed="20s"}}`, 30 * time.Second,
			`{ show="100", dwell={ least="9s", fixed = "30s" } }`,
		},
		{`{ show = "100", dwell = { most = "9s" } }`, 0, `{ show = "100", dwell = { most = "9s" } }`},
		{`"100"`, 0, `"100"`},
	} {
		for _, file := range []string{
			"show = [\"300\", ITEM]\n",
			"show = [\n  # the first\n  \"300\", # a chart\n  ITEM, # our own\n]\ntogether = 1\n",
		} {
			data := []byte(strings.Replace(file, "ITEM", tt.text, 1))
			got, err := SetStay(data, 0, 1, tt.stay)
			if err != nil {
				t.Fatal(err)
			}
			if want := strings.Replace(file, "ITEM", tt.want, 1); string(got) != want {
				t.Errorf("%s for %v:\n%s\nnot\n%s", tt.text, tt.stay, got, want)
			}
			p, err := Parse(got)
			if err != nil {
				t.Fatal(err)
			}
			if fixed := p.Lists[0].MannerOf(1).Dwell.Fixed; fixed != tt.stay || p.Lists[0].Items[1].From != 100 {
				t.Errorf("%s: it stays %v, not %v", got, fixed, tt.stay)
			}
		}
	}
	for _, data := range []string{`show = ["100"]`, `together = 1`, ``} {
		if _, err := SetStay([]byte(data), 0, 1, time.Second); err == nil {
			t.Errorf("%q: an item that is not there has a time", data)
		}
	}
}
