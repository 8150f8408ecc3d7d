package desktop

import (
	"maps"
	"testing"

	"fyne.io/fyne/v2"
	"github.com/jezek/xgb/xproto"

	"sextant/app/testkit"
)

// TestRemoteKeys maps symbols of remote controls to keys, without and with modifiers. Only those without count: a key
// that is "play" with the shift key is another one.
func TestRemoteKeys(t *testing.T) {
	privateDisplay(t)
	x := testkit.Must(connectX())(t)
	defer x.Close()
	const red, play, a = 0x1008FFA3, 0x1008FF14, 0x61
	last := xproto.Setup(x).MaxKeycode
	first := last - 2
	before := RemoteKeys()
	for _, code := range []int{int(first), int(first) + 1, int(first) + 2} {
		delete(before, code)
	}
	if err := xproto.ChangeKeyboardMappingChecked(x, 3, first, 4, []xproto.Keysym{
		red, 0, 0, 0,
		a, play, play, play,
		play, red, 0, 0,
	}).Check(); err != nil {
		t.Fatal(err)
	}
	keys := RemoteKeys()
	want := map[int]fyne.KeyName{int(first): KeyRed, int(last): KeyPlay}
	maps.Copy(want, before)
	if !maps.Equal(keys, want) {
		t.Errorf("%v, want %v", keys, want)
	}
}
