package media

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the computer may have no zones

	"sextant/app/testkit"
)

func parse(t *testing.T, doc string) Value {
	t.Helper()
	return testkit.Must(Parse([]byte(doc)))(t)
}

func TestItemsFromAnyShape(t *testing.T) {
	for _, tt := range []struct {
		name, doc string
		want      []Item // without Fields
	}{
		{"an array", `[{"id":"1-5","title":"News"}]`, []Item{{ID: "1-5", Title: "News"}}},
		{"in an object", `{"count":1,"downloads":[{"media_id":7,"name":"Tide"}]}`, []Item{{ID: "7", Title: "Tide"}}},
		{"a byte order mark", "\xEF\xBB\xBF" + `[{"id":"1-5"}]`, []Item{{ID: "1-5"}}},
		{"deeper", `{"data":{"meta":{},"items":[{"mediaId":"a"}]}}`, []Item{{ID: "a"}}},
		{"ids alone", `["1-2","1-3"]`, []Item{{ID: "1-2"}, {ID: "1-3"}}},
		{"one record", `{"id":"x","url":"http://h/x.mp3"}`, []Item{{ID: "x", URL: "http://h/x.mp3"}}},
		{"languages", `[{"id":"x","title":{"fi":"Vesi","en":"Water"}}]`, []Item{{ID: "x", Title: "Vesi"}}},
		{"id from address", `[{"url":"https://h/a/b-9.mp3?x=1"}]`, []Item{{ID: "b-9", URL: "https://h/a/b-9.mp3?x=1"}}},
		{
			"units", `[{"id":"x","duration":"1:02:03","size":"12","date":"2026-02-03T04:05:06Z"}]`, []Item{
				{
					ID: "x", Duration: time.Hour + 2*time.Minute + 3*time.Second,
					Size: 12, Date: time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC),
				},
			},
		},
		{
			"ISO duration", `[{"id":"x","duration":"PT1M30.5S"}]`, []Item{
				{ID: "x", Duration: 90*time.Second + 500*time.Millisecond},
			},
		},
		{
			"endless title", `[{"id":"x","title":"` + strings.Repeat("ä", 1<<20) + `"}]`,
			[]Item{{ID: "x", Title: strings.Repeat("ä", maxName/2) + "…"}},
		},
		{"endless duration", `[{"id":"x","duration":"PT` + strings.Repeat("1", 1<<20) + `S"}]`, []Item{{ID: "x"}}},
		{"milliseconds", `[{"id":"x","durationMs":1500}]`, []Item{{ID: "x", Duration: 1500 * time.Millisecond}}},
		{"no seconds", `[{"id":"x","duration":"1890000"}]`, []Item{{ID: "x", Duration: 1890 * time.Second}}},
		{"a long day", `[{"id":"x","duration":86400}]`, []Item{{ID: "x", Duration: 24 * time.Hour}}},
		{"epoch", `[{"id":"x","timestamp":1700000000}]`, []Item{{ID: "x", Date: time.Unix(1700000000, 0).UTC()}}},
		{
			"nonsense values", `[{"id":"x","duration":"-5","size":"many","date":"soon","url":"javascript:1"}]`,
			[]Item{{ID: "x"}},
		},
		{"huge duration", `[{"id":"x","duration":1e300}]`, []Item{{ID: "x"}}},
		{
			"by id", `{"7-1":{"title":"Tide"},"7-2":{"title":"Fog","id":"own"}}`, []Item{
				{ID: "7-1", Title: "Tide"}, {ID: "own", Title: "Fog"},
			},
		},
		{
			"by id inside", `{"downloads":{"7-1":{"title":"Tide","url":"http://h/other.mp3"}}}`, []Item{
				{ID: "7-1", Title: "Tide", URL: "http://h/other.mp3"},
			},
		},
		{
			"by id in data, with files",
			`{"data":{"7-1":{"name":"Tide","files":[{"url":"http://h/x.mp3"}]},"7-2":{"name":"Fog"}},"total":2}`,
			[]Item{{ID: "7-1", Title: "Tide"}, {ID: "7-2", Title: "Fog"}},
		},
		{
			"nested items", `{"data":[{"item":{"id":"7-1","title":"Tide","url":"http://h/x.mp3"}}]}`, []Item{
				{ID: "7-1", Title: "Tide", URL: "http://h/x.mp3"},
			},
		},
		{
			"two levels",
			`[{"media":{"attributes":{"title":"Tide","duration":60},"image":{"url":"http://h/p.jpg","name":"p"}}}]`,
			[]Item{{Title: "Tide", Duration: time.Minute}},
		},
		{"one nested record", `{"media":{"attributes":{"id":"7","title":"Tide"}}}`, []Item{{ID: "7", Title: "Tide"}}},
		{
			"attributes beside the id",
			`{"data":[{"type":"media","id":"7-1","attributes":{"title":"Tide"},"series":{"title":"Sea"}}]}`,
			[]Item{{ID: "7-1", Title: "Tide"}},
		},
		{
			"a picture is no recording",
			`[{"id":"7-1","image":{"url":"http://h/p.jpg","title":"p"}}]`,
			[]Item{{ID: "7-1"}},
		},
		{"words before the list", `{"languages":["fi","sv"],"items":[{"id":"7-1"}]}`, []Item{{ID: "7-1"}}},
		{"words above the list", `{"tags":["sea"],"data":{"list":[{"id":"7-1"}]}}`, []Item{{ID: "7-1"}}},
		{"other objects before the list", `{"languages":[{"code":"fi"}],"items":[{"id":"7-1"}]}`, []Item{{ID: "7-1"}}},
		{
			"one record with words", `{"id":"7-1","url":"http://h/x.mp3","tags":["sea"]}`, []Item{
				{ID: "7-1", URL: "http://h/x.mp3"},
			},
		},
		{"parts are no records", `{"meta":{"title":"List"},"links":{"url":"http://h/next"}}`, nil},
		{
			"a list in a named object", `{"podcast":{"title":"X","episodes":[{"id":"1"},{"id":"2"}]}}`,
			[]Item{{ID: "1"}, {ID: "2"}},
		},
		{
			"a list in a channel",
			`{"channel":{"title":"X","image":{"url":"http://h/p.jpg"},"items":[{"title":"Tide"}]}}`,
			[]Item{{Title: "Tide"}},
		},
		{
			"a list beside a person",
			`{"user":{"id":"9","name":"radio"},"catalogue":{"title":"All","list":[{"id":"7-1"}]}}`,
			[]Item{{ID: "7-1"}},
		},
		{"nothing", `{}`, nil},
		{"scalar", `42`, nil},
		{"empty list", `[]`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := Items(parse(t, tt.doc), nil)
			for i := range got {
				got[i].Fields = nil
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// TestDatesInTheServicesZone checks that only dates without a zone are in the given zone.
func TestDatesInTheServicesZone(t *testing.T) {
	helsinki := testkit.Must(time.LoadLocation("Europe/Helsinki"))(t)
	for date, want := range map[string]time.Time{
		"2026-11-22T00:30:00":       time.Date(2026, 11, 21, 22, 30, 0, 0, time.UTC),
		"2026-11-22":                time.Date(2026, 11, 21, 22, 0, 0, 0, time.UTC),
		"22.7.2026 00:30":           time.Date(2026, 7, 21, 21, 30, 0, 0, time.UTC),
		"2026-11-22T00:30:00Z":      time.Date(2026, 11, 22, 0, 30, 0, 0, time.UTC),
		"2026-11-22T00:30:00-08:00": time.Date(2026, 11, 22, 8, 30, 0, 0, time.UTC),
		"1700000000":                time.Unix(1700000000, 0),
	} {
		if got := Items(parse(t, `[{"id":"x","date":"`+date+`"}]`), helsinki)[0].Date; !got.Equal(want) {
			t.Errorf("%s is read as %v, want %v", date, got, want)
		}
	}
}

// TestRelativeAddresses checks that addresses are relative to the document's, and that other texts are not addresses.
func TestRelativeAddresses(t *testing.T) {
	base := testkit.Must(url.Parse("https://media.example/api/v1/downloads.json"))(t)
	for field, want := range map[string]string{
		`"media_url":"/v1/x.mp3"`:           "https://media.example/v1/x.mp3",
		`"url":"x.mp3"`:                     "https://media.example/api/v1/x.mp3",
		`"url":"../files/x"`:                "https://media.example/api/files/x",
		`"url":"//other.example/x.mp3?a=1"`: "https://other.example/x.mp3?a=1",
		`"url":"https://h/x.mp3"`:           "https://h/x.mp3",
		`"sound":"x.mp3"`:                   "https://media.example/api/v1/x.mp3",
		`"sound":"two words.mp3"`:           "",
		`"url":"javascript:alert(1).mp3"`:   "",
		`"url":"none"`:                      "",
		`"url":"ftp://h/x.mp3"`:             "",
		`"url":"//me:secret@h/x.mp3"`:       "",
		`"sound":"/v1/x"`:                   "",

		`"url":"q83vASNFZ4mrze8BI0VniavN7wEjRWeJ/u+8q1+=="`: "",
		`"url":"//abc+def/ghi=="`:                           "",
		`"url":"q83vASNFZ4mrze8BI0VniavN7wEjRWeJ"`:          "",
		`"url":"files/x"`:                                   "",
		`"url":"files/x.bin"`:                               "https://media.example/api/v1/files/x.bin",
		`"url":"./files/x"`:                                 "https://media.example/api/v1/files/x",
		`"url":"/v1/downloads/0123456789/sound0"`:           "https://media.example/v1/downloads/0123456789/sound0",
	} {
		doc := parse(t, `[{"id":"7",`+field+`}]`)
		doc.Base = base
		if got := Items(doc, nil)[0].URL; got != want {
			t.Errorf("%s in a list is %q, want %q", field, got, want)
		}
		got := ""
		for _, p := range Playables(doc) {
			got = p.URL
		}
		if got != want {
			t.Errorf("%s in playouts is %q, want %q", field, got, want)
		}
		doc.Base = nil
		if got := Items(doc, nil)[0].URL; got != "" && got != want {
			t.Errorf("%s without a base is %q", field, got)
		}
	}
}

func TestItemKeepsEveryField(t *testing.T) {
	it := Items(parse(t, `[{"id":"x","odd":{"a":1,"b":[true,null]},"zz":"y"}]`), nil)[0]
	want := []Field{{"id", "x"}, {"odd", "a: 1, b: true, "}, {"zz", "y"}}
	if !reflect.DeepEqual(it.Fields, want) {
		t.Errorf("%+v", it.Fields)
	}
}

// TestControlsInTexts lists a recording whose texts have control characters: they are spaces.
func TestControlsInTexts(t *testing.T) {
	it := Items(parse(t, `[{"id":"7","title":"A\u0000b\u202ec\n","text":"1\u009b\n2","x\u0007":"y\u0007"}]`), nil)[0]
	if it.Title != "A b c" || it.Description != "1 \n2" || it.Fields[3] != (Field{"x ", "y "}) {
		t.Errorf("%+v", it)
	}
}

func TestPlayables(t *testing.T) {
	for _, tt := range []struct {
		doc  string
		want []Playable
	}{
		{`{"url":"http://h/a.mp3"}`, []Playable{{URL: "http://h/a.mp3", Format: MP3}}},
		{
			`{"data":[{"url":"https://h/s","drm":true,"protocol":"hls","language":"fi"}]}`, []Playable{
				{URL: "https://h/s", Format: HLS, Protected: true, Language: "fi"},
			},
		},
		{
			`{"data":{"hls":{"url":"https://h/x"},"poster":"https://h/p.jpg"}}`, []Playable{
				{URL: "https://h/x", Format: HLS},
			},
		},
		{
			`{"data":[{"url":"https://h/m.mpd","drm":"none"},{"url":"https://h/m.mpd"}]}`, []Playable{
				{URL: "https://h/m.mpd", Format: DASH},
			},
		},
		{
			`{"hls":{"url":"https://h/x"},"protected":{"url":"https://h/y.m3u8"}}`, []Playable{
				{URL: "https://h/x", Format: HLS}, {URL: "https://h/y.m3u8", Format: HLS, Protected: true},
			},
		},
		{
			`[{"url":"https://h/a.mp3","drm":{"type":"wide"}},{"url":"https://h/b.mp3","drm":{"on":false},` +
				`"protected":"0"}]`, []Playable{
				{URL: "https://h/b.mp3", Format: MP3}, {URL: "https://h/a.mp3", Format: MP3, Protected: true},
			},
		},
		{`{"stream":"https://h/live"}`, []Playable{{URL: "https://h/live", Format: Other}}},
		{`{"url":"ftp://h/a.mp3"}`, nil},
		{`"https://h/a.mp3"`, []Playable{{URL: "https://h/a.mp3", Format: MP3}}},
	} {
		if got := Playables(parse(t, tt.doc)); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %+v, want %+v", tt.doc, got, tt.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, doc := range []string{
		"", "{", "[1,", `{"a":1} x`, "<html>", strings.Repeat("[", 60) + strings.Repeat("]", 60),
	} {
		if _, err := Parse([]byte(doc)); err == nil {
			t.Errorf("Parse(%q) succeeded", doc)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"downloads":[{"id":1,"title":{"fi":"a"},"duration":"PT1H","url":"http://h/a.mp3","drm":false}]}`))
	f.Add([]byte(`["a",{"b":null}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<20 {
			t.Skip("the client never hands over more than its limit")
		}
		v, err := Parse(data)
		if err != nil {
			return
		}
		for _, it := range Items(v, nil) {
			if it.Duration < 0 || it.Size < 0 {
				t.Errorf("%+v", it)
			}
		}
		Playables(v)
		v.Base = &url.URL{Scheme: "https", Host: "media.example", Path: "/v1/downloads.json"}
		for _, p := range Playables(v) {
			if !isWebAddress(p.URL) {
				t.Errorf("%+v", p)
			}
		}
		Items(v, time.UTC)
	})
}

// BenchmarkItems parses a list of ten thousand recordings.
func BenchmarkItems(b *testing.B) {
	var list strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&list,
			`,{"media_id":"m%d","itemTitle":"Tide","description":"of the `+
				`day","durationSeconds":60,"publishedAt":"2026-01-02","downloadUrl":"https://sea.example/%d.mp3"}`,
			i, i)
	}
	data := []byte("[" + list.String()[1:] + "]")
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		doc, err := Parse(data)
		if items := Items(doc, nil); err != nil || len(items) != 10_000 ||
			items[77].ID != "m77" || items[77].Duration != time.Minute {
			b.Fatal(len(items), err)
		}
	}
}

// TestSharedList parses the list of downloads that tests of several packages share.
func TestSharedList(t *testing.T) {
	data := testkit.Must(os.ReadFile(filepath.Join("..", "..", "testdata", "media", "downloads-by-id.json")))(t)
	doc := testkit.Must(Parse(data))(t)
	var got []string
	for _, it := range Items(doc, time.UTC) {
		got = append(got, fmt.Sprintf("%s %s %v", it.ID, it.Title, it.Duration))
	}
	want := []string{"7-1001 Harbour news 45s", "7-1002 The Long Watch 5m50s", "tones Tone staircase 10s"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestName checks that the name is the title, or the ID, or the address, of limited length.
func TestName(t *testing.T) {
	for _, tt := range []struct {
		it   Item
		want string
	}{
		{Item{Title: "Tide", ID: "x", URL: "http://h/a.mp3"}, "Tide"},
		{Item{ID: "x", URL: "http://h/a.mp3"}, "x"},
		{Item{URL: "http://h/a.mp3"}, "http://h/a.mp3"},
		{Item{Title: "a" + strings.Repeat("ä", 1<<20)}, "a" + strings.Repeat("ä", maxName/2-1) + "…"},
	} {
		if got := tt.it.Name(); got != tt.want {
			t.Errorf("%.40q", got)
		}
	}
}
