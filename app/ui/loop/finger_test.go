package loop

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-gl/glfw/v3.4/glfw"

	"sextant/widgets/core"
)

// TestFinger presses and moves a finger and a mouse. The events that the toolkit gets are in want: moves "m", presses
// of the left and right button "L" and "R" and their releases "l" and "r", scrolling by a distance in window units "s".
func TestFinger(t *testing.T) {
	type step struct {
		do   string // "move", "press", "release" or "keep"
		x, y float64
		wait time.Duration // before it
	}
	const soon, long = 5 * time.Millisecond, 700 * time.Millisecond
	jump := []step{{"move", 100, 200, long}, {"press", 0, 0, soon}}
	tap := func(steps ...step) []step { return append(slices.Clone(jump), steps...) }
	lift := step{"release", 0, 0, soon}
	for name, tt := range map[string]struct {
		steps []step
		want  string
	}{
		"tap": {tap(step{"move", 103, 198, soon}, lift), "m100,200 L l"},
		"scroll": {
			tap(step{"move", 101, 150, soon}, step{"move", 160, 100, soon}, lift), "m100,200 L s-50 s-50 m-1,-1 l",
		},
		"far": {tap(step{"move", 100, 1200, soon}), "m100,200 L s450 s450 s100"},
		"aside": {
			tap(step{"move", 150, 201, soon}, step{"move", 151, 400, soon}, lift), "m100,200 L m150,201 m151,400 l",
		},
		"kept": {tap(step{"keep", 0, 0, 0}, step{"move", 100, 150, soon}, lift), "m100,200 L m100,150 l"},
		"on a bar": {
			[]step{{"move", 600, 200, long}, {"press", 0, 0, soon}, {"move", 600, 150, soon}}, "m600,200 L m600,150",
		},
		"rests, then drags": {tap(step{"move", 100, 150, long}, lift), "m100,200 L m100,150 l"},
		"rests":             {tap(step{"release", 0, 0, long}), "m100,200 L m-1,-1 l m100,200 R r"},
		"kept and rests":    {tap(step{"keep", 0, 0, 0}, step{"release", 0, 0, long}), "m100,200 L l"},
		"again at the same place": {
			tap(lift, step{"press", 0, 0, long}, step{"move", 100, 150, soon}), "m100,200 L l L s-50",
		},
		"mouse": {
			[]step{
				{"move", 90, 200, 0},
				{"move", 95, 200, soon},
				{"move", 100, 200, soon},
				{"press", 0, 0, soon},
				{"move", 100, 150, soon},
				lift,
			},
			"m90,200 m95,200 m100,200 L m100,150 l",
		},
		"mouse that trembles": {
			[]step{
				{"move", 90, 180, 0},
				{"move", 95, 190, soon},
				{"move", 100, 199, soon},
				{"move", 100, 200, long},
				{"press", 0, 0, soon},
				{"move", 100, 150, soon},
			},
			"m90,180 m95,190 m100,199 m100,200 L m100,150",
		},
		"finger after a mouse": {
			append([]step{{"move", 400, 100, 0}, {"move", 405, 100, soon}, {"move", 409, 100, soon}},
				tap(step{"move", 100, 150, soon})...), "m400,100 m405,100 m409,100 m100,200 L s-50",
		},
		"nearby": {
			tap(lift, step{"move", 102, 201, long}, step{"press", 0, 0, soon}, step{"move", 100, 150, soon}),
			"m100,200 L l m102,201 L s-51",
		},
		"mouse that waits": {
			[]step{{"move", 100, 200, 0}, {"press", 0, 0, long}, {"move", 100, 150, soon}}, "m100,200 L m100,150",
		},
		"mouse after a finger": {
			tap(lift, step{"move", 90, 200, soon}, step{"press", 0, 0, long}, step{"move", 90, 150, soon}),
			"m100,200 L l m90,200 L m90,150",
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				defer core.SetFinger(false)
				var got []string
				note := func(format string, a ...any) { got = append(got, fmt.Sprintf(format, a...)) }
				f := &toucher{scale: func() float32 { return 2 }, now: time.Now, to: pointerEvents{
					move: func(x, y float64) { note("m%v,%v", x, y) },
					press: func(b glfw.MouseButton, a glfw.Action, _ glfw.ModifierKey) {
						letter := map[glfw.MouseButton]string{glfw.MouseButtonLeft: "L", glfw.MouseButtonRight: "R"}[b]
						if a == glfw.Release {
							letter = strings.ToLower(letter)
						}
						note("%s", letter)
					},
					isBar:  func(x, _ float64) bool { return x > 500 },
					scroll: func(by float64) { note("s%v", by*notch*2) },
				}}
				for _, s := range tt.steps {
					time.Sleep(s.wait)
					switch s.do {
					case "move":
						f.move(s.x, s.y)
					case "press":
						f.press(glfw.MouseButtonLeft, glfw.Press, 0)
					case "release":
						f.press(glfw.MouseButtonLeft, glfw.Release, 0)
					case "keep":
						core.KeepFinger()
					}
				}
				if want := strings.Fields(tt.want); !reflect.DeepEqual(got, want) {
					t.Errorf("got %v, want %v", got, want)
				}
			})
		})
	}
}
