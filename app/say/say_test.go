package say

import (
	"errors"
	"io/fs"
	"testing"
	"time"
)

// speak has everything said in a language until the test ends. Such tests do not run beside others.
func speak(t *testing.T, tag string) {
	t.Helper()
	before := inUse.Load()
	if err := Use(tag); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { inUse.Store(before) })
}

func TestText(t *testing.T) {
	if InUse() != "en" {
		t.Error("at first it is", InUse())
	}
	err := Use("tlh")
	for tag, want := range map[string]string{
		"en": "Language tlh is not available. Use en (English), fi (Finnish) or sv (Swedish).",
		"fi": "Kieltä tlh ei ole. Kielet ovat en (englanti), fi (suomi) ja sv (ruotsi).",
		"sv": "Språket tlh finns inte. De som finns är en (engelska), fi (finska) och sv (svenska).",
	} {
		speak(t, tag)
		if InUse() != tag || err.Error() != want {
			t.Errorf("%s: %q", InUse(), err)
		}
	}
	if got := Text("no.such.key"); got != "no.such.key" {
		t.Errorf("a key that there is not says %q", got)
	}
	if got := Text("no.such.key", "Page", 100); got != "no.such.key" {
		t.Errorf("with a value it says %q", got)
	}
}

func TestCount(t *testing.T) {
	for tag, want := range map[string][3]string{
		"en": {"1 day", "0 days", "1,234 days"},
		"fi": {"1 päivä", "0 päivää", "1\u00a0234 päivää"},
		"sv": {"1 dag", "0 dagar", "1\u00a0234 dagar"},
	} {
		speak(t, tag)
		for i, n := range []int{1, 0, 1234} {
			if got := Count("count.days", n); got != want[i] {
				t.Errorf("%s: %q, not %q", tag, got, want[i])
			}
		}
	}
}

func TestWrap(t *testing.T) {
	err := Wrap(fs.ErrNotExist, "language.unknown", "Language", "x")
	if !errors.Is(err, fs.ErrNotExist) {
		t.Error("the error within is lost")
	}
}

func TestNumbers(t *testing.T) {
	for tag, want := range map[string][2]string{
		"en": {"12,345", "1.5"}, "fi": {"12\u00a0345", "1,5"}, "sv": {"12\u00a0345", "1,5"},
	} {
		speak(t, tag)
		if got := [2]string{Number(12345), Decimal(1.5, 1)}; got != want {
			t.Errorf("%s: %q", tag, got)
		}
	}
}

func TestTime(t *testing.T) {
	at := time.Date(2026, 5, 2, 9, 5, 7, 0, time.UTC)
	for tag, want := range map[string][4]string{
		"en": {"Saturday 2 May 2026", "2 May 2026", "09:05", "Sat 09:05"},
		"fi": {"lauantai 2. toukokuuta 2026", "2.5.2026", "9.05", "la klo 9.05"},
		"sv": {"lördag 2 maj 2026", "2 maj 2026", "09.05", "lör kl. 09.05"},
	} {
		speak(t, tag)
		if got := [4]string{
			Time("date.weekdayYear", at), Time("date.short", at), Time("time.clock", at), Time("time.weekday", at),
		}; got != want {
			t.Errorf("%s: %q", tag, got)
		}
	}
}

func TestSuited(t *testing.T) {
	for _, c := range []struct {
		wanted []string
		want   string
	}{
		{nil, "en"},
		{[]string{"fi-FI"}, "fi"},
		{[]string{"sv-FI", "fi-FI"}, "sv"},
		{[]string{"se-FI", "fi-FI"}, "fi"},
		{[]string{"de-DE"}, "en"},
		{[]string{"nb-NO", "sv-SE"}, "sv"},
		{[]string{"C"}, "en"},
		{[]string{"", "???", "en-GB"}, "en"},
		{[]string{"tlh"}, "en"},
	} {
		if got := Suited(c.wanted); got != c.want {
			t.Errorf("%q: %s, not %s", c.wanted, got, c.want)
		}
	}
}

func BenchmarkText(b *testing.B) {
	for b.Loop() {
		Text("date.monday")
	}
}

func BenchmarkTextWithValue(b *testing.B) {
	for b.Loop() {
		Text("language.unknown", "Language", "x")
	}
}

func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		open("fi")
	}
}
