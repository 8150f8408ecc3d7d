package power

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unsafe"
)

// A fakeTelevision answers behind an adapter as the kernel and HDMI 1.4b specify.
type fakeTelevision struct {
	mu        sync.Mutex
	unplugged bool          // nothing acknowledges
	hidden    bool          // no physical address in standby
	ignores   bool          // acknowledges standby, but stays on
	mute      bool          // does not report its power status
	warmUp    time.Duration // from the request until it is on
	on        bool
	onAt      time.Time
	claimed   bool
	heard     []string // messages in hexadecimal
	open      int
}

func newTelevision() *fakeTelevision { return &fakeTelevision{on: true} }

// lit reports whether it is on.
func (tv *fakeTelevision) lit() bool { return tv.on && !time.Now().Before(tv.onAt) }

func (tv *fakeTelevision) cec() *cec {
	return &cec{adapters: func() []adapter {
		tv.change(func() { tv.open++ })
		return []adapter{tv}
	}}
}

func (tv *fakeTelevision) Close() error {
	tv.change(func() { tv.open-- })
	return nil
}

// change changes its state.
func (tv *fakeTelevision) change(do func()) {
	tv.mu.Lock()
	defer tv.mu.Unlock()
	do()
}

func (tv *fakeTelevision) ioctl(request uintptr, arg unsafe.Pointer) error {
	tv.mu.Lock()
	defer tv.mu.Unlock()
	switch request {
	case getCaps:
		(*cecCaps)(arg).capabilities = capAddresses | capTransmit
	case getPhysical:
		if *(*uint16)(arg) = 0x2000; tv.unplugged || tv.hidden && !tv.lit() {
			*(*uint16)(arg) = noPhysical
		}
	case getAddresses:
		if tv.claimed {
			*(*cecAddresses)(arg) = cecAddresses{number: 1, mask: 1 << 4, address: [4]uint8{4}}
		}
	case setAddresses:
		a := (*cecAddresses)(arg)
		if tv.claimed || a.number != 1 || a.kind[0] != kindPlayback || string(a.osdName[:7]) != "Sextant" {
			return fmt.Errorf("claimed twice or wrongly: %+v", *a)
		}
		tv.claimed = true
		a.mask, a.address = 1<<4, [4]uint8{4}
	case transmit:
		tv.answer((*cecMessage)(arg))
	default:
		return fmt.Errorf("ioctl %x", request)
	}
	return nil
}

// answer acknowledges a message, executes it, and replies.
func (tv *fakeTelevision) answer(m *cecMessage) {
	tv.heard = append(tv.heard, fmt.Sprintf("%x", m.msg[:m.len]))
	if tv.unplugged {
		return
	}
	m.txStatus = statusOK
	switch m.msg[1] {
	case opStandby:
		tv.on = tv.ignores
	case opImageViewOn:
		if !tv.on {
			tv.on, tv.onAt = true, time.Now().Add(tv.warmUp)
		}
	case opGivePower:
		if tv.mute {
			return
		}
		status := byte(1)
		if tv.lit() {
			status = powerOn
		}
		m.rxStatus, m.len = statusOK, 3
		copy(m.msg[:], []byte{television<<4 | 4, opReportPower, status})
	}
}

// TestLayout compares the numbers of the requests with those of a C compiler for linux/cec.h.
func TestLayout(t *testing.T) {
	for _, c := range []struct{ got, want uintptr }{
		{getCaps, 0xc04c6100},
		{getPhysical, 0x80026101},
		{getAddresses, 0x805c6103},
		{setAddresses, 0xc05c6104},
		{transmit, 0xc0386105},
	} {
		if c.got != c.want {
			t.Errorf("%#x, want %#x", c.got, c.want)
		}
	}
}

// TestTelevision turns a television off and on, and compares the messages.
func TestTelevision(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tv := newTelevision()
		s := newSwitch([]way{tv.cec()})
		s.Set(false)
		expect(t, s, 2*time.Second, State{Way: cecName})
		if tv.lit() {
			t.Error("it is on")
		}
		s.Set(true)
		expect(t, s, 2*time.Second, State{Way: cecName})
		if !tv.lit() || tv.open != 0 {
			t.Errorf("on %v, open %d", tv.lit(), tv.open)
		}
		const want = "408f 4036 408f 4004 4f822000 408f"
		if said := strings.Join(tv.heard, " "); said != want {
			t.Errorf("it heard %s, want %s", said, want)
		}
		s.Set(false)
		expect(t, s, 2*time.Second, State{Way: cecName})
		s.Close()
		if tv.lit() {
			t.Error("a television that is off was turned on at the end")
		}
	})
}

// expect waits, and compares the state of a screen.
func expect(t *testing.T, s *Switch, after time.Duration, want State) {
	t.Helper()
	time.Sleep(after)
	synctest.Wait()
	if is := s.State(); is != want {
		t.Fatalf("%+v, want %+v", is, want)
	}
}

// TestSlowTelevision turns on televisions that are slow, or not visible while they are off.
func TestSlowTelevision(t *testing.T) {
	for name, tv := range map[string]*fakeTelevision{
		"slow":   {on: true, warmUp: 25 * time.Second},
		"hidden": {on: true, warmUp: 25 * time.Second, hidden: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSwitch([]way{tv.cec()})
				defer s.Close()
				s.Set(false)
				expect(t, s, time.Hour, State{Way: cecName})
				s.Set(true)
				expect(t, s, 10*time.Second, State{Way: cecName, Pending: true})
				expect(t, s, time.Minute, State{Way: cecName})
				if !tv.lit() {
					t.Error("it is off")
				}
			})
		})
	}
}

// TestTelevisionStaysOff disconnects the cable while the television is off, and connects it hours later.
func TestTelevisionStaysOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tv := newTelevision()
		s := newSwitch([]way{tv.cec()})
		defer s.Close()
		s.Set(false)
		expect(t, s, time.Minute, State{Way: cecName})
		tv.change(func() { tv.unplugged = true })
		expect(t, s, time.Hour, State{Way: cecName})
		s.Set(true)
		expect(t, s, 9*time.Minute, State{Way: cecName, Pending: true})
		expect(t, s, 2*time.Minute, State{Way: cecName, Err: ErrStaysOff})
		expect(t, s, time.Hour, State{Way: cecName, Err: ErrStaysOff})
		tv.change(func() { tv.unplugged = false })
		expect(t, s, 2*time.Minute, State{Way: cecName})
		if !tv.lit() {
			t.Error("it is off")
		}
	})
}

// A fakeWay turns on and off, unless there is none.
type fakeWay struct {
	none, on bool
}

func (f *fakeWay) name() string { return "another" }

func (f *fakeWay) turn(on bool) error {
	if f.none {
		return errNone
	}
	f.on = on
	return nil
}

func (f *fakeWay) isOn() (bool, error) {
	if f.none {
		return false, errNone
	}
	return f.on, nil
}

// TestNextWay uses a television that does not turn off. The next way must be used, and both turned on again.
func TestNextWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tv, other := &fakeTelevision{on: true, ignores: true}, &fakeWay{on: true}
		s := newSwitch([]way{tv.cec(), other})
		defer s.Close()
		s.Set(false)
		expect(t, s, 10*time.Second, State{Way: cecName, Pending: true})
		expect(t, s, 30*time.Second, State{Way: "another"})
		if other.on {
			t.Error("it is on")
		}
		tv.change(func() { tv.ignores, tv.on = false, false }) // it turned off late
		s.Set(true)
		expect(t, s, time.Minute, State{Way: "another"})
		if !tv.lit() || !other.on {
			t.Errorf("on: %v and %v", tv.lit(), other.on)
		}
		s.Set(false)
		expect(t, s, time.Minute, State{Way: cecName})
		s.Set(true)
		expect(t, s, time.Minute, State{Way: cecName})
	})
}

// TestMonitorAtTheEnd checks that Close turns a monitor on, because no other program would.
func TestMonitorAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		other := &fakeWay{on: true}
		s := newSwitch([]way{&cec{adapters: func() []adapter { return nil }}, other})
		s.Set(false)
		expect(t, s, time.Second, State{Way: "another"})
		s.Close()
		if !other.on {
			t.Error("it stays off")
		}
	})
}

// TestNothingAnswers checks that having no way is not an error, and that a television that does not report its status
// counts as turned off or on.
func TestNothingAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSwitch([]way{&fakeWay{none: true}})
		for _, on := range []bool{false, true} {
			s.Set(on)
			expect(t, s, time.Hour, State{})
		}
		s.Close()
		tv := newTelevision()
		tv.mute = true
		s = newSwitch([]way{tv.cec()})
		s.Set(false)
		time.Sleep(time.Hour)
		s.Set(true)
		expect(t, s, time.Second, State{Way: cecName})
		if !slices.Contains(tv.heard, "4036") || !tv.lit() {
			t.Errorf("it heard %v", tv.heard)
		}
		s.Close()
	})
}

// TestSend uses an adapter that fails.
func TestSend(t *testing.T) {
	_, err := send(failing{}, 4, television, 0, opStandby)
	if !errors.Is(err, errFailing) {
		t.Error(err)
	}
	if _, err := (&cec{adapters: func() []adapter { return []adapter{failing{}} }}).isOn(); !errors.Is(err, errNone) {
		t.Error(err)
	}
}

var errFailing = errors.New("no such device")

type failing struct{}

func (failing) ioctl(uintptr, unsafe.Pointer) error { return errFailing }
func (failing) Close() error                        { return nil }
