package playouts

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/media"
	"sextant/app/service"
)

// fakePlayouts answers for the versions of one id, each after a second, and writes down what it is asked.
type fakePlayouts struct {
	*playoutVersions
	mu    sync.Mutex // stands for the UI goroutine
	says  map[int]string
	asked []string
}

// says gives a version's answer: a document, or the word for a failure; without any, there is nothing.
func newFakePlayouts(says map[int]string) *fakePlayouts {
	f := &fakePlayouts{says: says}
	do := func(g func()) {
		f.mu.Lock()
		defer f.mu.Unlock()
		g()
	}
	f.playoutVersions = newPlayoutVersions(f.answer, do, func() {})
	return f
}

func (f *fakePlayouts) answer(ctx context.Context, version int) (media.Value, error) {
	f.mu.Lock()
	f.asked = append(f.asked, fmt.Sprint(version))
	says := f.says[version]
	f.mu.Unlock()
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
		return media.Value{}, &service.Error{Kind: service.Cancelled, Err: ctx.Err()}
	}
	switch says {
	case "":
		return media.Value{}, &service.Error{Kind: service.NotFound, Op: "playouts"}
	case "no network":
		return media.Value{}, &service.Error{Kind: service.NoNetwork, Op: "playouts", Err: errors.New("no route")}
	case "nonsense":
		return media.Value{}, &service.Error{Kind: service.BadContent, Op: "playouts"}
	}
	return media.Parse([]byte(says))
}

// after lets time pass and tells what was asked for in it, and how far each version is, the newest first.
func (f *fakePlayouts) after(d time.Duration) string {
	time.Sleep(d)
	synctest.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	var states []string
	for i := range f.answers {
		states = append(states, f.columnOf(i).State)
	}
	asked := strings.Join(f.asked, "")
	f.asked = nil
	return asked + ": " + strings.Join(states, ", ")
}

func expectStates(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestPlayoutsSeekTheNewestAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFakePlayouts(map[int]string{5: "nonsense", 4: `{"a":1}`, 2: `{"a":[1,2]}`})
		defer f.cancel()
		f.do(f.seek)
		expectStates(t, f.after(400*time.Millisecond), "6: …, ask, ask, ask, ask, ask")
		expectStates(t, f.after(200*time.Millisecond), ": asking …, ask, ask, ask, ask, ask")
		expectStates(t, f.after(time.Second), "5: nothing, asking …, ask, ask, ask, ask")
		expectStates(t, f.after(2*time.Second), "4: nothing, failed, 1 value, ask, ask, ask")
		f.do(f.requestAll)
		f.do(f.requestAll) // while all is under way
		got := f.after(2 * time.Second)
		asked, states, _ := strings.Cut(got, ": ")
		if len(asked) != 4 || strings.ContainsAny(asked, "64") || states != "nothing, failed, 1 value, nothing, 2 values, nothing" {
			t.Errorf("asked for all: %s", got)
		}
		f.do(func() { f.request(0) }) // which has nothing
		f.do(func() { f.request(2) }) // which has answered
		f.do(func() { f.request(1) }) // which failed
		expectStates(t, f.after(2*time.Second), "5: nothing, failed, 1 value, nothing, 2 values, nothing")
		if !f.anyOpen() || f.docs()[2] == nil || f.docs()[0] != nil {
			t.Errorf("%t, %v", f.anyOpen(), f.docs())
		}
	})
}

func TestPlayoutsSeekingEnds(t *testing.T) {
	for _, tt := range []struct {
		name string
		says map[int]string
		want string
	}{
		{"with nothing anywhere", nil, "654321: nothing, nothing, nothing, nothing, nothing, nothing"},
		{"with a failure that others would share", map[int]string{5: "no network", 4: "{}"}, "65: nothing, failed, ask, ask, ask, ask"},
		{"with the oldest", map[int]string{1: "7"}, "654321: nothing, nothing, nothing, nothing, nothing, 1 value"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFakePlayouts(tt.says)
				defer f.cancel()
				f.do(f.seek)
				expectStates(t, f.after(10*time.Second), tt.want)
				if f.seeking {
					t.Error("it goes on seeking")
				}
			})
		})
	}
}

// TestPlayoutsSeekingAndAsking asks for another version, and then for all, while the newest is sought.
func TestPlayoutsSeekingAndAsking(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFakePlayouts(map[int]string{3: "{}"})
		defer f.cancel()
		f.do(f.seek)
		f.after(500 * time.Millisecond)
		f.do(func() { f.request(3) })
		expectStates(t, f.after(3*time.Second), "3: nothing, ask, ask, 0 values, ask, ask")
		f.do(f.requestAll)
		got := f.after(3 * time.Second)
		if asked, states, _ := strings.Cut(got, ": "); len(asked) != 4 || states != "nothing, nothing, nothing, 0 values, nothing, nothing" {
			t.Errorf("asked for all: %s", got)
		}
	})
}

func TestPlayoutsCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFakePlayouts(map[int]string{6: "{}"})
		f.do(f.seek)
		f.after(100 * time.Millisecond)
		f.cancel()
		expectStates(t, f.after(5*time.Second), ": …, ask, ask, ask, ask, ask")
	})
}

func TestPlayoutWords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFakePlayouts(map[int]string{5: `{"a":1}`, 4: `{"a":2}`, 3: "no network"})
		defer f.cancel()
		same := &media.Comparison{Rows: make([]media.Row, 3)}
		expect := func(words func() string, want string) {
			t.Helper()
			f.do(func() {
				if got := words(); got != want {
					t.Errorf("%q, want %q", got, want)
				}
			})
		}
		empty := func() string { return f.emptyWords(false) }
		emptyOfDifferences := func() string { return f.emptyWords(true) }
		status := func(c *media.Comparison, offers int) func() string {
			return func() string { return f.statusWords(c, offers) }
		}
		expect(empty, "No version has anything under this id.")
		f.do(f.seek)
		expect(empty, "")
		f.after(600 * time.Millisecond)
		expect(empty, "Asking for version 6 …")
		f.after(3 * time.Second)
		expect(empty, "The answer is empty.")
		expect(emptyOfDifferences, "Only one version has answered: there is nothing to compare it with yet.")
		expect(status(same, 0), "")
		expect(status(&media.Comparison{Cut: true}, maxOffers+1), "Only the first 5000 rows are shown. The first 50 of 51 addresses are offered.")
		f.do(func() { f.request(2) })
		f.after(3 * time.Second)
		expect(emptyOfDifferences, "The versions that have answered do not differ.")
		expect(status(same, 0), "The 2 versions say the same.")
		f.do(f.requestAll)
		f.after(3 * time.Second)
		differ := media.Compare(f.docs())
		expect(status(&differ, 0), "Version 3: There is no connection to the service. 2 versions, which differ in 1 of 1 row.")
		expect(func() string { return f.columnOf(3).Tip }, "There is no connection to the service. A click asks again.")
	})
}

func TestPlayoutsFailAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFakePlayouts(map[int]string{6: "no network"})
		defer f.cancel()
		f.do(f.seek)
		expectStates(t, f.after(2*time.Second), "6: failed, ask, ask, ask, ask, ask")
		want := "Version 6: There is no connection to the service. Check the network and the address in the settings (Ctrl+,). A click on its head asks again."
		if got := f.emptyWords(false); got != want || f.statusWords(&media.Comparison{}, 0) != "" {
			t.Errorf("%q, and %q", got, f.statusWords(&media.Comparison{}, 0))
		}
	})
}

func TestOfferWords(t *testing.T) {
	for want, o := range map[string]media.Offer{
		"MP3  ·  en  ·  version 6":                                                  {Playable: media.Playable{Format: media.MP3, Language: "en"}, In: []int{0}},
		"HLS stream  ·  versions 6 and 5":                                           {Playable: media.Playable{Format: media.HLS}, In: []int{0, 1}},
		"DASH stream, protected by rights management  ·  versions 5, 4 and 1":       {Playable: media.Playable{Format: media.DASH, Protected: true}, In: []int{1, 2, 5}},
		"MP3, protected by rights management  ·  all versions":                      {Playable: media.Playable{Format: media.MP3, Protected: true}, In: []int{0, 1, 2, 3, 4, 5}},
		"Of an unknown format  ·  version 1":                                        {Playable: media.Playable{Format: media.Other}, In: []int{5}},
		"Of an unknown format, protected by rights management  ·  fi  ·  version 2": {Playable: media.Playable{Format: media.Other, Protected: true, Language: "fi"}, In: []int{4}},
	} {
		if got := offerWords(o); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestCellWords(t *testing.T) {
	for want, c := range map[string]media.Cell{
		"—":                {},
		"(empty)":          {Present: true},
		"x  y":             {Present: true, Text: "x  y"},
		"1 field":          {Present: true, Kind: media.Object, Members: 1},
		"as 2, 3 elements": {Present: true, Kind: media.Array, Members: 3, Name: "2"},
	} {
		if got := cellOf(c, true); got.Text != want || got.Dim == (want == "x  y") {
			t.Errorf("%+v, want %q", got, want)
		}
	}
	if got := cellOf(media.Cell{}, false); got.Text != "" {
		t.Errorf("of a version that was not asked: %+v", got)
	}
}
