package sound

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/sound/recordings"
	"sextant/app/store"
	"sextant/app/testkit"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/lists"
)

// TestRowsOfTheList checks the rows of the service's list, with and without a filter.
func TestRowsOfTheList(t *testing.T) {
	l := newListening(t, threeItems)
	tools := []lists.Tool{{Icon: "download", Tip: "Download (D)"}, {Icon: "more", Tip: "More (Menu)"}}
	for i, want := range []lists.Row{
		{ID: "id a", Title: "Harbour news", Detail: "7\u00a0s", Wide: true, New: true, Tools: tools},
		{ID: "id b", Title: "Tide", Body: "of the harbour", Wide: true, New: true, Tools: tools},
		{ID: "id c", Title: "c", Detail: "c", Wide: true, New: true, Tools: tools},
	} {
		if got := l.row(i); !got.Equal(&want) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	if got := l.tab(All); !strings.Contains(got, "Harbour news|7\u00a0s|Tide|of the harbour|c|c") {
		t.Errorf("the panel shows %s", got)
	}
	l.listen.Catalogue.SetFilter("tide")
	if got := l.row(0).ID; got != "id b" {
		t.Errorf("the row of a filtered list is of %q", got)
	}
	if got := l.rows.findRow(All, "id b"); got != 0 {
		t.Errorf("it is found in row %d", got)
	}
	if got := l.tab(All); strings.Contains(got, "Harbour news") {
		t.Errorf("the panel shows %s", got)
	}
	l.listen.Catalogue.SetFilter("nothing")
	if got := l.tab(All); !strings.Contains(got, "No recordings match “nothing”.") {
		t.Errorf("the panel shows %s", got)
	}
}

// TestRowsById checks the rows of a list whose records are keyed by ID.
func TestRowsById(t *testing.T) {
	data := testkit.Must(os.ReadFile(filepath.Join("..", "..", "..", "testdata", "media", "downloads-by-id.json")))(t)
	l := newListening(t, string(data))
	if n := l.listen.Catalogue.Count(); n != 3 {
		t.Fatalf("%d rows", n)
	}
	if got := l.row(0); got.Title != "Harbour news" {
		t.Errorf("%+v", got)
	}
	if got := l.row(1); got.Title != "The Long Watch" || !strings.Contains(got.Detail, "5\u00a0min 50\u00a0s") {
		t.Errorf("%+v", got)
	}
}

// TestHeardWords checks how a row shows how much of its recording was played.
func TestHeardWords(t *testing.T) {
	l := newListening(t, threeItems)
	for _, tt := range []struct {
		heard    store.Position
		words    string
		dim, new bool
		done     float64
	}{
		{store.Position{}, "", false, true, 0},
		{store.Position{Position: 14 * time.Second, Duration: time.Minute}, "", false, true, 0},
		{
			store.Position{Position: 65 * time.Second, Duration: 2 * time.Minute},
			"55\u00a0s left", false, false, 65. / 120,
		},
		{store.Position{Position: time.Minute}, "started", false, false, 0},
		{store.Position{Done: true}, "played", true, false, 0},
		{store.Position{Done: true, Position: 30 * time.Second, Duration: time.Minute}, "played", true, false, 0},
	} {
		tt.heard.Key = "id b"
		l.source.Positions.Set(tt.heard)
		it := l.named("b")
		if got := l.rows.heardWords(&it); got != tt.words {
			t.Errorf("%+v: %q, want %q", tt.heard, got, tt.words)
		}
		row := l.row(1)
		if row.Dim != tt.dim || row.New != tt.new || row.Done != tt.done || row.Busy {
			t.Errorf("%+v: %+v", tt.heard, row)
		}
		if row.Detail != tt.words || row.Body != "of the harbour" {
			t.Errorf("%+v: %q and %q, want %q", tt.heard, row.Detail, row.Body, tt.words)
		}
	}
}

// TestToggleHeard toggles a recording that was started to played, and to new.
func TestToggleHeard(t *testing.T) {
	l := newListening(t, threeItems)
	it := l.named("c")
	l.source.Positions.Set(store.Position{Key: "id c", Position: time.Minute})
	for _, want := range []string{"started", "played", ""} {
		if got := l.rows.heardWords(&it); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		l.listen.ToggleHeard(it)
	}
}

// TestDownloadRow downloads, keeps, saves and removes a recording, and checks its row at each step.
func TestDownloadRow(t *testing.T) {
	l := newListening(t, threeItems)
	row := func() lists.Row { return l.row(0) }
	icon := func(name string) func() bool {
		return func() bool { return row().Tools[downloadAt].Icon == name }
	}
	if !icon("download")() {
		t.Errorf("%+v", row())
	}
	if !row().New {
		t.Errorf("it is not new: %+v", row())
	}
	it, size := *l.listen.Catalogue.At(0), int64(len(l.data["a"]))
	l.listen.Library.Toggle(it)
	l.until(t, "the recording", icon("stored"))
	l.until(t, "its row", func() bool { return l.listen.Library.Count() == 1 })
	kept := l.rows.row(Kept, 0)
	if kept.Title != "Harbour news" {
		t.Errorf("%+v", kept)
	}
	if !strings.Contains(kept.Detail, words.ByteSize(size)) {
		t.Errorf("its size is not shown: %+v", kept)
	}
	if got, want := l.tab(Kept), "Harbour news|7\u00a0s  ·  "+
		words.ByteSize(size)+"|"+words.ByteSize(size)+" of "; !strings.Contains(got, want) {
		t.Errorf("the panel shows %s, want %s", got, want)
	}
	l.listen.Library.Toggle(it) // keeps a stored recording
	l.until(t, "it to be kept", icon("kept"))
	path := filepath.Join(t.TempDir(), fileName(it, words.Calendar{}))
	l.save(it)
	l.host.Files[0].Chosen(path)
	l.until(t, "the copy", func() bool { return l.host.Mentioned == "Saved Harbour news.mp3" })
	if got, err := os.ReadFile(path); err != nil || int64(len(got)) != size {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	l.listen.ToggleHeard(it)
	if r := row(); r.New || !r.Dim {
		t.Errorf("%+v", r)
	}
	if r := row(); !strings.HasPrefix(r.Detail, "played") {
		t.Errorf("%q", r.Detail)
	}
	l.removeRecording(it)
	l.until(t, "it to be gone", icon("download"))
	l.host.Undo()
	l.until(t, "it to be back", icon("kept"))
	l.source.Positions.Set(store.Position{Key: "id a", Position: 30 * time.Second, Duration: time.Minute})
	if r := row(); r.Done != 0.5 || r.Busy {
		t.Errorf("half of it is heard: %+v", r)
	}
}

// TestSaveWhatIsNotHere saves a recording that is not downloaded. A message must say that it is saved later.
func TestSaveWhatIsNotHere(t *testing.T) {
	l := newListening(t, threeItems)
	l.save(l.named("a"))
	if got := l.host.Files[0].Name; got != "Harbour news.mp3" {
		t.Errorf("%q is proposed", got)
	}
	l.host.Files[0].Chosen(filepath.Join(t.TempDir(), "news.mp3"))
	if l.host.Mentioned != "Sextant will save it as news.mp3 once it is downloaded." {
		t.Errorf("said %q", l.host.Mentioned)
	}
	l.until(t, "the copy", func() bool { return l.host.Mentioned == "Saved news.mp3" })
}

// TestFailedDownloadRow checks that the row and a notice say why a download failed.
func TestFailedDownloadRow(t *testing.T) {
	l := newListening(t, threeItems)
	l.setData("b", nil)
	l.listen.Library.Toggle(l.named("b"))
	l.until(t, "the failure", l.noticed(host.AboutDownload, "“Tide” could not be downloaded."))
	r := l.row(1)
	if r.Detail != "The service does not have the recording." {
		t.Errorf("the row says %q", r.Detail)
	}
	if l.host.Notice.Hint != r.Detail {
		t.Errorf("the notice says %q", l.host.Notice.Hint)
	}
	if r.Tools[downloadAt].Icon != "again" {
		t.Errorf("%+v", r.Tools)
	}
}

// TestArrivingRow checks the row of a running and of a paused download.
func TestArrivingRow(t *testing.T) {
	l := newListening(t, threeItems)
	held := make(chan struct{})
	defer close(held)
	l.hold = held
	l.listen.Library.Toggle(l.named("a"))
	l.until(t, "its row", func() bool { return l.row(0).Tools[downloadAt].Icon == "pause" })
	if got := l.tab(Kept); !strings.HasSuffix(got, "|Pause all") {
		t.Errorf("the panel shows %s", got)
	}
	l.listen.Library.PauseAll()
	l.until(t, "the pause", func() bool { return strings.HasPrefix(l.row(0).Detail, "Paused at ") })
	if got := l.row(0).Tools[downloadAt]; got.Icon != "download" {
		t.Errorf("%+v", got)
	}
	l.until(t, "the button", func() bool { return strings.HasSuffix(l.tab(Kept), "|Resume all") })
}

// TestDownloadWords checks the words for the state of a download.
func TestDownloadWords(t *testing.T) {
	now := time.Now()
	half := func(d recordings.Download) recordings.Download {
		d.Size, d.Arrived = 8_000_000, 4_000_000
		return d
	}
	for _, tt := range []struct {
		d    recordings.Download
		want string
	}{
		{
			half(recordings.Download{Progress: recordings.Running, Rate: 20_000}),
			"50%  ·  20\u00a0kB/s  ·  3\u00a0min left",
		},
		{half(recordings.Download{Progress: recordings.Paused}), "Paused at 50%"},
		{recordings.Download{Progress: recordings.Running, Size: -1, Arrived: 4_000_000}, "4\u00a0MB"},
		{
			half(
				recordings.Download{
					Progress: recordings.BackingOff, Err: &api.Error{Kind: api.NoNetwork},
					RetryAt: now.Add(12 * time.Second),
				}), "50%  ·  Sextant cannot reach the service. Retrying in 12\u00a0s",
		},
		{half(recordings.Download{Progress: recordings.Arriving}), "50% downloaded"},
		{recordings.Download{Progress: recordings.Waiting}, "Waiting for other downloads"},
	} {
		if got := downloadWords(&tt.d, now); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
