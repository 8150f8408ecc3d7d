package endtoend

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"

	"sextant/app/webhook"
)

// TestKioskSleeps turns the screen off for an hour: it is black and healthy, a key or the pointer wakes it for a
// minute, and the list continues after the hour.
func TestKioskSleeps(t *testing.T) {
	t.Parallel()
	d := newBareDisplay(t, screenWidth, screenHeight)
	s, picture := serveDemo(t)
	knows(t, d)
	off := time.Now().Add(5 * time.Minute).Truncate(time.Minute)
	list := writePlaylist(t, d, fmt.Sprintf("show = [\"104\"]\noff = [\"%s-%s\"]\n%s", off.Format("15:04"),
		off.Add(time.Hour).Format("15:04"), dwells))
	k := &checkedKiosk{kiosk: &kiosk{
		d.run(t, nil, append(s.options(), "--kiosk", list, "--status", "127.0.0.1:0")...),
		picture,
	}}
	k.untilHealthy()
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
	k.untilHealthy()
	k.end()
}

// TestKioskCalls covers the screen with a window for good: a webhook is called once, and again when the window is
// closed.
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
	k.untilHealthy()
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
	work.Go(func() { // it is raised again whenever the screen is
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
	k.untilHealthy()
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

// observeEvery is the interval of checks of the screen.
const observeEvery = 5 * time.Second

// TestSilentScreen kills a public screen of a relay, like a power cut: the relay calls a webhook, and again when the
// screen is back.
func TestSilentScreen(t *testing.T) {
	if os.Getenv("SEXTANT_LONG") == "" {
		t.Skip("it waits for minutes: set SEXTANT_LONG=1 to run it")
	}
	t.Parallel()
	d := newBareDisplay(t, screenWidth, screenHeight)
	s, picture := serveDemo(t)
	knows(t, d)
	calls := make(chan string, 16)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		calls <- q.Header.Get("Title") + ": " + string(body)
	}))
	t.Cleanup(receiver.Close)
	dir := relayFolder(t)
	said, err := relayCommand(dir, "key", "add", "--kiosk", "Lobby").Output()
	if err != nil {
		t.Fatal(err)
	}
	webhook := filepath.Join(dir, "tell.toml")
	section := "[tell]\nas = \"ntfy\"\nafter = \"1m\"\nurl = \"" + receiver.URL + "/secret\"\n"
	if err := os.WriteFile(webhook, []byte(section), 0o600); err != nil {
		t.Fatal(err)
	}
	r := startRelay(t, dir, nil, append(s.options(), "--tell", webhook)...)
	m := keyAdded.FindSubmatch(said)
	list := writePlaylist(t, d, "show = [\"104\"]\n"+dwells)
	start := func() *kiosk {
		k := &kiosk{d.run(t, []string{"SEXTANT_APP_ID=" + string(m[1]), "SEXTANT_APP_KEY=" + string(m[2])},
			"--base-url", r.url, "--media-base-url", r.url, "--kiosk", list), picture}
		k.untilPage(104)
		return k
	}
	hears := func(want string) {
		t.Helper()
		select {
		case said := <-calls:
			if !strings.HasPrefix(said, want) {
				t.Errorf("%q, want %q", said, want)
			}
		case <-time.After(8 * time.Minute):
			t.Fatalf("no notification %q\n%s", want, &r.out)
		}
	}
	k := start()
	k.until("the relay to know it", func() bool {
		k.advance(time.Minute)
		return strings.Contains(r.text("/metrics?app_id="+string(m[1])+"&app_key="+string(m[2])), `{screen="Lobby"} 1`)
	})
	_ = k.cmd.Process.Kill()
	<-k.ended
	hears("Lobby is down: It has stopped reporting (since ")
	k = start()
	k.advance(time.Minute)
	hears("Lobby is working again: Down from ")
	k.end()
	if out := r.out.String(); strings.Contains(out, "secret") {
		t.Error(out)
	}
	r.end()
}
