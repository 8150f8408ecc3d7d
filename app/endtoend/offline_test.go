package endtoend

import (
	"image"
	"testing"

	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
)

// showsAge reports whether the bar says at its beginning how old the page is, which alone has that colour
// there.
func (s *session) showsAge() bool {
	const bar, number = 44, 70
	in := s.bounds()
	return s.hasColour(image.Rect(in.Min.X+number, in.Max.Y-bar/2, in.Min.X+in.Dx()/2, in.Max.Y), "\xFF\x92\x70")
}

// offline is a window whose service goes away and comes back.
type offline struct {
	*session
	editor  *editor
	service *service
}

// TestOffline cuts the service off while the program runs, starts the program without it, and brings it
// back.
func TestOffline(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	e := newEditor(t)
	service := serve(t, e)
	withSettings(t, d, quick())
	o := &offline{d.start(t, nil, service.options()...), e, service}
	o.step("visits", o.visits)
	o.step("cut off", o.cutOff)
	o.step("never stored", o.neverStored)
	o.step("quit", o.quit)
	o.session = d.start(t, nil, append(service.options(), "100")...)
	o.step("from the last run", o.fromTheLastRun)
	o.step("back", o.back)
	o.step("quit again", o.quit)
}

// visits reads two pages. From the second others are fetched ahead, one of them with its picture.
func (o *offline) visits() {
	o.untilPicture(o.editor.picture(100, 1), plain)
	o.typed("120")
	o.untilPicture(o.editor.picture(120, 1), plain)
	path := storePath(o.dir, o.service)
	o.untilPictureStored(path, o.editor, 121)
	o.untilStored(path, 123)
	o.pointAway()
}

// cutOff goes to the pages that are known. That they cannot be asked for is told by their age, and not
// by a notice.
func (o *offline) cutOff() {
	if o.showsAge() {
		o.t.Error("the age of a page is told although it is up to date")
	}
	o.service.Cut()
	o.until("the age of the page on screen", o.showsAge)
	o.typed("121")
	o.untilTitle("121")
	o.untilPicture(o.editor.picture(121, 1), plain)
	o.until("the age of a page that was fetched ahead", o.showsAge)
	o.typed("123") // of which no picture was fetched
	o.untilTitle("123")
	o.untilPicture(o.editor.sharp(123, 1, allRows), plain)
	o.typed("100")
	o.untilTitle("100/1")
	o.untilPicture(o.editor.picture(100, 1), plain)
	o.until("the age of a page that was read", o.showsAge)
}

// neverStored types the number of a page that is nowhere.
func (o *offline) neverStored() {
	o.typed("712")
	o.untilPicture(o.editor.picture(100, 1), withNotice)
	o.untilTitle("100/1")
	o.press("Alt+Left") // so that the program does not go on trying
	o.untilPicture(o.editor.sharp(123, 1, allRows), plain)
}

// fromTheLastRun starts with nothing but the store.
func (o *offline) fromTheLastRun() {
	o.untilPicture(o.editor.picture(100, 1), plain)
	o.until("the age of the first page", o.showsAge)
	o.typed("123")
	o.untilTitle("123")
	o.untilPicture(o.editor.sharp(123, 1, allRows), plain)
	o.typed("120")
	o.untilTitle("120")
	o.untilPicture(o.editor.picture(120, 1), plain)
	o.until("the age of a page that was read in the last run", o.showsAge)
}

// back restores the service with another page 120, and presses no key.
func (o *offline) back() {
	before := o.editor.picture(120, 1)
	o.editor.Rewrite(120, func(doc *teletext.Page) { servicetest.Write(doc, 1, 7, "{White}Fish came back with the tide") })
	if !o.shows(before, plain) {
		o.t.Error("the page does not stay as it was")
	}
	o.service.Restore(o.t)
	o.untilPicture(o.editor.picture(120, 1), plain)
	o.until("an age that is told no more", func() bool { return !o.showsAge() })
}
