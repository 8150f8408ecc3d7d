package export

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/app/browse"
	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/app/words"
)

// TestTables exports eleven pages of the demo as tables that a spreadsheet can read. The files in testdata were
// compared with the pages by eye.
func TestTables(t *testing.T) {
	pages := []string{"121", "202", "203", "300", "400", "401", "430", "435", "120", "199", "600"}
	for _, page := range pages {
		status, out, errs := exportCommand(t, page+"/all", "--format", "csv")
		if status != exitDone {
			t.Fatalf("page %s: %s", page, errs)
		}
		path := filepath.Join("testdata", "tables", page+".csv")
		if os.Getenv("SEXTANT_UPDATE") != "" {
			testkit.NoError(t, os.WriteFile(path, []byte(out), 0o600))
		}
		want, err := os.ReadFile(path)
		if err != nil || out != string(want) {
			t.Errorf("page %s has another table than %s (%v):\n%s", page, path, err, out)
		}
		r := csv.NewReader(strings.NewReader(out))
		r.FieldsPerRecord = -1
		if rows, err := r.ReadAll(); err != nil || len(rows) < 2 {
			t.Errorf("page %s: %d rows, %v", page, len(rows), err)
		}
	}
}

func TestNoTable(t *testing.T) {
	status, _, errs := exportCommand(t, "160", "--format", "csv")
	if status != exitError || errs != "sextant: there is no table on this page\n" {
		t.Errorf("status %d, %q", status, errs)
	}
}

// TestTableWithTime checks that each row starts with the page's time, and that no cell is a formula for a spreadsheet.
func TestTableWithTime(t *testing.T) {
	lines := &teletext.Lines{}
	copy(lines[4:], []string{"=cmd()     1,50", "+15        2,50", "Herring  -12,00"})
	doc := &teletext.Page{Number: 121, Modified: time.Date(2026, 11, 2, 3, 4, 5, 0, time.UTC)}
	doc.Subpages = []teletext.Subpage{{Number: 1, Text: lines}}
	zone := time.FixedZone("", 2*60*60)
	f := Form{Format: CSV, WithTime: true, Calendar: words.Calendar{Zone: zone, Now: time.Now()}}
	var b strings.Builder
	testkit.NoError(t, f.Write(&b, doc, []int{0}, browse.NewDirectory()))
	const at = "2026-11-02T03:04:05+02:00,"
	want := []string{at + "'=cmd(),1.50", at + "+15,2.50", at + "Herring,-12.00", ""}
	if got := strings.Split(b.String(), "\n"); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestTableForSpreadsheet checks that a table for a spreadsheet starts with the mark of UTF-8 and has no scores that
// are read as dates, while dates, signed numbers and formulas stay as they are in a table for programs.
func TestTableForSpreadsheet(t *testing.T) {
	lines := &teletext.Lines{}
	copy(lines[4:], []string{
		"Gulls       24-13     2.50", "Terns      2 - 1      3.50", "Auks    2026-11       4.50",
		"Skuas       -15      5.50", "=cmd()      10-2-1     6.50",
	})
	doc := &teletext.Page{Number: 121, Subpages: []teletext.Subpage{{Number: 1, Text: lines}}}
	for _, tt := range []struct {
		people bool
		want   string
	}{
		{false, "Gulls,24-13,2.50\nTerns,2 - 1,3.50\nAuks,2026-11,4.50\nSkuas,-15,5.50\n'=cmd(),10-2-1,6.50\n"},
		{true, "\uFEFFGulls,24–13,2.50\nTerns,2 – 1,3.50\nAuks,2026-11,4.50\nSkuas,-15,5.50\n'=cmd(),10-2-1,6.50\n"},
	} {
		var b strings.Builder
		f := Form{Format: CSV, ForSpreadsheet: tt.people}
		if err := f.Write(&b, doc, []int{0}, browse.NewDirectory()); err != nil || b.String() != tt.want {
			t.Errorf("for people %t: %q (%v)", tt.people, b.String(), err)
		}
	}
}
