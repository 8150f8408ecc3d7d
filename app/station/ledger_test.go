package station

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/zalando/go-keyring"

	"sextant/app/boot"
	"sextant/app/budget"
	"sextant/app/settings"
	"sextant/app/testkit"
)

// ask counts requests.
func ask(t *testing.T, st *Station, requests int) {
	t.Helper()
	for range requests {
		answered := testkit.Must(st.Budget.Enter(budget.As(t.Context(), budget.User)))(t)
		answered(nil)
	}
}

// TestClockSetElsewhere sets the clock, both ways, while another service is tuned in: the requests to the first one
// count at their right times when it is tuned in again.
func TestClockSetElsewhere(t *testing.T) {
	for _, by := range []time.Duration{-25 * time.Hour, -3 * time.Hour, 3 * time.Hour, 25 * time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			profile, offset := settings.Profile{Dir: t.TempDir()}, time.Duration(0)
			open := func(url string) *Station {
				s := settings.DefaultSettings().Service
				s.BaseURL = url
				st, err := Open(s, Access{BaseURL: url}, profile, func() time.Time { return time.Now().Add(offset) },
					NoEvents(), &Libraries{Boot: testkit.Boot()})
				if err != nil {
					t.Fatal(err)
				}
				return st
			}
			one := open("http://one.example")
			ask(t, one, 3)
			leave(one)
			other := open("http://other.example")
			ask(t, other, 2)
			time.Sleep(10 * time.Minute)
			offset = by
			leave(other)
			one = open("http://one.example")
			if u := one.Budget.Usage(); u.Hour != 3 || u.Day != 3 {
				t.Errorf("%v: %d requests in the last hour and %d in the last day, not 3", by, u.Hour, u.Day)
			}
			ask(t, one, 1)
			leave(one)
			time.Sleep(49 * time.Minute)
			one, other = open("http://one.example"), open("http://other.example")
			if u := one.Budget.Usage(); u.Hour != 4 {
				t.Errorf("%v: %d requests within 59 minutes, not 4", by, u.Hour)
			}
			if u := other.Budget.Usage(); u.Hour != 2 {
				t.Errorf("%v: %d requests to the other service, not 2", by, u.Hour)
			}
			time.Sleep(2 * time.Minute)
			if u := one.Budget.Usage(); u.Hour != 1 || u.Day != 4 {
				t.Errorf("%v: %d requests within an hour and %d within a day, not 1 and 4", by, u.Hour, u.Day)
			}
			leave(one)
			leave(other)
		})
	}
}

// TestClockSetBeforeTuning sets the clock just before another service is tuned in.
func TestClockSetBeforeTuning(t *testing.T) {
	keyring.MockInit()
	var offset atomic.Int64
	d, p := &desk{}, settings.Profile{Dir: t.TempDir()}
	tuner, err := NewTuner(p, settings.NewBox(p, settings.DefaultSettings(), d.post), Overrides{}, "",
		func() time.Time { return time.Now().Add(time.Duration(offset.Load())) }, d.post,
		&Libraries{Boot: boot.System()})
	if err != nil {
		t.Fatal(err)
	}
	defer end(tuner)
	one, other := tuner.box.Get().Service, tuner.box.Get().Service
	one.BaseURL, other.BaseURL = silent(t), silent(t)
	tune := func(s settings.Service) {
		testkit.NoError(t, d.tune(t, tuner, s, ""))
	}
	tune(one)
	ask(t, tuner.Current(), 3)
	offset.Store(int64(-3 * time.Hour))
	tune(other)
	tune(one)
	if n := tuner.Current().Budget.Usage().Hour; n != 3 {
		t.Errorf("%d requests in the last hour, not 3", n)
	}
}
