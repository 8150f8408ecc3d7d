package endtoend

import (
	"image"
	"testing"

	"sextant/app/store"
)

// findings is a window in which pages are found.
type findings struct {
	*session
	editor  *editor
	service *service
}

// TestFinder finds a page by its words, makes it a favourite, and goes there by a colour key in the next
// run.
func TestFinder(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	e := newEditor(t)
	service := serve(t, e)
	f := &findings{d.start(t, nil, service.options()...), e, service}
	f.step("search", f.search)
	f.step("marks", f.marks)
	f.step("favourite", f.favourite)
	f.step("quit", f.quit)
	f.session = d.start(t, nil, append(service.options(), "890")...)
	f.step("colour key", f.colourKey)
	f.step("all colour keys", f.allColourKeys)
	f.step("quit again", f.quit)
}

// search types words that stand on a page which nobody has read.
func (f *findings) search() {
	f.untilPicture(f.editor.picture(100, 1), plain)
	f.untilPictureStored(storePath(f.dir, f.service), f.editor, 102)
	f.pointAway()
	f.press("Ctrl+F")
	f.untilPicture(f.editor.picture(100, 1), withFinder)
	f.typed("slow")
	f.press("Space")
	f.typed("navigator")
	f.until("the hit", f.hasOneHit)
	f.press("Return")
	f.untilTitle("102")
}

// hasOneHit reports whether the finder's list has one row: it begins with the number of a page, which is in
// a colour of its own.
func (f *findings) hasOneHit() bool {
	const top, row, width = 106, 40, 50
	in := f.bounds()
	numberAt := func(y int) bool {
		return f.hasColour(image.Rect(0, 0, width, row).Add(image.Pt(in.Max.X-panelWidth, in.Min.Y+y)), "\xE3\xB3\x4C")
	}
	return numberAt(top) && !numberAt(top+row)
}

// marks expects the words to be marked, Escape to take the marks away, and another one the panel.
func (f *findings) marks() {
	cells := f.editor.spansOf(102, 1, "slow", "navigator")
	f.until("the words marked", func() bool { return f.marksOnly(f.editor.picture(102, 1), withFinder, cells) })
	f.press("Escape")
	f.untilPicture(f.editor.picture(102, 1), withFinder)
	f.press("Escape")
	f.untilPicture(f.editor.picture(102, 1), plain)
}

func (f *findings) favourite() {
	f.press("Ctrl+D")
	f.untilKept(storePath(f.dir, f.service), "the favourite on the disk", func(kept *store.Store) bool {
		all, err := kept.Favourites()
		return err == nil && len(all) == 1 && all[0] == store.Favourite{Page: 102, Name: "Town clock"}
	})
}

// colourKey is on a page whose last line tells nothing of the colour keys: the first one leads to the
// favourite.
func (f *findings) colourKey() {
	f.untilPicture(f.editor.picture(890, 1), plain)
	f.until("a bright red key", func() bool { return f.keyIsBright(0) })
	f.press("F1")
	f.untilTitle("102")
	f.untilPicture(f.editor.picture(102, 1), plain)
}

// keyIsBright reports whether a colour key leads anywhere: it is dim otherwise.
func (f *findings) keyIsBright(i int) bool {
	const strip = 26
	colour := []string{"\xFF\x82\x7A", "\x5F\xC2\x6B", "\xDD\xC6\x4C", "\x70\xAD\xF6"}[i]
	in := f.bounds()
	left := in.Min.X + i*in.Dx()/4
	return f.hasColour(image.Rect(left, in.Max.Y-barHeight, left+in.Dx()/4, in.Max.Y-barHeight+strip), colour)
}

// allColourKeys presses the four keys on a page whose last line says "News 101", "Sport 201", "TV 300" and
// "Weather 400".
func (f *findings) allColourKeys() {
	for i, c := range []struct {
		key  string
		page int
	}{{"F1", 101}, {"F2", 201}, {"F3", 300}, {"F4", 400}} {
		f.typed("110")
		f.untilPicture(f.editor.picture(110, 1), plain)
		f.until("a bright key", func() bool { return f.keyIsBright(i) })
		f.settled()
		f.press(c.key)
		f.untilPicture(f.editor.picture(c.page, 1), plain)
	}
}
