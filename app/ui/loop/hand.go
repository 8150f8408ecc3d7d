package loop

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"github.com/go-gl/glfw/v3.4/glfw" // of the version that the toolkit uses

	"sextant/app/access"
)

// patience is how long a window waits for its keys while somebody else is asked about them. Orca takes a second for
// some of its own where the machine is slow, and what it takes then must not be done twice.
const patience = 2 * time.Second

// An AskKey asks somebody about a key and does not wait: answer, which may be called from any goroutine, reports
// whether the key was taken, so that no window gets it.
type AskKey func(k access.Key, answer func(taken bool))

// HandKeys has somebody asked about each key before a window gets it, one key at a time and in their order; nil ends
// that. Who takes longer than two seconds is not asked again before the answer has come. It is called on the UI
// goroutine, as ask is.
func (l *Loop) HandKeys(ask AskKey) {
	h := &l.sleeper.keys
	h.ask, h.asked, h.late = ask, nil, false
	l.sendKeys()
}

// A keyHand holds the keys back that somebody is asked about. It belongs to the UI goroutine.
type keyHand struct {
	ask     AskKey // nil while nobody is asked
	hooked  map[fyne.Window]bool
	waiting []*heldKey // in the order in which they were pressed
	asked   *heldKey   // the first of them, while the answer is awaited
	late    bool       // the answer about an earlier one is still to come
	symbols map[int]uint32
	taken   map[int]bool // keys that were taken and are still held, by their numbers
}

// A heldKey waits to be given to its window, with what it types.
type heldKey struct {
	key    glfw.Key
	number int // that the system gives it
	action glfw.Action
	mods   glfw.ModifierKey
	text   []rune
	give   []func()
	bare   bool // a character that comes from no key, about which nobody is asked
	at     time.Time
}

// idle reports whether keys go straight to their window.
func (h *keyHand) idle() bool { return h.ask == nil && len(h.waiting) == 0 }

// pressed holds a key back that was pressed or let go.
func (h *keyHand) pressed(k *heldKey) { h.waiting = append(h.waiting, k) }

// typed holds a character back. It belongs to the key that was pressed last, unless that was asked about already.
func (h *keyHand) typed(r rune, give func()) {
	if n := len(h.waiting); n > 0 {
		if k := h.waiting[n-1]; k != h.asked && !k.bare && k.action != glfw.Release {
			k.text, k.give = append(k.text, r), append(k.give, give)
			return
		}
	}
	h.waiting = append(h.waiting, &heldKey{give: []func(){give}, bare: true})
}

// passFirst takes the key away that is first, and gives it to its window unless somebody took it.
func (h *keyHand) passFirst(taken bool) {
	k := h.waiting[0]
	h.waiting[0] = nil
	h.waiting, h.asked = h.waiting[1:], nil
	delete(h.taken, k.number) // also if it is let go while nobody is asked
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

// sendKeys asks about the first key that waits, or gives those to their windows about which nobody is asked.
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

// answered goes on behind an answer, or without one that does not come.
func (l *Loop) answered(k *heldKey, taken, late bool) {
	h := &l.sleeper.keys
	if h.asked == k {
		h.late = late
		h.passFirst(taken)
	} else if !late {
		h.late = false // nobody waited for it any longer
	}
	l.sendKeys()
}

// hookKeys has the keys of all windows come here that do not yet, while somebody wants to be asked.
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

// hookWindow has the keys of a window come here, if it is shown.
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
