package window

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sextant/app/settings"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
	"sextant/app/testkit/servicetest"
	"sextant/app/ui/find"
	"sextant/widgets/control"
)

// TestMenusByKeys uses the window's menu and the page's menu by keys, in full screen too.
func TestMenusByKeys(t *testing.T) {
	inWindow(t, servicetest.Demo(t), nil, func(t *testing.T, u *user) {
		u.press("F10", "v", "Right", "t", "Enter")
		if got := u.parts.Box.Get().View; got != settings.TextView {
			t.Errorf("the page is shown as %q", got)
		}
		u.press("F10", "v", "Enter", "t", "Enter")
		if got := u.parts.Box.Get().View; got != settings.PageView {
			t.Errorf("after that it is shown as %q", got)
		}
		saves := func(key string) {
			t.Helper()
			if u.press(key, "s", "Enter"); !strings.Contains(u.says(), "Save page") {
				t.Errorf("by %s it says %q", key, u.says())
			}
			u.press("Esc")
			u.plain(key)
		}
		saves("Menu")
		u.press("F10", "v", "Right", "Esc")
		if !u.covered() {
			t.Error("Esc closes more than the menu below")
		}
		u.press("Esc")
		u.plain("Esc")
		full := func(want bool) {
			t.Helper()
			if u.press("F10", "v", "Right", "f", "Enter"); u.panels.full != want {
				t.Errorf("full screen is %v", u.panels.full)
			}
		}
		full(true)
		saves("Menu")
		full(false)
	})
}

// TestListOfKeys opens the list of keys, finds a command, changes its key, which takes effect at once and after a
// restart, and removes it.
func TestListOfKeys(t *testing.T) {
	inWindow(t, servicetest.Demo(t), nil, func(t *testing.T, u *user) {
		// change opens the prompt for the key of the first command that is found, by its button, which is after the
		// search and the names of the pages
		change := func(sought string) {
			t.Helper()
			u.press("Tab") // focuses a link of the page
			u.typed("?")
			if !u.covered() {
				t.Fatal("there is no list")
			}
			u.press("Shift+Tab") // to the button that opens the settings
			u.pressAndSee("Enter")
			u.typed(sought)
			u.press("Tab", "Tab")
			u.pressAndSee("Enter")
		}
		change("right")
		u.pressAndSee("Ctrl+N") // the key of New window
		u.press("Shift+Tab", "Enter")
		u.keeps("keys.json", `"window.new": []`)
		u.keeps("keys.json", `"page.next": [`)
		u.press("Esc", "Esc", "Esc")
		u.plain("three times Esc")
		u.press("Ctrl+N")
		u.expectPlace("101")
		u.again()
		u.press("Ctrl+N")
		u.expectPlace("101")
		u.press("Home")
		change("ctrl")
		u.press("Delete")
		u.keeps("keys.json", `"page.next": []`)
		u.press("Esc", "Esc", "Esc")
		u.plain("three times Esc")
	})
}

// TestSettingsByTab presses Tab more often than there are fields in the settings, and checks that each press changes
// how the window looks. Then it scrolls the settings by the wheel over a field.
func TestSettingsByTab(t *testing.T) {
	race.Skip(t, "it draws much on one goroutine")
	inWindow(t, servicetest.Demo(t), nil, func(t *testing.T, u *user) {
		u.win.Resize(fyne.NewSize(860, 380)) // so small that the settings must be scrolled
		u.press("Ctrl+,")
		u.press("Down", "Down") // to the page Display, which needs more than that
		seen := u.inside()
		for _, key := range append(slices.Repeat([]string{"Tab"}, 32), slices.Repeat([]string{"Shift+Tab"}, 6)...) {
			u.press(key)
			now := u.inside()
			if bytes.Equal(seen.Pix, now.Pix) {
				t.Errorf("nothing is to be seen of %s", key)
			}
			seen = now
		}
		at := fyne.NewPos(430, 150) // there is an entry wherever the page is scrolled to
		test.Scroll(u.Canvas(), at, 0, 1000)
		before := u.inside()
		if test.Scroll(u.Canvas(), at, 0, -50); bytes.Equal(before.Pix, u.inside().Pix) {
			t.Error("the form does not scroll")
		}
		u.press("Esc")
		u.plain("Esc")
	})
}

// TestSaveByKeys saves a picture under an existing name. The old file stays until the user confirms that it is to be
// replaced.
func TestSaveByKeys(t *testing.T) {
	inWindow(t, servicetest.Demo(t), nil, func(t *testing.T, u *user) {
		u.folder = t.TempDir()
		file := filepath.Join(u.folder, "page-100-1.png")
		testkit.NoError(t, os.WriteFile(file, []byte("old"), 0o600))
		has := func(file, begin string) {
			t.Helper()
			u.rest()
			if data, err := os.ReadFile(file); err != nil || !bytes.HasPrefix(data, []byte(begin)) {
				t.Errorf("%s begins with %.9q (%v)", filepath.Base(file), data, err)
			}
		}
		ask := func() {
			t.Helper()
			if u.press("Ctrl+S"); !strings.Contains(u.says(), "Save page") {
				t.Fatalf("Ctrl+S opens no form: %q", u.says())
			}
			u.press("Enter") // on the closed choice of a format it presses the default button
			if !strings.Contains(u.says(), "Save as") {
				t.Fatalf("there is no question for the place: %q", u.says())
			}
		}
		ask()
		u.pressAndSee("Enter")
		u.press("Esc")
		u.plain("Esc")
		has(file, "old")
		ask()
		u.pressAndSee("Enter")
		u.pressAndSee("Enter") // the focus is on the button that keeps the file
		has(file, "old")
		u.press("Esc")
		u.plain("Esc")
		ask()
		u.pressAndSee("Enter")
		u.pressAndSee("Tab")
		u.press("Enter")
		has(file, "\x89PNG")
		u.press("Esc")
		ask()
		u.press("Ctrl+A")
		u.typed("other.png")
		u.press("Enter")
		has(filepath.Join(u.folder, "other.png"), "\x89PNG")
	})
}

// TestSearchKey checks that the search's key opens it, moves the focus to it from the page, and closes it if it has the
// focus. Its button opens and closes it.
func TestSearchKey(t *testing.T) {
	inWindow(t, servicetest.Demo(t), nil, func(t *testing.T, u *user) {
		there := func(want bool, after string) {
			t.Helper()
			if u.find.Panel().Visible() != want {
				t.Errorf("after %s the search is there: %v", after, !want)
			}
		}
		beside := func() { test.TapCanvas(u.Canvas(), fyne.NewPos(20, 20)) } // clicks beside the page
		u.press("Ctrl+F")
		there(true, "its key")
		beside()
		if _, is := u.Canvas().Focused().(*control.Entry); is {
			t.Error("a click beside it does not take the keyboard")
		}
		u.press("Ctrl+F")
		there(true, "its key from the page")
		u.pressAndSee("x")
		u.press("Ctrl+F")
		there(false, "its key again")
		u.press("Ctrl+F", "Esc")
		there(true, "Esc with something typed")
		u.press("Esc")
		there(false, "another Esc")
		u.press("Ctrl+F")
		beside()
		u.press("Esc")
		there(false, "Esc from the page")
		for _, want := range []bool{true, false} {
			test.Tap(u.panels.finderSwitch)
			there(want, "its button")
		}
		if u.find.Panel().Tab() != find.Text {
			t.Error("it is another tab")
		}
	})
}

// TestFailedPageIsAskedForAgain checks that F5 requests the failed page and not the one on the screen, that closing the
// notice cancels that, and that a notice disappears when it is no longer true.
func TestFailedPageIsAskedForAgain(t *testing.T) {
	f := &servicetest.Failing{Handler: servicetest.Demo(t)}
	inWindow(t, f, nil, func(t *testing.T, u *user) {
		count := func(page int) int { return u.service.Count(servicetest.DocumentPath(page)) }
		expect := func(page, asked int, notice bool) {
			t.Helper()
			if count(page) != asked || (u.Notice() != "") != notice {
				t.Errorf("page %d was asked for %d times, not %d; it says %q", page, count(page), asked, u.Notice())
			}
			u.expectPlace("100")
		}
		f.Fail(servicetest.Lobby)
		u.typed("712") // not prefetched
		failed, shown := count(712), count(100)
		expect(712, failed, true)
		u.press("F5")
		expect(712, failed+1, true)
		u.press("Esc")
		expect(100, shown, false)
		u.press("F5")
		expect(100, shown+1, true)
		f.Fail(nil)
		u.press("F5")
		expect(100, shown+2, false)
	})
}

// queued returns the IDs of the queued recordings.
func (u *user) queued() string {
	var ids []string
	for _, e := range u.parts.Listen.Queue.Entries() {
		ids = append(ids, e.Item.ID)
	}
	return strings.Join(ids, " ")
}

// TestPanelKeepsTheKeyboard checks that the list of the panel has the focus after it was opened, after a click on a tab
// or a row, and after full screen.
func TestPanelKeepsTheKeyboard(t *testing.T) {
	inWindow(t, servicetest.NewShop(t, 3), nil, func(t *testing.T, u *user) {
		expect := func(ids string, there bool, after string) {
			t.Helper()
			if got := u.queued(); got != ids || u.media.Panel().Visible() != there {
				t.Errorf("after %s %q is queued, and the panel is there: %v", after, got, u.media.Panel().Visible())
			}
		}
		u.press("Ctrl+M", "Esc", "Ctrl+M", "q") // the last three focus the list again
		expect("m0", true, "q")
		u.tap("Queue")
		u.press("Ctrl+1", "Down", "q")
		expect("m0 m1", true, "a click on a tab")
		u.press("Ctrl+M")
		expect("m0 m1", false, "Ctrl+M")
		u.press("Ctrl+M", "F11", "q", "F11") // the list is hidden in full screen
		expect("m0 m1", true, "full screen")
		u.press("Esc")
		u.tap("Recording 3")
		u.press("q")
		expect("m0 m1 m2", true, "a click on a row")
	})
}
