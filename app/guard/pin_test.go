package guard

import (
	"bytes"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sextant/app/settings"
	"sextant/app/testkit"
)

func profile(t *testing.T) settings.Profile {
	t.Helper()
	return settings.Profile{Dir: t.TempDir()}
}

// A clock stands still until the test lets time pass.
type clock struct{ now time.Time }

func newClock() *clock                       { return &clock{time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)} }
func (c *clock) Now() time.Time              { return c.now }
func (c *clock) pass(d time.Duration)        { c.now = c.now.Add(d) }
func (c *clock) pin(p settings.Profile) *PIN { return NewPIN(p, c.Now) }

// expect tries digits and checks the result.
func expect(t *testing.T, g *PIN, digits string, ok bool, wait time.Duration) {
	t.Helper()
	if o, w := g.Try(digits); o != ok || w != wait {
		t.Errorf("%q: %v, %v, want %v, %v", digits, o, w, ok, wait)
	}
}

func TestPIN(t *testing.T) {
	p := profile(t)
	g := newClock().pin(p)
	if set, err := HasPIN(p); set || err != nil {
		t.Errorf("a new profile: %v, %v", set, err)
	}
	for _, digits := range []string{"", "123", "1234567890123", "12a4", "12 4", "-123", "１２３４"} {
		if err := SetPIN(p, digits); err == nil {
			t.Errorf("%q may be a PIN", digits)
		}
	}
	for _, digits := range []string{"0000", "123456789012"} {
		testkit.NoError(t, SetPIN(p, digits))
		if set, err := HasPIN(p); !set || err != nil {
			t.Errorf("%v, %v", set, err)
		}
		expect(t, g, digits[1:]+"9", false, 0)
		expect(t, g, digits, true, 0)
	}
	testkit.Check(t, ClearPIN(p))
	if set, err := HasPIN(p); set || err != nil {
		t.Errorf("after it was cleared: %v, %v", set, err)
	}
	expect(t, g, "123456789012", false, 0)
	testkit.Check(t, ClearPIN(p))
}

// TestFile checks that the file does not have the PIN, has another hash each time, and can only be read by its owner.
func TestFile(t *testing.T) {
	p := profile(t)
	var all [][]byte
	for range 2 {
		testkit.NoError(t, SetPIN(p, "271828"))
		data, err := os.ReadFile(p.Path(PINFile))
		if err != nil || bytes.Contains(data, []byte("271828")) {
			t.Errorf("%q, %v", data, err)
		}
		all = append(all, data)
	}
	if bytes.Equal(all[0], all[1]) {
		t.Error("the same PIN has the same hash twice")
	}
	if info, err := os.Stat(p.Path(PINFile)); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

// TestFiveTries checks the limit of wrong tries as time passes.
func TestFiveTries(t *testing.T) {
	p := profile(t)
	testkit.NoError(t, SetPIN(p, "1234"))
	c := newClock()
	g := c.pin(p)
	for range 5 {
		expect(t, g, "9999", false, 0)
	}
	expect(t, g, "1234", false, pinInterval)
	c.pass(pinInterval - 1)
	expect(t, g, "1234", false, 1)
	c.pass(1)
	expect(t, g, "4321", false, 0)
	expect(t, g, "1234", false, pinInterval)
	c.pass(pinInterval)
	expect(t, g, "1234", true, 0)
	for range 4 {
		g.Try("x")
	}
	expect(t, g, "1234", true, 0) // accepted without a comparison, because it was right before
}

// TestClockPutBack checks that the wait is no longer after the clock was set back by a day.
func TestClockPutBack(t *testing.T) {
	p := profile(t)
	testkit.NoError(t, SetPIN(p, "1234"))
	c := newClock()
	g := c.pin(p)
	for range 5 {
		expect(t, g, "x", false, 0)
	}
	c.pass(-24 * time.Hour)
	expect(t, g, "1234", false, pinInterval)
	c.pass(pinInterval)
	expect(t, g, "1234", true, 0)
}

// TestTriesAtOnce checks that of many parallel tries only five are compared.
func TestTriesAtOnce(t *testing.T) {
	g := newClock().pin(profile(t))
	var compared atomic.Int32
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if _, wait := g.Try("0000"); wait == 0 {
				compared.Add(1)
			}
		})
	}
	all.Wait()
	if n := compared.Load(); n != burst {
		t.Errorf("%d tries", n)
	}
}

// TestDamagedPINFileLocks checks that an invalid or unreadable file locks until a PIN is set again.
func TestDamagedPINFileLocks(t *testing.T) {
	p := profile(t)
	good := "pbkdf2-sha256 1 " + strings.Repeat("00", saltBytes) + " " + strings.Repeat("00", 32)
	for _, content := range []string{
		"", "\x00", "1234", strings.Replace(good, " 1 ", " 0 ", 1),
		strings.Replace(good, " 1 ", " 1000001 ", 1), strings.Replace(good, "sha256", "sha1", 1),
		good[:len(good)-2], good + "00", good + " x",
		good + strings.Repeat(" ", maxFile), strings.Replace(good, "00", "0x", 1),
	} {
		testkit.NoError(t, os.WriteFile(p.Path(PINFile), []byte(content), 0o600))
		if set, err := HasPIN(p); !set || err == nil || !strings.Contains(err.Error(), "nobody can leave") {
			t.Errorf("%q: %v, %v", content, set, err)
		}
		expect(t, newClock().pin(p), "1234", false, 0)
	}
	testkit.NoError(t, SetPIN(p, "1234"))
	expect(t, newClock().pin(p), "1234", true, 0)
	testkit.NoError(t, ClearPIN(p))
	testkit.NoError(t, os.Mkdir(p.Path(PINFile), 0o700))
	if set, err := HasPIN(p); !set || err == nil {
		t.Errorf("a folder in its place: %v, %v", set, err)
	}
	if err := SetPIN(p, "1234"); err == nil {
		t.Error("it is written over a folder")
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("pbkdf2-sha256 100000 " + strings.Repeat("ab", saltBytes) + " " + strings.Repeat("cd", 32) + "\n"))
	f.Add([]byte("pbkdf2-sha256 -1  x"))
	f.Fuzz(func(t *testing.T, data []byte) {
		k, err := parse(data)
		if err != nil {
			return
		}
		again, err := parse(k.format())
		if err != nil || again.rounds != k.rounds ||
			!bytes.Equal(again.salt, k.salt) || !bytes.Equal(again.hash, k.hash) {
			t.Errorf("%q is %v, and then %v, %v", data, k, again, err)
		}
	})
}

// BenchmarkTry measures one try of the PIN, for which the user waits.
func BenchmarkTry(b *testing.B) {
	p := settings.Profile{Dir: b.TempDir()}
	testkit.NoError(b, SetPIN(p, "1234"))
	g := newClock().pin(p)
	for b.Loop() {
		if ok, _ := g.Try("1234"); !ok {
			b.Fatal("the PIN is not taken")
		}
	}
}
