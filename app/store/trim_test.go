package store

import (
	"crypto/rand"
	"fmt"
	"strings"
	"testing"
	"time"

	"sextant/app/api"
)

// saveBulk saves a version of a page of several kilobytes, with a picture.
func saveBulk(t testing.TB, s *Store, page int, at time.Time) PictureKey {
	t.Helper()
	var lines []string
	for range 20 {
		lines = append(lines, rand.Text())
	}
	p := newPage(page, "Page", lines...)
	save(t, s, p, at)
	s.SavePicture(key(p, 0), []byte(strings.Repeat(rand.Text(), 100)), at, api.Validators{})
	return key(p, 0)
}

const smallLimit = 1 << 20

// settled waits until the store is within a limit.
func settled(t testing.TB, s *Store, limit int64) {
	t.Helper()
	for range 1000 {
		flush(t, s)
		used, free, err := sizes(s.base.reads)
		if err != nil {
			t.Fatal(err)
		}
		if used <= limit && used+free <= limit {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatal("the store stays too large")
}

// TestTrimSuperseded checks that the oldest versions are removed first, with their contents and pictures.
func TestTrimSuperseded(t *testing.T) {
	s := start(t, t.TempDir()+"/helm.db", Options{Limit: smallLimit})
	var keys []PictureKey
	for i := range 400 {
		keys = append(keys, saveBulk(t, s, 100+i%10, noon().Add(time.Duration(i)*time.Minute)))
	}
	settled(t, s, smallLimit)
	oldest := noon().Add(400 * time.Minute)
	total := 0
	for page := 100; page < 110; page++ {
		versions := must[[]VersionInfo](t)(s.Versions(page))
		total += len(versions)
		for _, v := range versions[:len(versions)-1] {
			if v.Last.Before(oldest) {
				oldest = v.Last
			}
		}
		if p := must[*Stored](t)(s.Page(page)); p == nil {
			t.Errorf("page %d left before its older versions", page)
		}
	}
	left := int(oldest.Sub(noon()) / time.Minute)
	if total < 50 || total != 400-left {
		t.Errorf("%d versions are left, all from the %dth on", total, left)
	}
	for i, k := range keys {
		png, _, _, err := s.Picture(k)
		if (png != nil) != (i >= left) || err != nil {
			t.Errorf("the picture of version %d, %d on being left: %d bytes, %v", i, left, len(png), err)
		}
	}
	for _, from := range []string{"content", "part", "picture", "image"} {
		if n := count(t, s, from); n != total {
			t.Errorf("%d in %s for %d versions", n, from, total)
		}
	}
}

// TestTrimPages checks that pages without visits are removed when there are no old versions. Favourites stay.
func TestTrimPages(t *testing.T) {
	s := start(t, t.TempDir()+"/helm.db", Options{Limit: smallLimit})
	s.SetFavourites(nil, []Favourite{{100, 1, "oldest"}, {101, 1, "second"}})
	for i := range 400 {
		saveBulk(t, s, 100+i, noon().Add(time.Duration(i)*time.Minute))
		if i == 5 {
			s.Visit(105, 1, 0, noon().Add(24*time.Hour))
		}
	}
	settled(t, s, smallLimit)
	stored := 0
	for _, l := range must[[]Listing](t)(s.Directory()) {
		p := must[*Stored](t)(s.Page(l.Page))
		if p != nil {
			stored++
		}
		if (p == nil) != l.Changed.IsZero() || l.Name != "Page" {
			t.Errorf("%+v, stored: %v", l, p != nil)
		}
		switch want := l.Page == 100 || l.Page == 101 || l.Page == 105; {
		case want && p == nil:
			t.Errorf("page %d left", l.Page)
		case !want && l.Page < 200 && p != nil:
			t.Errorf("page %d stayed", l.Page)
		}
	}
	if hits := find(t, s, "page", false, 1000); len(hits) != stored || stored < 50 {
		t.Errorf("of %d pages %d are found", stored, len(hits))
	}
}

// TestTrimFavourites checks that favourites stay even if they are larger than the limit.
func TestTrimFavourites(t *testing.T) {
	s := start(t, t.TempDir()+"/helm.db", Options{Limit: 1})
	s.SetFavourites(nil, []Favourite{{100, 1, "Index"}})
	for i := range 20 {
		saveBulk(t, s, 100+i%3, noon())
	}
	flush(t, s)
	for range 1000 {
		if count(t, s, "version") == 1 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if p := must[*Stored](t)(s.Page(100)); p == nil || count(t, s, "version") != 1 {
		t.Errorf("%d versions are left", count(t, s, "version"))
	}
	if size := must[int64](t)(s.Size()); size < 1000 {
		t.Errorf("the size is %d", size)
	}
}

// TestSharedPictureStays checks that a picture stays while another version of the page has it.
func TestSharedPictureStays(t *testing.T) {
	s := empty(t)
	a, b := newPage(100, "Index", "one"), newPage(100, "Index", "two")
	addSubpage(a, 2, "same")
	addSubpage(b, 2, "same")
	save(t, s, a, noon())
	save(t, s, b, noon())
	s.SavePicture(key(a, 0), []byte("of a alone"), noon(), api.Validators{})
	s.SavePicture(key(a, 1), []byte("of both"), noon(), api.Validators{})
	s.enqueue(write{do: func(w *statements) error {
		_, err := removeOldest(w)
		return err
	}})
	flush(t, s)
	if png, _, _, err := s.Picture(key(b, 1)); string(png) != "of both" || err != nil || count(t, s, "image") != 1 {
		t.Errorf("%q, %v", png, err)
	}
}

// saveMedia saves documents of a size of the media endpoints, each confirmed a minute after the one before.
func saveMedia(s *Store, n, size int) {
	for i := range n {
		text := make([]byte, size)
		_, _ = rand.Read(text)
		s.SetMedia(mediaPath(i), Media{Text: text, Confirmed: noon().Add(time.Duration(i) * time.Minute)})
	}
}

func mediaPath(n int) string { return fmt.Sprintf("/v1/%d/playouts.json", n) }

// TestMediaPushesNothingOut saves media documents of several times the limit: those confirmed longest ago go, and the
// versions and pages, which have room beside the others, stay.
func TestMediaPushesNothingOut(t *testing.T) {
	s := start(t, t.TempDir()+"/helm.db", Options{Limit: smallLimit})
	for i := range 40 {
		saveBulk(t, s, 100+i%10, noon().Add(time.Duration(i)*time.Minute))
	}
	saveMedia(s, 200, 20_000)
	settled(t, s, smallLimit)
	if n := count(t, s, "version"); n != 40 {
		t.Errorf("%d versions are left", n)
	}
	for page := 100; page < 110; page++ {
		if p := must[*Stored](t)(s.Page(page)); p == nil {
			t.Errorf("page %d has left", page)
		}
	}
	left := count(t, s, "media")
	for i := range 200 {
		if m := must[*Media](t)(s.Media(mediaPath(i))); (m != nil) != (i >= 200-left) {
			t.Errorf("of %d left document %d is there: %v", left, i, m != nil)
		}
	}
	if left == 0 {
		t.Error("no document is left")
	}
}

// TestMediaGoesLast has favourites that leave hardly any room: media documents go at last, so that the limit is kept.
func TestMediaGoesLast(t *testing.T) {
	s := start(t, t.TempDir()+"/helm.db", Options{Limit: smallLimit})
	s.SetFavourites(nil, []Favourite{{100, 1, "Index"}, {101, 1, "Sport"}})
	for page := 100; page < 102; page++ {
		p := newPage(page, "Page", rand.Text())
		save(t, s, p, noon())
		png := make([]byte, smallLimit*2/5)
		_, _ = rand.Read(png)
		s.SavePicture(key(p, 0), png, noon(), api.Validators{})
	}
	saveMedia(s, 6, 20_000)
	settled(t, s, smallLimit)
	if n := count(t, s, "version"); n != 2 {
		t.Errorf("%d versions are left", n)
	}
}

// TestRecordingsHeadersPushNoDocumentOut saves the headers of many recordings, which have no text: documents stay, and
// the headers are bounded, too.
func TestRecordingsHeadersPushNoDocumentOut(t *testing.T) {
	s := empty(t)
	s.SetMedia("/v1/downloads.json", Media{Text: []byte("list"), Confirmed: noon()})
	for n := range mostMedia + 500 {
		s.SetMedia(fmt.Sprintf("/v1/download/%d.mp3", n), Media{
			Text: []byte{}, Validators: api.Validators{ETag: `"x"`},
			Confirmed: noon().Add(time.Duration(n) * time.Second),
		})
	}
	flush(t, s)
	if m := must[*Media](t)(s.Media("/v1/downloads.json")); m == nil {
		t.Error("the list has left")
	}
	if n := count(t, s, "media"); n > mostMedia+1 {
		t.Errorf("%d headers are stored", n)
	}
}
