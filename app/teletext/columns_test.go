package teletext

import (
	"reflect"
	"strings"
	"testing"
)

func TestCutColumns(t *testing.T) {
	for _, tt := range []struct {
		name  string
		lines string
		want  string // cells separated by bars
	}{
		{"a league", `
PACKET LEAGUE      P  W  D  L  F- A Pt
1 Port Almanac    13  9  0  4  24-13 27
2 Gull Skerry     13  7  3  3  22-16 24
8 Tolland Lights  13  0  4  9   5-20  4`, `
|PACKET LEAGUE|P|W|D|L|F- A|Pt
1|Port Almanac|13|9|0|4|24-13|27
2|Gull Skerry|13|7|3|3|22-16|24
8|Tolland Lights|13|0|4|9|5-20|4`},
		{"prices", `
Herring    5,20 c
Old rope  12,00 c
Brass     −1,50 c`, `
Herring|5.20|c
Old rope|12.00|c
Brass|-1.50|c`},
		{"hours", `
13–14   5,32
14–15  12,00
15–16  -1,50`, `
13–14|5.32
14–15|12.00
15–16|-1.50`},
		{"an index with leaders", `
Ferries ......... 431
The weather ..... 400`, `
Ferries|431
The weather|400`},
		{"words below each other", `
Old Quay   1 204
New Pier     317`, `
Old Quay|1204
New Pier|317`},
		{"scores", `
Gull Skerry      2 - 1 Port Almanac
 Pell 71, Wick 86    Holm 9
Tolland Lights   0 - 12 Lee Haven
                     Holm 52, Strand 79
Quay – Mill 1–0 Ness`, `
Gull Skerry|2 - 1|Port Almanac
Pell 71, Wick 86||Holm 9
Tolland Lights|0 - 12|Lee Haven
||Holm 52, Strand 79
Quay – Mill|1–0|Ness`},
		{"ranges of pages", `
Sport 200-299 Weather 400
News  101-119 TV      300`, `
Sport|200-299|Weather|400
News|101-119|TV|300`},
		{"without numbers", `
north   west
south   east`, `
north|west
south|east`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var want [][]string
			for line := range strings.SplitSeq(strings.TrimPrefix(tt.want, "\n"), "\n") {
				want = append(want, strings.Split(line, "|"))
			}
			if got := CutColumns(strings.Split(tt.lines, "\n")); !reflect.DeepEqual(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func FuzzCutColumns(f *testing.F) {
	f.Add("1 Gulls  12\n2 Terns   9")
	f.Add(strings.Repeat(" ", 50) + "1\n2")
	f.Add("\xff 1\n. . . . 2\n\u00a01")
	f.Fuzz(func(t *testing.T, text string) {
		rows := CutColumns(strings.Split(text, "\n"))
		for _, row := range rows {
			if len(row) != len(rows[0]) {
				t.Fatalf("rows of %d and %d cells", len(rows[0]), len(row))
			}
		}
	})
}
