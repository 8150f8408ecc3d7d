package endtoend

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"
)

// TestPlayouts plays and copies what playouts offer, and counts what that asks of the service: at first one version
// after another until one has something to play, the others once each when they are chosen, and no version again that
// has nothing.
func TestPlayouts(t *testing.T) {
	t.Parallel()
	need(t, "xclip")
	d := newDisplay(t)
	demo, picture := serveDemo(t)
	p := &playouts{d.start(t, alsaDevice(t, d.dir, "{ type hw card 77 }"), demo.options()...), demo, picture(100, 1)}
	p.untilPicture(p.front, plain)
	p.press("Ctrl+M")
	p.untilPicture(p.front, withDownloads)
	p.step("newest", p.newest)
	p.step("copy", p.copy)
	p.step("another", p.another)
	p.step("close", p.close)
	p.step("older", p.older)
	p.step("play", p.play)
	p.step("quit", p.quit)
}

type playouts struct {
	*session
	demo  *service
	front *picture
}

// The place of the first button of the dialog, counted from the window's middle.
const playRight, playAbove = 190, 89

// newestVersion is that of the playouts (specification, section "Media endpoints").
const newestVersion = 6

// amber is the colour of what is brought out.
const amber = "\xE3\xB3\x4C"

// open asks for the playouts of an id, by keys alone.
func (p *playouts) open(id string) {
	p.slowly("Ctrl+Shift+P")
	p.typed("media id")
	p.slowly("Return")
	p.typed(id)
	p.slowly("Tab", "Tab", "Return") // past Cancel
	p.until("the playouts with something to play", p.offersPlay)
	p.pointAway()
}

// offersPlay reports whether the first thing that can be played can be played here.
func (p *playouts) offersPlay() bool {
	b := p.bounds()
	middle := b.Min.Add(b.Size().Div(2))
	return p.hasColour(image.Rect(-8, -8, 8, 8).Add(middle.Add(image.Pt(playRight, -playAbove))), amber)
}

// expectAsked compares how often each version was asked for, the newest first.
func (p *playouts) expectAsked(id, want string) {
	p.t.Helper()
	if got := p.asked(id); got != want {
		p.t.Errorf("the versions of %s were asked for %s times, want %s", id, got, want)
	}
}

func (p *playouts) asked(id string) string {
	var counts string
	for v := newestVersion; v >= 1; v-- {
		counts += fmt.Sprint(p.demo.Count(fmt.Sprintf("/v%d/%s/playouts.json", v, id)))
	}
	return counts
}

// pressAgain presses one key several times.
func (p *playouts) pressAgain(key string, times int) {
	p.slowly(slices.Repeat([]string{key}, times)...)
}

// newest opens playouts of which every version has some.
func (p *playouts) newest() {
	p.open("7-1002")
	p.expectAsked("7-1002", "100000")
}

// copy copies the address of the first offer by the keys, and then the document.
func (p *playouts) copy() {
	p.pressAgain("Tab", 2) // to what plays, and what copies its address
	p.press("Return")
	p.until("the address", func() bool { return strings.HasSuffix(p.clipboard(), "/v1/download/7-1002.mp3") })
	p.pressAgain("Tab", 5) // past the two other offers
	p.press("Return")
	p.until("the document", func() bool { return strings.Contains(p.clipboard(), "\n  \"") })
}

// another chooses the version before, twice the same.
func (p *playouts) another() {
	p.pressAgain("Tab", 2) // round to the choice of the version
	p.press("Right")
	p.until("another version to be asked for", func() bool { return p.asked("7-1002") == "110000" })
	p.rest()
	p.pressAgain("Left", 1)
	p.pressAgain("Right", 1)
	p.expectAsked("7-1002", "110000")
}

func (p *playouts) close() {
	p.press("Escape")
	p.untilPicture(p.front, withDownloads)
}

// older opens playouts of which the newest versions have none.
func (p *playouts) older() {
	p.open("1003")
	p.expectAsked("1003", "111100")
}

// play goes to the first button by Tab and presses it. There is no sound here, but a player.
func (p *playouts) play() {
	p.pressAgain("Tab", 1)
	p.press("Return")
	p.untilPicture(p.front, withTrouble)
	p.expectAsked("1003", "111100")
}
