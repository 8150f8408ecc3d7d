package endtoend

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"

	"sextant/app/media"
	"sextant/app/store"
	"sextant/app/testkit/servicetest"
)

// openList opens the panel with the keyboard in the list, and waits for that.
func (s *session) openList(shop *servicetest.Shop) {
	s.t.Helper()
	s.press("Ctrl+M")
	s.untilPicture(pictures(s.t, shop.Handler)(100, 1), withDownloads)
	s.untilNew(secondRow)
}

// recordings are the folder's files that end in a way.
func recordings(t *testing.T, dir, ending string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(profile(dir), "recordings", "*", "*"+ending))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// arrived is how much the program has noted of what is on its way, over all recordings.
func arrived(t *testing.T, dir string) (n int64) {
	for _, file := range recordings(t, dir, ".note") {
		var note struct {
			Have []struct{ From, Before int64 }
		}
		data, err := os.ReadFile(file)
		if err != nil || json.Unmarshal(data, &note) != nil {
			continue // it is just being replaced
		}
		for _, h := range note.Have {
			n += h.Before - h.From
		}
	}
	return n
}

// TestDownloads downloads three recordings by key, is killed in their midst, and goes on where it was.
func TestDownloads(t *testing.T) {
	t.Parallel()
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
			const proof = 1 << 10 // so much is asked for again, to be compared
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
	_, _ = fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from) // 0 where there is none
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

// TestQueue fills the queue by keys, drags a row of it with the pointer, and finds it again after a restart.
func TestQueue(t *testing.T) {
	t.Parallel()
	shop, d := servicetest.NewShop(t, 6), newDisplay(t)
	service := serve(t, shop)
	s := d.start(t, nil, service.options()...)
	path := storePath(d.dir, service)
	s.openList(shop)
	s.slowly("q", "Down", "q", "Down", "q", "Down", "q")
	s.untilQueued(path, "m0 m1 m2 m3")
	s.press("Ctrl+2")
	const top, height = 42, 46 // of the first row: there is no filter above it
	s.until("the queue", func() bool { return !s.isBare(panelWidth-20, top+3*height, 100, height) })
	s.drag(panelWidth/2, top+height/2, top+5*height/2+10)
	s.untilQueued(path, "m1 m2 m0 m3")
	s.press("Alt+Up") // the keys went with the row
	s.untilQueued(path, "m1 m0 m2 m3")
	s.press("Delete")
	s.untilQueued(path, "m1 m2 m3")
	s.quit()
	s = d.start(t, nil, service.options()...)
	s.pointAway() // from the row where it was left, which would be marked
	s.slowly("Ctrl+M", "Ctrl+2")
	s.until("the queue as it was left", func() bool {
		return !s.isBare(panelWidth-20, top+2*height, 100, height) && s.isBare(panelWidth-20, top+3*height, 100, height)
	})
	s.quit()
}

// slowly presses keys so that each counts.
func (s *session) slowly(keys ...string) {
	s.t.Helper()
	for _, k := range keys {
		s.press(k)
		s.settled()
	}
}

// untilQueued waits for the queue to be kept in an order.
func (s *session) untilQueued(path, ids string) {
	s.t.Helper()
	last := ""
	defer func() {
		if s.t.Failed() {
			s.t.Logf("the queue is %s", last)
		}
	}()
	s.untilKept(path, "the queue "+ids, func(kept *store.Store) bool {
		text, err := kept.State("queue")
		var queue []media.Item
		if err != nil || json.Unmarshal([]byte(text), &queue) != nil {
			return false
		}
		var all []string
		for _, it := range queue {
			all = append(all, it.ID)
		}
		last = strings.Join(all, " ")
		return last == ids
	})
}

// drag drags what is at a point of the window, counted from its right edge, from one height to another.
func (s *session) drag(fromRight, from, to int) {
	b := s.bounds()
	x := b.Max.X - fromRight
	s.pointTo(image.Pt(x, b.Min.Y+from))
	s.fake(xproto.ButtonPress, 1, 0, 0)
	for i := range 10 {
		s.pointTo(image.Pt(x, b.Min.Y+from+(to-from)*(i+1)/10))
		s.settled()
	}
	s.fake(xproto.ButtonRelease, 1, 0, 0)
}

// TestLongList scrolls through ten thousand recordings, to their end and through a filter.
func TestLongList(t *testing.T) {
	shop, d := servicetest.NewShop(t, 10_000), newDisplay(t)
	service := serve(t, shop)
	s := d.start(t, nil, service.options()...)
	s.openList(shop)
	begun := time.Now()
	s.slowly(slices.Repeat([]string{"Page_Down"}, 100)...)
	s.press("End")
	s.typed("q")
	s.untilQueued(storePath(d.dir, service), "m9999")
	t.Logf("a hundred pages and the end took %v", time.Since(begun))
	s.press("Home")
	s.press("Up")
	s.typed("recording 9531")
	s.until("a list of two, by title and by id", func() bool {
		return !s.isRowBare(secondRow) && s.isRowBare(2*secondRow-firstRow)
	})
	s.press("Down")
	s.typed("q")
	s.untilQueued(storePath(d.dir, service), "m9999 m9530")
	s.quit()
}
