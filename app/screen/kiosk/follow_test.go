package kiosk

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/teletext"
	"sextant/app/testkit"
)

// answerChanges sends notices of changes as a stream of events.
func (s *fakeService) answerChanges(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprint(w, "event: open\nid: 0\ndata: {}\n\n")
	for ping := time.NewTicker(15 * time.Second); ; {
		if err := http.NewResponseController(w).Flush(); err != nil {
			return
		}
		select {
		case text := <-s.notices:
			fmt.Fprint(w, text)
		case <-ping.C:
			fmt.Fprint(w, ": ping\n\n")
		case <-r.Context().Done():
			return
		}
	}
}

// change changes the text of a page, and sends notices of it.
func (s *fakeService) change(t *testing.T, page, subpages int, text string) {
	s.set(page, subpages, text)
	s.mu.Lock()
	p := s.pages[page]
	s.mu.Unlock()
	doc := testkit.Must(teletext.DecodeJSON(s.document(page, p)))(t)
	for i := range doc.Subpages {
		sub := &doc.Subpages[i]
		s.notices <- fmt.Sprintf("event: change\nid: %d-%d\ndata: {\"page\":%d,\"subpage\":%d,\"digest\":\"%x\"}\n\n",
			page, p.version, page, sub.Number, sub.Digest())
	}
}

// inFollowedBubble runs a test after a given time with a rig whose service announces changes.
func inFollowedBubble(t *testing.T, list string, after time.Duration, test func(t *testing.T, r *rig)) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, list)
		defer r.close()
		r.service.mu.Lock()
		r.service.notices = make(chan string)
		r.service.mu.Unlock()
		r.service.fourPages()
		r.service.set(500, 1, "nothing")
		r.follower.Begin()
		time.Sleep(after)
		test(t, r)
	})
}

// TestNoticedChangesShowWithinASecond shows pages whose changes are announced: unchanged pages are not requested, and a
// changed one is on the screen or breaks in within a second.
func TestNoticedChangesShowWithinASecond(t *testing.T) {
	inFollowedBubble(t, `show = ["100", "200", "300"]
[[break_in]]
pages = ["500"]
stays = "20s"
[screen]
view = "sharp"
age = "0s"`, 10*time.Minute, func(t *testing.T, r *rig) {
		before := r.service.documents()
		time.Sleep(15 * time.Minute)
		if asked := r.service.documents() - before; asked != 0 {
			t.Errorf("%d requests in a quarter of an hour in which nothing changed", asked)
		}
		for r.on() != "100/1" {
			time.Sleep(time.Second)
		}
		digest, times := r.shownDigest(), r.service.askedFor(100)
		r.service.change(t, 100, 1, "another first")
		time.Sleep(900 * time.Millisecond)
		synctest.Wait()
		if r.shownDigest() == digest || r.service.askedFor(100) != times+1 {
			t.Errorf("what is on the screen was asked for %d times, and is the same: %v",
				r.service.askedFor(100)-times, r.shownDigest() == digest)
		}
		times = r.service.askedFor(500)
		r.service.change(t, 500, 1, "news")
		time.Sleep(900 * time.Millisecond)
		r.expect("500/1")
		if n := r.service.askedFor(500) - times; n != 1 {
			t.Errorf("what breaks in was asked for %d times", n)
		}
		times = r.service.askedFor(300)
		r.service.change(t, 300, 3, "later")
		time.Sleep(2 * time.Minute)
		if n := r.service.askedFor(300) - times; n != 1 {
			t.Errorf("what is shown later was asked for %d times", n)
		}
		if seen := r.follow(6); !slices.Contains(seen, "100/1") {
			t.Errorf("the list does not go on: %v", seen)
		}
	})
}

// TestNoticedChangesAreUrgent checks that a changed page and its picture are requested once, the page with a higher
// priority, for a page on the screen and for one that breaks in.
func TestNoticedChangesAreUrgent(t *testing.T) {
	inFollowedBubble(t, `show = ["202"]
[[break_in]]
pages = ["500"]
stays = "20s"
[screen]
age = "0s"`, 10*time.Minute, func(t *testing.T, r *rig) {
		for _, page := range []int{202, 500} {
			r.service.mu.Lock()
			r.service.urgent = nil
			r.service.mu.Unlock()
			r.service.change(t, page, 1, "something else")
			time.Sleep(10 * time.Second)
			r.expect(fmt.Sprint(page, "/1"))
			r.service.mu.Lock()
			asked := slices.Clone(r.service.urgent)
			r.service.mu.Unlock()
			want := []string{
				fmt.Sprintf("/v1/teletext/pages/%d.json u=3", page),
				fmt.Sprintf("/v1/teletext/images/%d/1.png u=5", page),
			}
			if !slices.Equal(asked, want) {
				t.Errorf("asked for: %q", asked)
			}
		}
	})
}

// TestAppears adds a page of the list that the service did not have for hours.
func TestAppears(t *testing.T) {
	inFollowedBubble(t, `show = ["100", "200", "777"]`+sharp, 6*time.Hour, func(t *testing.T, r *rig) {
		before := r.service.askedFor(777)
		r.service.change(t, 777, 1, "there at last")
		time.Sleep(900 * time.Millisecond)
		if n := r.service.askedFor(777) - before; n != 1 {
			t.Errorf("it was asked for %d times", n)
		}
		if seen := r.follow(5); !slices.Contains(seen, "777/1") {
			t.Errorf("it is not shown: %v", seen)
		}
	})
}

// shownDigest returns the digest of the subpage on the screen.
func (r *rig) shownDigest() [32]byte {
	return ask(r, func() [32]byte { return subpageDigest(r.turns.now.scenes[0]) })
}

// TestFollowedAge shows the age of pages older than 15 minutes: followed pages are requested before that age, which is
// more often than usual.
func TestFollowedAge(t *testing.T) {
	inFollowedBubble(t, `show = ["100", "200"]
[screen]
view = "sharp"
age = "15m"`, 10*time.Minute, func(t *testing.T, r *rig) {
		before := r.service.askedFor(100)
		for range 120 {
			time.Sleep(time.Minute)
			if s, err := r.State(t.Context()); err != nil || s.Outdated {
				t.Fatalf("the page is said to be old: %+v, %v", s, err)
			}
		}
		if n := r.service.askedFor(100) - before; n < 8 || n > 12 {
			t.Errorf("it was asked for %d times in two hours", n)
		}
	})
}

// documents returns the number of requests for documents.
func (s *fakeService) documents() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, asked := range s.asked {
		n += asked
	}
	return n
}

// TestAnswersOfAge makes the service send stale documents. The screen shows their age, and they are not requested more
// often.
func TestAnswersOfAge(t *testing.T) {
	hours := map[string]int{}
	for _, age := range []string{"", "1800"} {
		inBubble(t, `show = ["100", "200", "300"]
[screen]
view = "sharp"
age = "25m"`, 0, func(t *testing.T, r *rig) {
			r.service.mu.Lock()
			r.service.age = age
			r.service.mu.Unlock()
			time.Sleep(10 * time.Minute)
			before := r.service.documents()
			time.Sleep(time.Hour)
			hours[age] = r.service.documents() - before
			if s, err := r.State(t.Context()); err != nil || s.Outdated != (age != "") {
				t.Errorf("of age %q it is said to be old: %v, %v", age, s.Outdated, err)
			}
		})
	}
	if hours["1800"] > hours[""]*5/4 || hours[""] == 0 {
		t.Errorf("asked for in an hour, by their age: %v", hours)
	}
}

// TestFloodOfNoticesKeepsTheListGoing sends 10,000 notices, most of them without a change. The list goes on, and the
// service's limits are kept.
func TestFloodOfNoticesKeepsTheListGoing(t *testing.T) {
	inFollowedBubble(t, `show = ["100", "200", "300"]
[[break_in]]
pages = ["100-899"]
[screen]
view = "sharp"`, 10*time.Minute, func(t *testing.T, r *rig) {
		for i := range 10_000 {
			r.service.notices <- fmt.Sprintf(
				"event: change\ndata: {\"page\":%d,\"subpage\":%d,\"digest\":\"%064x\"}\n\n", 100+i%800, i%7, i)
		}
		time.Sleep(time.Minute)
		if seen := r.follow(6); !slices.Contains(seen, "100/1") || !slices.Contains(seen, "300/3") {
			t.Errorf("%v", seen)
		}
		if n := r.service.read(&r.service.exceeded); n > 0 {
			t.Errorf("the service's limits were exceeded %d times", n)
		}
	})
}
