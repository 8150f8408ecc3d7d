package window

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/testkit/servicetest"
	"sextant/widgets/lists"
	"sextant/widgets/widgettest"
)

// dragRow drags a row of the visible list to another one.
func (u *user) dragRow(from, to int) {
	u.t.Helper()
	for _, o := range widgettest.Seen(u.media.Panel()) {
		if l, is := o.(*lists.List); is {
			at := func(row int) fyne.PointEvent {
				return fyne.PointEvent{Position: fyne.NewPos(60, (l.Top(row)+l.Top(row+1))/2+4)}
			}
			l.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary, PointEvent: at(from)})
			l.Dragged(&fyne.DragEvent{PointEvent: at(to)})
			l.DragEnd()
			u.rest()
			return
		}
	}
	u.t.Fatal("no list is seen")
}

// TestQueueByKeysAndMouse fills the queue by keys, drags, moves and removes rows, and finds the queue after a restart.
func TestQueueByKeysAndMouse(t *testing.T) {
	inWindow(t, servicetest.NewShop(t, 6), nil, func(t *testing.T, u *user) {
		expect := func(want, after string) {
			t.Helper()
			if got := u.queued(); got != want {
				t.Errorf("after %s %q is queued, not %q", after, got, want)
			}
		}
		u.press("Ctrl+M", "q", "Down", "q", "Down", "q", "Down", "q")
		expect("m0 m1 m2 m3", "q")
		u.press("Ctrl+2")
		u.dragRow(0, 2)
		expect("m1 m2 m0 m3", "dragging")
		u.press("Alt+Up") // the focus followed the row
		expect("m1 m0 m2 m3", "Alt+Up")
		u.press("Delete")
		expect("m1 m2 m3", "Delete")
		u.again()
		u.press("Ctrl+M", "Ctrl+2")
		expect("m1 m2 m3", "another start")
		for i, title := range []string{"Recording 2", "Recording 3", "Recording 4"} {
			if !strings.Contains(u.says(), title) {
				t.Errorf("row %d of the queue is not seen in %q", i, u.says())
			}
		}
		if strings.Contains(u.says(), "Recording 1") {
			t.Errorf("%q has what was taken out", u.says())
		}
	})
}

// TestLongListByKeys scrolls to the end of ten thousand recordings, and filters them.
func TestLongListByKeys(t *testing.T) {
	inWindow(t, servicetest.NewShop(t, 10_000), nil, func(t *testing.T, u *user) {
		u.press("Ctrl+M")
		u.press(slices.Repeat([]string{"PgDn"}, 100)...)
		if u.press("End", "q"); u.queued() != "m9999" {
			t.Errorf("%q is queued", u.queued())
		}
		u.press("Home", "Up")
		u.typed("recording 9531")
		if n := strings.Count(u.says(), "|Recording "); n != 2 { // one by its title, and one by its ID
			t.Errorf("%d recordings are found in %q", n, u.says())
		}
		if u.press("Down", "q"); u.queued() != "m9999 m9530" {
			t.Errorf("%q is queued", u.queued())
		}
	})
}

// TestListOfNestedRecords opens a list of downloads that is an object of nested records, with addresses relative to the
// service, and plays one of them.
func TestListOfNestedRecords(t *testing.T) {
	whole := servicetest.Demo(t)
	inWindow(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/v1/downloads.json":
			fmt.Fprint(w, "\xEF\xBB\xBF"+`{"languages":["fi"],"downloads":{"tide-1":{"item":{"title":"Tide",`+
				`"media_url":"/sounds/tide.mp3"}}}}`)
		case "/sounds/tide.mp3":
			_, _ = w.Write(servicetest.Answer(t, whole, "/v1/download/1003.mp3"))
		default:
			whole.ServeHTTP(w, r)
		}
	}), nil, func(t *testing.T, u *user) {
		u.press("Ctrl+M")
		u.tap("Tide")
		u.pass(time.Second)
		if u.service.Count("/sounds/tide.mp3") == 0 {
			t.Error("the recording is not asked for")
		}
	})
}

// TestPlayoutsAreAskedForOnce plays and copies addresses of playouts, and counts the requests: at first one version
// after another until one has something to play, then each other version once when it is chosen.
func TestPlayoutsAreAskedForOnce(t *testing.T) {
	const newest = 6 // latest version of the playouts (specification, section "Media endpoints")
	inWindow(t, servicetest.Demo(t), developers, func(t *testing.T, u *user) {
		expect := func(id, want string) {
			t.Helper()
			var counts string
			for v := newest; v >= 1; v-- {
				counts += fmt.Sprint(u.service.Count(fmt.Sprintf("/v%d/%s/playouts.json", v, id)))
			}
			if counts != want {
				t.Errorf("the versions of %s were asked for %s times, want %s", id, counts, want)
			}
		}
		open := func(id, want string) {
			t.Helper()
			u.named("media id")
			u.typed(id)
			u.press("Tab", "Tab", "Tab", "Enter") // past Play and Cancel
			expect(id, want)
			if !strings.Contains(u.says(), "Play") {
				t.Fatalf("there is nothing to play in %q", u.says())
			}
		}
		copied := func() string { return u.parts.App.Clipboard().Content() }
		u.press("Ctrl+M")
		open("7-1002", "100000") // every version of it has addresses
		if u.press("Tab", "Tab", "Enter"); !strings.HasSuffix(copied(), "/v1/download/7-1002.mp3") {
			t.Errorf("the address is copied as %q", copied())
		}
		u.press(slices.Repeat([]string{"Tab"}, 5)...) // past the two other addresses
		if u.press("Enter"); !strings.Contains(copied(), "\n  \"") {
			t.Errorf("the document is copied as %q", copied())
		}
		u.press("Tab", "Tab", "Right") // on to the choice of the version
		expect("7-1002", "110000")
		u.press("Left", "Right")
		expect("7-1002", "110000")
		u.press("Esc")
		u.plain("Esc")
		open("1003", "111100") // its newest versions have no addresses
		u.press("Tab", "Enter")
		u.plain("what plays")
		expect("1003", "111100")
		if it := u.parts.Listen.State().Item; it == nil || it.ID != "1003" {
			t.Errorf("%+v plays", it)
		}
	})
}
