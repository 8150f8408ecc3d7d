package acquire

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/teletext"
	"sextant/app/testkit/race"
)

// A schedulerRig is a Scheduler on a rig that does not run, with facts that a test sets.
type schedulerRig struct {
	*Scheduler
	rig *rig
	now time.Time
}

func newSchedulerRig(t *testing.T, saves bool) *schedulerRig {
	line := "one"
	r := newRig(t, newSource(t, &line, 1))
	s := NewScheduler(r.Pages, r.budget, SchedulerConfig{AtOnce: 1, Every: time.Second, Saves: saves})
	return &schedulerRig{s, r, r.now}
}

// setAge sets the age of a page.
func (r *schedulerRig) setAge(page int, age time.Duration) {
	r.pages.facts[page] = pageFact{r.now.Add(-age), r.now.Add(-age)}
}

// choose returns the page that is requested next. left is the remaining part of the hour's quota, from 0 to 1.
func (r *schedulerRig) choose(left float64, wishes ...Wish) int {
	r.SetWishes(wishes)
	r.mu.Lock()
	defer r.mu.Unlock()
	w, _ := r.chooseLocked(r.now, left, func(budget.Class) time.Duration { return 0 })
	return w.Page
}

// TestSchedulerChoosesMostWorth checks that the most valuable page is chosen.
func TestSchedulerChoosesMostWorth(t *testing.T) {
	r := newSchedulerRig(t, true)
	for range 20 {
		r.pages.rates.learn(101, 10*time.Minute, true)
		r.pages.rates.learn(102, 10*time.Minute, false)
	}
	for _, page := range []int{101, 102, 103, 104, 105} {
		r.setAge(page, 5*time.Minute)
	}
	r.setAge(110, 4*time.Minute)
	r.setAge(111, 4*time.Minute)
	r.setAge(106, 30*time.Second)
	r.pages.Invalidate(105)
	in := func(page int, in time.Duration) Wish { return Wish{Page: page, Weight: 1, In: in} }
	limited := func(page int) Wish { return Wish{Page: page, Weight: 1, Limit: 6 * time.Minute} }
	alert := func(page int) Wish { return Wish{Page: page, Weight: 60, Alert: true} }
	for name, c := range map[string]struct {
		wishes []Wish
		left   float64
		want   int
	}{
		"the one that changes most":          {[]Wish{in(102, 0), in(103, 0), in(101, 0)}, 1, 101},
		"the one that is wanted most":        {[]Wish{in(103, 0), {Page: 104, Weight: 2}}, 1, 104},
		"the one that is shown soon":         {[]Wish{in(101, time.Hour), in(103, 0)}, 1, 103},
		"nothing that hardly changes":        {[]Wish{in(102, 0)}, 0.5, 0},
		"nothing that is shown late":         {[]Wish{in(101, 10*time.Minute)}, 0.5, 0},
		"nothing that is fresh":              {[]Wish{in(106, 0)}, 1, 0},
		"what is not known":                  {[]Wish{in(101, 0), in(120, time.Hour)}, 0.1, 120},
		"what is not known, soon first":      {[]Wish{in(120, time.Hour), in(121, time.Minute), in(101, 0)}, 0.1, 121},
		"what breaks in":                     {[]Wish{in(120, time.Hour), alert(110), in(101, 0)}, 0.5, 110},
		"what has changed":                   {[]Wish{in(101, 0), in(105, 0), in(120, 0)}, 0.1, 105},
		"what has changed and is shown late": {[]Wish{in(101, 0), in(105, time.Hour)}, 0.9, 101},
		"only if it has changed": {
			[]Wish{{Page: 101, Weight: 1, IfChanged: true}, {Page: 105, IfChanged: true}}, 0.5, 105,
		},
		"nothing if there is no request": {[]Wish{in(101, 0)}, 0, 0},
		"what is nearly too old":         {[]Wish{limited(102)}, 0.5, 102},
		"what is in use by none":         {nil, 1, 0},
	} {
		if got := r.choose(c.left, c.wishes...); got != c.want {
			t.Errorf("%s: %d, not %d", name, got, c.want)
		}
	}
	_ = r.rig.kept.Close()
}

// TestFailingPagesHoldUpNoOther makes all pages fail: they are requested equally often, whatever their value. After a
// success, their value counts again.
func TestFailingPagesHoldUpNoOther(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	r := newSchedulerRig(t, true)
	r.setAge(200, 10*time.Minute)
	wishes := []Wish{
		{Page: 100, Weight: 1}, {Page: 200, Weight: 1, In: time.Minute}, {Page: 300, Weight: 1, In: 5 * time.Minute},
	}
	end := func(page int, err error) {
		r.pages.mu.Lock()
		defer r.pages.mu.Unlock()
		r.pages.attempts.note(teletext.Place{Page: page}, err, noEvidence, r.now)
	}
	asked := map[int]int{}
	for range 9 {
		r.now = r.now.Add(2 * time.Minute)
		r.rig.now = r.now
		page := r.choose(1, wishes...)
		asked[page]++
		end(page, &api.Error{Kind: api.Trouble, Op: "test"})
	}
	for _, w := range wishes {
		if asked[w.Page] != 3 {
			t.Errorf("page %d was asked for %d times of nine", w.Page, asked[w.Page])
		}
	}
	end(200, nil)
	if page := r.choose(1, wishes...); page != 100 {
		t.Errorf("page %d comes first", page)
	}
	_ = r.rig.kept.Close()
}

// TestScheduler checks that wishes are requested in order of their weight, and that the answers are reported.
func TestScheduler(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line := "one"
		r := newRig(t, newSource(t, &line, 1))
		answers := make(chan Answer, 10)
		s := NewScheduler(r.Pages, r.budget, SchedulerConfig{
			AtOnce: 2, Every: time.Second, OnAnswer: func(a Answer) { answers <- a },
		})
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			s.Run(ctx)
		}()
		s.SetWishes([]Wish{{Page: 100, Weight: 1}, {Page: 101, Weight: 2}})
		time.Sleep(5 * time.Second)
		if first, second := <-answers, <-answers; first.Page != 101 || second.Page != 100 || second.Document == nil {
			t.Errorf("%d and %d came", first.Page, second.Page)
		}
		cancel()
		<-ended
		_ = r.kept.Close()
	})
}
