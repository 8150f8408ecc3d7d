package endtoend

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"

	"sextant/app/webhook"
)

// TestKioskSleeps has the screen off for an hour: it is black and well, a key and the pointer wake it for the quiet minute,
// and the list goes on when the hour is over.
func TestKioskSleeps(t *testing.T) {
	t.Parallel()
	d := newBareDisplay(t, screenWidth, screenHeight)
	s, picture := serveDemo(t)
	knows(t, d)
	off := time.Now().Add(5 * time.Minute).Truncate(time.Minute)
	list := writePlaylist(t, d, fmt.Sprintf("show = [\"104\"]\noff = [\"%s-%s\"]\n%s", off.Format("15:04"),
		off.Add(time.Hour).Format("15:04"), dwells))
	k := &checkedKiosk{kiosk: &kiosk{d.run(t, nil, append(s.options(), "--kiosk", list, "--status", "127.0.0.1:0")...), picture}}
	k.untilWell()
	isBlack := func() bool {
		shot := k.shot(k.screen)
		for i := 0; i < len(shot.Pix); i += 4 {
			if shot.Pix[i]|shot.Pix[i+1]|shot.Pix[i+2] != 0 {
				return false
			}
		}
		return true
	}
	goesOff := func(after time.Duration) {
		t.Helper()
		k.advance(after)
		k.until("black", isBlack)
		k.settled()
		if !k.check() || !isBlack() {
			t.Errorf("it is not well: %s", k.took())
		}
	}
	goesOff(time.Until(off) + time.Minute)
	k.press("Right")
	k.untilPage(104)
	goesOff(70 * time.Second)
	k.press("F11") // any key
	k.untilPage(104)
	goesOff(70 * time.Second)
	k.advance(time.Hour)
	k.untilWell()
	k.end()
}

// TestKioskCalls has a window cover the screen for good: somebody is called once, and once more when it is gone.
func TestKioskCalls(t *testing.T) {
	t.Parallel()
	d := newBareDisplay(t, screenWidth, screenHeight)
	s, picture := serveDemo(t)
	knows(t, d)
	calls := make(chan string, 16)
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		var m webhook.Message
		if err := json.NewDecoder(q.Body).Decode(&m); err != nil {
			t.Error(err)
		}
		calls <- m.Screen + " " + m.State + " " + m.Kind
	}))
	t.Cleanup(receiver.Close)
	list := writePlaylist(t, d, "show = [\"104\"]\n"+dwells+
		"[screen]\n[tell]\nname = \"Lobby\"\nurl = \""+receiver.URL+"/secret\"\n")
	k := &checkedKiosk{kiosk: &kiosk{
		d.run(t, nil, append(s.options(), "--kiosk", list, "--status", "127.0.0.1:0")...), picture,
	}}
	k.untilWell()
	hears := func(want string) {
		t.Helper()
		var said string
		k.until(want, func() bool {
			k.advance(observeEvery)
			select {
			case said = <-calls:
				return true
			default:
				return false
			}
		})
		if said != want {
			t.Errorf("%s, want %s", said, want)
		}
	}
	inside := d.newWindow(t, d.root, true)
	stop := make(chan struct{})
	var work sync.WaitGroup
	work.Go(func() { // it comes back above the screen whenever that is raised
		poll(pollEvery, patience, func() bool {
			_ = xproto.ConfigureWindowChecked(d.conn, inside, xproto.ConfigWindowStackMode,
				[]uint32{xproto.StackModeAbove}).Check()
			return isClosed(stop)
		})
	})
	hears("Lobby down window")
	close(stop)
	work.Wait()
	_ = xproto.DestroyWindowChecked(d.conn, inside).Check()
	k.untilWell()
	hears("Lobby well window")
	k.advance(time.Hour)
	if len(calls) > 0 {
		t.Errorf("and %s", <-calls)
	}
	if out := k.out.String(); strings.Contains(out, "secret") {
		t.Error(out)
	}
	k.end()
}

// observeEvery is how often it is looked how the screen is.
const observeEvery = 5 * time.Second
