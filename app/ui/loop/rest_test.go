package loop

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"
	"github.com/go-gl/glfw/v3.4/glfw"

	"sextant/widgets/control"
	"sextant/widgets/core"
)

// TestRestingPointer moves the window and the pointer. The events that the toolkit gets are in want: moves "m", handled
// ones "h", and scrolling "s".
func TestRestingPointer(t *testing.T) {
	type step struct {
		do   string // "enter", "leave", "move", "press" or "scroll"
		x, y float64
	}
	for name, tt := range map[string]struct {
		steps []step
		held  bool
		want  string
	}{
		"window opens":  {steps: []step{{"enter", 50, 60}, {"move", 50, 60}}},
		"pointer comes": {steps: []step{{"enter", 0, 60}, {"move", 0, 60}, {"move", 2, 60}}, want: "m2,60"},
		"moves, rests":  {steps: []step{{"move", 9, 9}, {"move", 9, 9}}, want: "m9,9 m9,9"},
		"something above": {
			steps: []step{{"move", 9, 9}, {"leave", 9, 9}, {"enter", 9, 9}, {"move", 9, 9}, {"move", 8, 9}},
			want:  "m9,9 m-1,-1 m8,9",
		},
		"raised": {
			steps: []step{{"move", 9, 9}, {"leave", 0, 9}, {"enter", 70, 80}, {"move", 70, 80}}, want: "m9,9 m-1,-1",
		},
		"press":       {steps: []step{{"enter", 50, 60}, {"press", 50, 60}, {"move", 51, 60}}, want: "m50,60 m51,60"},
		"wheel":       {steps: []step{{"enter", 50, 60}, {"scroll", 50, 60}}, want: "m50,60 h s m-1,-1 h"},
		"wheel later": {steps: []step{{"move", 50, 60}, {"scroll", 50, 60}}, want: "m50,60 h s"},
		"dragged":     {steps: []step{{"move", 5, 6}, {"leave", -3, 6}}, held: true, want: "m5,6"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			x, y := 30., 40.
			p := &restingPointer{to: restingEvents{
				move:    func(x, y float64) { got = append(got, fmt.Sprintf("m%v,%v", x, y)) },
				handle:  func() { got = append(got, "h") },
				where:   func() (float64, float64) { return x, y },
				isHeld:  func() bool { return tt.held },
				scrolls: func(float64, float64) { got = append(got, "s") },
			}}
			p.begin()
			got = nil
			for _, s := range tt.steps {
				x, y = s.x, s.y
				switch s.do {
				case "enter", "leave":
					p.crossed(s.do == "enter")
				case "move":
					p.moved(x, y)
				case "press":
					p.press()
				default:
					p.scroll(0, 1)
				}
			}
			if all := strings.Join(got, " "); all != tt.want {
				t.Errorf("the toolkit gets %q, want %q", all, tt.want)
			}
		})
	}
}

// TestFocusIsShownForKeys presses keys and the mouse while a button is focused.
func TestFocusIsShownForKeys(t *testing.T) {
	defer core.SetFocusShown(true)
	test.NewTempApp(t)
	b := control.NewPushButton(core.Keys{}, "Close", func() {})
	w := test.NewTempWindow(t, b)
	w.Canvas().Focus(b)
	focused := w.Canvas().Capture()
	ringed := func() bool { return fmt.Sprint(w.Canvas().Capture()) == fmt.Sprint(focused) }
	for _, tt := range []struct {
		key  glfw.Key
		mods glfw.ModifierKey
		want bool
	}{
		{glfw.KeyTab, 0, true},
		{glfw.KeyDown, 0, true},
		{glfw.KeyM, glfw.ModControl, true},
		{glfw.KeyF10, 0, true},
		{glfw.Key1, 0, false},
		{glfw.KeySpace, 0, false},
		{glfw.KeyLeftControl, glfw.ModControl, false},
		{glfw.KeyT, glfw.ModShift, false},
	} {
		if hideFocus(w.Canvas()); ringed() {
			t.Error("after a click there is a ring")
		}
		if showFocus(w.Canvas(), tt.key, tt.mods); ringed() != tt.want {
			t.Errorf("key %v with %v: a ring is seen: %v", tt.key, tt.mods, !tt.want)
		}
	}
	w.Canvas().Focus(nil)
	hideFocus(w.Canvas()) // nothing is focused
}
