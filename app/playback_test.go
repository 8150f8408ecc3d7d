package app

import (
	"bytes"
	"context"
	"errors"
	"io"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"sextant/app/acquire"
	"sextant/app/media"
	"sextant/app/player"
	"sextant/app/service"
	"sextant/app/store"
	"sextant/assets"
	"sextant/widgets"
)

// fakeList writes down what playback shows.
type fakeList struct {
	rows    []widgets.Download
	playing int
	message string
	info    *widgets.PlayerInfo
	notice  message
}

func (l *fakeList) ShowDownloads(rows []widgets.Download, playing int, message string) {
	l.rows, l.playing, l.message = rows, playing, message
}
func (l *fakeList) MarkPlaying(row int)                 { l.playing = row }
func (l *fakeList) ShowPlayer(info *widgets.PlayerInfo) { l.info = info }
func (l *fakeList) Tell(m message)                      { l.notice = m }

// listening is a playback with silent sound, whose UI goroutine is a queue that the test empties.
type listening struct {
	*playback
	view   *fakeList
	mu     sync.Mutex
	queue  []func()
	opened []media.Item
	data   map[string][]byte
	kept   []store.Heard
}

const threeItems = `{"items":[{"id":"a","title":"Harbour news","duration":7},{"id":"b","title":"Tide","description":"of the harbour"},{"id":"c"}]}`

func newListening(t *testing.T, list string, listErr error) *listening {
	t.Helper()
	sound, err := assets.Sounds.ReadFile("sounds/station-identification.mp3")
	if err != nil {
		t.Fatal(err)
	}
	l := &listening{view: &fakeList{playing: -1}, data: map[string][]byte{"a": sound, "b": sound, "c": []byte("<html>")}}
	kept := acquire.NewLibrary(t.TempDir(), 1<<30, time.Now)
	l.playback = &playback{
		view:   l.view,
		do:     l.post,
		cancel: func() {},
		volume: 0.5,
		make:   func(notify func(player.State)) *player.Player { return player.New(player.Silence{}, notify) },
		list: func(context.Context) (media.Value, error) {
			if listErr != nil {
				return media.Value{}, listErr
			}
			return media.Parse([]byte(list))
		},
		open: func(it media.Item) (*acquire.Recording, error) {
			l.opened = append(l.opened, it)
			return kept.Read(recordingKey(it), func(context.Context, service.Resume) (*service.Download, error) {
				data, ok := l.data[it.ID]
				if !ok {
					return nil, &service.Error{Kind: service.NotFound}
				}
				return &service.Download{Body: io.NopCloser(bytes.NewReader(data)), Size: int64(len(data))}, nil
			})
		},
		forget:    func(it media.Item) { kept.Forget(recordingKey(it)) },
		now:       time.Now,
		heard:     map[string]store.Heard{},
		keepHeard: func(h store.Heard) { l.kept = append(l.kept, h) },
		onSound:   func() {},
		speed:     1,
	}
	t.Cleanup(l.close)
	return l
}

func (l *listening) post(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.queue = append(l.queue, f)
}

// until runs what is posted until something holds.
func (l *listening) until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		l.mu.Lock()
		queue := l.queue
		l.queue = nil
		l.mu.Unlock()
		for _, f := range queue {
			f()
		}
		if holds() {
			return
		}
	}
	t.Fatalf("%s did not come; the player says %+v", what, l.state)
}

func (l *listening) loaded(t *testing.T) {
	t.Helper()
	l.needList()
	l.until(t, "the list", func() bool { return len(l.view.rows) == 3 || l.view.message != "Asking for the downloads …" })
}

func (l *listening) status(s player.Status) func() bool {
	return func() bool { return l.state.Status == s }
}

func TestListAndFilter(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	var titles []string
	for _, r := range l.view.rows {
		titles = append(titles, r.Title)
	}
	if !reflect.DeepEqual(titles, []string{"Harbour news", "Tide", "c"}) || !strings.HasPrefix(l.view.rows[0].Detail, "0:07") {
		t.Errorf("%+v", l.view.rows)
	}
	for filter, want := range map[string]int{"harbour": 2, "HARBOUR tide": 1, "": 3, "nothing": 0} {
		if l.setFilter(filter); len(l.view.rows) != want || (want == 0) != (l.view.message != "") {
			t.Errorf("filter %q: %d rows, %q", filter, len(l.view.rows), l.view.message)
		}
	}
	l.setFilter("tide")
	if l.item(0).ID != "b" {
		t.Errorf("the row of a filtered list is %+v", l.item(0))
	}
}

func TestListFailures(t *testing.T) {
	l := newListening(t, "", &service.Error{Kind: service.NoNetwork})
	l.loaded(t)
	if !strings.Contains(l.view.message, "connection") {
		t.Errorf("%q", l.view.message)
	}
	l = newListening(t, "{}", nil)
	l.loaded(t)
	if !strings.Contains(l.view.message, "no downloads") {
		t.Errorf("%q", l.view.message)
	}
}

func TestPlayPauseSeekSkipStop(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.playRow(0)
	l.until(t, "sound", func() bool { return l.state.Status == player.Playing && l.state.Position > 0 })
	if l.view.playing != 0 || l.view.info == nil || !l.view.info.Playing || l.view.info.Previous || !l.view.info.Next {
		t.Errorf("row %d, %+v", l.view.playing, l.view.info)
	}
	l.playRow(0) // a second click pauses
	l.until(t, "the pause", l.status(player.Paused))
	l.seek(0.5)
	half := l.duration() / 2
	l.until(t, "the place", func() bool { d := l.state.Position - half; return d > -time.Second && d < time.Second })
	l.toggle()
	l.until(t, "more sound", l.status(player.Playing))
	l.skip(1)
	l.until(t, "the next", func() bool { return l.current.ID == "b" && l.state.Status == player.Playing })
	l.stop()
	if l.view.info != nil || l.view.playing != -1 || l.current != nil {
		t.Errorf("stopped, but %+v", l.view.info)
	}
	l.toggle() // nothing to toggle
}

func TestEndGoesOnWithTheNext(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.playRow(0)
	l.until(t, "sound", l.status(player.Playing))
	l.seek(0.97)
	l.until(t, "the next recording", func() bool { return l.current.ID == "b" })
}

func TestWhatCannotBePlayedIsTold(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.playRow(2)
	l.until(t, "the failure", l.status(player.Failed))
	if !strings.Contains(l.view.notice.sentence, "no MP3") {
		t.Errorf("told %+v", l.view.notice)
	}
	l.playID(" zzz ")
	l.until(t, "another failure", func() bool { return strings.Contains(l.view.notice.sentence, "no such recording") })
	if l.view.playing != -1 || l.opened[len(l.opened)-1].ID != "zzz" {
		t.Errorf("row %d, opened %+v", l.view.playing, l.opened)
	}
	opened := len(l.opened)
	if l.playID("  "); len(l.opened) != opened {
		t.Error("an empty id was asked for")
	}
	l.toggle() // after a failure, play asks again
	if len(l.opened) != opened+1 {
		t.Error("a failed recording is not asked for again")
	}
}

func TestNoPlaceForTheRecording(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.open = func(media.Item) (*acquire.Recording, error) { return nil, errors.New("the disk is full") }
	l.playID("a")
	if l.view.notice.hint != "the disk is full" || l.current != nil {
		t.Errorf("told %+v", l.view.notice)
	}
}

// TestHeard hears a recording in parts: it goes on where it was left, and in the end counts as heard.
func TestHeard(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.heard["id a"] = store.Heard{Key: "id a", Position: time.Hour}
	if l.startAt(media.Item{ID: "a"}) != time.Hour || l.startAt(media.Item{ID: "b"}) != 0 {
		t.Error("it does not go on where it was left")
	}
	delete(l.heard, "id a")
	l.playRow(0)
	l.until(t, "the recording", func() bool { return l.state.Duration > 0 && l.state.Status == player.Playing })
	l.playback.seekTo(l.duration() - 100*time.Millisecond)
	l.until(t, "its end", func() bool { return l.heard["id a"].Done })
	if h := l.kept[len(l.kept)-1]; h.Key != "id a" || !h.Done || h.Duration == 0 {
		t.Errorf("%+v", l.kept)
	}
	if it := l.items[0]; l.heardWords(&it) != "heard" || l.startAt(it) != 0 {
		t.Errorf("%q, from %v", l.heardWords(&it), l.startAt(it))
	}
	l.heard["id b"] = store.Heard{Position: 65 * time.Second, Duration: 2 * time.Minute}
	if it := l.items[1]; l.heardWords(&it) != "0:55 left" {
		t.Errorf("%q", l.heardWords(&it))
	}
}

func TestOrders(t *testing.T) {
	l := newListening(t, `[{"id":"a","title":"wind","duration":7,"date":"2026-01-02"},{"id":"b","title":"Tide","duration":9,"date":"2026-01-03"},{"id":"c","title":"fog","duration":8,"date":"2026-01-01"}]`, nil)
	l.loaded(t)
	l.heard["id a"] = store.Heard{Done: true}
	l.heard["id c"] = store.Heard{Position: time.Minute}
	for order, want := range map[downloadOrder]string{asListed: "abc", newestFirst: "bac", byTitle: "cba", longest: "bca", unheard: "cba"} {
		l.setOrder(order)
		got := ""
		for row := range l.shown {
			got += l.item(row).ID
		}
		if got != want {
			t.Errorf("%s: %s, want %s", order, got, want)
		}
	}
	it := *l.item(0)
	for done, want := range map[bool]string{true: "heard", false: ""} {
		if l.markHeard(it, done); l.heardWords(&it) != want {
			t.Errorf("%q, want %q", l.heardWords(&it), want)
		}
	}
}

// TestNextFollows sees that the player goes over to the next row by itself, with everything that follows
// from that, and that another order takes back what was to follow.
func TestNextFollows(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.playRow(0)
	l.until(t, "the next to be ready", func() bool { return l.next != nil && l.state.Duration > 0 })
	l.setOrder(byTitle) // which has nothing after it
	if l.next != nil {
		t.Error("what was to follow in another order still is")
	}
	l.setOrder(asListed)
	l.until(t, "the next to be ready again", func() bool { return l.next != nil })
	l.playback.seekTo(l.duration() - 100*time.Millisecond)
	l.until(t, "the next to be heard", func() bool { return l.current.ID == "b" && l.state.Status == player.Playing })
	if !l.heard["id a"].Done || l.view.playing != 1 {
		t.Errorf("%+v, row %d is marked", l.heard["id a"], l.view.playing)
	}
}

func TestSleepTimer(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.playRow(0)
	l.until(t, "sound", func() bool { return l.state.Status == player.Playing })
	l.sleepIn(time.Hour)
	l.wake()
	l.sleepIn(50 * time.Millisecond)
	l.until(t, "the pause", func() bool { return l.state.Status == player.Paused && l.sleep.at.IsZero() })
	l.want(true)
	l.sleepAtEnd()
	l.playback.seekTo(l.duration() - 100*time.Millisecond)
	l.until(t, "the end", func() bool { return l.state.Status == player.Ended && !l.sleep.atEnd })
	l.stateCame(l.state) // as when the device is given back
	if l.current.ID != "a" {
		t.Errorf("it went on with %s", l.current.ID)
	}
}

func TestSpeedAndSteps(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.setSpeed(1.5)
	l.playRow(0)
	l.until(t, "sound at that speed", func() bool { return l.state.Status == player.Playing && l.state.Speed == 1.5 })
	l.want(false)
	l.until(t, "the pause", func() bool { return l.state.Status == player.Paused })
	l.playback.seekTo(3 * time.Second)
	l.until(t, "the place", func() bool { return l.state.Position == 3*time.Second })
	l.step(2 * time.Second)
	l.until(t, "two seconds on", func() bool { return l.state.Position == 5*time.Second })
	l.step(-stepBack)
	l.until(t, "the beginning", func() bool { return l.state.Position == 0 })
	if got := l.info().Title; got != "1.5 ×  ·  Harbour news" {
		t.Errorf("%q", got)
	}
}
