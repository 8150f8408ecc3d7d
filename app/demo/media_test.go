package demo

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/testkit"
	"sextant/assets"
)

var address = regexp.MustCompile(`http://demo\.example:8080/v1/[a-z]+/[^"]+`)

func TestDownloads(t *testing.T) {
	s := newService(t, nil)
	var list struct{ Downloads []download }
	testkit.NoError(t, json.Unmarshal(get(t, s, "/v1/downloads.json").Body.Bytes(), &list))
	if len(list.Downloads) < 5 {
		t.Errorf("only %d downloads", len(list.Downloads))
	}
	for _, d := range list.Downloads {
		path, _ := strings.CutPrefix(d.URL, "http://demo.example:8080")
		w := get(t, s, path)
		if int64(w.Body.Len()) != d.Size || w.Header().Get("Content-Type") != api.TypeMP3 {
			t.Errorf("%s: %d bytes of %s instead of %d", d.ID, w.Body.Len(), w.Header().Get("Content-Type"), d.Size)
		}
		if date, err := time.Parse(time.RFC3339, d.Date); err != nil || date.After(start) {
			t.Errorf("%s is of %q", d.ID, d.Date)
		}
		if d.Title == "" || d.Description == "" || d.Duration < 1 {
			t.Errorf("%+v lacks something", d)
		}
	}
}

func TestEverySoundIsInTheCatalogue(t *testing.T) {
	s := newService(t, nil)
	files := testkit.Must(assets.Sounds.ReadDir("sounds"))(t)
	total := int64(0)
	for _, f := range files {
		info, _ := f.Info()
		total += info.Size()
		known := slices.ContainsFunc(s.sounds, func(v *sound) bool { return v.File == f.Name() })
		if strings.HasSuffix(f.Name(), ".mp3") && !known {
			t.Errorf("%s is not in the catalogue", f.Name())
		}
	}
	if total > 6<<20 {
		t.Errorf("the sounds take %d bytes", total)
	}
}

func TestRanges(t *testing.T) {
	s := newService(t, nil)
	const path = "/v1/download/1003.mp3"
	whole := get(t, s, path)
	tag := whole.Header().Get("ETag")
	part := ask(s, http.MethodGet, path, "Range", "bytes=100-199", "If-Range", tag)
	if part.Code != http.StatusPartialContent || part.Body.String() != whole.Body.String()[100:200] {
		t.Errorf("a range: %d, %d bytes", part.Code, part.Body.Len())
	}
	if changed := ask(s, http.MethodGet, path, "Range", "bytes=100-199",
		"If-Range", `"old"`); changed.Code != http.StatusOK {
		t.Errorf("a range of what has changed: %d", changed.Code)
	}
	if beyond := ask(s, http.MethodGet, path, "Range",
		"bytes=99999999-"); beyond.Code != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("a range beyond the end: %d", beyond.Code)
	}
}

func TestPlayouts(t *testing.T) {
	s := newService(t, nil)
	shapes := map[string]bool{}
	for _, version := range []string{"v1", "v2", "v3", "v4", "v5", "v6"} {
		body := get(t, s, "/"+version+"/7-1002/playouts.json").Body.String()
		shapes[body] = true
		addresses := address.FindAllString(body, -1)
		if !slices.Contains(addresses, "http://demo.example:8080/v1/download/7-1002.mp3") {
			t.Errorf("%s does not lead to the recording: %s", version, body)
		}
		for _, a := range addresses {
			want := http.StatusOK
			if strings.Contains(a, "/protected/") {
				want = http.StatusForbidden
			}
			if got := ask(s, http.MethodGet, strings.TrimPrefix(a, "http://demo.example:8080")).Code; got != want {
				t.Errorf("%s of %s: %d", a, version, got)
			}
		}
	}
	if len(shapes) != 6 {
		t.Errorf("only %d different shapes", len(shapes))
	}
}

func TestPlayoutVersionsThatAnswer(t *testing.T) {
	s := newService(t, nil)
	for id, want := range map[string]string{"1003": "v1 v2 v3", "1004": "v6", "7-1001": "v1 v2 v3 v4 v5 v6"} {
		var answers []string
		for _, v := range []string{"v1", "v2", "v3", "v4", "v5", "v6"} {
			if ask(s, http.MethodGet, "/"+v+"/"+id+"/playouts.json").Code == http.StatusOK {
				answers = append(answers, v)
			}
		}
		if got := strings.Join(answers, " "); got != want {
			t.Errorf("%s answers %s", id, got)
		}
	}
}

func TestPlaylist(t *testing.T) {
	w := get(t, newService(t, nil), "/v1/playlist/7-1005.m3u8")
	if !strings.Contains(w.Body.String(), "\nhttp://demo.example:8080/v1/download/7-1005.mp3\n") {
		t.Error(w.Body)
	}
}
