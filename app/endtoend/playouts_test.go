package endtoend

import (
	"bytes"
	"fmt"
	"image"
	"testing"
	"time"
)

// TestPlayouts lays the versions of playouts side by side, and counts what that asks of the service: only
// the newest version that answers at first, the others once each when they are wanted, and no version
// again that has nothing.
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
	p.step("all", p.all)
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

// The places of what the panel has at its foot, counted from the window's right and its foot, and of what
// the dialog has, counted from the left and the top, with so many things to play above.
const (
	anyID, listOf, idFoot = 200, 26, 93
	playRight, playTop    = 64, 83
	offerStep             = 46
	allLeft               = 88
	barsLeft              = 25
)

func toolsTop(offers int) int { return playTop + offerStep*(offers-1) + 43 }

// newestVersion is that of the playouts (specification, section "Media endpoints").
const newestVersion = 6

// amber is the colour of what is brought out.
const amber = "\xE3\xB3\x4C"

// open types an id at the panel's foot and asks for its playouts.
func (p *playouts) open(id string) {
	b := p.bounds()
	y := b.Dy() - idFoot
	entry := image.Rect(-90, -20, 90, 20).Add(image.Pt(b.Max.X-anyID, b.Min.Y+y))
	before := p.shot(entry)
	p.clickAt(anyID, y)
	p.until("the entry to have the keyboard", func() bool { return !bytes.Equal(p.shot(entry).Pix, before.Pix) })
	p.press("Ctrl+A")
	p.typed(id)
	p.clickAt(listOf, y)
	p.until("the playouts with something to play", p.offersPlay)
	p.pointAway()
}

// offersPlay tells whether the first thing that can be played can be played here.
func (p *playouts) offersPlay() bool {
	b := p.bounds()
	return p.hasColour(image.Rect(-12, -10, 12, 10).Add(image.Pt(b.Max.X-playRight, b.Min.Y+playTop)), amber)
}

// marksDifferences tells whether there are bars at the left of the rows.
func (p *playouts) marksDifferences(offers int) bool {
	top := p.bounds().Min.Add(image.Pt(barsLeft, toolsTop(offers)+66))
	return p.hasColour(image.Rect(0, 0, 6, 60).Add(top), amber)
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
		counts += fmt.Sprint(p.demo.count(fmt.Sprintf("/v%d/%s/playouts.json", v, id)))
	}
	return counts
}

// pressAgain presses one key several times.
func (p *playouts) pressAgain(key string, times int) {
	for range times {
		p.press(key)
		time.Sleep(keyGap)
	}
}

// newest opens playouts of which every version has some.
func (p *playouts) newest() {
	p.open("7-1002")
	if p.marksDifferences(3) {
		p.t.Error("a single version differs")
	}
	p.expectAsked("7-1002", "100000")
}

// copy goes to a value by the keys: the language of the first stream.
func (p *playouts) copy() {
	p.pressAgain("Down", 2)
	p.press("Right", "Ctrl+C")
	p.untilClipboard("en")
}

// all asks for all versions, twice.
func (p *playouts) all() {
	b := p.bounds()
	all := b.Min.Add(image.Pt(allLeft, toolsTop(3)))
	p.click(all)
	p.until("every version to be asked for", func() bool { return p.asked("7-1002") == "111111" })
	p.until("bars where they differ", func() bool { return p.marksDifferences(3) })
	p.click(all)
	p.pointAway()
	time.Sleep(stay) // the first answer brings bars already, and each that comes after it may bring rows
	p.rest()
	p.press("Down", "Right", "Ctrl+C") // from the value that was chosen, below which others have come in
	p.untilClipboard("hls")
	p.expectAsked("7-1002", "111111")
}

func (p *playouts) close() {
	p.press("Escape")
	p.untilPicture(p.front, withDownloads)
}

// older opens playouts of which the newest versions have none, and asks for all.
func (p *playouts) older() {
	p.open("1003")
	p.expectAsked("1003", "111100")
	p.click(p.bounds().Min.Add(image.Pt(allLeft, toolsTop(1))))
	p.until("the others to be asked for", func() bool { return p.asked("1003") == "111111" })
	p.until("bars where they differ", func() bool { return p.marksDifferences(1) })
	p.pointAway()
	p.expectAsked("1003", "111111")
}

// play goes to the first button by Tab and presses it. There is no sound here, but a player.
func (p *playouts) play() {
	p.press("Down")
	p.pressAgain("Tab", 3) // past the buttons to copy and to close
	p.press("Return")
	p.untilPicture(p.front, layout{right: panelWidth, foot: barHeight, over: playerHeight - keysHeight + cardEdge + 80})
	p.expectAsked("1003", "111111")
}
