package teletext_test

import (
	"encoding/json"
	"slices"
	"testing"

	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
)

// TestSamplesAreCounted compares the numbers of links and double-height lines with a count that only uses the file.
func TestSamplesAreCounted(t *testing.T) {
	for _, name := range []string{servicetest.SampleDocument, "page-100-one-subpage.json"} {
		data := servicetest.Sample(t, name)
		page, err := teletext.DecodeJSON(data)
		if err != nil {
			t.Fatal(err)
		}
		links, doubles := count(t, data)
		if len(links) != len(page.Subpages) {
			t.Fatalf("%s: %d subpages, want %d", name, len(page.Subpages), len(links))
		}
		for i := range page.Subpages {
			s := &page.Subpages[i]
			t.Logf("%s, subpage %d: %d links, %d double-height lines", name, i+1, links[i], doubles[i])
			if s.MarkedLinks() != links[i] || s.DoubleHeightLines() != doubles[i] {
				t.Errorf("%s, subpage %d: %d links and %d double-height lines, want %d and %d",
					name, i+1, s.MarkedLinks(), s.DoubleHeightLines(), links[i], doubles[i])
			}
		}
	}
}

// sampleFile has the parts of the samples that are counted.
type sampleFile struct {
	Teletext struct {
		Page struct {
			Subpage json.RawMessage
		}
	}
}

type sampleSubpage struct {
	Content []struct {
		Type string
		Line []struct{ Run json.RawMessage }
	}
}

type sampleRun struct{ Link, Size string }

// count returns the number of links and of double-height lines of each subpage. The second line of a double-height pair
// repeats the first and does not count.
func count(t *testing.T, data []byte) (links, doubles []int) {
	t.Helper()
	var file sampleFile
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	for _, sub := range oneOrMore[sampleSubpage](t, file.Teletext.Page.Subpage) {
		nLinks, nDoubles := 0, 0
		for _, content := range sub.Content {
			if content.Type != "structured" {
				continue
			}
			for i, second := 0, false; i < len(content.Line); i++ {
				runs := oneOrMore[sampleRun](t, content.Line[i].Run)
				double := slices.ContainsFunc(runs, func(r sampleRun) bool { return r.Size == "double height" })
				if second = double && !second; second {
					nDoubles++
				}
				if second || !double {
					for _, r := range runs {
						if r.Link != "" {
							nLinks++
						}
					}
				}
			}
		}
		links, doubles = append(links, nLinks), append(doubles, nDoubles)
	}
	return links, doubles
}

// oneOrMore decodes an array, or a single object that stands for an array of one.
func oneOrMore[T any](t *testing.T, data json.RawMessage) []T {
	t.Helper()
	if len(data) == 0 {
		return nil
	}
	if data[0] != '[' {
		data = slices.Concat(json.RawMessage("["), data, json.RawMessage("]"))
	}
	var list []T
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	return list
}
