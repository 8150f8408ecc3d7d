package app

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/acquire"
	"sextant/app/kept"
	"sextant/app/looptest"
	"sextant/app/media"
	"sextant/app/player"
	"sextant/app/service"
	"sextant/app/settings"
	"sextant/app/store"
	"sextant/app/words"
	"sextant/assets"
	"sextant/widgets/lists"
	"sextant/widgets/recordings"
)

// fakeList writes down what playback shows.
type fakeList struct {
	counts  map[recordings.Tab]int
	message string // of the service's list
	feet    map[recordings.Tab]string
	info    *recordings.PlayerInfo
	notice  words.Message
	about   topic
	undo    func()
}

func (l *fakeList) ShowRows(tab recordings.Tab, count int, message string) {
	l.counts[tab] = count
	if tab == recordings.All {
		l.message = message
	}
}
func (l *fakeList) UpdateRows() {}
func (l *fakeList) ShowFoot(tab recordings.Tab, text, button string) {
	l.feet[tab] = text + "|" + button
}
func (l *fakeList) ShowPlayer(info *recordings.PlayerInfo) { l.info = info }
func (l *fakeList) TellOf(about topic, m words.Message)    { l.notice, l.about = m, about }
func (l *fakeList) Settled(about topic) {
	if l.about == about {
		l.notice, l.about = words.Message{}, aboutNothing
	}
}

func (l *fakeList) Mention(sentence string) { l.notice = words.Message{Sentence: sentence, Hint: ""} }

func (l *fakeList) OfferUndo(sentence string, undo func()) {
	l.notice, l.undo = words.Message{Sentence: sentence, Hint: ""}, undo
}

// listening is a playback with silent sound, whose UI goroutine is a queue that the test empties.
type listening struct {
	*playback
	view    *fakeList
	mu      sync.Mutex
	queue   []func()
	opened  []media.Item
	data    map[string][]byte
	noted   []store.Heard
	shelf   *acquire.Downloads
	store   *store.Store
	hold    chan struct{} // recordings come when it is closed
	trouble error         // in their place
}

// setTrouble lets the service fail, or not any more.
func (l *listening) setTrouble(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.trouble = err
}

const threeItems = `{"items":[{"id":"a","title":"Harbour news","duration":7},{"id":"b","title":"Tide","description":"of the harbour"},{"id":"c"}]}`

func newListening(t *testing.T, list string, listErr error) *listening {
	t.Helper()
	sound, err := assets.Sounds.ReadFile("sounds/station-identification.mp3")
	if err != nil {
		t.Fatal(err)
	}
	l := &listening{view: &fakeList{counts: map[recordings.Tab]int{}, feet: map[recordings.Tab]string{}}, data: map[string][]byte{"a": sound, "b": sound, "c": []byte("<html>")}}
	dir := t.TempDir()
	l.store, _ = store.Open(filepath.Join(dir, "pages.sqlite"), store.Options{Now: time.Now})
	l.shelf = acquire.NewDownloads(acquire.NewLibrary(dir, 1<<30, time.Now), l.store, l.openerOf, time.Now, acquire.DownloadEvents{
		Changed: func() { l.post(func() { l.downloadsChanged() }) },
		Ended:   func(r store.Recording, err error) { l.post(func() { l.downloadEnded(r, err) }) },
	})
	l.playback = &playback{
		view:    l.view,
		do:      l.post,
		volume:  0.5,
		listing: listing{cancel: func() {}},
		make:    func(notify func(player.State)) *player.Player { return player.New(player.Silence{}, notify) },
		list: func(context.Context) (media.Value, error) {
			if listErr != nil {
				return media.Value{}, listErr
			}
			return media.Parse([]byte(list))
		},
		shelf:     func() *acquire.Downloads { return l.shelf },
		now:       time.Now,
		heard:     map[string]store.Heard{},
		keepHeard: func(h store.Heard) { l.noted = append(l.noted, h) },
		keepQueue: func(before, after []media.Item) { kept.WriteQueue(l.store, before, after) },
		onSound:   func() {},
		speed:     1,
	}
	t.Cleanup(func() {
		l.close()
		l.shelf.Close()
		_ = l.store.Close()
	})
	return l
}

// openerOf gives the data of a recording.
func (l *listening) openerOf(r store.Recording) acquire.Opener {
	it := acquire.ItemOf(r)
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
		trouble := l.trouble
		l.mu.Unlock()
		if trouble != nil {
			return nil, trouble
		}
		data, ok := l.data[it.ID]
		if !ok {
			return nil, &service.Error{Kind: service.NotFound}
		}
		return &service.Download{Body: io.NopCloser(bytes.NewReader(data)), Size: int64(len(data))}, nil
	}
}

// listed are the rows of a tab.
func (l *listening) listed(tab recordings.Tab) (rows []lists.Row) {
	for i := range l.view.counts[tab] {
		rows = append(rows, l.row(tab, i))
	}
	return rows
}

// marked is the row of the service's list that is marked as playing, or -1.
func (l *listening) marked() int {
	return slices.IndexFunc(l.listed(recordings.All), func(r lists.Row) bool { return r.Playing })
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
	l.until(t, "the list", func() bool {
		return l.view.counts[recordings.All] == 3 || l.view.message != "Asking for the downloads …"
	})
}

func (l *listening) status(s player.Status) func() bool {
	return func() bool { return l.state.Status == s }
}

func TestListAndFilter(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	var titles []string
	rows := l.listed(recordings.All)
	for _, r := range rows {
		titles = append(titles, r.Title)
	}
	if !reflect.DeepEqual(titles, []string{"Harbour news", "Tide", "c"}) || !strings.HasPrefix(rows[0].Detail, "0:07") {
		t.Errorf("%+v", rows)
	}
	for filter, want := range map[string]int{"harbour": 2, "HARBOUR tide": 1, "": 3, "nothing": 0} {
		if l.setFilter(filter); l.view.counts[recordings.All] != want || (want == 0) != (l.view.message != "") {
			t.Errorf("filter %q: %d rows, %q", filter, l.view.counts[recordings.All], l.view.message)
		}
	}
	l.setFilter("tide")
	if l.item(recordings.All, 0).ID != "b" {
		t.Errorf("the row of a filtered list is %+v", l.item(recordings.All, 0))
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
	l.playRow(recordings.All, 0)
	l.until(t, "sound", func() bool { return l.state.Status == player.Playing && l.state.Position > 0 })
	if l.marked() != 0 || l.view.info == nil || !l.view.info.Playing || l.view.info.Previous || !l.view.info.Next {
		t.Errorf("row %d, %+v", l.marked(), l.view.info)
	}
	l.playRow(recordings.All, 0) // a second click pauses
	l.until(t, "the pause", l.status(player.Paused))
	l.seek(0.5)
	half := l.duration() / 2
	l.until(t, "the place", func() bool { d := l.state.Position - half; return d > -time.Second && d < time.Second })
	l.toggle()
	l.until(t, "more sound", l.status(player.Playing))
	l.playNext()
	l.until(t, "the next", func() bool { return l.current.ID == "b" && l.state.Status == player.Playing })
	l.stop()
	if l.view.info != nil || l.marked() != -1 || l.current != nil {
		t.Errorf("stopped, but %+v", l.view.info)
	}
	l.toggle() // nothing to toggle
}

func TestEndGoesOnWithTheNext(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.playRow(recordings.All, 0)
	l.until(t, "sound", l.status(player.Playing))
	l.seek(0.97)
	l.until(t, "the next recording", func() bool { return l.current.ID == "b" })
}

func TestWhatCannotBePlayedIsTold(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.playRow(recordings.All, 2)
	l.until(t, "the failure", l.status(player.Failed))
	if !strings.Contains(l.view.notice.Sentence, "no MP3") {
		t.Errorf("told %+v", l.view.notice)
	}
	l.playID(" zzz ")
	l.until(t, "another failure", func() bool { return strings.Contains(l.view.notice.Sentence, "no such recording") })
	if l.marked() != -1 || l.opened[len(l.opened)-1].ID != "zzz" {
		t.Errorf("row %d, opened %+v", l.marked(), l.opened)
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
	inTheWay := filepath.Join(t.TempDir(), "recordings")
	if err := os.WriteFile(inTheWay, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	l.shelf = acquire.NewDownloads(acquire.NewLibrary(inTheWay, 1<<30, time.Now), l.store, l.openerOf, time.Now, acquire.DownloadEvents{})
	l.playID("a")
	if !strings.Contains(l.view.notice.Hint, "making a place for the recording") || l.current != nil {
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
	l.playRow(recordings.All, 0)
	l.until(t, "the recording", func() bool { return l.state.Duration > 0 && l.state.Status == player.Playing })
	l.playback.seekTo(l.duration() - 100*time.Millisecond)
	l.until(t, "its end", func() bool { return l.heard["id a"].Done })
	if h := l.noted[len(l.noted)-1]; h.Key != "id a" || !h.Done || h.Duration == 0 {
		t.Errorf("%+v", l.noted)
	}
	if it := l.items[0]; l.heardWords(&it.Item) != "heard" || l.startAt(it.Item) != 0 {
		t.Errorf("%q, from %v", l.heardWords(&it.Item), l.startAt(it.Item))
	}
	l.heard["id b"] = store.Heard{Position: 65 * time.Second, Duration: 2 * time.Minute}
	if it := l.items[1]; l.heardWords(&it.Item) != "0:55 left" {
		t.Errorf("%q", l.heardWords(&it.Item))
	}
}

func TestOrders(t *testing.T) {
	l := newListening(t, `[{"id":"a","title":"wind","duration":7,"date":"2026-01-02"},{"id":"b","title":"Tide","duration":9,"date":"2026-01-03"},{"id":"c","title":"fog","duration":8,"date":"2026-01-01"}]`, nil)
	l.loaded(t)
	l.heard["id a"] = store.Heard{Done: true}
	l.heard["id c"] = store.Heard{Position: time.Minute}
	for order, want := range map[settings.DownloadOrder]string{settings.AsListed: "abc", settings.NewestFirst: "bac", settings.ByTitle: "cba", settings.Longest: "bca", settings.Unheard: "cba"} {
		l.setOrder(order)
		got := ""
		for row := range l.shown {
			got += l.item(recordings.All, row).ID
		}
		if got != want {
			t.Errorf("%s: %s, want %s", order, got, want)
		}
	}
	it := l.items[2].Item
	for _, want := range []string{"begun", "heard", ""} {
		if got := l.heardWords(&it); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		l.toggleHeard(it)
	}
}

// TestNextFollows sees that the player goes over to the next row by itself, with everything that follows
// from that, and that another order takes back what was to follow.
func TestNextFollows(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.playRow(recordings.All, 0)
	l.until(t, "the next to be ready", func() bool { return l.next != nil && l.state.Duration > 0 })
	l.setOrder(settings.ByTitle) // which has nothing after it
	if l.next != nil {
		t.Error("what was to follow in another order still is")
	}
	l.setOrder(settings.AsListed)
	l.until(t, "the next to be ready again", func() bool { return l.next != nil })
	l.playback.seekTo(l.duration() - 100*time.Millisecond)
	l.until(t, "the next to be heard", func() bool { return l.current.ID == "b" && l.state.Status == player.Playing })
	if !l.heard["id a"].Done || l.marked() != 1 {
		t.Errorf("%+v, row %d is marked", l.heard["id a"], l.marked())
	}
}

func TestSleepTimer(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.playRow(recordings.All, 0)
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
	l.playRow(recordings.All, 0)
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

// TestDamagedPlaceIsTold plays over a hole in a recording, and says so.
func TestDamagedPlaceIsTold(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.data["a"] = bytes.Clone(l.data["a"])
	clear(l.data["a"][len(l.data["a"])/2:][:2000])
	l.playRow(recordings.All, 0)
	l.until(t, "the word of it", func() bool { return strings.Contains(l.view.notice.Sentence, "damaged place") })
	if facts := fmt.Sprint(l.facts(l.items[0].Item)); !strings.Contains(facts, " left out") {
		t.Error(facts)
	}
}

// TestNoticeOfSoundGoes takes back what was said of a recording as soon as another one is played.
func TestNoticeOfSoundGoes(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.playRow(recordings.All, 2)
	l.until(t, "the failure", func() bool { return strings.Contains(l.view.notice.Sentence, "no MP3") })
	l.playRow(recordings.All, 0)
	if l.view.notice != (words.Message{}) {
		t.Errorf("still told %+v", l.view.notice)
	}
	l.until(t, "sound", l.status(player.Playing))
	if l.view.notice != (words.Message{}) {
		t.Errorf("told %+v", l.view.notice)
	}
}

// TestBarShowsTheOneChosen sees the title and length of a recording at once, though the one before is still
// being opened.
func TestBarShowsTheOneChosen(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	held := make(chan struct{})
	defer close(held)
	l.hold = held
	l.playRow(recordings.All, 0)
	if l.view.info == nil || l.view.info.Title != "Harbour news" || l.view.info.State != "Opening" {
		t.Errorf("%+v", l.view.info)
	}
	l.playRow(recordings.All, 1)
	if l.view.info.Title != "Tide" || l.view.info.Length != "" || l.view.info.State != "Opening" {
		t.Errorf("%+v", l.view.info)
	}
}

// TestStallIsTold says why nothing comes, and takes that back when it does.
func TestStallIsTold(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.setTrouble(&service.Error{Kind: service.Trouble})
	l.playRow(recordings.All, 0)
	l.until(t, "the sentence", func() bool {
		return strings.Contains(l.view.notice.Sentence, "in trouble") && strings.Contains(l.view.notice.Hint, "again by itself")
	})
	l.setTrouble(nil)
	l.until(t, "sound", l.status(player.Playing))
	if l.view.notice != (words.Message{}) {
		t.Errorf("still told %+v", l.view.notice)
	}
}

// TestQueuedWhilePlaying puts the recording that plays into the queue: nothing of it is heard by that, and it
// comes once more after its end.
func TestQueuedWhilePlaying(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.playRow(recordings.All, 0)
	l.until(t, "sound", func() bool { return l.state.Status == player.Playing && l.state.Duration > 0 })
	l.add("a")
	l.until(t, "what follows to be ready", func() bool { return l.next != nil && l.next.queued })
	l.playback.seekTo(l.duration() / 2)
	l.until(t, "the place", func() bool { return l.state.Position > l.duration()/3 })
	if l.heard["id a"].Done || l.ids() != "a" {
		t.Errorf("heard: %+v; %q is queued", l.heard["id a"], l.ids())
	}
	l.playback.seekTo(l.duration() - 100*time.Millisecond)
	l.until(t, "it once more", func() bool { return l.ids() == "" && l.current.ID == "a" && l.state.Status == player.Playing })
}

// TestListComesBack asks for a list that failed again by itself, and says when.
func TestListComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		view := &fakeList{counts: map[recordings.Tab]int{}, feet: map[recordings.Tab]string{}}
		u := &looptest.Loop{}
		fails, asked := true, 0
		p := &playback{
			view: view, do: u.Do, now: time.Now, listing: listing{cancel: func() {}},
			list: func(context.Context) (media.Value, error) {
				asked++
				if fails {
					return media.Value{}, &service.Error{Kind: service.NotFound}
				}
				return media.Parse([]byte(threeItems))
			},
		}
		p.needList()
		u.Settle()
		if want := "The service does not have the list of downloads.\nIt is tried again at 00:00:15."; view.message != want {
			t.Errorf("told %q", view.message)
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
		if view.counts[recordings.All] != 3 {
			t.Errorf("%d rows, %q", view.counts[recordings.All], view.message)
		}
		before := asked
		u.Pass(time.Hour)
		if asked != before {
			t.Error("what has come is asked for again")
		}
		p.dropList()
	})
}

// TestListById shows the rows of a list whose records stand under their ids.
func TestListById(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "testdata", "media", "downloads-by-id.json"))
	if err != nil {
		t.Fatal(err)
	}
	l := newListening(t, string(data), nil)
	l.loaded(t)
	rows := l.listed(recordings.All)
	if len(rows) != 3 || rows[0].Title != "Harbour news" || rows[1].Title != "The Long Watch" || !strings.Contains(rows[1].Detail, "5:50") {
		t.Errorf("%+v", rows)
	}
}
