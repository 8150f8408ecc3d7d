package loop

import (
	"slices"
	"testing"
	"time"

	"github.com/go-gl/glfw/v3.4/glfw"

	"sextant/app/access"
)

// A handing is a loop that asks the test about keys, and records what windows got.
type handing struct {
	*Loop
	asked   []access.Key
	answers []func(taken bool)
	got     []string
}

func newHanding() *handing {
	h := &handing{Loop: &Loop{}}
	h.HandKeys(func(k access.Key, answer func(bool)) {
		h.asked, h.answers = append(h.asked, k), append(h.answers, answer)
	})
	return h
}

// press presses a key, which types r unless that is 0.
func (h *handing) press(name string, k glfw.Key, r rune) {
	keys := &h.sleeper.keys
	keys.pressed(&heldKey{
		key: k, number: int(k), action: glfw.Press, give: []func(){func() { h.got = append(h.got, name) }},
	})
	if r != 0 {
		keys.typed(r, func() { h.got = append(h.got, string(r)) })
	}
	h.sendKeys()
}

func (h *handing) expect(t *testing.T, when string, asked int, got ...string) {
	t.Helper()
	h.runPosted()
	if len(h.asked) != asked || !slices.Equal(h.got, got) {
		t.Errorf("%s: asked about %d keys and gave %q, not %d and %q", when, len(h.asked), h.got, asked, got)
	}
}

// TestHandKeys checks that windows get keys and their characters in order, except for keys that are taken.
func TestHandKeys(t *testing.T) {
	h := newHanding()
	if h.sleeper.keys.idle() {
		t.Error("keys go straight to their windows while somebody wants to be asked")
	}
	h.press("A", glfw.KeyA, 'a')
	h.press("F1", glfw.KeyF1, 0)
	h.press("B", glfw.KeyB, 'b')
	h.expect(t, "nothing is answered", 1)
	if k := h.asked[0]; !k.Down || k.Text != "a" || k.Symbol != 'a' || k.Code != uint32(glfw.KeyA) {
		t.Errorf("asked about %+v", k)
	}
	h.answers[0](false)
	h.expect(t, "the first is not taken", 2, "A", "a")
	h.answers[1](true)
	h.expect(t, "the second is taken", 3, "A", "a")
	h.sleeper.keys.typed('x', func() { h.got = append(h.got, "x") })
	h.expect(t, "a character that no key brings", 3, "A", "a")
	h.answers[2](true)
	h.expect(t, "the third is taken with what it types", 3, "A", "a", "x")
	h.press("C", glfw.KeyC, 'c')
	h.press("D", glfw.KeyD, 'd')
	h.HandKeys(nil)
	h.expect(t, "nobody wants to be asked any more", 4, "A", "a", "x", "C", "c", "D", "d")
	h.answers[3](true)
	h.expect(t, "an answer that nobody waits for", 4, "A", "a", "x", "C", "c", "D", "d")
	if !h.sleeper.keys.idle() {
		t.Error("keys are held back for nobody")
	}
}

// TestHandKeysLate answers too late. A window waits for one answer, and not for others until that answer has come.
func TestHandKeysLate(t *testing.T) {
	h := newHanding()
	h.press("A", glfw.KeyA, 'a')
	h.press("B", glfw.KeyB, 'b')
	for end := time.Now().Add(2 * time.Minute); len(h.got) == 0 && time.Now().Before(end); h.runPosted() {
		time.Sleep(time.Millisecond)
	}
	h.expect(t, "there was no answer", 1, "A", "a", "B", "b")
	h.press("C", glfw.KeyC, 'c')
	h.expect(t, "there is none yet", 1, "A", "a", "B", "b", "C", "c")
	h.answers[0](true)
	h.runPosted()
	h.press("D", glfw.KeyD, 'd')
	h.expect(t, "there was one", 2, "A", "a", "B", "b", "C", "c")
	h.answers[1](false)
	h.expect(t, "and another", 2, "A", "a", "B", "b", "C", "c", "D", "d")
}

// TestCommands checks that a key that is pressed while a taken key is held is marked as a command, and that a key after
// its release is not, even if an answer comes late.
func TestCommands(t *testing.T) {
	h := newHanding()
	with := func(want bool) {
		t.Helper()
		h.runPosted()
		if k := h.asked[len(h.asked)-1]; k.Commands != want {
			t.Errorf("asked about %+v", k)
		}
	}
	h.press("Insert", glfw.KeyInsert, 0)
	with(false)
	h.answers[0](true)
	h.runPosted()
	h.press("A", glfw.KeyA, 'a')
	with(true)
	h.answered(h.sleeper.keys.asked, false, true) // late
	h.sleeper.keys.pressed(&heldKey{key: glfw.KeyInsert, number: int(glfw.KeyInsert), action: glfw.Release})
	h.sendKeys()
	h.answers[1](true)
	h.runPosted()
	h.press("B", glfw.KeyB, 'b')
	with(false)
}

// TestLetGo checks that the release of a key has the symbol of its press, although it types nothing.
func TestLetGo(t *testing.T) {
	h := newHanding()
	h.press("A", glfw.KeyA, 'ä')
	h.answers[0](false)
	h.runPosted()
	h.sleeper.keys.pressed(&heldKey{key: glfw.KeyA, number: int(glfw.KeyA), action: glfw.Release})
	h.sendKeys()
	if k := h.asked[1]; k.Down || k.Symbol != 'ä' || k.Text != "" {
		t.Errorf("asked about %+v", k)
	}
	h.answers[1](false)
	h.runPosted()
	h.sleeper.keys.pressed(&heldKey{
		key: glfw.KeyB, number: int(glfw.KeyB), action: glfw.Release, give: []func(){
			func() { h.got = append(h.got, "B let go") },
		},
	})
	h.sendKeys()
	h.expect(t, "a key is let go of which it is not known what it meant", 2, "A", "ä", "B let go")
}

// TestSymbol compares symbols of keys with those of X (keysymdef.h).
func TestSymbol(t *testing.T) {
	for _, k := range []struct {
		what       string
		key        glfw.Key
		mods       glfw.ModifierKey
		text, name string
		want       uint32
	}{
		{"a", glfw.KeyA, 0, "a", "", 0x61},
		{"A", glfw.KeyA, glfw.ModShift, "A", "", 0x41},
		{"Ctrl+C", glfw.KeyC, glfw.ModControl, "", "c", 0x63},
		{"adiaeresis", glfw.KeyApostrophe, 0, "ä", "", 0xe4},
		{"a character of Unicode", glfw.KeyA, 0, "ф", "", 0x01000444},
		{"space", glfw.KeySpace, 0, " ", "", 0x20},
		{"Tab", glfw.KeyTab, 0, "", "", 0xff09},
		{"ISO_Left_Tab", glfw.KeyTab, glfw.ModShift, "", "", 0xfe20},
		{"Insert", glfw.KeyInsert, 0, "", "", 0xff63},
		{"F1", glfw.KeyF1, 0, "", "", 0xffbe},
		{"F12", glfw.KeyF12, 0, "", "", 0xffc9},
		{"KP_Insert", glfw.KeyKP0, 0, "", "0", 0xff9e},
		{"KP_0", glfw.KeyKP0, glfw.ModNumLock, "0", "0", 0xffb0},
		{"KP_Up", glfw.KeyKP8, 0, "", "8", 0xff97},
		{"KP_Begin", glfw.KeyKP5, 0, "", "5", 0xff9d},
		{"KP_9", glfw.KeyKP9, glfw.ModNumLock, "9", "9", 0xffb9},
		{"KP_Delete", glfw.KeyKPDecimal, 0, "", ".", 0xff9f},
		{"KP_Add", glfw.KeyKPAdd, 0, "+", "+", 0xffab},
		{"KP_Enter", glfw.KeyKPEnter, glfw.ModNumLock, "", "", 0xff8d},
		{"none", glfw.KeyUnknown, 0, "", "", 0},
	} {
		if got := symbol(k.key, k.mods, k.text, k.name); got != k.want {
			t.Errorf("%s is %#x, not %#x", k.what, got, k.want)
		}
	}
	if got, want := modifiers(glfw.ModShift|glfw.ModNumLock|glfw.ModSuper), access.ShiftHeld|
		access.NumLocked|access.SuperHeld; got != want {
		t.Errorf("the modifiers are %#x, not %#x", got, want)
	}
}
