package media

import "testing"

func TestSeries(t *testing.T) {
	for title, want := range map[string]string{
		"Harbour news":               "id x",
		"The Long Watch: first week": "id x",
		"Harbour news 12":            "series harbour news",
		"Harbour news #13":           "series harbour news",
		"Harbour news 12: The storm": "series harbour news",
		"Harbour News, 24.11.2026":   "series harbour news",
		"Harbour news (24 November)": "series harbour news",
		"2026-11-24 Harbour news":    "series harbour news",
		"24/11 Harbour news":         "series harbour news",
		"24 – 25":                    "id x",
		"Harbour news - 24 May":      "series harbour news",
		"Top-flight news 7":          "series top-flight news",
		"Ääniä 3":                    "series ääniä",
		"":                           "id x",
	} {
		if got := (Item{ID: "x", Title: title}).Series(); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}
