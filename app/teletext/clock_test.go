package teletext

import (
	"testing"
	"time"
)

// TestWithoutClock compares rows of two versions of a page: whether they say the same but for a clock.
func TestWithoutClock(t *testing.T) {
	for _, tt := range []struct {
		row         int
		older, text string
		same        bool
	}{
		{0, "HELM TEXT 100 Fri 27 Nov 10:39:38", "HELM TEXT 100 Fri 27 Nov 10:40:01", true},
		{0, "HELM TEXT 100 Fri 27 Nov 10:39:38", "HELM TEXT 100 Sat 28 Nov 10:40:01", false},
		{0, "10:39 News", "10:40 News", true},
		{0, "10:39 News", "10:40 Storm", false},
		{0, "News (10.39)", "News (10.40)", true},
		{0, "Helm-Text 10.39 Uhr", "Helm-Text 10.40 Uhr", true},
		{0, "Nachrichten 9:39 h, Fr 27.11.", "Nachrichten 9:40 h, Fr 27.11.", true},
		{0, "Harbour 10:39 27.11.2026", "Harbour 10:40 27.11.2026", true},
		{0, "Harbour 10:39 Fri 27 Nov", "Harbour 10:40 Fri 27 Nov", true},
		{0, "Harbour 10:39 Fri 27 Nov", "Harbour 10:39 Sat 28 Nov", false},
		{0, "Ferry 10:39 to 12 islands", "Ferry 10:40 to 12 islands", false},
		{0, "News 10.39 of the harbour", "News 10.40 of the harbour", false},
		{0, "Rate 7.45", "Rate 7.46", false},
		{1, "10:39:38", "10:39:39", true},
		{1, "Harbour 9:59", "Harbour 10:00", true},
		{2, "Now 10:39:38 in the harbour", "Now 10:39:39 in the harbour", true},
		{2, "Helm 100 10.39", "Helm 100 10.40", true},
		{2, "Ferry 12.30", "Ferry 12.45", false},
		{8, "Ferry 12.30", "Ferry 12.45", false},
		{8, "Winner 02:05:31", "Winner 02:05:30", false},
		{8, "It is 15.07 now", "It is 15:10 now", true}, // the page changed at 15.09
		{23, "100 10:39", "100 10:40", true},
		{23, "10:39", "10:40", false}, // the end of a table
		{0, "", "", true},
	} {
		p := &Page{
			Number: 100, Network: "Helm", SubpageCount: 1, Subpages: []Subpage{{Number: 1}},
			Modified: time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC),
		}
		older, text := p.WithoutClock(0, tt.row, tt.older), p.WithoutClock(0, tt.row, tt.text)
		if (older == text) != tt.same {
			t.Errorf("row %d: %q is %q, %q is %q", tt.row, tt.older, older, tt.text, text)
		}
	}
}
