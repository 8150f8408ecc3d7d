package endtoend

import (
	"testing"
)

// TestDemoRemembers runs the program twice with nothing configured: the recording that was downloaded the first
// time is there the second time, and not fetched again.
func TestDemoRemembers(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	for run := range 2 {
		s := d.start(t, nil)
		s.untilTitle("100")
		if run == 0 { // the second time the panel is open
			s.press("Ctrl+M")
		}
		s.untilNew(secondRow)
		if run == 1 {
			s.clickAt(panelWidth/2, filterEntry)
			s.rest()
			s.press("Down") // from the entry into the list
		}
		s.press("D")
		s.until("one recording on the disk", func() bool { return len(recordings(t, d.dir, ".mp3")) == 1 })
		if run == 1 {
			s.settled()
			if all := recordings(t, d.dir, ""); len(all) != 1 {
				t.Errorf("kept: %v", all)
			}
		}
		s.quit()
	}
}
