package accessible

import (
	"sextant/app/access"
	"sextant/widgets/core"
)

// KeysWanted reports whether readers want to be asked about keys before a window gets them. It may be called from any
// goroutine.
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

// key asks readers about a key. What is typed into an entry for a secret goes nowhere but there, unless it is typed
// with a key that a reader took, as part of one of its own commands.
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

// isCharacter reports whether a key types something, or would without those that are held with it.
func isCharacter(k access.Key) bool {
	// where the symbols of keys begin that type nothing, and those of more characters
	const functions, unicode = 0xfd00, 0x01000000
	return k.Text != "" || k.Symbol != 0 && k.Symbol < functions || k.Symbol >= unicode
}

// inSecret reports whether an entry for a secret has the keyboard in a window.
func (d *Describer) inSecret() bool {
	for _, w := range d.windows() {
		var t core.Accessibility
		if focused, is := w.Canvas().Focused().(core.Accessible); is {
			focused.Describe(&t)
		}
		if t.Role == access.PasswordEntry {
			return true
		}
	}
	return false
}
