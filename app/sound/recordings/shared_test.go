package recordings

import (
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/store"
)

// TestFollowsOtherPrograms makes two windows share a library: a recording kept by one stays when the other needs room,
// and a download of one is not started by the other.
func TestFollowsOtherPrograms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept, _ := store.Open(filepath.Join(t.TempDir(), "pages.sqlite"), store.Options{Now: time.Now})
		m := &mediaServer{data: randomBytes(320 << 10), slow: time.Second, etag: "same"}
		dir := t.TempDir()
		var windows [2]*Downloads
		for i := range windows {
			windows[i] = NewDownloads(NewLibrary(dir, 400<<10, time.Now), kept,
				func(store.Recording) Opener { return m.open }, time.Now, DownloadEvents{})
			windows[i].Begin()
		}
		follow := func() {
			_ = kept.Flush(t.Context())
			for _, w := range windows {
				w.Follow()
			}
			synctest.Wait()
		}
		a, b := windows[0], windows[1]
		one := store.Recording{Key: "one", Item: "1"}
		a.Get(one)
		time.Sleep(5 * time.Second)
		follow()
		time.Sleep(time.Minute)
		follow()
		if len(m.asked) != 1 || a.Status("one").Progress != Stored || b.Status("one").Progress != Stored {
			t.Errorf("asked %v; %v, %v", m.asked, a.Status("one").Progress, b.Status("one").Progress)
		}
		a.Keep(one, true)
		follow()
		rec, err := b.Read(one) // adds no note
		if err == nil {
			err = rec.Close()
		}
		if err != nil || !b.Status("one").Keep {
			t.Errorf("kept: %v, %v", b.Status("one").Keep, err)
		}
		b.Get(store.Recording{Key: "two", Item: "2"})
		time.Sleep(time.Minute)
		follow()
		all, err := kept.Recordings()
		if err != nil || !a.Status("one").Keep || a.Status("one").Progress != Stored || len(all) == 0 || !all[0].Keep {
			t.Errorf("after room was needed: %+v; %+v, %v", a.Status("one"), all, err)
		}
		for _, w := range windows {
			w.Close()
		}
		_ = kept.Close()
	})
}
