package loop

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"github.com/go-gl/glfw/v3.4/glfw" // of the version that the toolkit uses

	"sextant/app/access"
)

// patience is how long a window waits for its keys while a reader is asked about them. Orca takes a second for some of
// its keys on a slow machine, and a key that it takes then must not act twice.
const patience = 2 * time.Second

// An AskKey asks about a key and does not wait: it calls answer, on any goroutine, with whether the key was taken, so
// that no window gets it.
type AskKey func(k access.Key, answer func(taken bool))

// HandKeys sets a function that is asked about each key before a window gets it, one key at a time and in order; nil
// for none. After a timeout of two seconds it is not asked again until the late answer has come. Both are called on the
// UI goroutine.
func (l *Loop) HandKeys(ask AskKey) {
	h := &l.sleeper.keys
	h.ask, h.asked, h.late = ask, nil, false
	l.sendKeys()
}

// A keyHand holds back keys while a reader is asked about them. It belongs to the UI goroutine.
type keyHand struct {
	ask     AskKey // nil for none
	hooked  map[fyne.Window]bool
	waiting []*heldKey // in the order in which they were pressed
	asked   *heldKey   // the first of them, while the answer is pending
	late    bool       // the answer about an earlier one is still pending after its timeout
	symbols map[int]uint32
	taken   map[int]bool // keys that were taken and are still pressed, by their scan codes
}

// A heldKey is a key that was held back, with the characters that it types.
type heldKey struct {
	key    glfw.Key
	number int // its scan code
	action glfw.Action
	mods   glfw.ModifierKey
	text   []rune
	give   []func()
	bare   bool // a character without a key, which is not passed to screen readers
	at     time.Time
}

// idle reports whether keys go directly to their window.
func (h *keyHand) idle() bool { return h.ask == nil && len(h.waiting) == 0 }

// pressed holds back a key that was pressed or released.
func (h *keyHand) pressed(k *heldKey) { h.waiting = append(h.waiting, k) }

// typed holds back a character. It belongs to the last key pressed, unless that was asked about already.
func (h *keyHand) typed(r rune, give func()) {
	if n := len(h.waiting); n > 0 {
		if k := h.waiting[n-1]; k != h.asked && !k.bare && k.action != glfw.Release {
			k.text, k.give = append(k.text, r), append(k.give, give)
			return
		}
	}
	h.waiting = append(h.waiting, &heldKey{give: []func(){give}, bare: true})
}

// passFirst removes the first key, and passes it to its window unless it was taken.
func (h *keyHand) passFirst(taken bool) {
	k := h.waiting[0]
	h.waiting[0] = nil
	h.waiting, h.asked = h.waiting[1:], nil
	delete(h.taken, k.number) // also if it is released while no screen reader listens
	if taken {
		if h.taken == nil {
			h.taken = map[int]bool{}
		}
		if k.action != glfw.Release {
			h.taken[k.number] = true
		}
		return
	}
	for _, give := range k.give {
		give()
	}
}

// sendKeys asks about the first waiting key, after passing on those that are not for screen readers.
func (l *Loop) sendKeys() {
	h := &l.sleeper.keys
	for len(h.waiting) > 0 && h.asked == nil {
		k := h.waiting[0]
		key := h.accessKey(k)
		if h.ask == nil || h.late || k.bare || key.Symbol == 0 { // a key without a symbol means nothing to a reader
			h.passFirst(false)
			continue
		}
		h.asked = k
		slow := time.AfterFunc(patience, func() { l.Post(func() { l.answered(k, false, true) }) })
		h.ask(key, func(taken bool) {
			slow.Stop()
			l.Post(func() { l.answered(k, taken, false) })
		})
	}
}

// answered handles an answer, or its timeout.
func (l *Loop) answered(k *heldKey, taken, late bool) {
	h := &l.sleeper.keys
	if h.asked == k {
		h.late = late
		h.passFirst(taken)
	} else if !late {
		h.late = false // after its timeout
	}
	l.sendKeys()
}

// hookKeys hooks the keys of all windows that are not hooked yet, if there is an AskKey.
func (l *Loop) hookKeys() {
	h := &l.sleeper.keys
	if h.ask == nil {
		return
	}
	before := h.hooked
	h.hooked = map[fyne.Window]bool{}
	for _, w := range l.sleeper.app.Driver().AllWindows() {
		h.hooked[w] = before[w] || l.hookWindow(w)
	}
}

// hookWindow hooks the keys of a window, if it is shown.
func (l *Loop) hookWindow(w fyne.Window) (done bool) {
	h := &l.sleeper.keys
	inWindow(w, func(own *glfw.Window) {
		done = true
		own.SetInputMode(glfw.LockKeyMods, glfw.True)
		keys, chars := own.SetKeyCallback(nil), own.SetCharCallback(nil)
		there := func(give func()) func() {
			return func() {
				if slices.Contains(l.sleeper.app.Driver().AllWindows(), w) {
					give()
				}
			}
		}
		own.SetKeyCallback(func(on *glfw.Window, k glfw.Key, number int, action glfw.Action, mods glfw.ModifierKey) {
			give := func() { keys(on, k, number, action, mods&^locks) }
			if h.idle() {
				give()
				return
			}
			h.pressed(&heldKey{
				key: k, number: number, action: action, mods: mods, give: []func(){there(give)}, at: time.Now(),
			})
		})
		own.SetCharCallback(func(on *glfw.Window, r rune) {
			give := func() { chars(on, r) }
			if h.idle() {
				give()
				return
			}
			h.typed(r, there(give))
		})
	})
	return done
}
