package core

import (
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/widgettest"
)

// grounds are the backgrounds of text, words the colours of text, and washes the colours that may lie between the two.
var (
	grounds = []fyne.ThemeColorName{
		theme.ColorNameBackground, theme.ColorNameOverlayBackground,
		theme.ColorNameMenuBackground, theme.ColorNameHeaderBackground,
		theme.ColorNameButton, theme.ColorNameInputBackground, theme.ColorNameDisabledButton,
	}
	words = []fyne.ThemeColorName{
		theme.ColorNameForeground, theme.ColorNamePlaceHolder, theme.ColorNameDisabled, theme.ColorNamePrimary,
		theme.ColorNameHyperlink, theme.ColorNameWarning, theme.ColorNameSuccess,
	}
	washes = []fyne.ThemeColorName{theme.ColorNameHover, theme.ColorNamePressed, theme.ColorNameSelection}
)

// TestContrast measures, in each theme, the contrast of every colour of text on every background.
func TestContrast(t *testing.T) {
	for _, tt := range []struct {
		name  string
		theme fyne.Theme
		least float64
	}{{"dark", Theme(), 4.5}, {"light", LightTheme(), 4.5}, {"contrast", ContrastTheme(), 7}} {
		get := func(n fyne.ThemeColorName) color.Color { return tt.theme.Color(n, theme.VariantDark) }
		hold := func(what string, words, ground color.Color) {
			if c := widgettest.Contrast(words, ground); c < tt.least {
				t.Errorf("%s: %s has a contrast of %.2f", tt.name, what, c)
			}
		}
		for _, ground := range grounds {
			back := get(ground)
			for _, n := range words {
				hold(string(n+" on "+ground), get(n), back)
				for _, wash := range washes {
					hold(string(n+" on "+ground+" under "+wash), get(n), widgettest.Over(get(wash), back))
				}
			}
			hold(string("words on "+ground+" of the toolkit's own focus"),
				get(theme.ColorNameForeground), widgettest.Over(get(theme.ColorNameFocus), back))
			if c := widgettest.Contrast(get(theme.ColorNameForeground), back); c < 7 {
				t.Errorf("%s: the focus ring on %s has a contrast of %.2f", tt.name, ground, c)
			}
		}
		hold("a strong button", get(theme.ColorNameForegroundOnPrimary), get(theme.ColorNamePrimary))
	}
	if c := widgettest.Contrast(OnBlack, color.Black); c < 7 {
		t.Errorf("words on a page's black have a contrast of %.2f", c)
	}
}

// TestSystemTheme checks that the system's theme follows the variant, and that the other themes ignore it.
func TestSystemTheme(t *testing.T) {
	for _, n := range []fyne.ThemeColorName{theme.ColorNameBackground, theme.ColorNameError} {
		for variant, same := range map[fyne.ThemeVariant]fyne.Theme{
			theme.VariantDark: Theme(), theme.VariantLight: LightTheme(),
		} {
			if got, want := SystemTheme().Color(n, variant), same.Color(n, 1-variant); got != want {
				t.Errorf("%s: %v, not %v", n, got, want)
			}
		}
	}
}
