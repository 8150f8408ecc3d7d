package core

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// calm is a quiet theme: only the page has strong colours. It is dark, light, as the system's, or of high contrast.
type calm struct {
	fyne.Theme
	system, contrast bool
	fixed            fyne.ThemeVariant
}

// Theme returns the dark theme.
func Theme() fyne.Theme { return calm{Theme: theme.DefaultTheme(), fixed: theme.VariantDark} }

// LightTheme returns the light theme.
func LightTheme() fyne.Theme { return calm{Theme: theme.DefaultTheme(), fixed: theme.VariantLight} }

// SystemTheme returns the theme that follows the system's choice of dark or light.
func SystemTheme() fyne.Theme { return calm{Theme: theme.DefaultTheme(), system: true} }

// ContrastTheme returns the theme of high contrast: the contrast ratio of all text to its background is at least 7.
func ContrastTheme() fyne.Theme {
	return calm{Theme: theme.DefaultTheme(), contrast: true, fixed: theme.VariantDark}
}

// Color implements fyne.Theme.
func (t calm) Color(name fyne.ThemeColorName, system fyne.ThemeVariant) color.Color {
	variant, own := t.fixed, calmColours
	if t.system {
		variant = system
	}
	switch {
	case t.contrast:
		own = contrastColours
	case variant == theme.VariantLight:
		own = lightColours
	}
	if c, ok := own[name]; ok {
		return c
	}
	return t.Theme.Color(name, variant)
}

// Colours that are the same in every theme: of text on a strong colour, and on a page's black.
var (
	Ink     = color.NRGBA{0x16, 0x1A, 0x1F, 0xFF}
	OnBlack = color.NRGBA{0x98, 0xA1, 0xAA, 0xFF}
)

// calmColours are the colours of the dark theme that differ from the toolkit's.
var calmColours = map[fyne.ThemeColorName]color.Color{
	theme.ColorNameBackground:          color.NRGBA{0x16, 0x1A, 0x1F, 0xFF},
	theme.ColorNameForeground:          color.NRGBA{0xDD, 0xE1, 0xE5, 0xFF},
	theme.ColorNamePlaceHolder:         color.NRGBA{0xA2, 0xAA, 0xB2, 0xFF},
	theme.ColorNameDisabled:            color.NRGBA{0xA2, 0xAA, 0xB2, 0xFF},
	theme.ColorNamePrimary:             color.NRGBA{0xE3, 0xB3, 0x4C, 0xFF},
	theme.ColorNameHyperlink:           color.NRGBA{0xE3, 0xB3, 0x4C, 0xFF},
	theme.ColorNameWarning:             color.NRGBA{0xFF, 0x92, 0x70, 0xFF},
	theme.ColorNameSuccess:             color.NRGBA{0x6C, 0xC4, 0x7A, 0xFF},
	theme.ColorNameForegroundOnPrimary: color.NRGBA{0x1A, 0x14, 0x06, 0xFF},
	theme.ColorNameFocus:               color.NRGBA{0xE3, 0xB3, 0x4C, 0x50},
	theme.ColorNameSelection:           color.NRGBA{0xE3, 0xB3, 0x4C, 0x28},
	theme.ColorNameButton:              color.NRGBA{0x22, 0x28, 0x2F, 0xFF},
	theme.ColorNameInputBackground:     color.NRGBA{0x22, 0x28, 0x2F, 0xFF},
	theme.ColorNameDisabledButton:      color.NRGBA{0x1B, 0x20, 0x26, 0xFF},
	theme.ColorNameHover:               color.NRGBA{0xFF, 0xFF, 0xFF, 0x14},
	theme.ColorNamePressed:             color.NRGBA{0xFF, 0xFF, 0xFF, 0x1B},
	theme.ColorNameInputBorder:         color.NRGBA{0x4A, 0x54, 0x5F, 0xFF},
	theme.ColorNameSeparator:           color.NRGBA{0x2C, 0x33, 0x3B, 0xFF},
	theme.ColorNameMenuBackground:      color.NRGBA{0x1D, 0x22, 0x28, 0xFF},
	theme.ColorNameOverlayBackground:   color.NRGBA{0x1D, 0x22, 0x28, 0xFF},
	theme.ColorNameHeaderBackground:    color.NRGBA{0x1D, 0x22, 0x28, 0xFF},
	theme.ColorNameScrollBar:           color.NRGBA{0xFF, 0xFF, 0xFF, 0x38},
	theme.ColorNameScrollBarBackground: color.NRGBA{},
	theme.ColorNameShadow:              color.NRGBA{0, 0, 0, 0x60},
}

// lightColours are the colours of the light theme that differ from the toolkit's.
var lightColours = map[fyne.ThemeColorName]color.Color{
	theme.ColorNameBackground:          color.NRGBA{0xF1, 0xF3, 0xF5, 0xFF},
	theme.ColorNameForeground:          color.NRGBA{0x1B, 0x21, 0x27, 0xFF},
	theme.ColorNamePlaceHolder:         color.NRGBA{0x48, 0x52, 0x5C, 0xFF},
	theme.ColorNameDisabled:            color.NRGBA{0x48, 0x52, 0x5C, 0xFF},
	theme.ColorNamePrimary:             color.NRGBA{0x1A, 0x53, 0xA3, 0xFF},
	theme.ColorNameHyperlink:           color.NRGBA{0x1A, 0x53, 0xA3, 0xFF},
	theme.ColorNameWarning:             color.NRGBA{0x90, 0x34, 0x02, 0xFF},
	theme.ColorNameSuccess:             color.NRGBA{0x15, 0x5C, 0x28, 0xFF},
	theme.ColorNameForegroundOnPrimary: color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF},
	theme.ColorNameFocus:               color.NRGBA{0x2E, 0x7B, 0xDE, 0x50},
	theme.ColorNameSelection:           color.NRGBA{0x2E, 0x7B, 0xDE, 0x34},
	theme.ColorNameButton:              color.NRGBA{0xE3, 0xE6, 0xEA, 0xFF},
	theme.ColorNameInputBackground:     color.NRGBA{0xE9, 0xEC, 0xEF, 0xFF},
	theme.ColorNameDisabledButton:      color.NRGBA{0xED, 0xEF, 0xF1, 0xFF},
	theme.ColorNameHover:               color.NRGBA{0x00, 0x00, 0x00, 0x10},
	theme.ColorNamePressed:             color.NRGBA{0x00, 0x00, 0x00, 0x18},
	theme.ColorNameInputBorder:         color.NRGBA{0xA7, 0xAF, 0xB7, 0xFF},
	theme.ColorNameSeparator:           color.NRGBA{0xD3, 0xD8, 0xDD, 0xFF},
	theme.ColorNameMenuBackground:      color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF},
	theme.ColorNameOverlayBackground:   color.NRGBA{0xFB, 0xFC, 0xFC, 0xFF},
	theme.ColorNameHeaderBackground:    color.NRGBA{0xFB, 0xFC, 0xFC, 0xFF},
	theme.ColorNameScrollBar:           color.NRGBA{0x00, 0x00, 0x00, 0x48},
	theme.ColorNameScrollBarBackground: color.NRGBA{},
	theme.ColorNameShadow:              color.NRGBA{0x20, 0x26, 0x2C, 0x48},
}

// contrastColours are the colours of the theme of high contrast that differ from the toolkit's.
var contrastColours = map[fyne.ThemeColorName]color.Color{
	theme.ColorNameBackground:          color.NRGBA{0x00, 0x00, 0x00, 0xFF},
	theme.ColorNameForeground:          color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF},
	theme.ColorNamePlaceHolder:         color.NRGBA{0xDC, 0xE2, 0xE8, 0xFF},
	theme.ColorNameDisabled:            color.NRGBA{0xD4, 0xDA, 0xE0, 0xFF},
	theme.ColorNamePrimary:             color.NRGBA{0xFF, 0xD8, 0x40, 0xFF},
	theme.ColorNameHyperlink:           color.NRGBA{0xFF, 0xD8, 0x40, 0xFF},
	theme.ColorNameWarning:             color.NRGBA{0xFF, 0xCC, 0xA4, 0xFF},
	theme.ColorNameError:               color.NRGBA{0xFF, 0xB4, 0xB0, 0xFF},
	theme.ColorNameSuccess:             color.NRGBA{0x80, 0xF0, 0x90, 0xFF},
	theme.ColorNameForegroundOnPrimary: color.NRGBA{0x00, 0x00, 0x00, 0xFF},
	theme.ColorNameFocus:               color.NRGBA{0xFF, 0xD8, 0x40, 0x38},
	theme.ColorNameSelection:           color.NRGBA{0x40, 0x90, 0xFF, 0x58},
	theme.ColorNameButton:              color.NRGBA{0x12, 0x14, 0x17, 0xFF},
	theme.ColorNameInputBackground:     color.NRGBA{0x12, 0x14, 0x17, 0xFF},
	theme.ColorNameDisabledButton:      color.NRGBA{0x08, 0x0A, 0x0C, 0xFF},
	theme.ColorNameHover:               color.NRGBA{0xFF, 0xFF, 0xFF, 0x22},
	theme.ColorNamePressed:             color.NRGBA{0xFF, 0xFF, 0xFF, 0x30},
	theme.ColorNameInputBorder:         color.NRGBA{0x9A, 0xA4, 0xAE, 0xFF},
	theme.ColorNameSeparator:           color.NRGBA{0x9A, 0xA4, 0xAE, 0xFF},
	theme.ColorNameMenuBackground:      color.NRGBA{0x00, 0x00, 0x00, 0xFF},
	theme.ColorNameOverlayBackground:   color.NRGBA{0x00, 0x00, 0x00, 0xFF},
	theme.ColorNameHeaderBackground:    color.NRGBA{0x00, 0x00, 0x00, 0xFF},
	theme.ColorNameScrollBar:           color.NRGBA{0xFF, 0xFF, 0xFF, 0xA0},
	theme.ColorNameScrollBarBackground: color.NRGBA{},
	theme.ColorNameShadow:              color.NRGBA{0, 0, 0, 0xC0},
}

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
