package app

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"sextant/app/acquire"
	"sextant/app/media"
	"sextant/app/service"
	"sextant/app/settings"
	"sextant/app/store"
	"sextant/app/words"
	"sextant/widgets/lists"
	"sextant/widgets/recordings"
)

// TestDownloadRow downloads, keeps, saves and drops a recording by its row, and reads the row at each step.
func TestDownloadRow(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	row := func() lists.Row { return l.row(recordings.All, 0) }
	icon := func(name string) func() bool {
		return func() bool { return row().Tools[recordings.DownloadTool].Icon == name }
	}
	if !icon("download")() || !row().New {
		t.Errorf("%+v", row())
	}
	it := l.items[0].Item
	l.download(it)
	l.until(t, "the recording", icon("stored"))
	l.until(t, "its row", func() bool { return l.view.counts[recordings.Kept] == 1 })
	if kept := l.row(recordings.Kept, 0); kept.Title != "Harbour news" || !strings.Contains(kept.Detail, words.ByteSize(int64(len(l.data["a"])))) {
		t.Errorf("%+v", kept)
	}
	l.download(it) // what is there is kept
	l.until(t, "it to be kept", icon("kept"))
	path := filepath.Join(t.TempDir(), recordingFileName(it, words.Calendar{}))
	n := acquire.NoteOf(it)
	n.SaveTo = path
	l.shelf.Get(n)
	l.until(t, "the copy", func() bool { return l.view.notice.Sentence == "Saved Harbour news.mp3" })
	if got, err := os.ReadFile(path); err != nil || len(got) != len(l.data["a"]) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	l.toggleHeard(it)
	if r := row(); r.New || !r.Dim || !strings.HasPrefix(r.Detail, "heard") {
		t.Errorf("%+v", r)
	}
	l.drop(it)
	l.until(t, "it to be gone", icon("download"))
	l.view.undo()
	l.until(t, "it to be back", icon("kept"))
	l.heard["id a"] = store.Heard{Position: 30 * time.Second, Duration: time.Minute}
	if r := row(); r.Done != 0.5 || r.Busy {
		t.Errorf("half of it is heard: %+v", r)
	}
}

// TestDownloadFailures says why a recording cannot be had, in its row and in a notice.
func TestDownloadFailures(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	delete(l.data, "b")
	l.download(l.items[1].Item)
	l.until(t, "the failure", func() bool { return l.view.notice.Sentence == "“Tide” could not be downloaded." })
	if r := l.row(recordings.All, 1); r.Detail != "The service has no such recording." || r.Tools[0].Icon != "again" || l.view.notice.Hint != r.Detail {
		t.Errorf("%+v, %+v", r, l.view.notice)
	}
	for _, tt := range []struct {
		err  error
		want string
	}{
		{acquire.ErrNoRoom, "leaves no room"},
		{fmt.Errorf("keeping: %w", syscall.ENOSPC), "The disk is full."},
		{acquire.ErrLength, "shorter than the service says"},
		{&service.Error{Kind: service.NoNetwork}, "There is no connection"},
		{io.ErrShortWrite, "Short write."},
	} {
		if m := transferMessage(tt.err); !strings.Contains(m.Sentence, tt.want) {
			t.Errorf("%v: %+v", tt.err, m)
		}
	}
}

// TestDownloadWords says how far a download is.
func TestDownloadWords(t *testing.T) {
	now := time.Now()
	p := &playback{now: func() time.Time { return now }}
	half := func(d acquire.Download) acquire.Download {
		d.Size, d.Arrived = 8_000_000, 4_000_000
		return d
	}
	for _, tt := range []struct {
		d    acquire.Download
		want string
	}{
		{half(acquire.Download{Progress: acquire.Running, Rate: 20_000}), "50 %  ·  20 kB/s  ·  3 min left"},
		{half(acquire.Download{Progress: acquire.Paused}), "Paused at 50 %"},
		{acquire.Download{Progress: acquire.Running, Size: -1, Arrived: 4_000_000}, "4 MB"},
		{half(acquire.Download{Progress: acquire.Resting, Err: &service.Error{Kind: service.NoNetwork}, Again: now.Add(12 * time.Second)}), "50 %  ·  There is no connection to the service. Tries again in 12 s"},
		{half(acquire.Download{Progress: acquire.Arriving}), "50 % is here"},
		{acquire.Download{Progress: acquire.Waiting}, "Waits for its turn"},
	} {
		if got := p.downloadWords(&tt.d); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestManyDownloads filters and sorts a long list.
func TestManyDownloads(t *testing.T) {
	l := newListening(t, manyDownloads(10_000), nil)
	l.needList()
	l.until(t, "the list", func() bool { return len(l.shown) == 10_000 })
	l.setFilter("part 77 tide")
	if n := l.view.counts[recordings.All]; n == 0 || n > 120 {
		t.Errorf("%d rows", n)
	}
	l.setFilter("")
	for _, o := range settings.DownloadOrders() {
		l.setOrder(o)
	}
	if l.rowOf("id m9999") < 0 || l.rowOf("id gone") != -1 {
		t.Error("rows are not found")
	}
}

func manyDownloads(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,{"id":"m%d","title":"%s, part %d","description":"About the sea","duration":%d,"date":"2026-%02d-%02d"}`,
			i, []string{"Tide", "Fog", "Harbour"}[i%3], i, 60+i%7200, 1+i%12, 1+i%28)
	}
	return "[" + b.String()[1:] + "]"
}

func BenchmarkList(b *testing.B) {
	doc, err := media.Parse([]byte(manyDownloads(10_000)))
	if err != nil {
		b.Fatal(err)
	}
	p := &playback{
		view: &fakeList{counts: map[recordings.Tab]int{}}, heard: map[string]store.Heard{},
	}
	p.listCame(listOf(media.Items(doc, nil)), nil)
	b.Run("filter", func(b *testing.B) {
		for b.Loop() {
			p.setFilter("part 77 tide")
		}
	})
	p.order = settings.ByTitle
	b.Run("sort", func(b *testing.B) {
		for b.Loop() {
			p.setFilter("")
		}
	})
}
