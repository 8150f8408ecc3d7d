package accessible

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sextant/app/access"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// A keyReader counts trees and records keys. It takes keys with some codes.
type keyReader struct {
	trees int
	heard []string
	takes map[uint32]bool
}

func (r *keyReader) Show(*access.Tree) { r.trees++ }

func (r *keyReader) Key(k access.Key, answer func(bool)) {
	r.heard = append(r.heard, fmt.Sprint(k.Down, k.Code))
	answer(r.takes[k.Code])
}

// TestSecretKeys types into an entry for a secret. Readers must not get these keys, neither when they are pressed nor
// when they are released; but they get keys that type nothing, and any key that is held with a key that they took.
func TestSecretKeys(t *testing.T) {
	const insert, letter, left = 118, 38, 113
	secret, open := control.NewEntry(core.Keys{}, ""), control.NewEntry(core.Keys{}, "")
	secret.Password = true
	w := widgettest.Show(t, container.NewVBox(secret, open), 300, 200)
	r, l := &keyReader{takes: map[uint32]bool{insert: true}}, &now{}
	d := New(l, func() []fyne.Window { return []fyne.Window{w} })
	d.To(r)
	d.KeysWanted(true)
	send := func(down bool, code, symbol uint32, text string) {
		l.ask(access.Key{Down: down, Code: code, Symbol: symbol, Text: text}, func(taken bool) {
			if taken != r.takes[code] {
				t.Errorf("key %d: taken is %v", code, taken)
			}
		})
	}
	press := func(code, symbol uint32, text string) {
		send(true, code, symbol, text)
		send(false, code, symbol, "")
	}
	expect := func(when, want string) {
		t.Helper()
		if got := strings.Join(r.heard, ", "); got != want {
			t.Errorf("%s: heard of %q, not %q", when, got, want)
		}
		r.heard = nil
	}
	w.Canvas().Focus(open)
	press(letter, 'a', "a")
	expect("in an entry", "true 38, false 38")
	w.Canvas().Focus(secret)
	press(letter, 'a', "a")
	press(letter, 'v', "") // Ctrl+V
	expect("in one for a secret", "")
	press(left, 0xff51, "")
	expect("a key that types nothing", "true 113, false 113")
	send(true, letter, 'a', "a")
	w.Canvas().Focus(open)
	send(false, letter, 'a', "")
	expect("a key that is let go elsewhere", "")
	w.Canvas().Focus(secret)
	l.ask(access.Key{Down: true, Code: letter, Symbol: 'a', Text: "a", Commands: true}, func(bool) {})
	send(false, letter, 'a', "")
	expect("with a key of the reader's", "true 38, false 38")
	press(letter, 'a', "a")
	expect("after that", "")
	d.KeysWanted(false)
	if l.ask != nil {
		t.Error("readers are asked who do not want that")
	}
}

// TestSecretInAnotherWindow types into a window while an entry for a secret has the focus in one behind it.
func TestSecretInAnotherWindow(t *testing.T) {
	secret, open := control.NewEntry(core.Keys{}, ""), control.NewEntry(core.Keys{}, "")
	secret.Password = true
	behind, front := widgettest.Show(t, secret, 300, 200), widgettest.Show(t, open, 300, 200)
	behind.Canvas().Focus(secret)
	front.Canvas().Focus(open)
	r, l := &keyReader{}, &now{}
	d := New(l, func() []fyne.Window { return []fyne.Window{behind, front} })
	d.To(r)
	d.KeysWanted(true)
	for _, tt := range []struct {
		front fyne.Window
		want  int
	}{{front, 1}, {behind, 0}, {front, 1}} {
		d.Front(tt.front, true)
		r.heard = nil
		l.ask(access.Key{Down: true, Code: 38, Symbol: 'a', Text: "a"}, func(bool) {})
		if len(r.heard) != tt.want {
			t.Errorf("the reader heard of %q", r.heard)
		}
		d.Front(tt.front, false)
	}
}
