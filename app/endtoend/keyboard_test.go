package endtoend

import (
	"bytes"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"

	"sextant/app/browse"
	"sextant/app/testkit/servicetest"
)

// byKeys is a window that is used by the keyboard alone.
type byKeys struct {
	*session
	front *picture
}

// openByKeys opens the demo in a window.
func openByKeys(t *testing.T, d *display, args ...string) *byKeys {
	t.Helper()
	service, picture := serveDemo(t)
	k := &byKeys{d.start(t, nil, append(service.options(), args...)...), picture(100, 1)}
	return k
}

// inside is what is seen in the window.
func (k *byKeys) inside() []byte { return k.shot(k.bounds()).Pix }

// pressAndSee presses a key and waits for something in the window to look different.
func (k *byKeys) pressAndSee(key string) {
	k.t.Helper()
	before := k.inside()
	k.press(key)
	k.until("something to be seen of "+key, func() bool { return !bytes.Equal(before, k.inside()) })
	k.settled()
}

// untilSetting waits for the settings on the disk to have a text.
func (k *byKeys) untilSetting(text string) {
	k.t.Helper()
	k.until("the setting "+text, func() bool {
		data, err := os.ReadFile(filepath.Join(profile(k.dir), "settings.json"))
		return err == nil && bytes.Contains(data, []byte(text))
	})
}

// TestMenusByKeys chooses in the window's menu and in that of the page by keys, in full screen too.
func TestMenusByKeys(t *testing.T) {
	t.Parallel()
	k := openByKeys(t, newDisplay(t))
	k.untilPicture(k.front, plain)
	k.step("drawing", func() {
		k.slowly("F10", "v", "Right", "s", "Return")
		k.untilSetting(`"drawing": "sharp"`)
		k.slowly("F10", "v", "Return", "s", "Return")
		k.untilSetting(`"drawing": "picture"`)
		k.untilPicture(k.front, plain)
	})
	page := func(key string, before layout) {
		k.slowly(key, "s", "Return") // Save or share
		k.until("a dialog", func() bool { return !k.shows(k.front, before) })
		k.slowly("Escape")
		k.untilPicture(k.front, before)
	}
	k.step("menu of the page", func() {
		page("Menu", plain)
		page("Shift+F10", plain)
	})
	k.step("Escape goes back", func() {
		k.slowly("F10", "v", "Right", "Escape", "Escape")
		k.untilPicture(k.front, plain)
	})
	k.step("full screen", func() {
		k.slowly("F10", "v", "Right", "f", "Return")
		k.untilPicture(k.front, fullScreen)
		page("Menu", fullScreen)
		k.slowly("F10", "v", "Right", "f", "Return")
		k.untilPicture(k.front, plain)
	})
	k.step("quit", k.quit)
}

// TestListOfKeys opens it by its key, finds a command there, gives it another key, which counts at once and after
// another start, and takes that back.
func TestListOfKeys(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	service, picture := serveDemo(t)
	k := &byKeys{d.start(t, nil, service.options()...), picture(100, 1)}
	k.untilPicture(k.front, plain)
	kept := func(want string) {
		k.t.Helper()
		k.until("the kept key "+want, func() bool {
			data, _ := os.ReadFile(filepath.Join(profile(k.dir), "keys.json"))
			return bytes.Contains(data, []byte(want))
		})
	}
	// of what is found first, by its button: behind the search and the names of the pages
	change := func(sought string) {
		k.slowly("Tab", "Shift+/") // a link of the page has the keyboard
		k.until("the list", func() bool { return !k.shows(k.front, plain) })
		k.slowly("Shift+Tab") // to the button that leads to the settings
		k.pressAndSee("Return")
		k.typed(sought)
		k.settled()
		k.slowly("Tab", "Tab")
		k.pressAndSee("Return")
	}
	change("right")
	k.pressAndSee("Ctrl+N") // is that of another window
	k.slowly("Shift+Tab", "Return")
	kept(`"window.new": []`)
	kept(`"page.next": [`)
	k.slowly("Escape", "Escape", "Escape")
	k.untilPicture(k.front, plain)
	k.press("Ctrl+N")
	k.untilPicture(picture(101, 1), plain)
	k.quit()
	k.session = d.start(t, nil, service.options()...)
	k.untilPicture(picture(101, 1), plain) // where it was
	k.press("Ctrl+N")
	k.untilPicture(picture(102, 1), plain)
	k.press("Home")
	k.untilPicture(k.front, plain)
	change("ctrl")
	k.press("Delete")
	kept(`"page.next": []`)
	k.slowly("Escape", "Escape", "Escape")
	k.untilPicture(k.front, plain)
	k.quit()
}

// TestSettingsByKeys walks through the settings by Tab further than there are fields, each time with something
// to be seen of it, and scrolls them by the wheel over a field.
func TestSettingsByKeys(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	withWindow(t, d, 860, 480) // in which the settings must be scrolled
	k := openByKeys(t, d)
	k.untilPicture(k.front, plain)
	k.slowly("Ctrl+,")
	k.until("the settings", func() bool { return !k.shows(k.front, plain) })
	k.slowly("Down", "Down") // to the page on the display, which is longer than there is room
	k.step("Tab", func() {
		for range 30 {
			k.pressAndSee("Tab")
		}
		for range 6 {
			k.pressAndSee("Shift+Tab")
		}
	})
	k.step("wheel", func() {
		b := k.bounds()
		k.pointTo(image.Pt((b.Min.X+b.Max.X)/2, b.Min.Y+150)) // there is an entry wherever it is scrolled
		for _, button := range []byte{4, 4, 4, 4, 4, 4, 4, 4} {
			k.fake(xproto.ButtonPress, button, 0, 0)
			k.fake(xproto.ButtonRelease, button, 0, 0)
			k.settled()
		}
		before := k.inside()
		k.fake(xproto.ButtonPress, 5, 0, 0)
		k.fake(xproto.ButtonRelease, 5, 0, 0)
		k.until("the form to scroll", func() bool { return !bytes.Equal(before, k.inside()) })
	})
	k.step("close", func() {
		k.click(k.bounds().Min.Add(image.Pt(200, 30))) // where nothing can have the keyboard
		k.rest()
		k.press("Escape")
		k.pointAway()
		k.untilPicture(k.front, plain)
	})
	k.step("quit", k.quit)
}

// TestSaveByKeys saves a picture under a name that is there. The old file stays as it is until the user says
// that it is to be replaced.
func TestSaveByKeys(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	k := openByKeys(t, d)
	k.untilPicture(k.front, plain)
	file := filepath.Join(d.dir, "page-100-1.png")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	isOld := func() bool {
		data, err := os.ReadFile(file)
		return err == nil && string(data) == "old"
	}
	ask := func() {
		k.named("Save picture")
		if k.shows(k.front, plain) {
			k.t.Fatal("there is no question for the place")
		}
	}
	confirm := func() {
		k.pressAndSee("Return") // which the text cursor may have done
	}
	k.step("Escape", func() {
		ask()
		confirm()
		k.press("Escape")
		k.untilPicture(k.front, plain)
		if !isOld() {
			k.t.Error("the file is not as it was")
		}
	})
	k.step("not replaced", func() {
		ask()
		confirm()
		k.pressAndSee("Return") // the keyboard is at the button that keeps it
		if !isOld() {
			k.t.Error("the file is not as it was")
		}
		k.press("Escape")
		k.untilPicture(k.front, plain)
	})
	k.step("replaced", func() {
		ask()
		confirm()
		k.pressAndSee("Tab")
		k.press("Return")
		k.until("a picture in the place of the file", func() bool {
			data, err := os.ReadFile(file)
			return err == nil && bytes.HasPrefix(data, []byte("\x89PNG"))
		})
	})
	k.step("a new name", func() {
		k.press("Escape")
		ask()
		k.press("Ctrl+A")
		k.typed("other.png")
		k.press("Return")
		k.until("the other file", func() bool {
			data, err := os.ReadFile(filepath.Join(d.dir, "other.png"))
			return err == nil && bytes.HasPrefix(data, []byte("\x89PNG"))
		})
	})
	k.step("quit", k.quit)
}

// TestWindowClass expects the class by which a desktop knows the program, whatever page comes first.
func TestWindowClass(t *testing.T) {
	t.Parallel()
	k := openByKeys(t, newDisplay(t), "430")
	if class := k.property(k.window, "WM_CLASS"); string(class) != "sextant\x00sextant\x00" {
		t.Errorf("the class is %q", class)
	}
	k.untilTitle("430")
	k.quit()
}

// TestPanelKeepsTheKeyboard clicks on a row and on a tab, after which the keys are those of the list.
func TestPanelKeepsTheKeyboard(t *testing.T) {
	t.Parallel()
	shop, d := servicetest.NewShop(t, 3), newDisplay(t)
	service := serve(t, shop)
	s := d.start(t, nil, service.options()...)
	path := storePath(d.dir, service)
	front := pictures(t, shop.Handler)(100, 1)
	s.openList(shop)
	s.step("Ctrl+M brings the keyboard back", func() {
		s.slowly("Escape", "Ctrl+M", "q")
		s.untilQueued(path, "m0")
	})
	s.step("a click on a tab", func() {
		s.clickAt(panelWidth-100, 17) // the queue
		s.settled()
		s.press("Ctrl+1")
		s.slowly("Down", "q")
		s.untilQueued(path, "m0 m1")
	})
	s.step("Ctrl+M closes it", func() {
		s.press("Ctrl+M")
		s.untilPicture(front, plain)
		s.press("Ctrl+M")
		s.untilPicture(front, withDownloads)
	})
	s.step("full screen takes it back", func() {
		s.slowly("F11", "q", "F11") // the list is not seen there
		s.untilPicture(front, withDownloads)
		s.untilQueued(path, "m0 m1")
	})
	s.step("a click on a row", func() {
		s.press("Escape")
		s.clickAt(panelWidth/2, firstRow+2*(secondRow-firstRow)+20) // the third
		s.settled()
		s.press("q")
		s.untilQueued(path, "m0 m1 m2")
	})
	s.quit()
}

// TestDialogsByKeys opens each dialog, presses Tab more often than there are controls, scrolls, and expects
// Escape to close it wherever the keyboard is by then.
func TestDialogsByKeys(t *testing.T) {
	t.Parallel()
	need(t, "xclip")
	k := openByKeys(t, newDisplay(t))
	k.untilPicture(k.front, plain)
	walk := func(back layout, open ...string) {
		k.slowly(open[0])
		k.until("a dialog or a menu", func() bool { return !k.shows(k.front, back) })
		k.slowly(open[1:]...)
		k.until("a dialog", func() bool { return !k.shows(k.front, back) })
		for range 23 {
			k.slowly("Tab")
		}
		k.slowly("Page_Down", "Home", "Shift+Tab", "Escape")
		k.untilPicture(k.front, back)
	}
	for _, tt := range []struct {
		name string
		open []string
	}{
		{"page information", []string{"Ctrl+I"}},
		{"about", []string{"F10", "a", "a", "Return"}}, // the first is that of all commands
		{"all commands", []string{"Ctrl+Shift+P"}},
		{"watches", []string{"F10", "g", "Right", "w", "Return"}},
		{"export", []string{"F10", "p", "Right", "s", "Return"}},
		{"save", []string{"Ctrl+Shift+P", "s", "a", "v", "e", "Space", "p", "Return"}},
		{"settings", []string{"F10", "s", "s", "Return"}}, // the first is that of the services,
	} {
		k.step(tt.name, func() { walk(plain, tt.open...) })
	}
	k.step("copy", func() {
		k.slowly("Ctrl+I", "Ctrl+A", "Ctrl+C")
		k.until("the information on the clipboard", func() bool {
			c := exec.Command("xclip", "-selection", "clipboard", "-o")
			c.Env = []string{"DISPLAY=" + k.name}
			out, err := c.Output()
			return err == nil && bytes.HasPrefix(out, []byte("Page: 100/1\nName: Index\n"))
		})
		k.slowly("Escape")
		k.untilPicture(k.front, plain)
	})
	k.step("details", func() {
		k.press("Ctrl+M")
		k.untilPicture(k.front, withDownloads)
		k.untilNew(secondRow)
		k.pressAndSee("i")
		k.pressAndSee("Tab")
		k.pressAndSee("Return") // opens the technical details
		k.pressAndSee("Return") // and folds them away
		for range 23 {
			k.slowly("Tab")
		}
		k.slowly("End", "Escape")
		k.untilPicture(k.front, withDownloads)
	})
	k.step("playouts", func() {
		k.slowly("Menu", "Up", "Return")
		k.until("the playouts", func() bool { return !k.shows(k.front, withDownloads) })
		for range 23 {
			k.slowly("Tab")
		}
		k.slowly("Escape")
		k.untilPicture(k.front, withDownloads)
	})
	k.step("quit", k.quit)
}

// TestSearchKey brings the keyboard to the search, back to it from the page, and closes it from there.
func TestSearchKey(t *testing.T) {
	t.Parallel()
	k := openByKeys(t, newDisplay(t))
	k.untilPicture(k.front, plain)
	k.press("Ctrl+F")
	k.untilPicture(k.front, withFinder)
	b := k.bounds()
	k.clickAt(b.Dx()-20, 20) // beside the page
	k.pointAway()
	k.settled()
	k.slowly("Ctrl+F")
	if !k.shows(k.front, withFinder) {
		t.Error("Ctrl+F closed the search that had not the keyboard")
	}
	k.pressAndSee("x")
	k.press("Ctrl+F")
	k.untilPicture(k.front, plain)
	k.press("Ctrl+F")
	k.untilPicture(k.front, withFinder)
	k.slowly("Escape", "Escape") // what is typed, and the search
	k.untilPicture(k.front, plain)
	k.press("Ctrl+F")
	k.untilPicture(k.front, withFinder)
	k.clickAt(b.Dx()-20, 20)
	k.settled()
	k.press("Escape") // from the page
	k.untilPicture(k.front, plain)
	k.quit()
}

// TestDigitsWaitForEachOther types a page number slower than it waits usually, with the setting by which it waits for
// ever.
func TestDigitsWaitForEachOther(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	if err := os.MkdirAll(profile(d.dir), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(profile(d.dir), "settings.json"),
		[]byte(`{"patientDigits": true, "theme": "contrast"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	k := &byKeys{d.start(t, nil), nil}
	k.untilTitle("100")
	k.slowly("1")
	time.Sleep(browse.EntryTimeout + time.Second) // by which it would have been given up
	k.slowly("0", "1")                            // of which the first begins no number
	k.untilTitle("101")
	k.step("quit", k.quit)
}

// TestScan reads with a single key: the keyboard goes on automatically, and Enter follows the link that it has come to.
func TestScan(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	service, _ := serveDemo(t)
	withSettings(t, d, map[string]any{"scanSeconds": 1, "largePointer": true, "knowsDemo": true})
	s := d.start(t, nil, append(service.options(), "150")...)
	s.untilTitle("150")
	s.until("another page", func() bool {
		s.slowly("Return")
		return !strings.Contains(s.title(), "150")
	})
	s.quit()
}
