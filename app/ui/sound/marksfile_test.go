package sound

import (
	"strings"
	"testing"
	"time"

	"sextant/app/kept"
	"sextant/app/media"
)

// marksToWrite returns two marks. The first one has a formula for a spreadsheet, and both have an address with a
// secret.
func marksToWrite() []kept.Mark {
	at := time.Date(2026, 11, 25, 16, 0, 0, 0, time.UTC)
	secret := media.Item{ID: "7-1001", Title: `=HYPERLINK("x")`, URL: "https://helm.example/a.mp3?app_key=secret"}
	first := kept.NewMark(secret, 754*time.Second+300*time.Millisecond, "Ebb, or \"flow\"", at)
	first.Note = "+1 for <tide>"
	unnamed := kept.NewMark(media.Item{URL: "https://helm.example/b.mp3?app_key=secret"}, time.Hour, "", at)
	return []kept.Mark{first, unnamed}
}

func TestMarksAreWritten(t *testing.T) {
	for form, want := range map[marksForm]string{
		marksText: "=HYPERLINK(\"x\"), 12:34\nEbb, or \"flow\"\n+1 for <tide>\nsextant:media/7-1001?t=12:34\n\n" +
			", 1:00:00\n\n",
		marksCSV: "recording,time,chapter,note,made,link\n" +
			"\"'=HYPERLINK(\"\"x\"\")\",12:34,\"Ebb, or \"\"flow\"\"\",'+1 for <tide>,2026-11-25T16:00:00Z," +
			"sextant:media/7-1001?t=12:34\n,1:00:00,,,2026-11-25T16:00:00Z,\n",
		marksLines: `{"recording":"=HYPERLINK(\"x\")","id":"7-1001","seconds":754.3,"chapter":"Ebb, or \"flow\"",` +
			`"note":"+1 for <tide>","made":"2026-11-25T16:00:00Z","link":"sextant:media/7-1001?t=12:34"}` + "\n" +
			`{"recording":"","seconds":3600,"made":"2026-11-25T16:00:00Z"}` + "\n",
	} {
		var b strings.Builder
		if err := writeMarks(&b, form, marksToWrite()); err != nil || b.String() != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", form, err, b.String(), want)
		}
	}
}
