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

// Color is a colour of the theme by its name.
func (t calm) Color(name fyne.ThemeColorName, _ fyne.ThemeVariant) color.Color {
	if c, ok := calmColours[name]; ok {
		return c
	}
	return t.Theme.Color(name, theme.VariantDark)
}

// calmColours are those of the theme that are not the toolkit's own.
var calmColours = map[fyne.ThemeColorName]color.Color{
	theme.ColorNameBackground:          color.NRGBA{0x16, 0x1A, 0x1F, 0xFF},
	theme.ColorNameForeground:          color.NRGBA{0xDD, 0xE1, 0xE5, 0xFF},
	theme.ColorNamePlaceHolder:         color.NRGBA{0x8B, 0x94, 0x9D, 0xFF},
	theme.ColorNameDisabled:            color.NRGBA{0x8B, 0x94, 0x9D, 0xFF},
	theme.ColorNamePrimary:             color.NRGBA{0xE3, 0xB3, 0x4C, 0xFF},
	theme.ColorNameHyperlink:           color.NRGBA{0xE3, 0xB3, 0x4C, 0xFF},
	theme.ColorNameWarning:             color.NRGBA{0xF0, 0x8A, 0x4B, 0xFF},
	theme.ColorNameForegroundOnPrimary: color.NRGBA{0x1A, 0x14, 0x06, 0xFF},
	theme.ColorNameFocus:               color.NRGBA{0xE3, 0xB3, 0x4C, 0x50},
	theme.ColorNameSelection:           color.NRGBA{0xE3, 0xB3, 0x4C, 0x38},
	theme.ColorNameButton:              color.NRGBA{0x22, 0x28, 0x2F, 0xFF},
	theme.ColorNameInputBackground:     color.NRGBA{0x22, 0x28, 0x2F, 0xFF},
	theme.ColorNameDisabledButton:      color.NRGBA{0x1B, 0x20, 0x26, 0xFF},
	theme.ColorNameHover:               color.NRGBA{0xFF, 0xFF, 0xFF, 0x14},
	theme.ColorNamePressed:             color.NRGBA{0xFF, 0xFF, 0xFF, 0x2A},
	theme.ColorNameInputBorder:         color.NRGBA{0x4A, 0x54, 0x5F, 0xFF},
	theme.ColorNameSeparator:           color.NRGBA{0x2C, 0x33, 0x3B, 0xFF},
	theme.ColorNameMenuBackground:      color.NRGBA{0x1D, 0x22, 0x28, 0xFF},
	theme.ColorNameOverlayBackground:   color.NRGBA{0x1D, 0x22, 0x28, 0xFF},
	theme.ColorNameHeaderBackground:    color.NRGBA{0x1D, 0x22, 0x28, 0xFF},
	theme.ColorNameScrollBar:           color.NRGBA{0xFF, 0xFF, 0xFF, 0x38},
	theme.ColorNameScrollBarBackground: color.NRGBA{},
	theme.ColorNameShadow:              color.NRGBA{0, 0, 0, 0x60},
}

// Size is a size of the theme by its name.
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
