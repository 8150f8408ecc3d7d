package endtoend

import (
	"fmt"
	"testing"
	"time"
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
