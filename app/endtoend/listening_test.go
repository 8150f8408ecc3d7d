package endtoend

import (
	"bytes"
	"image"
	"testing"
	"time"

	"sextant/app/testkit/race"
)

// staircase has the tones of the demo's recording with that name.
var staircase = []stretch{
	{"440 left", 2 * time.Second},
	{"660 right", 2 * time.Second},
	{"880 left", 2 * time.Second},
	{"1320 right", 2 * time.Second},
	{"440 both", 2 * time.Second},
}

// TestListening plays a recording of the demo service, and compares the sound.
func TestListening(t *testing.T) {
	race.Skip(t, "it hears in real time")
	ear, env := newEar(t)
	d := newDisplay(t)
	service, picture := serveDemo(t)
	l := &listening{d.startLogged(t, append(env, unhurried), service), ear, service}
	l.untilPicture(picture(100, 1), plain)
	l.press("Ctrl+M")
	l.untilPicture(picture(100, 1), withDownloads)
	l.step("filter", l.filter)
	l.step("play", l.play)
	l.step("pause", l.pause)
	l.step("seek", l.seek)
	l.step("quit", l.quit)
}

type listening struct {
	*session
	ear     *ear
	service *service
}

// The heights of the first and the second row of the list, and of the search field above them.
const (
	firstRow, secondRow = 80, 159
	rowHeight           = 40
	filterEntry         = 58
)

// side returns the width of the panel, which is wider if the picture leaves room.
func (s *session) side() int {
	const widest = 420
	if in := s.bounds(); in.Dx()-in.Dy()*720/456 > widest {
		return widest
	}
	return panelWidth
}

// isRowBare reports whether the list is blank at a height: it has neither a recording nor the text of an empty list.
func (s *session) isRowBare(y int) bool { return s.isBare(s.side()-16, y, 220, rowHeight) }

// untilNew waits for a recording at a height that has not been played: it has a mark.
func (s *session) untilNew(y int) {
	s.t.Helper()
	s.until("a recording", func() bool {
		in := s.bounds()
		left := in.Max.X - s.side()
		return s.hasColour(image.Rect(left, in.Min.Y+y, left+20, in.Min.Y+y+rowHeight), "\xE3\xB3\x4C")
	})
}

// filter types a word that only one recording has.
func (l *listening) filter() {
	l.untilNew(secondRow)
	l.clickAt(panelWidth/2, filterEntry)
	l.until("the entry to have the keyboard", func() bool {
		l.typed("x")
		return l.isRowBare(firstRow)
	})
	l.press("Ctrl+A")
	l.typed("stair")
	l.until("a list of one", func() bool { return !l.isRowBare(firstRow) && l.isRowBare(secondRow) })
}

// play clicks the recording and listens to it from its start to its end, up to four times: the sound server of a busy
// machine leaves gaps.
func (l *listening) play() {
	err := l.hearWhole()
	for try := 1; err != nil && try < 4; try++ {
		l.t.Log(err)
		err = l.hearWhole()
	}
	if err != nil {
		l.t.Fatal(err)
	}
	if n := l.service.Count("/v1/download/1003.mp3"); n != 1 {
		l.t.Errorf("the recording was asked for %d times", n)
	}
}

// hearWhole plays the recording, and compares what is heard.
func (l *listening) hearWhole() error {
	rec := l.ear.record()
	l.clickAt(panelWidth/2, firstRow+rowHeight/2)
	l.until("the whole staircase", func() bool {
		heard := rec.stretches()
		n := len(heard)
		return n > 1 && heard[n-2].tone == "440 both" &&
			heard[n-1].tone == silence && heard[n-1].lasts > time.Second
	})
	rec.stop()
	return compare(trimmed(rec.stretches()), staircase)
}

// trimmed returns the sound without the silence at both ends.
func trimmed(got []stretch) []stretch {
	for len(got) > 0 && got[0].tone == silence {
		got = got[1:]
	}
	for len(got) > 0 && got[len(got)-1].tone == silence {
		got = got[:len(got)-1]
	}
	return got
}

// withoutShortGaps removes gaps within a tone, which the sound server of a busy machine inserts. Gaps of the program
// are checked by play.
func withoutShortGaps(heard []stretch) (whole []stretch) {
	const longest = 500 * time.Millisecond
	for i, s := range heard {
		last := len(whole) - 1
		gap := s.tone == silence && s.lasts < longest && last >= 0 &&
			i+1 < len(heard) && heard[i+1].tone == whole[last].tone
		switch {
		case gap:
		case last >= 0 && whole[last].tone == s.tone:
			whole[last].lasts += s.lasts
		default:
			whole = append(whole, s)
		}
	}
	return whole
}

// pause plays again and pauses: it is silent for longer than any gap, and then continues at the same place.
func (l *listening) pause() {
	rec := l.ear.record()
	l.press("Space")
	l.until("the first tone", func() bool { return ends(rec, "440 left", 200*time.Millisecond) })
	l.press("Space")
	l.until("silence", func() bool { return ends(rec, silence, 1500*time.Millisecond) })
	l.press("Space")
	l.until("the rest of the tone", func() bool { return ends(rec, "660 right", 200*time.Millisecond) })
	rec.stop()
	heard := withoutShortGaps(trimmed(rec.stretches()))
	if len(heard) < 4 || heard[0].tone != "440 left" || heard[1].tone != silence || heard[2].tone != "440 left" {
		l.t.Fatalf("heard %v", heard)
	}
	if sum := heard[0].lasts + heard[2].lasts; sum < 1800*time.Millisecond || sum > 2200*time.Millisecond {
		l.t.Errorf("the first tone took %v in all: %v", sum, heard)
	}
}

// ends reports whether the last sound is a tone, of at least a length.
func ends(rec *recording, tone string, atLeast time.Duration) bool {
	heard := rec.stretches()
	n := len(heard)
	return n > 0 && heard[n-1].tone == tone && heard[n-1].lasts >= atLeast
}

// seek clicks on the slider at the fourth tone, while an earlier one plays.
func (l *listening) seek() {
	rec := l.ear.record()
	track := l.track()
	if track.Dx() < 100 {
		l.t.Fatalf("no slider was found%s", l.keepShot())
	}
	l.click(image.Pt(track.Min.X+track.Dx()*70/100, track.Min.Y+2))
	l.until("the fourth tone and then the fifth", func() bool { return ends(rec, "440 both", 200*time.Millisecond) })
	l.pointAway()
	rec.stop()
	heard := withoutShortGaps(trimmed(rec.stretches()))
	n := len(heard)
	if n < 2 || heard[n-2].tone != "1320 right" {
		l.t.Fatalf("heard %v", heard)
	}
	// A click at 70 % of ten seconds leaves the second half of it.
	if d := heard[n-2].lasts; d < 600*time.Millisecond || d > 1400*time.Millisecond {
		l.t.Errorf("the fourth tone lasted %v: %v", d, heard)
	}
}

// track finds the slider in the player's bar, above the page's bar: the longest line there that does not start at the
// edge.
func (l *listening) track() image.Rectangle {
	const pageBar = barHeight
	in := l.bounds()
	bar := image.Rect(in.Min.X, in.Max.Y-pageBar-playerHeight, in.Max.X-l.side(), in.Max.Y-pageBar)
	shot := l.shot(bar)
	var best image.Rectangle
	for y := range playerHeight {
		row := shot.Pix[y*shot.Stride : (y+1)*shot.Stride]
		begin := 0
		for x := 1; x < bar.Dx(); x++ {
			if bytes.Equal(row[4*x:4*x+4], shot.Pix[len(shot.Pix)-4:]) { // the background
				begin = x + 1
				continue
			}
			if begin > 0 && x-begin > best.Dx() {
				best = image.Rect(begin, y, x, y+1).Add(bar.Min)
			}
		}
	}
	return best
}
