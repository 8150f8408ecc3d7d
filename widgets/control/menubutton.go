package control

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/widgets/core"
)

// holdFor is how long a button is held until its menu opens.
const holdFor = 500 * time.Millisecond

// A MenuButton is a Button with a menu, too: it opens by a secondary click, by holding the button, and by Down.
type MenuButton struct {
	Button
	menu   func()
	hold   core.Delay
	opened bool // the press has opened the menu
}

var (
	_ fyne.Widget            = (*MenuButton)(nil)
	_ fyne.SecondaryTappable = (*MenuButton)(nil)
)

// NewMenuButton makes a button with an icon, which calls tapped, and menu to open its menu.
func NewMenuButton(tips *core.Tips, icon fyne.Resource, tapped, menu func()) *MenuButton {
	b := &MenuButton{Button: Button{icon: icon, size: core.UsualText}, menu: menu, hold: core.Delay{Do: tips.Do}}
	b.unkeyed = true
	b.Extend(b, tips, "", core.Keys{}, tapped)
	return b
}

// MouseDown starts to wait for the button to be held.
func (b *MenuButton) MouseDown(e *desktop.MouseEvent) {
	b.Button.MouseDown(e)
	b.opened = false
	if e.Button != desktop.MouseButtonSecondary {
		b.hold.Start(holdFor, func() {
			b.opened = true
			b.open()
		})
	}
}

// MouseUp stops to wait.
func (b *MenuButton) MouseUp(e *desktop.MouseEvent) {
	b.hold.Stop()
	b.Button.MouseUp(e)
}

// MouseOut stops to wait.
func (b *MenuButton) MouseOut() {
	b.hold.Stop()
	b.Button.MouseOut()
}

// Tapped presses the button, unless it was held.
func (b *MenuButton) Tapped(e *fyne.PointEvent) {
	if b.opened && e != nil {
		b.opened = false
		return
	}
	b.Button.Tapped(e)
}

// TappedSecondary opens the menu.
func (b *MenuButton) TappedSecondary(*fyne.PointEvent) { b.open() }

// TypedKey opens the menu by Down.
func (b *MenuButton) TypedKey(k *fyne.KeyEvent) {
	if k.Name == fyne.KeyDown {
		b.open()
		return
	}
	b.Button.TypedKey(k)
}

func (b *MenuButton) open() {
	b.hideTip()
	b.menu()
}
