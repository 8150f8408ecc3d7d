package window

import (
	"sextant/app/settings"
	"sextant/widgets/core"
)

// hasKeypad reports whether the keypad is switched on and not covered.
func (p *panels) hasKeypad() bool { return p.padOpen && !p.pageCovered() }

// keypadThere reports whether the keypad is shown: in full screen for a moment when the pointer moves, and while a
// number is being typed.
func (p *panels) keypadThere() bool {
	_, typing := p.window.page.NumberWords()
	return p.padOpen && (!p.full || p.around || typing)
}

// showKeypad shows or hides the keypad after a change of the page's number.
func (p *panels) showKeypad() {
	if there := p.keypadThere(); p.keypad.Visible() != there {
		core.SetVisible(p.keypad, there)
		p.window.Relayout()
	}
}

// toggleKeypad shows or hides the keypad. A panel that covers the page is closed for it.
func (p *panels) toggleKeypad() {
	there := p.hasKeypad()
	if p.pageCovered() {
		p.uncoverPage()
	}
	p.setKeypad(!there)
	p.remember(func(s *settings.Window) { s.Keypad = p.padOpen })
	if p.full && p.padOpen {
		p.pointerMoved()
	}
	p.update()
}

// setKeypad switches the keypad on or off.
func (p *panels) setKeypad(on bool) {
	p.padOpen = on
	core.SetVisible(p.keypad, p.keypadThere())
}
