package loop

import (
	"image"
	"testing"
)

// TestMonitorIsTheSame switches monitors off and on, after which the system lists them in another order, and moves
// them. A window stays on the one that had its number at the start, and on the main one while that is off.
func TestMonitorIsTheSame(t *testing.T) {
	at := func(x int) image.Rectangle { return image.Rect(x, 0, x+1920, 1080) }
	left, right := Monitor{"HDMI-1", at(0)}, Monitor{"HDMI-2", at(1920)}
	moved := Monitor{"HDMI-2", at(-1920)}
	twin, twinToo := Monitor{"TV", at(0)}, Monitor{"TV", at(1920)}
	for _, tt := range []struct {
		name   string
		number int
		steps  [][]Monitor
		want   []image.Rectangle
	}{
		{
			"the other one is off and on", 2,
			[][]Monitor{{left, right}, {right}, {right, left}},
			[]image.Rectangle{at(1920), at(1920), at(1920)},
		},
		{
			"it is off and on", 1,
			[][]Monitor{{left, right}, {right}, {right, left}},
			[]image.Rectangle{at(0), at(1920), at(0)},
		},
		{
			"it is there later", 2,
			[][]Monitor{{left}, {left, right}, {right, left}},
			[]image.Rectangle{at(0), at(1920), at(1920)},
		},
		{"it is moved", 2, [][]Monitor{{left, right}, {moved, left}}, []image.Rectangle{at(1920), at(-1920)}},
		{"the main one", 0, [][]Monitor{{left, right}, {right, left}}, []image.Rectangle{at(0), at(1920)}},
		{"none", 2, [][]Monitor{{}, {left, right}, {}}, []image.Rectangle{{}, at(1920), {}}},
		{
			"two of a kind", 2,
			[][]Monitor{{twin, twinToo}, {twinToo}, {twinToo, twin}},
			[]image.Rectangle{at(1920), at(1920), at(1920)},
		},
	} {
		c := chosenMonitor{number: tt.number}
		for i, all := range tt.steps {
			if got := c.among(all); got != tt.want[i] {
				t.Errorf("%s, step %d: %v, not %v", tt.name, i, got, tt.want[i])
			}
		}
	}
}

// TestMonitorOf checks on which monitor a window is.
func TestMonitorOf(t *testing.T) {
	all := []image.Rectangle{image.Rect(0, 27, 1920, 1080), image.Rect(1920, 0, 3840, 1080)}
	for at, want := range map[image.Point]int{
		{X: 100, Y: 100}: 0, {X: 1920, Y: 20}: 1, {X: 5000, Y: 0}: -1,
	} {
		if got := monitorOf(at, all); got != want {
			t.Errorf("%v is on %d, not %d", at, got, want)
		}
	}
}
