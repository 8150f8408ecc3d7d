package endtoend

import (
	"bytes"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sextant/app/demo"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
	"sextant/app/testkit/servicetest"
)

// The colours of errors in the window, and the background of a dialog in the light theme.
const (
	warning     = "\xFF\x92\x70"
	lightGround = "\xFB\xFC\xFC"
)

// untilNoSetting waits until the settings on the disk no longer contain a text.
func (k *session) untilNoSetting(text string) {
	k.t.Helper()
	k.until("the end of the setting "+text, func() bool {
		data, err := os.ReadFile(filepath.Join(profile(k.dir), "settings.json"))
		return err == nil && !bytes.Contains(data, []byte(text))
	})
}

// TestSecondService adds a second service with a key by the keyboard alone, switches by the menu of services, and finds
// everything restored after a restart. The key is only in its own file.
func TestSecondService(t *testing.T) {
	t.Parallel()
	handler, err := demo.New(demo.Options{AppID: "me", AppKey: "s3cret", Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	service := serve(t, handler)
	d := newDisplay(t)
	withSettings(t, d, map[string]any{"knowsDemo": true, "freshSeconds": 80})
	k := d.start(t, nil)
	k.untilTitle("100")
	k.typed("101")
	k.untilTitle("101")
	k.step("connect", func() { connect(k, service) })
	k.step("back and forth", func() {
		k.slowly("F10", "s", "Right", "Return")
		k.untilNoSetting(service.URL)
		k.untilTitle("101") // where the user left it
		k.typed("300")
		k.untilTitle("300")
		k.slowly("F10", "s", "Right", "Down", "Return")
		k.untilSetting(service.URL)
		k.untilTitle("201")
	})
	k.step("quit", k.quit)
	k = d.start(t, nil)
	k.untilTitle("201")
	k.step("as it was left", func() {
		k.typed("430")
		k.until("page 430 from the service", func() bool { return service.Count(servicetest.DocumentPath(430)) > 0 })
		k.untilTitle("430")
		asked := service.Asked()
		if got := asked[len(asked)-1].URL.Query(); got.Get("app_id") != "me" || got.Get("app_key") != "s3cret" {
			k.t.Errorf("asked with %v", got)
		}
		k.slowly("F10", "s", "Right", "Return")
		k.untilNoSetting(service.URL)
		k.untilSetting(`"freshSeconds": 80`) // the demo's setting
	})
	k.step("quit again", k.quit)
	onlyInKeyFiles(t, d.dir, "s3cret")
	if bytes.Contains(k.out.Bytes(), []byte("s3cret")) {
		t.Error("the program wrote the key")
	}
}

// connect fills in the form: first only with the address, after which the service asks for more, and then with a wrong
// key, which is marked.
func connect(k *session, service *service) {
	k.slowly("F10", "s", "Right", "End", "Return")
	u, err := url.Parse(service.URL)
	if err != nil {
		k.t.Fatal(err)
	}
	k.typed(u.Hostname())
	k.press("Shift+;")
	k.typed(u.Port())
	k.slowly("Return")
	k.until("a mark at the app ID", func() bool { return k.hasColour(k.bounds(), warning) })
	k.typed("me")
	k.slowly("Tab")
	k.typed("s3cre")
	k.slowly("Return")
	k.until("a mark at the key", func() bool { return k.hasColour(k.bounds(), warning) })
	k.untilNoSetting(service.URL)
	k.typed("t")
	k.slowly("Return")
	k.untilSetting(service.URL)
	k.untilTitle("100") // behind the form
	k.typed("201")
	k.until("a page of the service", func() bool { return service.Count(servicetest.DocumentPath(201)) > 0 })
	k.untilTitle("201")
}

// onlyInKeyFiles expects that a key is only in the profile's files for keys, which only the user can read. On Windows
// it is in the system's store for credentials instead.
func onlyInKeyFiles(t *testing.T, dir, key string) {
	t.Helper()
	found := 0
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(data, []byte(key)) {
			return err
		}
		found++
		info, err := e.Info()
		if err == nil && (!strings.HasPrefix(e.Name(), "app-key") || info.Mode().Perm() != 0o600) {
			t.Errorf("%s has the key, with mode %v", path, info.Mode())
		}
		return err
	})
	if inStore := os.Getenv(everywhere) != ""; err != nil || inStore != (found == 0) {
		t.Errorf("%d files have the key: %v", found, err)
	}
}

// TestInterfaceSize doubles the size of the interface, at once and after a restart, in a window of the same size. The
// toolkit's variable FYNE_SCALE has precedence.
func TestInterfaceSize(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "what the program does at the same time is tried elsewhere")
	t.Parallel()
	d := newDisplayOf(t, 1400, 1000)
	withWindow(t, d, 1280, 900)
	service, picture := serveDemo(t)
	front, double := picture(100, 1), layout{foot: 2 * barHeight}
	k := d.start(t, []string{"FYNE_SCALE="}, service.options()...)
	k.untilPicture(front, plain)
	before := k.bounds()
	k.slowly("Ctrl+,", "Down", "d", "Tab", "Tab", "Tab")
	for range 7 { // up to 200 %
		k.slowly("Right")
	}
	k.untilSetting(`"interfaceSize": 200`)
	k.slowly("Escape")
	k.until("the window's size", func() bool { return k.bounds().Size() == before.Size() })
	k.untilPicture(front, double)
	k.quit()
	k = d.start(t, []string{"FYNE_SCALE="}, service.options()...)
	k.untilPicture(front, double)
	k.quit()
	k = d.start(t, nil, service.options()...)
	k.untilPicture(front, plain)
	k.quit()
}
