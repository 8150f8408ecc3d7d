package listen

import (
	"bytes"
	"context"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/kept"
	"sextant/app/media"
	"sextant/app/player"
	"sextant/app/publish"
	"sextant/app/service"
	"sextant/app/settings"
	"sextant/app/sound/recordings"
	"sextant/app/store"
	"sextant/app/testkit"
	"sextant/app/words"
	"sextant/assets"
)

// listening is a controller with silent sound, whose UI goroutine is a queue that the test runs, and the values it has
// published.
type listening struct {
	*Controller
	mu      sync.Mutex
	posted  []func()
	opened  []media.Item
	data    map[string][]byte
	files   *recordings.Downloads
	store   *store.Store
	hold    chan struct{}                       // recordings wait until it is closed
	trouble error                               // error instead of a recording
	serve   func(data []byte) *service.Download // nil to serve all of a recording
	held    int                                 // how often the service is held
	notice  words.Message
	undo    func()
}

// setTrouble makes the service fail; nil ends that.
func (l *listening) setTrouble(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.trouble = err
}

const threeItems = `{"items":[{"id":"a","title":"Harbour ` +
	`news","duration":7},{"id":"b","title":"Tide","description":"of the harbour"},{"id":"c"}]}`

func newListening(t *testing.T, list string, listErr error) *listening {
	t.Helper()
	sound := testkit.Must(assets.Sounds.ReadFile("sounds/station-identification.mp3"))(t)
	l := &listening{data: map[string][]byte{"a": sound, "b": sound, "c": []byte("<html>")}}
	dir := t.TempDir()
	l.store, _ = store.Open(filepath.Join(dir, "pages.sqlite"), store.Options{Now: time.Now})
	l.files = recordings.NewDownloads(recordings.NewLibrary(dir, 1<<30, time.Now),
		l.store, l.openerOf, time.Now, recordings.DownloadEvents{
			Changed: func() { l.post(func() { l.DownloadsChanged() }) }, // of the current controller
			Ended:   func(r store.Recording, err error) { l.post(func() { l.Library.DownloadEnded(r, err) }) },
		})
	set := settings.DefaultSettings()
	set.Volume, set.PlayOn = 0.5, true
	box := settings.NewBox(settings.Profile{Dir: dir}, set, l.post)
	l.Controller = New(l.sourceOf(l.files, func(context.Context) (media.Value, error) {
		if listErr != nil {
			return media.Value{}, listErr
		}
		return media.Parse([]byte(list))
	}), Config{
		Box: box, Post: l.post, Now: time.Now,
		NewPlayer: func(notify func(player.State)) *player.Player { return player.New(player.Silence{}, notify) },
	})
	for _, topic := range []*publish.Topic[words.Message]{&l.Trouble, &l.Library.Trouble, &l.Catalogue.Trouble} {
		var notified words.Message
		topic.On(func(m words.Message) {
			if m != (words.Message{}) || l.notice == notified {
				l.notice = m
			}
			notified = m
		})
	}
	for _, topic := range []*publish.Topic[string]{&l.Noted, &l.Library.Noted} {
		topic.On(func(sentence string) { l.notice = words.Message{Sentence: sentence} })
	}
	t.Cleanup(func() {
		_ = box.SaveLast() // waits for a save that is under way
		l.Close()
		l.files.Close()
		_ = l.store.Flush(context.Background()) // Close waits for a few seconds only
		_ = l.store.Close()
	})
	return l
}

// sourceOf returns a service with the test's store.
func (l *listening) sourceOf(d *recordings.Downloads, list func(context.Context) (media.Value, error)) *Source {
	return &Source{
		Downloads: d, Lists: kept.Read(l.store), Positions: kept.ReadPositions(l.store), List: list,
		Hold: func() func() {
			l.held++
			return func() { l.held-- }
		},
	}
}

// tuneElsewhere tunes in another service, which has its own store.
func (l *listening) tuneElsewhere(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	other, _ := store.Open(filepath.Join(dir, "pages.sqlite"), store.Options{Now: time.Now})
	downloads := recordings.NewDownloads(recordings.NewLibrary(dir, 1<<30, time.Now),
		other, l.openerOf, time.Now, recordings.DownloadEvents{})
	t.Cleanup(func() {
		downloads.Close()
		_ = other.Close()
	})
	l.Tune(&Source{
		Service: "other", Downloads: downloads, Lists: kept.Read(other),
		Positions: kept.ReadPositions(other), Hold: l.source.Hold,
	})
}

// tuneBlocked tunes in another service, which has no place for recordings.
func (l *listening) tuneBlocked(t *testing.T) {
	t.Helper()
	inTheWay := filepath.Join(t.TempDir(), "recordings")
	testkit.NoError(t, os.WriteFile(inTheWay, nil, 0o600))
	blocked := l.sourceOf(recordings.NewDownloads(recordings.NewLibrary(inTheWay, 1<<30, time.Now),
		l.store, l.openerOf, time.Now, recordings.DownloadEvents{}), nil)
	blocked.Service = "other"
	l.Tune(blocked)
}

// wasOpened returns the requested recordings.
func (l *listening) wasOpened() []media.Item {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.opened)
}

// openerOf opens the data of a recording.
func (l *listening) openerOf(r store.Recording) recordings.Opener {
	it := recordings.ItemOf(r)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.opened = append(l.opened, it)
	hold := l.hold
	return func(ctx context.Context, _ service.Resume) (*service.Download, error) {
		if hold != nil {
			select {
			case <-hold:
			case <-ctx.Done():
			}
		}
		l.mu.Lock()
		trouble, serve := l.trouble, l.serve
		l.mu.Unlock()
		if trouble != nil {
			return nil, trouble
		}
		data, ok := l.data[it.ID]
		if !ok {
			return nil, &api.Error{Kind: api.NotFound}
		}
		if serve != nil {
			return serve(data), nil
		}
		return &service.Download{Body: io.NopCloser(bytes.NewReader(data)), Size: int64(len(data))}, nil
	}
}

// marked returns the row of the service's list that plays, or -1.
func (l *listening) marked() int { return l.Catalogue.RowOf(l.Playing()) }

// playRow plays a row of the service's list, as a click on it does.
func (l *listening) playRow(row int) {
	if it := *l.Catalogue.At(row); it.Key() == l.Playing() {
		l.Toggle()
	} else {
		l.Play(it)
	}
}

// heardOf returns how far a recording was heard.
func (l *listening) heardOf(key string) store.Position {
	h, _ := l.source.Positions.Of(key)
	return h
}

func (l *listening) post(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.posted = append(l.posted, f)
}

// until runs posted functions until holds returns true, for at most two minutes.
func (l *listening) until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		l.mu.Lock()
		posted := l.posted
		l.posted = nil
		l.mu.Unlock()
		for _, f := range posted {
			f()
		}
		if holds() {
			return
		}
	}
	t.Fatalf("%s did not come; the player says %+v", what, l.track)
}

func (l *listening) loaded(t *testing.T) {
	t.Helper()
	l.Catalogue.Need()
	l.until(t, "the list", func() bool {
		return l.Catalogue.Count() == 3 || l.Catalogue.Message() != "Loading the recordings…"
	})
}

// hearFirst plays the first recording of the list, until it sounds.
func (l *listening) hearFirst(t *testing.T) {
	t.Helper()
	l.loaded(t)
	l.playRow(0)
	l.until(t, "sound", l.status(player.Playing))
}

func (l *listening) status(s player.Status) func() bool {
	return func() bool { return l.track != nil && l.track.state.Status == s }
}

func TestListAndFilter(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	var titles []string
	for row := range l.Catalogue.Count() {
		titles = append(titles, l.Catalogue.At(row).Name())
	}
	if !reflect.DeepEqual(titles, []string{"Harbour news", "Tide", "c"}) {
		t.Errorf("%+v", titles)
	}
	for filter, want := range map[string]int{"harbour": 2, "HARBOUR tide": 1, "": 3, "nothing": 0} {
		if l.Catalogue.SetFilter(filter); l.Catalogue.Count() != want || (want == 0) != (l.Catalogue.Message() != "") {
			t.Errorf("filter %q: %d rows, %q", filter, l.Catalogue.Count(), l.Catalogue.Message())
		}
	}
	l.Catalogue.SetFilter("tide")
	if l.Catalogue.At(0).ID != "b" {
		t.Errorf("the row of a filtered list is %+v", l.Catalogue.At(0))
	}
}

func TestListFailures(t *testing.T) {
	l := newListening(t, "", &api.Error{Kind: api.NoNetwork})
	l.loaded(t)
	if !strings.Contains(l.Catalogue.Message(), "cannot reach") {
		t.Errorf("%q", l.Catalogue.Message())
	}
	l = newListening(t, "{}", nil)
	l.loaded(t)
	if !strings.Contains(l.Catalogue.Message(), "no recordings") {
		t.Errorf("%q", l.Catalogue.Message())
	}
}

func TestPlayPauseSeekSkipStop(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.playRow(0)
	l.until(t, "sound", func() bool { return l.track.state.Status == player.Playing && l.track.state.Position > 0 })
	if s := l.State(); l.marked() != 0 || !s.IsPlaying() || s.Previous || !s.Next {
		t.Errorf("row %d, %+v", l.marked(), s)
	}
	l.playRow(0) // a second click pauses
	l.until(t, "the pause", l.status(player.Paused))
	l.SeekShare(0.5)
	half := l.track.length() / 2
	l.until(t, "the place", func() bool {
		d := l.track.state.Position - half
		return d > -time.Second && d < time.Second
	})
	l.Toggle()
	l.until(t, "more sound", l.status(player.Playing))
	l.PlayNext()
	l.until(t, "the next", func() bool { return l.track.item.ID == "b" && l.track.state.Status == player.Playing })
	l.Stop()
	if l.State().Item != nil || l.marked() != -1 || l.track != nil {
		t.Errorf("stopped, but %+v", l.State())
	}
	l.Toggle() // nothing to toggle
}

// TestEndStops plays a recording of the list to its end: the rest of the list does not play by default.
func TestEndStops(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.Sound.SetPlayOn(false)
	l.hearFirst(t)
	l.SeekShare(0.97)
	l.until(t, "the end", l.status(player.Ended))
	if it, played := l.source.Positions.Playing(); l.track.item.ID != "a" ||
		l.lineup.next != nil || len(l.wasOpened()) != 1 || played {
		t.Errorf("%+v plays, %+v comes back after a restart", l.track.item, it)
	}
	if _, _, next := l.lineup.whatFollows(); !next {
		t.Error("the next one of the list cannot be played either")
	}
}

// TestComesBackPaused ends the program while a recording plays: after a restart it is paused at its position, and
// continues from there.
func TestComesBackPaused(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.hearFirst(t)
	l.SeekTo(3 * time.Second)
	l.until(t, "the place", func() bool { return l.track.state.Position >= 3*time.Second })
	source, cfg := l.source, l.cfg
	l.Close()
	flush, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	testkit.NoError(t, l.store.Flush(flush))
	l.Controller = New(l.sourceOf(l.files, source.List), cfg)
	s := l.State()
	if s.Key() != "id a" || s.Player.Status != player.Paused || s.Player.Position < 3*time.Second || l.player != nil {
		t.Fatalf("after the restart: %+v", s)
	}
	l.SeekTo(4 * time.Second)
	l.Toggle()
	l.until(t, "sound again", l.status(player.Playing))
	if at := l.track.state.Position; at < 4*time.Second {
		t.Errorf("it plays from %v", at)
	}
	l.Stop()
	if it, played := l.source.Positions.Playing(); played {
		t.Errorf("%+v comes back although it was stopped", it)
	}
}

func TestWhatCannotBePlayedIsReported(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.playRow(2)
	l.until(t, "the failure", l.status(player.Failed))
	if !strings.Contains(l.notice.Sentence, "not an MP3") {
		t.Errorf("the notice is %+v", l.notice)
	}
	l.PlayID(" zzz ")
	l.until(t, "another failure", func() bool { return strings.Contains(l.notice.Sentence, "does not exist") })
	if opened := l.wasOpened(); l.marked() != -1 || opened[len(opened)-1].ID != "zzz" {
		t.Errorf("row %d, opened %+v", l.marked(), opened)
	}
	opened, load := len(l.wasOpened()), l.track.load
	if l.PlayID("  "); l.track.load != load {
		t.Error("an empty id was asked for")
	}
	l.Toggle() // after a failure, play requests it again
	l.until(t, "the recording to be asked for again", func() bool { return len(l.wasOpened()) == opened+1 })
	l.playRow(0)
	if l.notice != (words.Message{}) {
		t.Errorf("the notice stays while another one is opened: %+v", l.notice)
	}
}

// TestLowRateIsReported plays a recording of 8 kHz, expects a failure with that reason, and saves the recording.
func TestLowRateIsReported(t *testing.T) {
	l := newListening(t, threeItems, nil)
	low := testkit.Must(os.ReadFile("../../player/testdata/corpus/mpeg25-8-mono-cbr.mp3"))(t)
	l.data["c"] = low
	l.loaded(t)
	l.playRow(2)
	l.until(t, "the failure", l.status(player.Failed))
	if !strings.Contains(l.notice.Sentence, "MP3 with 8\u00a0kHz sound") ||
		!strings.Contains(l.notice.Hint, "Save it") {
		t.Errorf("the notice is %+v", l.notice)
	}
	path := filepath.Join(t.TempDir(), "low.mp3")
	l.Library.Save(l.Catalogue.items[2].Item, path)
	l.until(t, "the copy", func() bool { return l.notice.Sentence == "Saved low.mp3" })
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, low) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

func TestNoPlaceForTheRecording(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.tuneBlocked(t)
	l.PlayID("a")
	l.until(t, "the failure", func() bool { return l.track == nil })
	if !strings.Contains(l.notice.Hint, "should be") || l.track != nil {
		t.Errorf("the notice is %+v", l.notice)
	}
}

// TestPlaysOnWhereTheNextCannotBeOpened plays recordings that cannot be opened while another one plays: that one and
// its service stay.
func TestPlaysOnWhereTheNextCannotBeOpened(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.hearFirst(t)
	l.tuneBlocked(t)
	for _, id := range []string{"b", "c"} { // the second before the first has failed
		l.PlayID(id)
	}
	l.until(t, "the failure", func() bool {
		return strings.Contains(l.notice.Sentence, "cannot store the recording")
	})
	if l.track == nil || l.track.item.ID != "a" || l.held != 1 {
		t.Fatalf("%+v plays, held %d times", l.track, l.held)
	}
	before := l.track.state.Position
	l.until(t, "more of it", func() bool {
		return l.track.state.Position > before && l.track.state.Status == player.Playing
	})
	l.Stop()
	if l.held != 0 {
		t.Errorf("held %d times in the end", l.held)
	}
}

// TestRecordingResumesWhereItStopped checks that a recording continues where it was left, and counts as heard at its
// end.
func TestRecordingResumesWhereItStopped(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.source.Positions.Set(store.Position{Key: "id a", Position: time.Hour})
	if startAt(l.source.Positions, media.Item{ID: "a"}, time.Now()).place != time.Hour ||
		startAt(l.source.Positions, media.Item{ID: "b"}, time.Now()).place != 0 {
		t.Error("it does not go on where it was left")
	}
	l.source.Positions.Set(store.Position{Key: "id a"})
	l.playRow(0)
	l.until(t, "the recording", func() bool {
		return l.track.state.Duration > 0 && l.track.state.Status == player.Playing
	})
	l.SeekTo(l.track.length() - 100*time.Millisecond)
	l.until(t, "its end", func() bool { return l.heardOf("id a").Done })
	testkit.NoError(t, l.store.Flush(t.Context()))
	if h, _ := kept.ReadPositions(l.store).Of("id a"); !h.Done || h.Duration == 0 {
		t.Errorf("kept %+v", h)
	}
	if from := startAt(l.source.Positions, l.Catalogue.items[0].Item, time.Now()); from.place != 0 {
		t.Errorf("what was heard goes on at %v", from)
	}
}

func TestListOrders(t *testing.T) {
	l := newListening(t,
		`[{"id":"a","title":"wind","duration":7,"date":"2026-01-02"},{"id":"b","title":"Tide","duration":9,`+
			`"date":"2026-01-03"},{"id":"c","title":"fog","duration":8,"date":"2026-01-01"}]`, nil)
	l.loaded(t)
	l.source.Positions.Set(store.Position{Key: "id a", Done: true})
	l.source.Positions.Set(store.Position{Key: "id c", Position: time.Minute})
	wanted := map[settings.DownloadOrder]string{
		settings.AutomaticOrder: "bac", settings.AsListed: "abc", settings.NewestFirst: "bac",
		settings.ByTitle: "cba", settings.Longest: "bca", settings.Unheard: "cba",
	}
	if len(wanted) != len(settings.DownloadOrders()) {
		t.Errorf("this test has %d of %d orders", len(wanted), len(settings.DownloadOrders()))
	}
	for order, want := range wanted {
		l.Catalogue.SetOrder(order)
		got := ""
		for row := range l.Catalogue.shown {
			got += l.Catalogue.At(row).ID
		}
		if got != want {
			t.Errorf("%s: %s, want %s", order, got, want)
		}
	}
	it := l.Catalogue.items[2].Item
	for _, want := range []store.Position{{Position: time.Minute}, {Done: true}, {}} {
		if got := l.heardOf("id c"); got.Position != want.Position || got.Done != want.Done {
			t.Errorf("%+v, want %+v", got, want)
		}
		l.ToggleHeard(it)
	}
}

// TestNextFollows checks that the player continues with the next row, with all that follows from that, and that another
// order cancels the next one.
func TestNextFollows(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.playRow(0)
	l.until(t, "the next to be ready", func() bool { return l.lineup.next != nil && l.track.state.Duration > 0 })
	l.Catalogue.SetOrder(settings.ByTitle) // no row is after it
	if l.lineup.next != nil {
		t.Error("what was to follow in another order still is")
	}
	l.Catalogue.SetOrder(settings.AsListed)
	l.until(t, "the next to be ready again", func() bool { return l.lineup.next != nil })
	l.SeekTo(l.track.length() - 100*time.Millisecond)
	l.until(t, "the next to be heard", func() bool {
		return l.track.item.ID == "b" && l.track.state.Status == player.Playing
	})
	if !l.heardOf("id a").Done || l.marked() != 1 {
		t.Errorf("%+v, row %d is marked", l.heardOf("id a"), l.marked())
	}
}

func TestSleepTimer(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.playRow(0)
	l.until(t, "sound", func() bool { return l.track.state.Status == player.Playing })
	l.Sleep.In(time.Hour)
	l.Sleep.Wake()
	l.Sleep.In(50 * time.Millisecond)
	l.until(t, "the pause", func() bool { return l.track.state.Status == player.Paused && l.Sleep.at.IsZero() })
	l.Want(true)
	l.Sleep.SetAtEnd()
	l.SeekTo(l.track.length() - 100*time.Millisecond)
	l.until(t, "the end", func() bool { return l.track.state.Status == player.Ended && !l.Sleep.atEnd })
	l.onState(l.track.state) // as when the device is closed
	if l.track.item.ID != "a" {
		t.Errorf("it went on with %s", l.track.item.ID)
	}
}

func TestSpeedAndSteps(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.Sound.SetSpeed(1.5)
	l.playRow(0)
	l.until(t, "sound at that speed", func() bool {
		return l.track.state.Status == player.Playing && l.track.state.Speed == 1.5
	})
	l.Want(false)
	l.until(t, "the pause", func() bool { return l.track.state.Status == player.Paused })
	l.SeekTo(3 * time.Second)
	l.until(t, "the place", func() bool { return l.track.state.Position == 3*time.Second })
	l.Step(2 * time.Second)
	l.until(t, "two seconds on", func() bool { return l.track.state.Position == 5*time.Second })
	l.Step(-10 * time.Second)
	l.until(t, "the beginning", func() bool { return l.track.state.Position == 0 })
}

// TestDamagedPlaceIsReported plays over a hole in a recording, and expects a notice.
func TestDamagedPlaceIsReported(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.data["a"] = bytes.Clone(l.data["a"])
	clear(l.data["a"][len(l.data["a"])/2:][:2000])
	l.playRow(0)
	l.until(t, "the word of it", func() bool { return strings.Contains(l.notice.Sentence, "damaged place") })
	l.until(t, "their number", func() bool { return l.State().Player.Skipped > 0 })
}

// TestStallIsReported checks that a notice says why there is no sound, and ends when there is.
func TestStallIsReported(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.setTrouble(&api.Error{Kind: api.Trouble})
	l.playRow(0)
	l.until(t, "the sentence", func() bool {
		return strings.Contains(l.notice.Sentence, "has a problem") &&
			strings.Contains(l.notice.Hint, "retries automatically")
	})
	l.setTrouble(nil)
	l.until(t, "sound", l.status(player.Playing))
	if l.notice != (words.Message{}) {
		t.Errorf("the notice is still %+v", l.notice)
	}
}

// TestQueuedWhilePlaying adds the playing recording to the queue: it does not count as heard by that, and plays again
// after its end.
func TestQueuedWhilePlaying(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.playRow(0)
	l.until(t, "sound", func() bool { return l.track.state.Status == player.Playing && l.track.state.Duration > 0 })
	l.add("a")
	l.until(t, "what follows to be ready", func() bool { return l.lineup.next != nil && l.lineup.next.entry != "" })
	l.SeekTo(l.track.length() / 2)
	l.until(t, "the place", func() bool { return l.track.state.Position > l.track.length()/3 })
	if l.heardOf("id a").Done || l.ids() != "a" {
		t.Errorf("heard: %+v; %q is queued", l.heardOf("id a"), l.ids())
	}
	l.SeekTo(l.track.length() - 100*time.Millisecond)
	l.until(t, "it once more", func() bool {
		return l.ids() == "" && l.track.item.ID == "a" && l.track.state.Status == player.Playing
	})
}

// TestListComesBack checks that a failed list is requested again automatically, and that the message says when.
func TestListComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		u := &testkit.Loop{}
		fails, asked := true, 0
		heard := &kept.Positions{}
		c := newCatalogue(&Source{Positions: heard, List: func(context.Context) (media.Value, error) {
			asked++
			if fails {
				return media.Value{}, &api.Error{Kind: api.NotFound}
			}
			return media.Parse([]byte(threeItems))
		}}, Config{
			Post: u.Do, Now: time.Now, Box: settings.NewBox(settings.Profile{}, settings.DefaultSettings(), u.Do),
		})
		c.Need()
		u.Settle()
		const want = "The service does not have the list of recordings.\nSextant will try again at 00:00:1"
		if said := c.Message(); said != want+"3." && said != want+"4." && said != want+"5." {
			t.Errorf("the message is %q", said)
		}
		for range 3600 {
			u.Pass(time.Second)
		}
		if asked < 7 || asked > 10 {
			t.Errorf("asked %d times in an hour", asked)
		}
		fails = false
		for range 16 {
			u.Pass(time.Minute)
		}
		if c.Count() != 3 {
			t.Errorf("%d rows, %q", c.Count(), c.Message())
		}
		before := asked
		u.Pass(time.Hour)
		if asked != before {
			t.Error("what has come is asked for again")
		}
		c.cancelList()
	})
}

// TestListById checks the rows of a list that is an object with the IDs as keys.
func TestListById(t *testing.T) {
	data := testkit.Must(os.ReadFile(filepath.Join("..", "..", "..", "testdata", "media", "downloads-by-id.json")))(t)
	l := newListening(t, string(data), nil)
	l.loaded(t)
	if c := l.Catalogue; c.Count() != 3 || c.At(0).Title != "Harbour news" ||
		c.At(1).Title != "The Long Watch" || c.At(1).Duration != 350*time.Second {
		t.Errorf("%+v", c.items)
	}
}

// TestOtherServiceWhilePlaying tunes in to another service while a recording plays: the recording continues, its
// position is saved for its own service, which is held until it stops, and no recording follows.
func TestOtherServiceWhilePlaying(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.playRow(0)
	l.until(t, "what follows to be ready", func() bool { return l.lineup.next != nil && l.track.state.Duration > 0 })
	old := l.source
	l.tuneElsewhere(t)
	if l.lineup.next != nil || l.held != 1 || l.State().Next {
		t.Errorf("held %d times, next %+v", l.held, l.lineup.next)
	}
	l.SeekTo(l.track.length() - 100*time.Millisecond)
	l.until(t, "its end", l.status(player.Ended))
	if h, _ := old.Positions.Of("id a"); !h.Done {
		t.Errorf("the service it came from has %+v", h)
	}
	if h, ok := l.source.Positions.Of("id a"); ok {
		t.Errorf("the other service has %+v", h)
	}
	if l.track.item.ID != "a" {
		t.Errorf("%s follows", l.track.item.ID)
	}
	l.Stop()
	if l.held != 0 {
		t.Errorf("held %d times in the end", l.held)
	}
}

// TestSameServiceWhilePlaying tunes in to the same service with other settings while a recording plays: the queue
// continues after it.
func TestSameServiceWhilePlaying(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.playRow(0)
	l.until(t, "the recording", func() bool { return l.track.state.Duration > 0 })
	if _, err := l.Queue.Add(media.Item{ID: "b"}, false); err != nil {
		t.Fatal(err)
	}
	testkit.NoError(t, l.store.Flush(t.Context()))
	l.Tune(l.sourceOf(l.files, nil))
	l.SeekTo(l.track.length() - 100*time.Millisecond)
	l.until(t, "the queue", func() bool { return l.track.item.ID == "b" })
	if len(l.Queue.Entries()) != 0 {
		t.Errorf("what plays is in the queue: %+v", l.Queue.Entries())
	}
	l.Stop()
}

// TestDamageBelongsToItsService finds a recording of a former service damaged: the recording with the same ID of the
// new service stays on the disk.
func TestDamageBelongsToItsService(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	held := make(chan struct{})
	l.hold = held
	l.playRow(2) // "c" is not an MP3, which is detected when it arrives
	old := l.source
	dir := t.TempDir()
	other, _ := store.Open(filepath.Join(dir, "pages.sqlite"), store.Options{Now: time.Now})
	defer other.Close()
	downloads := recordings.NewDownloads(recordings.NewLibrary(dir, 1<<30, time.Now),
		other, func(store.Recording) recordings.Opener {
			return func(context.Context, service.Resume) (*service.Download, error) {
				return &service.Download{
					Body: io.NopCloser(bytes.NewReader(l.data["a"])), Size: int64(len(l.data["a"])),
				}, nil
			}
		}, time.Now, recordings.DownloadEvents{})
	defer downloads.Close()
	l.Tune(&Source{
		Service: "other", Downloads: downloads, Lists: kept.Read(other),
		Positions: kept.ReadPositions(other), Hold: old.Hold,
	})
	downloads.Get(recordings.NoteOf(media.Item{ID: "c"}))
	l.until(t, "the other service's recording", func() bool {
		return downloads.Status("id c").Progress == recordings.Stored
	})
	close(held)
	l.until(t, "the failure", l.status(player.Failed))
	l.work.Wait()
	if d := downloads.Status("id c"); d.Progress != recordings.Stored {
		t.Errorf("the other service's recording is gone: %+v", d)
	}
}

// TestDuck checks that Duck lowers the volume and restores it, without changing the setting.
func TestDuck(t *testing.T) {
	l := newListening(t, threeItems, nil)
	p := l.Sound.activePlayer()
	for _, on := range []bool{true, false} {
		l.Sound.Duck(on)
		want := 0.5
		if on {
			want *= ducked
		}
		if got := p.State().Volume; got != want || l.Sound.Volume() != 0.5 {
			t.Errorf("ducked %t: the volume is %v, and set to %v", on, got, l.Sound.Volume())
		}
	}
}

// TestVolumeIsANumber checks that a volume or a speed that cannot be saved is not accepted.
func TestVolumeIsANumber(t *testing.T) {
	l := newListening(t, threeItems, nil)
	for _, v := range []float64{math.NaN(), math.Inf(1), -3} {
		l.Sound.SetVolume(v)
	}
	if l.Sound.Volume() != 0 {
		t.Errorf("%v", l.Sound.Volume())
	}
	if l.Sound.SetSpeed(math.NaN()); l.Sound.Speed() != 1 {
		t.Errorf("%v", l.Sound.Speed())
	}
}

// TestAutomaticOrderKeepsAnOrderOfTheService lists recordings whose dates show that the service has ordered them, or do
// not.
func TestAutomaticOrderKeepsAnOrderOfTheService(t *testing.T) {
	for list, want := range map[string]string{
		`[{"id":"a","date":"2026-01-01"},{"id":"b","date":"2026-01-02"},{"id":"c","date":"2026-01-03"}]`: "abc",
		`[{"id":"a","date":"2026-01-03"},{"id":"b","date":"2026-01-03"},{"id":"c","date":"2026-01-01"}]`: "abc",
		`[{"id":"a","date":"2026-01-02"},{"id":"b","date":"2026-01-03"},{"id":"c","date":"2026-01-01"}]`: "bac",
		`[{"id":"a","date":"2026-01-02"},{"id":"b"},{"id":"c","date":"2026-01-03"}]`:                     "abc",
	} {
		l := newListening(t, list, nil)
		l.loaded(t)
		got := ""
		for row := range l.Catalogue.Count() {
			got += l.Catalogue.At(row).ID
		}
		if got != want {
			t.Errorf("%s is listed as %s, want %s", list, got, want)
		}
	}
}
