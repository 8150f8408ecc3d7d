package page

import (
	"slices"
	"strings"
	"testing"

	"sextant/app/budget"
	"sextant/app/say"
	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/app/words"
)

// TestNeighboursAreShown checks which facts about its place a page has.
func TestNeighboursAreShown(t *testing.T) {
	got := placeFacts(&teletext.Page{Prev: 99, Next: 101})
	if want := [][2]string{{"Previous page", "99"}, {"Next page", "101"}}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := placeFacts(&teletext.Page{}); len(got) != 0 {
		t.Errorf("of a page that says nothing: %q", got)
	}
}

// TestAnimatedIsInWords checks the words for what a document states about animation.
func TestAnimatedIsInWords(t *testing.T) {
	for said, want := range map[string]string{"yes": "yes", "TRUE": "yes", "No": "no", "perhaps": "perhaps"} {
		if got := animatedWords(said); got != want {
			t.Errorf("%q is shown as %q", said, got)
		}
	}
}

// TestUsageIsInWords checks the words for the number and purpose of requests.
func TestUsageIsInWords(t *testing.T) {
	u := budget.Usage{Hour: 15, Day: 20, ByClass: map[budget.Class]int{budget.User: 5, budget.Prefetch: 10}}
	u.Limits.PerHour, u.Limits.PerDay = 300, 7200
	if got, want := usageWords(u, words.Calendar{}), "15 of 300 in the last hour, 20 of 7,200 in the last day\nin "+
		"the last hour: 5 by you, 10 to load ahead"; got != want {
		t.Errorf("%q", got)
	}
}

// TestAnimatedInWords checks that yes and no are translated, and that other values stay as in the document.
func TestAnimatedInWords(t *testing.T) {
	t.Cleanup(func() { _ = say.Use("en") })
	testkit.NoError(t, say.Use("fi"))
	for animated, want := range map[string]string{"yes": "kyllä", "NO": "ei", "Slowly": "slowly"} {
		if got := animatedWords(animated); got != want {
			t.Errorf("%q: %q, want %q", animated, got, want)
		}
	}
}

// TestOddDocumentInWords checks that what is odd in a document is in the user's language.
func TestOddDocumentInWords(t *testing.T) {
	t.Cleanup(func() { _ = say.Use("en") })
	testkit.NoError(t, say.Use("fi"))
	p, err := teletext.DecodeJSON([]byte(`{"teletext":{"xml":"preserve","page":{"number":"100","subpagecount":"3",
		"subpage":[{"number":"1"},{"number":"2","content":[{"type":"Text","line":["a","b"]},
		{"type":"all","line":{"number":"1","Text":"{PN201}a"}},
		{"type":"structured","line":{"number":"1","run":[{"bg":"red","fg":"white","length":"-3","Text":" a"}]}}]},
		{"number":"2","content":{"type":"text","line":[{"number":"1","Text":"x"},{"number":"1"}]}}]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	got := warningWords(p.Warnings)
	for _, want := range []string{
		"alasivulla 1 ei ole sisältöä", "sisältötyyppi ”Text” tulkittiin tyypiksi text", "näytetään rivinä 2",
		"tuntematon avainsana {PN201}", "pituus ”-3”", "alasivu 2 on kahdesti; toinen näytetään alasivuna 3",
		"rivi 1 on kahdesti",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}
