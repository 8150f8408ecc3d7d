package settings

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"sextant/app/teletext"
)

// TestWindows saves and loads windows.
func TestWindows(t *testing.T) {
	p := testProfile(t)
	if list, err := p.LoadWindows(); list != nil || err != nil {
		t.Errorf("in a new profile: %v, %v", list, err)
	}
	want := []OpenWindow{
		{Frame: Frame{Width: 900, Height: 600, Placed: true, Left: -20, Top: 30}, Page: "123/2"},
		{Frame: Frame{Width: 800, Height: 500, Maximised: true}, Wall: []int{100, 400}},
	}
	if err := p.SaveWindows(want); err != nil {
		t.Fatal(err)
	}
	if list, err := p.LoadWindows(); err != nil || !reflect.DeepEqual(list, want) {
		t.Errorf("%+v, %v", list, err)
	}
	for _, bad := range []string{"", "{", `{"a":1}`, `["x"]`, strings.Repeat(" ", maxSettings+1)} {
		if err := p.Write(WindowsFile, []byte(bad)); err != nil {
			t.Fatal(err)
		}
		if list, err := p.LoadWindows(); err == nil || list != nil {
			t.Errorf("%.20q: %v, %v", bad, list, err)
		}
	}
}

// TestWindowsThatCannotBe checks that invalid windows are left out, and that of too many windows the last ones are
// kept.
func TestWindowsThatCannotBe(t *testing.T) {
	list, err := readWindows([]byte(`[
		{"width":900,"height":600,"page":"101"}, {"width":900,"height":600,"page":{"newer":1}},
		{"width":900,"height":600,"left":1e300},
		{"width":900,"height":600,"wall":[-1,100,5,1000000,400]}, {"width":900,"height":600,"wall":[0]},
		{"width":900,"height":600,"page":"102"}
	]`))
	if err == nil || len(list) != 3 || list[0].Page != "101" ||
		!slices.Equal(list[1].Wall, []int{100, 400}) || list[2].Page != "102" {
		t.Errorf("%+v, %v", list, err)
	}
	many := strings.Repeat(`{"width":900,"height":600,"page":"100"},`, 1000)
	list, err = readWindows([]byte("[" + many + `{"width":900,"height":600,"page":"200"}]`))
	if err != nil || len(list) != maxWindows || list[maxWindows-1].Page != "200" {
		t.Errorf("%d windows, %v", len(list), err)
	}
}

// FuzzReadWindows reads arbitrary files. The resulting windows must be valid.
func FuzzReadWindows(f *testing.F) {
	f.Add([]byte(`[{"width":900,"height":600,"page":"1"},{"width":-1},{"wall":[1,2]}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, _ := readWindows(data)
		for _, w := range list {
			if !w.IsKnown() || w.Width > 1<<16 {
				t.Errorf("%q gives %+v", data, w)
			}
			if w.Wall != nil && (len(w.Wall) == 0 || !teletext.ValidPage(w.Wall[0])) {
				t.Errorf("%q gives the wall %v", data, w.Wall)
			}
		}
		if len(list) > maxWindows {
			t.Errorf("%d windows", len(list))
		}
	})
}

// TestFrameToRestore checks which frame of a window is restored after it was moved or maximised.
func TestFrameToRestore(t *testing.T) {
	before := Frame{Width: 800, Height: 600, Placed: true, Left: 100, Top: 80}
	there := Frame{Width: 1900, Height: 1000, Maximised: true, Placed: true, Left: 1920, Top: 27}
	if got := before.Moved(there, false); got != (Frame{800, 600, true, true, 100, 80}) {
		t.Errorf("maximised: %+v", got)
	}
	if got := before.Moved(there, true); got != (Frame{800, 600, true, true, 1920, 27}) {
		t.Errorf("maximised on another monitor: %+v", got)
	}
	there.Maximised = false
	if got := before.Moved(there, true); got != there {
		t.Errorf("moved: %+v", got)
	}
}
