package endtoend

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sextant/app/teletext"
	"sextant/app/testkit/race"
	"sextant/app/testkit/servicetest"
)

// samples is a folder beside the repository with what a real service once answered. It is not part of
// the project.
var samples = filepath.Join("..", "..", "..", "shared", "samples")

const sampleDocument = "page-100-four-subpages.json"

// readSample skips the test where the samples are not at hand.
func readSample(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(samples, name))
	if err != nil {
		t.Skipf("the recorded samples are not here: %v", err)
	}
	return data
}

// serveSamples answers as the service did, but for the subpages' dwell times.
func serveSamples(t *testing.T) (s *service, pictures [4]*picture) {
	t.Helper()
	document := readSample(t, sampleDocument)
	quick := bytes.ReplaceAll(document, []byte(`"time": "8"`), []byte(`"time": "1"`))
	if bytes.Equal(quick, document) {
		t.Fatal("the sample has no dwell times of 8 s")
	}
	mux := http.NewServeMux()
	answer := func(path, contentType string, data []byte) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", contentType)
			_, _ = w.Write(data) // a client that is gone needs none
		})
	}
	answer(servicetest.DocumentPath(100), "application/json", quick)
	for i := range pictures {
		data := readSample(t, fmt.Sprintf("image-100-%d.png", i+1))
		answer(servicetest.PicturePath(100, i+1), "image/png", data)
		pictures[i] = newPicture(t, fmt.Sprint("100/", i+1), data)
	}
	return serve(t, mux), pictures
}

// TestRecordedService goes through the subpages that a real service sent.
func TestRecordedService(t *testing.T) {
	t.Parallel()
	service, pictures := serveSamples(t)
	d := newDisplay(t)
	s := d.start(t, nil, service.options()...)
	for i, p := range pictures {
		s.untilPicture(p, plain)
		s.untilTitle(fmt.Sprint("100/", i+1))
		s.press("Down")
	}
	s.untilPicture(pictures[0], plain)
	s.press("Up")
	s.untilPicture(pictures[3], plain)
	s.quit()
}

// TestRecordedCounts recounts links and double-height lines, from nothing but the file.
func TestRecordedCounts(t *testing.T) {
	race.Skip(t, "what the program does at the same time is tried elsewhere")
	for _, name := range []string{sampleDocument, "page-100-one-subpage.json"} {
		data := readSample(t, name)
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

// sampleFile is the part of the samples that the counts need.
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

// count gives the links and the double-height lines of each subpage. The second line of a
// double-height pair repeats the first and does not count.
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

// oneOrMore reads an array, or the object that stands in place of an array of one.
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
