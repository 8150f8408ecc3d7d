package api

import (
	"strings"
	"testing"
	"time"

	"sextant/app/teletext"
)

func TestNotices(t *testing.T) {
	sum := strings.Repeat("ab", 32)
	for text, good := range map[string]bool{
		`{"page":123,"subpage":2,"digest":"` + sum + `","time":"2026-11-22T10:00:00Z"}`: true,
		`{"page":123,"subpage":0,"digest":"","more":[1]}`:                               true,
		`{"page":123,"subpage":2,"digest":""}`:                                          false,
		`{"page":123,"digest":"` + sum + `00"}`:                                         false,
		`{"page":123,"digest":"` + sum[:62] + `"}`:                                      false,
		`{"page":123}`:                                    false,
		`{"page":-1,"digest":"` + sum + `"}`:              false,
		`{"page":1,"digest":"` + sum + `","time":"noon"}`: false,
		`[]`: false,
		``:   false,
	} {
		n, err := ParseNotice("change", "7", text)
		if good != (err == nil) || good && (n.Kind != Changed || n.Page != 123 || n.ID != "7") {
			t.Errorf("%s: %+v, %v", text, n, err)
		}
	}
	if n, err := ParseNotice("sunrise", "", "nonsense"); err != nil || n.Kind != 0 {
		t.Errorf("an unknown one: %+v, %v", n, err)
	}
}

// TestNoticesAsSent reads notices as they are sent.
func TestNoticesAsSent(t *testing.T) {
	at := time.Date(2026, 11, 22, 10, 0, 0, 5e6, time.UTC)
	place := teletext.Place{Page: 123, Subpage: 2}
	for _, n := range []Notice{
		{Kind: Opened, ID: "a-1", Time: at},
		{Kind: Reset, ID: "a-2", Time: at},
		{Kind: Changed, ID: "a-3", Time: at, Place: place, Digest: [32]byte{1, 2}},
		{Kind: Changed, ID: "a-4", Time: at, Place: teletext.Place{Page: 123}, Digest: [32]byte{31: 9}},
		{Kind: Changed, ID: "a-5", Time: at, Place: teletext.Place{Page: 123}, Gone: true},
	} {
		name, data := n.Event()
		if got, err := ParseNotice(name, n.ID, string(data)); got != n || err != nil {
			t.Errorf("%s %s: %+v, %v", name, data, got, err)
		}
	}
}

// FuzzParseNotice reads random events. What was read is read again as it is sent.
func FuzzParseNotice(f *testing.F) {
	f.Add("change", `{"page":123,"subpage":2,"digest":"","time":"2026-11-22T10:00:00Z"}`)
	f.Add("open", `{"time":"2026-11-22T10:00:00.123456Z"}`)
	f.Fuzz(func(t *testing.T, name, data string) {
		n, err := ParseNotice(name, "7", data)
		if err != nil || n.Kind == 0 {
			return
		}
		if n.Kind == Changed && (n.Page <= 0 || n.Subpage < 0 || n.Gone && n.Subpage != 0) {
			t.Errorf("%+v", n)
		}
		if year := n.Time.UTC().Year(); year < 0 || year > 9999 {
			return // JSON has no such time
		}
		name, sent := n.Event()
		n.Time = n.Time.UTC().Truncate(time.Millisecond)
		if again, err := ParseNotice(name, "7", string(sent)); again != n || err != nil {
			t.Errorf("%+v is read as %+v, %v", n, again, err)
		}
	})
}
