package accessible

import (
	"slices"

	"fyne.io/fyne/v2"

	"sextant/app/access"
	"sextant/widgets/core"
)

// KeysWanted sets whether readers are asked about keys before a window gets them. It may be called on any goroutine.
func (d *Describer) KeysWanted(on bool) {
	d.loop.Post(func() {
		clear(d.withheld)
		if on {
			d.loop.HandKeys(d.key)
		} else {
			d.loop.HandKeys(nil)
		}
	})
}

// key asks readers about a key. Characters typed into an entry for a secret are not reported, unless they are part of a
// reader's command: typed together with a key that the reader took.
func (d *Describer) key(k access.Key, answer func(taken bool)) {
	switch {
	case !k.Down && d.withheld[k.Code]:
		delete(d.withheld, k.Code)
		answer(false)
		return
	case k.Down && isCharacter(k) && !k.Commands && d.inSecret():
		d.withheld[k.Code] = true
		answer(false)
		return
	}
	d.readers.Key(k, answer)
}

// isCharacter reports whether a key types a character, or would do so without the modifiers held.
func isCharacter(k access.Key) bool {
	// the first keysyms of keys that type nothing, and of Unicode characters
	const functions, unicode = 0xfd00, 0x01000000
	return k.Text != "" || k.Symbol != 0 && k.Symbol < functions || k.Symbol >= unicode
}

// inSecret reports whether an entry for a secret has the keyboard: in the window in front, or in any while that is not
// known.
func (d *Describer) inSecret() bool {
	return slices.ContainsFunc(d.windows(), func(w fyne.Window) bool {
		var t core.Accessibility
		if focused, is := w.Canvas().Focused().(core.Accessible); is && (d.front == nil || d.front == w) {
			focused.Describe(&t)
		}
		return t.Role == access.PasswordEntry
	})
}
