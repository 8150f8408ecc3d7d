package say

import (
	"errors"
	"io/fs"
	"maps"
	"testing"
	"time"
	"unicode/utf8"
)

// speak sets the language until the test ends. Such tests must not run in parallel.
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
		"en": "Language tlh is not available. Use one of " + Offered() + ".",
		"fi": "Kieltä tlh ei ole. Kielet ovat " + Offered() + ".",
		"sv": "Språket tlh finns inte. De som finns är " + Offered() + ".",
		"de": "Die Sprache tlh gibt es nicht. Verfügbar sind " + Offered() + ".",
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
		"de": {"1 Tag", "0 Tage", "1.234 Tage"},
	} {
		speak(t, tag)
		for i, n := range []int{1, 0, 1234} {
			if got := Count("count.days", n); got != want[i] {
				t.Errorf("%s: %q, not %q", tag, got, want[i])
			}
		}
	}
}

// TestOffered checks the list of languages, English first.
func TestOffered(t *testing.T) {
	if got := Offered(); got != "en (English), de (Deutsch), fi (suomi), sv (svenska)" {
		t.Errorf("offered are %q", got)
	}
	titles := map[string]string{}
	for _, l := range Languages() {
		titles[l.Tag] = l.Title
	}
	if want := (map[string]string{
		"de": "Deutsch", "en": "English", "fi": "Suomi", "sv": "Svenska",
	}); !maps.Equal(titles, want) {
		t.Errorf("a list has %q", titles)
	}
}

// TestUnfinished checks that a language with an unfinished translation says so in lists, comes after the others, and is
// never chosen for a locale.
func TestUnfinished(t *testing.T) {
	unfinished := languageOf("nl", []byte(
		`{"language.own": "nederlands", "language.unfinished": "{{.Language}} (onvolledig)"}`))
	if want := (Language{"nl", "nederlands", "Nederlands (onvolledig)", false}); unfinished != want {
		t.Errorf("%+v, not %+v", unfinished, want)
	}
	list := []Language{describe("en"), unfinished, describe("fi")}
	sortFinished(list)
	if list[0].Tag != "en" || list[1].Tag != "fi" || list[2].Tag != "nl" {
		t.Errorf("the order is %+v", list)
	}
	if got := suited([]string{"nl-NL", "fi-FI"}, list); got != "fi" {
		t.Errorf("chosen is %s", got)
	}
}

// TestMadeCatalogue uses a catalogue with more plural forms than English, in which a form and messages are missing.
func TestMadeCatalogue(t *testing.T) {
	before := inUse.Load()
	t.Cleanup(func() { inUse.Store(before) })
	err := UseCatalogue("pl", []byte(`{
		"button.open": "Otwórz",
		"count.days": {
			"one": "{{.Count}} dzień", "few": "{{.Count}} dni", "many": "{{.Count}} dni", "other": "{{.Count}} dnia"
		},
		"sleep.minutes": {"one": "{{.Count}} minuta", "other": "{{.Count}} minut"}
	}`))
	if err != nil {
		t.Fatal(err)
	}
	for got, want := range map[string]string{
		Text("button.open"): "Otwórz", Count("count.days", 1): "1 dzień", Count("count.days", 3): "3 dni",
		Count("count.days", 5): "5 dni", Count("sleep.minutes", 3): "3 minut",
		Text("button.save"): "Save", Text("page.none", "Page", 100): "There is no page 100.",
		Count("count.recordings", 1): "1 recording", Time("date.weekdayAlone", time.Unix(0, 0).UTC()): "Thursday",
		Text("no.such.key"): "no.such.key", InUse(): "pl",
	} {
		if got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
	if UseCatalogue("pl", []byte("{")) == nil {
		t.Error("a broken catalogue is no error")
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
		"en": {"12,345", "1.5"}, "fi": {"12\u00a0345", "1,5"}, "sv": {"12\u00a0345", "1,5"}, "de": {"12.345", "1,5"},
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
		"fi": {"lauantai 2. toukokuuta 2026", "2.5.2026", "9.05", "la klo\u00a09.05"},
		"sv": {"lördag 2 maj 2026", "2 maj 2026", "09.05", "lör kl.\u00a009.05"},
		"de": {"Samstag, 2. Mai 2026", "2. Mai 2026", "09:05", "Sa um\u00a009:05"},
	} {
		speak(t, tag)
		if got := [4]string{
			Time("date.weekdayYear", at), Time("date.short", at), Time("time.clock", at), Time("time.weekday", at),
		}; got != want {
			t.Errorf("%s: %q", tag, got)
		}
	}
}

// TestHeaderDate checks the date in a page's header for each day of a leap year in each language. It may have ten
// characters, or six if the clock has a zone.
func TestHeaderDate(t *testing.T) {
	for _, l := range Languages() {
		speak(t, l.Tag)
		for day := time.Date(2028, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() == 2028; day = day.AddDate(0, 0, 1) {
			if got := Time("header.date", day); utf8.RuneCountInString(got) > 10 {
				t.Errorf("%s: %q has more than ten letters", l.Tag, got)
			}
			if got := Time("header.dateShort", day); utf8.RuneCountInString(got) > 6 {
				t.Errorf("%s: %q has more than six letters", l.Tag, got)
			}
		}
	}
}

// TestLayouts logs each layout of a date or time, and checks that none of them is constant.
func TestLayouts(t *testing.T) {
	at := time.Date(2026, 11, 22, 9, 5, 7, 0, time.UTC)
	for _, l := range Languages() {
		speak(t, l.Tag)
		for key := range read(first) {
			if !layout.MatchString(key) {
				continue
			}
			got := Time(key, at)
			t.Logf("%s: %s is %q", l.Tag, key, got)
			if got == Time(key, at.AddDate(1, 1, 1).Add(time.Hour+time.Minute)) {
				t.Errorf("%s: %s is always %q", l.Tag, key, got)
			}
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
		{[]string{"de-DE"}, "de"},
		{[]string{"de-AT", "en-GB"}, "de"},
		{[]string{"nl-NL"}, "en"},
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
