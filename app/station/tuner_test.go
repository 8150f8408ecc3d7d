package station

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/zalando/go-keyring"

	"sextant/app/acquire"
	"sextant/app/kept"
	"sextant/app/settings"
	"sextant/app/store"
	"sextant/app/testkit"
)

// A desk runs posted functions one after the other, as the UI goroutine does.
type desk struct {
	mu    sync.Mutex
	queue []func()
}

func (d *desk) post(f func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.queue = append(d.queue, f)
}

// run runs posted functions until until returns true, for at most two minutes.
func (d *desk) run(t *testing.T, until func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !until(); time.Sleep(time.Millisecond) {
		d.mu.Lock()
		queue := d.queue
		d.queue = nil
		d.mu.Unlock()
		for _, f := range queue {
			f()
		}
		if time.Now().After(end) {
			t.Fatal("it takes too long")
		}
	}
}

// newTuner returns a tuner with the demo and an empty keyring.
func newTuner(t *testing.T) (*Tuner, *desk) {
	t.Helper()
	keyring.MockInit()
	d := &desk{}
	p := settings.Profile{Dir: t.TempDir()}
	tuner, err := NewTuner(p, settings.NewBox(p, settings.DefaultSettings(), d.post),
		Overrides{}, "", time.Now, d.post, &Libraries{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { end(tuner) })
	return tuner, d
}

// end closes a tuner as at the end of the program, after a save of its settings that may be under way.
func end(tuner *Tuner) {
	_ = tuner.box.SaveLast()
	tuner.End()
}

// tune tunes in and waits for the result.
func (d *desk) tune(t *testing.T, tuner *Tuner, s settings.Service, key string) error {
	t.Helper()
	var came bool
	var result error
	tuner.Tune(t.Context(), s, key, func(err error) { came, result = true, err })
	d.run(t, func() bool { return came })
	return result
}

// silent starts a service that answers every request with 404, and returns its address.
func silent(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(s.Close)
	return s.URL
}

// TestTune tunes in to another service: the change is published once, and saved.
func TestTune(t *testing.T) {
	tuner, d := newTuner(t)
	demo := tuner.Current()
	var changes []Change
	tuner.Tuned.On(func(c Change) { changes = append(changes, c) })
	s := tuner.box.Get().Service
	s.BaseURL = silent(t)
	testkit.NoError(t, d.tune(t, tuner, s, "s3cret"))
	if len(changes) != 1 || changes[0].From != demo || changes[0].To != tuner.Current() || changes[0].SameService {
		t.Errorf("%+v", changes)
	}
	read, err := tuner.profile.LoadSettings()
	if err != nil || read.BaseURL != s.BaseURL || read.KeyPlace != settings.InKeyring ||
		tuner.Key() != "s3cret" || tuner.box.Get().BaseURL != s.BaseURL {
		t.Errorf("kept %+v, %v", read.Service, err)
	}
	s.Timeout = 7
	if err := d.tune(t, tuner, s, "s3cret"); err != nil || len(changes) != 2 || !changes[1].SameService {
		t.Errorf("the same service in another way: %v, %+v", err, changes)
	}
	if err := d.tune(t, tuner, s, "s3cret"); err != nil || len(changes) != 2 {
		t.Errorf("no change: %v, %+v", err, changes)
	}
}

// TestTuneKeepsUnreadKey changes the settings of a service whose key was not read: the stored key stays.
func TestTuneKeepsUnreadKey(t *testing.T) {
	tuner, d := newTuner(t)
	s := tuner.box.Get().Service
	s.BaseURL = silent(t)
	testkit.NoError(t, d.tune(t, tuner, s, "s3cret"))
	unread, err := NewTuner(tuner.profile, settings.NewBox(tuner.profile, tuner.box.Get(), d.post),
		Overrides{}, "", time.Now, d.post, &Libraries{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { end(unread) })
	s = unread.box.Get().Service
	s.Zone = "Europe/Stockholm"
	testkit.NoError(t, d.tune(t, unread, s, ""))
	read, err := tuner.profile.LoadSettings()
	if err != nil || read.Zone != s.Zone || read.KeyPlace != settings.InKeyring {
		t.Errorf("kept %+v, %v", read.Service, err)
	}
	if key, err := tuner.profile.LoadKey(&read.Service); key != "s3cret" || err != nil {
		t.Errorf("the key is %q, %v", key, err)
	}
}

// TestTuneKeepsPositions tunes in to the same service with other settings while a recording plays, whose position is
// set in the old station: the new one has it too.
func TestTuneKeepsPositions(t *testing.T) {
	tuner, d := newTuner(t)
	before := tuner.Current()
	release := tuner.Hold(before)
	defer release()
	s := tuner.box.Get().Service
	s.Timeout = 7
	tuned := false
	tuner.Tune(t.Context(), s, "", func(err error) { tuned = err == nil })
	before.Positions.Set(store.Position{Key: "id 1", Position: time.Minute, At: time.Now()}) // while that is prepared
	d.run(t, func() bool { return tuned })
	if h, _ := tuner.Current().Positions.Of("id 1"); h.Position != time.Minute {
		t.Errorf("before: %+v", h)
	}
	var notified []string
	tuner.PositionChanged.On(func(key string) { notified = append(notified, key) })
	before.Positions.Set(store.Position{Key: "id 1", Done: true, At: time.Now()})
	if h, _ := tuner.Current().Positions.Of("id 1"); !h.Done || !slices.Equal(notified, []string{"id 1"}) {
		t.Errorf("behind: %+v, notified %q", h, notified)
	}
	s.BaseURL = silent(t)
	testkit.NoError(t, d.tune(t, tuner, s, ""))
	if h, ok := tuner.Current().Positions.Of("id 1"); ok {
		t.Errorf("another service has %+v", h)
	}
	lists := 0
	tuner.Lists.On(func(kept.List) { lists++ })
	before.Positions.Set(store.Position{Key: "id 2", At: time.Now()})
	before.Lists.SetFavourites([]store.Favourite{{Page: 100}})
	if tuner.Current().Lists.SetFavourites([]store.Favourite{{Page: 101}}); len(notified) != 1 || lists != 1 {
		t.Errorf("notified %q and %d lists", notified, lists)
	}
}

// TestTuneFails cannot tune in, or cannot save it: the settings, the key and the station stay as they were.
func TestTuneFails(t *testing.T) {
	t.Run("no such zone", func(t *testing.T) {
		tuner, d := newTuner(t)
		before, station := tuner.box.Get(), tuner.Current()
		s := before.Service
		s.BaseURL, s.Zone = silent(t), "Mars/North"
		err := d.tune(t, tuner, s, "s3cret")
		if err == nil || tuner.box.Get() != before || tuner.Current() != station || tuner.Key() != "" {
			t.Errorf("%v; %+v", err, tuner.box.Get().Service)
		}
		s.KeyPlace = settings.InKeyring
		if key, err := tuner.profile.LoadKey(&s); err == nil {
			t.Errorf("the key is kept: %q", key)
		}
	})
	t.Run("no folder", func(t *testing.T) {
		if runtime.GOOS == "windows" {
			t.Skip("the key file, which is the first to fail, counts here as one that is not there")
		}
		tuner, d := newTuner(t)
		before, station := tuner.box.Get(), tuner.Current()
		testkit.NoError(t, os.WriteFile(tuner.profile.Dir+"x", nil, 0o600))
		tuner.profile.Dir += "x" // a file instead of the profile's folder
		s := before.Service
		s.BaseURL = silent(t)
		err := d.tune(t, tuner, s, "s3cret")
		if err == nil || tuner.box.Get() != before || tuner.Current() != station || tuner.Key() != "" {
			t.Errorf("%v; %+v", err, tuner.box.Get().Service)
		}
		s.KeyPlace = settings.InKeyring
		if key, err := tuner.profile.LoadKey(&s); err == nil && key != "" {
			t.Errorf("the key is kept: %q", key)
		}
	})
}

// TestTuneIsGivenUp tunes in twice in quick succession: only the last one counts.
func TestTuneIsGivenUp(t *testing.T) {
	tuner, d := newTuner(t)
	first, second := tuner.box.Get().Service, tuner.box.Get().Service
	first.BaseURL, second.BaseURL = silent(t), silent(t)
	results := map[string]error{}
	tuner.Tune(t.Context(), first, "", func(err error) { results["first"] = err })
	tuner.Tune(t.Context(), second, "", func(err error) { results["second"] = err })
	d.run(t, func() bool { return len(results) == 2 })
	if !errors.Is(results["first"], context.Canceled) ||
		results["second"] != nil || tuner.box.Get().BaseURL != second.BaseURL {
		t.Errorf("%v; tuned in to %s", results, tuner.box.Get().BaseURL)
	}
	if read, err := tuner.profile.LoadSettings(); err != nil || read.BaseURL != second.BaseURL {
		t.Errorf("kept %s, %v", read.BaseURL, err)
	}
}

// TestGivenUpIsUndoneFirst tunes in to a service, and to another one when the first is ready: what was saved for the
// first is undone before anything is saved for the second.
func TestGivenUpIsUndoneFirst(t *testing.T) {
	tuner, d := newTuner(t)
	first, second := tuner.box.Get().Service, tuner.box.Get().Service
	first.BaseURL, second.BaseURL = silent(t), silent(t)
	results := map[string]error{}
	tuner.Tune(t.Context(), first, "one", func(err error) { results["first"] = err })
	testkit.Eventually(t, "the first service to be prepared", func() bool {
		read, _ := tuner.profile.LoadSettings()
		return read.BaseURL == first.BaseURL
	})
	time.Sleep(50 * time.Millisecond)
	d.mu.Lock()
	late := d.queue // it is ready, but was not taken over
	d.queue = nil
	d.mu.Unlock()
	tuner.Tune(t.Context(), second, "two", func(err error) { results["second"] = err })
	d.run(t, func() bool { _, came := results["second"]; return came })
	for _, f := range late {
		f()
	}
	tuner.leaving.Wait()
	if !errors.Is(results["first"], context.Canceled) || results["second"] != nil || tuner.Key() != "two" {
		t.Errorf("%v; the key is %q", results, tuner.Key())
	}
	now := tuner.box.Get().Service
	if key, err := tuner.profile.LoadKey(&now); err != nil || key != "two" {
		t.Errorf("the key that is kept is %q, %v", key, err)
	}
	if read, err := tuner.profile.LoadSettings(); err != nil || read.BaseURL != second.BaseURL {
		t.Errorf("kept %s, %v", read.BaseURL, err)
	}
}

// TestTuneDoesNotWait tunes in while another station is being opened: Tune returns at once, and nothing changes until
// then.
func TestTuneDoesNotWait(t *testing.T) {
	tuner, d := newTuner(t)
	release := make(chan struct{})
	tuner.turn <- struct{}{} // as if another one were being opened
	go func() {
		<-release
		<-tuner.turn
	}()
	s := tuner.box.Get().Service
	s.BaseURL = silent(t)
	done := false
	tuner.Tune(t.Context(), s, "s3cret", func(error) { done = true })
	if done || tuner.box.Get().BaseURL != "" {
		t.Error("Tune waited")
	}
	close(release)
	d.run(t, func() bool { return done })
}

// TestLeftStationIsSilent checks that nothing of a former station is published, not even posted changes.
func TestLeftStationIsSilent(t *testing.T) {
	tuner, d := newTuner(t)
	notified := 0
	tuner.PageChanged.On(func(acquire.Change) { notified++ })
	old := tuner.Current()
	old.Hold()
	defer old.Release()
	old.Pages.Fetch(t.Context(), acquire.Want{Page: 100})
	d.run(t, func() bool { return notified > 0 })
	s := tuner.box.Get().Service
	s.BaseURL = silent(t)
	done := false
	tuner.Tune(t.Context(), s, "", func(error) { done = true })
	for len(d.waiting()) == 0 {
		time.Sleep(time.Millisecond)
	}
	old.Pages.Fetch(t.Context(), acquire.Want{Page: 101}) // is posted behind the change
	before := notified
	d.run(t, func() bool { return done })
	d.run(t, func() bool { return len(d.waiting()) == 0 })
	if notified != before {
		t.Error("a page of the service that was left is notified")
	}
}

func (d *desk) waiting() []func() {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.queue
}

// TestHeldStationStaysOpen tunes in to another service while the first station is held: its store stays open until it
// is released.
func TestHeldStationStaysOpen(t *testing.T) {
	tuner, d := newTuner(t)
	old := tuner.Current()
	old.Hold()
	s := tuner.box.Get().Service
	s.BaseURL = silent(t)
	testkit.NoError(t, d.tune(t, tuner, s, ""))
	tuner.leaving.Wait()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	old.Store.SetState("x", "y")
	testkit.Check(t, old.Store.Flush(ctx))
	if a := old.Pages.Fetch(ctx, acquire.Want{Page: 100, Reload: true}); a.Document == nil {
		t.Error(a.DocumentErr)
	}
	old.Release()
	if a := old.Pages.Fetch(ctx, acquire.Want{Page: 102, Reload: true}); a.Document != nil {
		t.Error("the service is reached after the end")
	}
}

// TestOverruledServiceIsTheSame changes the address in the settings while the command line has another one: the service
// stays the same.
func TestOverruledServiceIsTheSame(t *testing.T) {
	tuner, d := newTuner(t)
	tuner.overrides.BaseURL = silent(t)
	s := tuner.box.Get().Service
	s.Timeout = 7
	if err := d.tune(t, tuner, s, ""); err != nil { // to the command line's
		t.Fatal(err)
	}
	var changes []Change
	tuner.Tuned.On(func(c Change) { changes = append(changes, c) })
	s.BaseURL = silent(t)
	if err := d.tune(t, tuner, s, ""); err != nil || len(changes) != 1 || !changes[0].SameService {
		t.Errorf("%v, %+v", err, changes)
	}
}

// TestEndWaitsForBackground ends the program while a background task uses its station, which stays open for that long.
func TestEndWaitsForBackground(t *testing.T) {
	done := false
	t.Cleanup(func() {
		if !done {
			t.Error("the end did not wait")
		}
	})
	tuner, _ := newTuner(t)
	tuner.InBackground(func(st *Station) {
		time.Sleep(200 * time.Millisecond)
		if _, err := st.Store.Size(); err != nil {
			t.Error(err)
		}
		done = true
	})
}

// TestTwoServicesAtOnce tunes in to two services before the UI goroutine runs anything: the second one waits for the
// first without holding up the clock of a test, and is the current one in the end.
func TestTwoServicesAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, p, set := &desk{}, settings.Profile{Dir: t.TempDir()}, settings.DefaultSettings()
		set.BaseURL = "http://first.example"
		box := settings.NewBox(p, set, d.post)
		tuner := testkit.Must(NewTuner(p, box, Overrides{}, "", time.Now, d.post, &Libraries{}))(t)
		defer end(tuner)
		var ended []error
		for _, host := range []string{"second", "third"} {
			wanted := set.Service
			wanted.BaseURL = "http://" + host + ".example"
			tuner.Tune(t.Context(), wanted, "", func(err error) { ended = append(ended, err) })
			synctest.Wait()
		}
		d.run(t, func() bool { return len(ended) == 2 })
		if got := tuner.Current().Service(); !strings.Contains(got, "third") || ended[1] != nil {
			t.Errorf("at %q, %v", got, ended)
		}
	})
}
