package core

import (
	"runtime"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/say"
)

// KeyWords returns a key in words, as in "Ctrl+Shift+C", "Alt+Left", "F5" or "H".
func KeyWords(modifier fyne.KeyModifier, key fyne.KeyName) string {
	name := keyName(key)
	if said := map[fyne.KeyName]string{
		fyne.KeyLeft: "keyboard.left", fyne.KeyRight: "keyboard.right", fyne.KeyUp: "keyboard.up",
		fyne.KeyDown: "keyboard.down", fyne.KeySpace: "keyboard.space", fyne.KeyReturn: "keyboard.enter",
		fyne.KeyEnter: "keyboard.enter", fyne.KeyTab: "keyboard.tab", fyne.KeyBackspace: "keyboard.backspace",
		fyne.KeyDelete: "keyboard.delete", fyne.KeyInsert: "keyboard.insert", fyne.KeyHome: "keyboard.home",
		fyne.KeyEnd: "keyboard.end", fyne.KeyPageUp: "keyboard.pageUp", fyne.KeyPageDown: "keyboard.pageDown",
		desktop.KeyMenu: "keyboard.menu",
	}[key]; said != "" {
		name = say.Text(said)
	}
	ctrl, alt, shift := say.Text("keyboard.ctrl"), say.Text("keyboard.alt"), say.Text("keyboard.shift")
	return keyWords(runtime.GOOS, modifier, name, ctrl, alt, shift)
}

// KeyNames is KeyWords in English, the format of keys in files.
func KeyNames(modifier fyne.KeyModifier, key fyne.KeyName) string {
	return keyWords(runtime.GOOS, modifier, keyName(key), "Ctrl", "Alt", "Shift")
}

func keyWords(system string, modifier fyne.KeyModifier, key, ctrl, alt, shift string) string {
	super := "Super"
	if system == "darwin" {
		super = "Cmd"
	}
	var words []string
	for _, m := range []struct {
		modifier fyne.KeyModifier
		name     string
	}{
		{fyne.KeyModifierControl, ctrl},
		{fyne.KeyModifierAlt, alt},
		{fyne.KeyModifierShift, shift},
		{fyne.KeyModifierSuper, super},
	} {
		if modifier&m.modifier != 0 {
			words = append(words, m.name)
		}
	}
	return strings.Join(append(words, key), "+")
}

// keyName returns the label of a key.
func keyName(key fyne.KeyName) string {
	switch key {
	case fyne.KeyEscape:
		return "Esc"
	case fyne.KeyReturn, fyne.KeyEnter:
		return "Enter"
	case fyne.KeyBackspace:
		return "Backspace"
	case fyne.KeyPageUp:
		return "PgUp"
	case fyne.KeyPageDown:
		return "PgDn"
	case fyne.KeyMinus:
		return "−"
	}
	if len(key) == 1 {
		return strings.ToUpper(string(key))
	}
	return string(key)
}
