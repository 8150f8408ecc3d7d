package core

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// calm is a quiet dark theme: the page is the only thing in the window with strong colours.
type calm struct{ fyne.Theme }

// Theme is the look of all of Sextant's windows.
func Theme() fyne.Theme { return calm{theme.DefaultTheme()} }

func (t calm) Color(name fyne.ThemeColorName, _ fyne.ThemeVariant) color.Color {
	switch name {
	case theme.ColorNameBackground:
		return grey(0x16, 0x1A, 0x1F)
	case theme.ColorNameForeground:
		return grey(0xDD, 0xE1, 0xE5)
	case theme.ColorNamePlaceHolder, theme.ColorNameDisabled:
		return grey(0x8B, 0x94, 0x9D)
	case theme.ColorNamePrimary, theme.ColorNameHyperlink:
		return grey(0xE3, 0xB3, 0x4C)
	case theme.ColorNameWarning:
		return grey(0xF0, 0x8A, 0x4B)
	case theme.ColorNameForegroundOnPrimary:
		return grey(0x1A, 0x14, 0x06)
	case theme.ColorNameFocus:
		return color.NRGBA{0xE3, 0xB3, 0x4C, 0x50}
	case theme.ColorNameSelection:
		return color.NRGBA{0xE3, 0xB3, 0x4C, 0x38}
	case theme.ColorNameButton, theme.ColorNameInputBackground:
		return grey(0x22, 0x28, 0x2F)
	case theme.ColorNameDisabledButton:
		return grey(0x1B, 0x20, 0x26)
	case theme.ColorNameHover:
		return color.NRGBA{0xFF, 0xFF, 0xFF, 0x14}
	case theme.ColorNamePressed:
		return color.NRGBA{0xFF, 0xFF, 0xFF, 0x2A}
	case theme.ColorNameInputBorder:
		return grey(0x4A, 0x54, 0x5F)
	case theme.ColorNameSeparator:
		return grey(0x2C, 0x33, 0x3B)
	case theme.ColorNameMenuBackground, theme.ColorNameOverlayBackground, theme.ColorNameHeaderBackground:
		return grey(0x1D, 0x22, 0x28)
	case theme.ColorNameScrollBar:
		return color.NRGBA{0xFF, 0xFF, 0xFF, 0x38}
	case theme.ColorNameScrollBarBackground:
		return color.NRGBA{}
	case theme.ColorNameShadow:
		return color.NRGBA{0, 0, 0, 0x60}
	}
	return t.Theme.Color(name, theme.VariantDark)
}

func grey(r, g, b uint8) color.Color { return color.NRGBA{r, g, b, 0xFF} }

func (t calm) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case theme.SizeNamePadding:
		return 4
	case theme.SizeNameInnerPadding:
		return 6
	case theme.SizeNameText:
		return 13
	case theme.SizeNameCaptionText:
		return 11.5
	case theme.SizeNameHeadingText:
		return 20
	case theme.SizeNameSubHeadingText:
		return 15
	case theme.SizeNameInlineIcon:
		return 18
	}
	return t.Theme.Size(name)
}
