package window

import (
	"image"
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"sextant/app/settings"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
	"sextant/widgets/core"
)

// grounds returns the colours of large areas in a theme.
func grounds(th fyne.Theme) (list []color.Color) {
	for _, n := range []fyne.ThemeColorName{
		theme.ColorNameBackground, theme.ColorNameOverlayBackground,
		theme.ColorNameMenuBackground, theme.ColorNameButton, theme.ColorNameSeparator,
	} {
		list = append(list, th.Color(n, theme.VariantDark))
	}
	return list
}

// share returns the share of a picture's pixels that have one of several colours.
func share(img image.Image, colours []color.Color) float64 {
	n, b := 0, img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			r, g, bl, _ := img.At(x, y).RGBA()
			for _, c := range colours {
				if cr, cg, cb, _ := c.RGBA(); r == cr && g == cg && bl == cb {
					n++
					break
				}
			}
		}
	}
	return float64(n) / float64(b.Dx()*b.Dy())
}

// TestThemeChangesLive opens panels, dialogs and menus in the dark theme and changes to the light one. No area in a
// colour of the dark theme may be left.
func TestThemeChangesLive(t *testing.T) {
	race.Skip(t, "it draws much on one goroutine")
	open := opened(t)
	for _, name := range []string{
		"search, list 0", "settings, page 0", "prefs.connect", "menu", "player", "strip", "keys", "window",
	}[:testkit.Times(4, 8)] {
		w := newWindow(t)
		w.win.Resize(fyne.NewSize(900, 640))
		open[name](w)
		dark, light := grounds(core.Theme()), grounds(core.LightTheme())
		if before := share(w.Canvas().Capture(), light); before > 0.01 {
			t.Errorf("%s: %.1f %% are light before", name, 100*before)
		}
		w.parts.Box.Change(func(s *settings.Settings) { s.Theme = settings.LightTheme })
		if got := w.parts.App.Settings().Theme(); got != core.LightTheme() {
			t.Fatalf("%s: the theme is %v", name, got)
		}
		test.ApplyTheme(t, core.LightTheme()) // waits until the theme is applied
		img := w.Canvas().Capture()
		if left, now := share(img, dark), share(img, light); left > 0.001 || now < 0.1 {
			t.Errorf("%s: %.2f %% are dark and %.1f %% are light behind", name, 100*left, 100*now)
		}
		w.parts.Box.Change(func(s *settings.Settings) { s.Theme = settings.DarkTheme })
	}
}
