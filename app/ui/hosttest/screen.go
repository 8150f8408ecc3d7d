package hosttest

import (
	"image"
	"image/color"
	"image/draw"
	"reflect"
	"testing"

	"fyne.io/fyne/v2"
	toolkit "fyne.io/fyne/v2/driver/desktop"

	"sextant/app/render"
	"sextant/app/teletext"
	"sextant/app/ui/command"
)

// Press presses keys one after the other, like the toolkit's driver: "1", "F5", "Ctrl+K", "PgDn". It does not support
// Shift, except with Tab: [command.Table] handles that.
func Press(t testing.TB, c fyne.Canvas, keys ...string) {
	t.Helper()
	for _, key := range keys {
		if key == "Shift+Tab" {
			c.FocusPrevious()
			continue
		}
		k, err := command.ParseKey(key)
		if err != nil {
			t.Fatal(err)
		}
		press(c, k)
	}
}

func press(c fyne.Canvas, k command.Key) {
	focused := c.Focused()
	tab, _ := focused.(fyne.Tabbable)
	switch {
	case k.Rune != 0:
		if k.Rune == ' ' {
			typeKey(c, fyne.KeySpace)
			focused = c.Focused()
		}
		if focused != nil {
			focused.TypedRune(k.Rune)
		} else {
			c.OnTypedRune()(k.Rune)
		}
	case k.Modifier != 0:
		to, is := focused.(fyne.Shortcutable)
		if !is {
			to = shortcutsOf(c)
		}
		to.TypedShortcut(shortcutOf(k))
	case k.Name == fyne.KeyTab && (tab == nil || !tab.AcceptsTab()):
		c.FocusNext()
	default:
		typeKey(c, k.Name)
	}
}

// typeKey types a key without a modifier.
func typeKey(c fyne.Canvas, name fyne.KeyName) {
	e := &fyne.KeyEvent{Name: name}
	if focused := c.Focused(); focused != nil {
		focused.TypedKey(e)
	} else {
		c.OnTypedKey()(e)
	}
}

// shortcutsOf returns the handler of a test canvas's shortcuts, which is private (fyne.io/fyne/v2/test, v2.8.1).
func shortcutsOf(c fyne.Canvas) fyne.Shortcutable {
	return reflect.ValueOf(c).Elem().FieldByName("WindowlessCanvas").Interface().(fyne.Shortcutable)
}

// shortcutOf returns the shortcut that the toolkit's driver makes of a key with a modifier.
func shortcutOf(k command.Key) fyne.Shortcut {
	if k.Modifier == fyne.KeyModifierShortcutDefault {
		clipboard := fyne.CurrentApp().Clipboard()
		switch k.Name {
		case fyne.KeyZ:
			return &fyne.ShortcutUndo{}
		case fyne.KeyY:
			return &fyne.ShortcutRedo{}
		case fyne.KeyV:
			return &fyne.ShortcutPaste{Clipboard: clipboard}
		case fyne.KeyC:
			return &fyne.ShortcutCopy{Clipboard: clipboard}
		case fyne.KeyX:
			return &fyne.ShortcutCut{Clipboard: clipboard}
		case fyne.KeyA:
			return &fyne.ShortcutSelectAll{}
		}
	}
	return &toolkit.CustomShortcut{KeyName: k.Name, Modifier: k.Modifier}
}

// Type types a text.
func Type(c fyne.Canvas, text string) {
	for _, r := range text {
		press(c, command.Key{Rune: r})
	}
}

// Shot returns a screenshot of an object, in its canvas's pixels.
func Shot(c fyne.Canvas, o fyne.CanvasObject) *image.RGBA {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	x, y := c.PixelCoordinateForPosition(at)
	w, h := c.PixelCoordinateForPosition(fyne.NewPos(o.Size().Width, o.Size().Height))
	shot := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(shot, shot.Rect, c.Capture(), image.Pt(x, y), draw.Src)
	return shot
}

// A Picture draws a page at any size.
type Picture struct {
	shape image.Point // the aspect ratio
	at    func(size image.Point) *image.RGBA
}

// Enlarged returns the service's picture, scaled.
func Enlarged(p image.Image) Picture {
	return Picture{p.Bounds().Size(), func(size image.Point) *image.RGBA {
		img := image.NewRGBA(image.Rectangle{Max: size})
		new(render.Scaler).Scale(img, p)
		return img
	}}
}

// Sharp returns rows as drawn by Sextant.
func Sharp(rows []teletext.Row, look render.Look) Picture {
	look.Colours = render.Palettes()[0].Colours
	return Picture{image.Pt(render.PictureWidth, render.PictureHeight), func(size image.Point) *image.RGBA {
		img := image.NewRGBA(image.Rectangle{Max: size})
		new(render.Painter).Paint(img, img.Rect, rows, look)
		return img
	}}
}

// Shows reports whether a shot of the page's part of a window shows only a picture, as large as fits.
func Shows(shot *image.RGBA, p Picture) bool {
	return len(Differences(shot, p, nil)) == 0
}

// Differences returns where a shot differs from a picture: the indices of the given spans, and -1 for anywhere else. A
// mark may be drawn a pixel beyond its cells. The picture is in the middle, or where bars that come and go leave it.
func Differences(shot *image.RGBA, p Picture, cells []teletext.Span) (least map[int]bool) {
	size := shot.Rect.Size()
	w, h := render.FitPage(p.shape.X, p.shape.Y, size.X, size.Y)
	page := p.at(image.Pt(w, h))
	least, fewest := differences(shot, page, (size.Y-h)/2, cells)
	for top := 0; top <= size.Y-h && fewest > 0; top++ {
		if differs, n := differences(shot, page, top, cells); n < fewest {
			least, fewest = differs, n
		}
	}
	return least
}

// differences is Differences of a page with its top, and returns the number of pixels too.
func differences(shot, page *image.RGBA, top int, cells []teletext.Span) (differs map[int]bool, n int) {
	size := page.Rect.Size()
	area := page.Rect.Add(image.Pt((shot.Rect.Dx()-size.X)/2, top))
	want := image.NewRGBA(shot.Rect)
	draw.Draw(want, want.Rect, image.NewUniform(around(page)), image.Point{}, draw.Src)
	draw.Draw(want, area, page, image.Point{}, draw.Src)
	differs = map[int]bool{}
	for i := 0; i+3 < len(want.Pix); i += 4 {
		if [4]byte(want.Pix[i:]) != [4]byte(shot.Pix[i:]) {
			at := image.Pt(i/4%shot.Rect.Dx(), i/4/shot.Rect.Dx())
			differs[cellAt(cells, at.Sub(area.Min), size.X, size.Y)] = true
			n++
		}
	}
	return differs, n
}

// cellAt returns the index of the span that contains a pixel of a page of w x h, -1 for none.
func cellAt(cells []teletext.Span, at image.Point, w, h int) int {
	for i, c := range cells {
		r := image.Rect(w*c.From/teletext.Columns, h*c.Row/teletext.Rows,
			w*c.Before/teletext.Columns, h*(c.Row+1)/teletext.Rows)
		if at.In(r.Inset(-1)) {
			return i
		}
	}
	return -1
}

// around returns the colour around a page: that of its corners, if it is the same in all.
func around(page *image.RGBA) color.Color {
	last := page.Rect.Max.Sub(image.Pt(1, 1))
	corner := page.RGBAAt(0, 0)
	if page.RGBAAt(last.X, 0) != corner || page.RGBAAt(0, last.Y) != corner || page.RGBAAt(last.X, last.Y) != corner {
		return color.Black
	}
	return corner
}
