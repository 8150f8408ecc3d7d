package budget

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/store"
	"sextant/app/testkit"
)

// A blocker is a service that refuses everything until an hour has passed since the last request.
type blocker struct {
	until time.Time
	kind  api.Kind
	asked []time.Time
}

func (b *blocker) answer() error {
	b.asked = append(b.asked, time.Now())
	if time.Now().Before(b.until) {
		b.until = time.Now().Add(time.Hour)
		return &api.Error{Kind: b.kind}
	}
	return nil
}

// TestBlockThatRequestsRenewEnds keeps a reader and a screen with one profile wanting pages all the time, which are
// restarted every twenty minutes unless the key is refused. A block that each request renews ends all the same.
func TestBlockThatRequestsRenewEnds(t *testing.T) {
	for kind, most := range map[api.Kind]time.Duration{
		api.QuotaUsed: 90 * time.Minute, api.RateLimited: 5 * time.Hour, api.Refused: 5 * time.Hour,
	} {
		synctest.Test(t, func(t *testing.T) {
			kept, _ := store.Open(t.TempDir()+"/pages.sqlite", store.Options{Now: time.Now})
			defer kept.Close()
			clock := Clock{time.Now, testkit.Boot()}
			s := &blocker{until: time.Now().Add(time.Hour), kind: kind}
			begin := func() []*Budget {
				return []*Budget{beginOn(t, kept, DefaultLimits, clock), beginOn(t, kept, DefaultLimits, clock)}
			}
			start, programs := time.Now(), begin()
			restarted := start
			for time.Now().Before(s.until) && time.Since(start) < 24*time.Hour {
				for i, c := range []Class{Collect, Kiosk} {
					if programs[i].Wait(c) > 0 {
						continue
					}
					ctx, cancel := context.WithTimeout(As(t.Context(), c), time.Second)
					if answered, err := programs[i].Enter(ctx); err == nil {
						answered(s.answer())
					}
					cancel()
				}
				time.Sleep(time.Second)
				if kind != api.Refused && time.Since(restarted) > 20*time.Minute {
					restarted = time.Now()
					testkit.NoError(t, kept.Flush(t.Context()))
					programs = begin()
				}
			}
			if took := time.Since(start); took > most {
				t.Errorf("%v: the block lasts %v; asked at %v", kind, took, s.asked)
			}
			t.Logf("%v: %d requests in %v: %v", kind, len(s.asked), time.Since(start), s.asked)
		})
	}
}

// TestUsersRequestsRenewTheBlock checks that the pause is counted from the user's last request, that each is allowed,
// and that the next program knows.
func TestUsersRequestsRenewTheBlock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &memoryLedger{}
		clock := Clock{time.Now, testkit.Boot()}
		b := New(DefaultLimits, nil, clock, l)
		fails(t, b, Refresh, api.QuotaUsed)
		if b.IsBlocked() {
			t.Error("one refusal is a block")
		}
		time.Sleep(6 * time.Minute)
		fails(t, b, Refresh, api.QuotaUsed)
		if !b.IsBlocked() || b.Several() {
			t.Error("two refusals are no block")
		}
		time.Sleep(50 * time.Minute)
		fails(t, b, User, api.QuotaUsed)
		for name, b := range map[string]*Budget{"this program": b, "the next": New(DefaultLimits, l.all(), clock, l)} {
			if left := time.Until(b.Usage().Paused); left < time.Hour || left > blockLasts || !b.IsBlocked() {
				t.Errorf("%s waits %v", name, left)
			}
		}
		time.Sleep(blockLasts)
		enter(t, b, Refresh, 1)
		time.Sleep(time.Minute)
		if next := New(DefaultLimits, l.all(), clock, l); !next.Usage().Paused.IsZero() {
			t.Error("the next program waits although the block has ended")
		}
	})
}

// TestRecordingsDoNotRenewTheBlock checks that requests for lists and recordings, which need no key, make a block
// longer only if they are refused, too.
func TestRecordingsDoNotRenewTheBlock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(DefaultLimits, nil, Clock{time.Now, testkit.Boot()}, nil)
		fails(t, b, Refresh, api.QuotaUsed)
		time.Sleep(6 * time.Minute)
		fails(t, b, Refresh, api.QuotaUsed)
		time.Sleep(10 * time.Minute)
		until := b.Usage().Paused
		for _, tt := range []struct {
			err    error
			longer bool
		}{
			{nil, false},
			{&api.Error{Kind: api.NotFound, Op: "test"}, false},
			{&api.Error{Kind: api.QuotaUsed, Op: "test"}, true},
		} {
			answered, err := b.Enter(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if answered(tt.err); b.Usage().Paused.After(until) != tt.longer || !b.IsBlocked() {
				t.Errorf("%v: the block lasts until %v, before it was %v", tt.err, b.Usage().Paused, until)
			}
		}
	})
}

// TestBlockIsOfItsKey checks that a program with another key does not wait for the end of a block.
func TestBlockIsOfItsKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &memoryLedger{}
		clock := Clock{time.Now, testkit.Boot()}
		begin := func(key string) *Budget {
			b := New(DefaultLimits, nil, clock, l)
			b.SetAccount(key)
			b.Merge(l.all())
			return b
		}
		b := begin("one")
		fails(t, b, Refresh, api.QuotaUsed)
		time.Sleep(6 * time.Minute)
		fails(t, b, Refresh, api.QuotaUsed)
		if again := begin("one"); !again.IsBlocked() {
			t.Error("the next program with the key does not know of the block")
		}
		if other := begin("two"); other.IsBlocked() || !other.Usage().Paused.IsZero() {
			t.Error("another key waits for the end of the block")
		}
	})
}
