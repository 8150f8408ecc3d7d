package endtoend

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sextant/app/testkit"
	"sextant/app/testkit/servicetest"
)

// openList opens the panel with the list focused, and waits for it.
func (s *session) openList(shop *servicetest.Shop) {
	s.t.Helper()
	s.press("Ctrl+M")
	s.untilPicture(pictures(s.t, shop.Handler)(100, 1), withDownloads)
	s.untilNew(secondRow)
}

// recordings returns the files in a folder whose names have an ending.
func recordings(t *testing.T, dir, ending string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(profile(dir), "recordings", "*", "*"+ending))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// arrived returns the number of bytes of unfinished downloads that the program has recorded.
func arrived(t *testing.T, dir string) (n int64) {
	for _, file := range recordings(t, dir, ".note") {
		var note struct {
			Have []struct{ From, Before int64 }
		}
		data, err := os.ReadFile(file)
		if err != nil || json.Unmarshal(data, &note) != nil {
			continue // it is being replaced
		}
		for _, h := range note.Have {
			n += h.Before - h.From
		}
	}
	return n
}

// killedWhileDownloading kills the program while it downloads three recordings, and expects that they are resumed.
func killedWhileDownloading(t *testing.T) {
	testkit.Long(t)
	shop := servicetest.NewShop(t, 3)
	shop.Slow.Store(true)
	service, d := serve(t, shop), newDisplay(t)
	s := d.start(t, nil, service.options()...)
	s.openList(shop)
	s.slowly("d", "Down", "d", "Down", "d")
	s.until("half of it to be noted", func() bool { return arrived(t, d.dir) > 400_000 })
	if err := s.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-s.ended
	if n := shop.Most.Load(); n != 2 {
		t.Errorf("%d came at the same time", n)
	}
	had, before := arrived(t, d.dir), len(service.Asked())
	shop.Slow.Store(false)
	s = d.start(t, nil, service.options()...)
	s.until("all three", func() bool { return len(recordings(t, d.dir, ".mp3")) == 3 })
	s.quit()
	for _, r := range service.Asked()[before:] {
		if strings.Contains(r.URL.Path, "/v1/download/") && r.Header.Get("If-Range") != "" {
			const proof = 1 << 10 // the overlap that is requested again, to be compared
			had -= rangeBegin(r) + proof
		}
	}
	if had > 0 {
		t.Errorf("%d bytes that were there were asked for again", had)
	}
	for _, file := range recordings(t, d.dir, ".mp3") {
		got, err := os.ReadFile(file)
		if err != nil || !isOneOf(shop.Data, got) {
			t.Errorf("%s: %d bytes are none of the recordings (%v)", filepath.Base(file), len(got), err)
		}
	}
	if left := recordings(t, d.dir, ".part"); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

func rangeBegin(r *http.Request) (from int64) {
	_, _ = fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from) // 0 without a range
	return from
}

func isOneOf(all map[string][]byte, data []byte) bool {
	for _, d := range all {
		if bytes.Equal(d, data) {
			return true
		}
	}
	return false
}

// slowly presses keys, each after the program is settled.
func (s *session) slowly(keys ...string) {
	s.t.Helper()
	for _, k := range keys {
		s.press(k)
		s.settled()
	}
}
