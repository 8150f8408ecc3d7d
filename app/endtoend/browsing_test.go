package endtoend

import (
	"bytes"
	"image"
	"testing"
	"time"

	"sextant/app/testkit/servicetest"
)

// TestBrowsing reads the demo service like a user, in one window from its opening to its end.
func TestBrowsing(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	service, picture := serveDemo(t)
	b := &browsing{d.start(t, nil, service.options()...), service, picture}
	b.step("first page", func() {
		b.untilTitle("100/1 Index")
		b.untilPicture(picture(100, 1), plain)
	})
	b.step("three digits", b.threeDigits)
	b.step("neighbours", b.neighbours)
	b.step("subpages", b.subpages)
	b.step("keypad", b.keypad)
	b.step("tip", b.tip)
	b.step("missing page", b.missingPage)
	b.step("history", b.history)
	b.step("reload", b.reload)
	b.step("both at once", b.bothAtOnce)
	b.step("full screen", b.fullScreen)
	b.step("language", b.language)
	b.step("panels", b.panels)
	b.step("quit", b.quit)
	b.session = d.start(t, nil, service.options()...)
	b.step("remembered", b.remembered)
	b.step("quit again", b.quit)
}

type browsing struct {
	*session
	service *service
	picture func(page, subpage int) *picture
}

// expect waits for a page's first picture and for its title.
func (b *browsing) expect(page int, title string) {
	b.t.Helper()
	b.untilPicture(b.picture(page, 1), plain)
	b.untilTitle(title)
}

func (b *browsing) threeDigits() {
	b.typed("101")
	b.expect(101, "101")
}

// neighbours walks over the gap in the demo's page numbers from 105 to 110.
func (b *browsing) neighbours() {
	b.typed("105")
	b.expect(105, "105")
	b.press("Right")
	b.expect(110, "110")
	b.press("Right")
	b.expect(111, "111")
	b.press("Left")
	b.expect(110, "110")
	b.press("Left")
	b.expect(105, "105")
}

// subpages goes through the subpages of page 103 in both directions and past its ends.
func (b *browsing) subpages() {
	b.typed("103")
	b.expect(103, "103/1")
	go1 := func(key string, subpage int, title string) {
		b.t.Helper()
		b.press(key)
		b.untilPicture(b.picture(103, subpage), plain)
		b.untilTitle(title)
	}
	go1("Down", 2, "103/2")
	go1("Down", 3, "103/3")
	go1("Down", 1, "103/1")
	go1("Up", 3, "103/3")
	go1("Up", 2, "103/2")
}

// keypad opens the keypad by a click on the page's number, clicks a page number on it, and closes it by another click.
func (b *browsing) keypad() {
	in := b.bounds()
	number := image.Pt(in.Min.X+(numberLeft+numberRight)/2, in.Max.Y-22)
	b.click(number)
	b.pointAway()
	b.until("the keypad below the page", func() bool { return b.shows(b.picture(103, 2), withKeypad) })
	for _, digit := range "202" {
		before := b.number()
		b.clickKey(digit)
		b.until("a digit of the page number", func() bool { return !bytes.Equal(b.number(), before) })
	}
	b.pointAway()
	b.untilPicture(b.picture(202, 1), withKeypad)
	b.click(number)
	b.pointAway()
	b.expect(202, "202")
}

// numberLeft and numberRight are the edges of the page's number in the bar.
const numberLeft, numberRight = 184, 244

// number returns the pixels of the page's number.
func (b *browsing) number() []byte {
	in := b.bounds()
	return b.shot(image.Rect(in.Min.X+numberLeft, in.Max.Y-40, in.Min.X+numberRight, in.Max.Y)).Pix
}

// clickKey clicks a digit on the keypad, which is a row of twelve keys above the colour keys.
func (b *browsing) clickKey(digit rune) {
	const width, keys = 55, 12
	column := 9
	if digit != '0' {
		column = int(digit - '1')
	}
	in := b.bounds()
	left := (in.Min.X + in.Max.X - keys*width) / 2
	b.click(image.Pt(left+column*width+width/2, in.Max.Y-barHeight-keypadHeight/2))
}

// tip points at the green key: a tooltip with its target appears over the bottom of the picture, and disappears.
func (b *browsing) tip() {
	const keys = 26 // the height of the strip with the colour keys
	in := b.bounds()
	at := image.Pt(in.Min.X+in.Dx()*3/8, in.Max.Y-barHeight+keys/2)
	moved := time.Time{}
	b.until("a tip", func() bool {
		if time.Since(moved) > 5*time.Second { // the layout may have changed meanwhile, which withdraws a tip
			b.pointTo(at)
			moved = time.Now()
		}
		return !b.shows(b.picture(202, 1), plain)
	})
	b.pointAway()
	b.untilPicture(b.picture(202, 1), plain)
}

// missingPage types the number of a page that does not exist: the page before stays, with a notice that Escape closes.
func (b *browsing) missingPage() {
	b.typed("101")
	b.expect(101, "101")
	b.typed("555")
	b.untilPicture(b.picture(101, 1), withNotice)
	b.untilTitle("101")
	b.press("Escape")
	b.untilPicture(b.picture(101, 1), plain)
}

// history goes back to the page before the missing one, and forward.
func (b *browsing) history() {
	b.typed("301")
	b.expect(301, "301")
	b.press("Alt+Left")
	b.expect(101, "101")
	b.press("Alt+Left")
	b.expect(202, "202")
	b.press("Alt+Right")
	b.expect(101, "101")
	b.press("Alt+Right")
	b.expect(301, "301")
}

// reload reloads a page that is in memory.
func (b *browsing) reload() {
	document, picture := servicetest.DocumentPath(301), servicetest.PicturePath(301, 1)
	documents, pictures := b.service.Count(document), b.service.Count(picture)
	b.press("F5")
	b.until("new requests", func() bool {
		return b.service.Count(document) == documents+1 && b.service.Count(picture) == pictures+1
	})
	b.expect(301, "301")
}

// bothAtOnce delays all answers until both the document and the picture of a page were requested. No earlier page leads
// to it, or it would be prefetched.
func (b *browsing) bothAtOnce() {
	b.service.Hold()
	b.typed("602")
	b.until("both requests", func() bool {
		return b.service.Count(servicetest.DocumentPath(602)) == 1 &&
			b.service.Count(servicetest.PicturePath(602, 1)) == 1
	})
	b.until("the page before, which stays while the next one is loading", func() bool {
		return b.shows(b.picture(301, 1), plain)
	})
	b.service.Release()
	b.until("page 602", func() bool { return b.shows(b.picture(602, 1), plain) })
}

func (b *browsing) fullScreen() {
	before := b.bounds()
	b.press("F11")
	b.until("a window over the whole screen", func() bool {
		return b.bounds() == image.Rect(0, 0, screenWidth, screenHeight)
	})
	b.untilPicture(b.picture(602, 1), fullScreen)
	b.press("Escape")
	b.until("the window as it was", func() bool { return b.bounds() == before })
	b.untilPicture(b.picture(602, 1), plain)
	b.typed("100")
	b.expect(100, "100/1")
}

// language chooses another language in the settings, and English again. The window keeps its page and its history.
func (b *browsing) language() {
	window := b.window
	b.slowly("Ctrl+,", "Down", "d", "Tab")
	english := b.inside()
	b.slowly("Right", "Right")
	b.untilSetting(`"language": "de"`)
	b.until("other words", func() bool { return !bytes.Equal(english, b.inside()) })
	b.settled()
	b.slowly("Left") // the settings are still open at the same place
	b.untilSetting(`"language": "en"`)
	b.slowly("Escape", "Alt+Left")
	b.expect(602, "602")
	if b.find() != window || len(b.own()) != 1 {
		b.t.Error("it is another window")
	}
	b.typed("100")
	b.expect(100, "100/1")
}

// panels opens the downloads and the keypad.
func (b *browsing) panels() {
	b.press("Ctrl+M")
	b.untilPicture(b.picture(100, 1), withDownloads)
	b.press("Ctrl+M")
	b.untilPicture(b.picture(100, 1), plain)
	b.press("Ctrl+K")
	b.untilPicture(b.picture(100, 1), withKeypad)
	b.press("Ctrl+M")
	b.untilPicture(b.picture(100, 1), withDownloads) // below which the keypad is
}

// remembered expects the state after panels: the downloads and the keypad are shown.
func (b *browsing) remembered() {
	b.untilPicture(b.picture(100, 1), withDownloads) // below which the keypad is
	b.slowly("Ctrl+M", "Ctrl+M")                     // the first one focuses the panel
	b.untilPicture(b.picture(100, 1), layout{right: keypadWidth, foot: barHeight})
}
