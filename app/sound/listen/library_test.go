package listen

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/kept"
	"sextant/app/media"
	"sextant/app/player"
	"sextant/app/service"
	"sextant/app/settings"
	"sextant/app/sound/recordings"
	"sextant/app/testkit"
)

// TestLibraryDownloadsSavesRemoves downloads, keeps, saves and removes a recording.
func TestLibraryDownloadsSavesRemoves(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	it := l.Catalogue.items[0].Item
	stands := func(p recordings.DownloadState, keep bool) func() bool {
		return func() bool { d := l.Library.Of(it.Key()); return d.Progress == p && d.Keep == keep }
	}
	l.Library.Toggle(it)
	l.until(t, "the recording", stands(recordings.Stored, false))
	l.until(t, "its row", func() bool { return l.Library.Count() == 1 && l.Library.At(0).Title == "Harbour news" })
	l.Library.Toggle(it) // a recording that is there is kept
	l.until(t, "it to be kept", stands(recordings.Stored, true))
	path := filepath.Join(t.TempDir(), "news.mp3")
	if !l.Library.Save(it, path) {
		t.Error("it is not said to be here")
	}
	l.until(t, "the copy", func() bool { return l.notice.Sentence == "Saved news.mp3" })
	if got, err := os.ReadFile(path); err != nil || len(got) != len(l.data["a"]) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	undo := l.Library.Remove(it)
	l.until(t, "it to be gone", stands(recordings.Absent, false))
	undo()
	l.until(t, "it to be back", stands(recordings.Stored, true))
}

// TestDownloadFailures checks that the row and a notice say why a recording cannot be downloaded.
func TestDownloadFailures(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	delete(l.data, "b")
	l.Library.Toggle(l.Catalogue.items[1].Item)
	l.until(t, "the failure", func() bool { return l.notice.Sentence == "“Tide” could not be downloaded." })
	if l.notice.Hint != "The service does not have the recording." ||
		l.Library.Of("id b").Progress != recordings.Failed {
		t.Errorf("%+v", l.notice)
	}
	for _, tt := range []struct {
		err  error
		want string
	}{
		{recordings.ErrNoRoom, "use all the space"},
		{fmt.Errorf("keeping: %w", syscall.ENOSPC), "The disk is full."},
		{recordings.ErrLength, "shorter than the service says"},
		{&api.Error{Kind: api.NoNetwork}, "cannot reach the service"},
		{io.ErrShortWrite, "Short write."},
	} {
		if m := TransferMessage(tt.err); !strings.Contains(m.Sentence, tt.want) {
			t.Errorf("%v: %+v", tt.err, m)
		}
	}
}

// TestManyDownloads filters and sorts a long list.
func TestManyDownloads(t *testing.T) {
	l := newListening(t, manyDownloads(10_000), nil)
	l.Catalogue.Need()
	l.until(t, "the list", func() bool { return len(l.Catalogue.shown) == 10_000 })
	l.Catalogue.SetFilter("part 77 tide")
	if n := l.Catalogue.Count(); n == 0 || n > 120 {
		t.Errorf("%d rows", n)
	}
	l.Catalogue.SetFilter("")
	for _, o := range settings.DownloadOrders() {
		l.Catalogue.SetOrder(o)
	}
	if l.Catalogue.RowOf("id m9999") < 0 || l.Catalogue.RowOf("id gone") != -1 {
		t.Error("rows are not found")
	}
}

func manyDownloads(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b,
			`,{"id":"m%d","title":"%s, part %d","description":"About the sea","duration":%d,"date":"2026-%02d-%02d"}`,
			i, []string{"Tide", "Fog", "Harbour"}[i%3], i, 60+i%7200, 1+i%12, 1+i%28)
	}
	return "[" + b.String()[1:] + "]"
}

func BenchmarkList(b *testing.B) {
	doc := testkit.Must(media.Parse([]byte(manyDownloads(10_000))))(b)
	c := newCatalogue(&Source{Positions: &kept.Positions{}}, Config{
		Box: settings.NewBox(settings.Profile{Dir: b.TempDir()}, settings.DefaultSettings(), func(func()) {}),
	})
	c.onList(listOf(media.Items(doc, nil)), nil)
	b.Run("filter", func(b *testing.B) {
		for b.Loop() {
			c.SetFilter("part 77 tide")
		}
	})
	c.SetOrder(settings.ByTitle)
	b.Run("sort", func(b *testing.B) {
		for b.Loop() {
			c.SetFilter("")
		}
	})
}

// TestShorterThanStated plays a recording that the service says is longer than it is: it plays to its end, counts as
// heard, and the listener is notified once.
func TestShorterThanStated(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.serve = func(data []byte) *service.Download {
		return &service.Download{Body: io.NopCloser(bytes.NewReader(data)), Size: int64(len(data)) * 12 / 10}
	}
	said := 0
	l.Library.Noted.On(func(sentence string) {
		if strings.Contains(sentence, "shorter than the service said") {
			said++
		}
	})
	l.loaded(t)
	l.Sleep.SetAtEnd()
	l.playRow(0)
	l.until(t, "the notice", func() bool { return said > 0 })
	l.until(t, "the length", func() bool { return l.State().Player.DurationExact })
	l.SeekTo(l.State().Player.Duration - time.Second)
	l.Want(true)
	l.until(t, "the end", l.status(player.Ended))
	if h, _ := l.PositionOf(l.Catalogue.items[0].Item); said != 1 || !h.Done {
		t.Errorf("said %d times, heard %+v", said, h)
	}
}
