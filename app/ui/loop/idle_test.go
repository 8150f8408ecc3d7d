package loop

import (
	"testing"

	"fyne.io/fyne/v2/test"
	"github.com/go-gl/glfw/v3.4/glfw"
)

// TestIdle checks that windows are only idle if nothing is pending for them.
func TestIdle(t *testing.T) {
	l := newHanding()
	l.sleeper.app = test.NewTempApp(t)
	expect := func(when string, want bool) {
		t.Helper()
		if _, got := l.Idle(); got != want {
			t.Errorf("%s: %v", when, got)
		}
	}
	expect("at the beginning", true)
	l.Post(func() {})
	expect("something is posted", false)
	l.runPosted()
	expect("it ran", true)
	l.press("A", glfw.KeyA, 'a')
	expect("a key is held back", false)
	l.answers[0](false)
	expect("its answer is on its way", false)
	l.runPosted()
	expect("its window has it", true)
}
