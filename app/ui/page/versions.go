package page

import (
	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/navigate"
	"sextant/app/say"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/pageview"
)

// versions slides through the stored versions of the page on screen. They are read and decoded in the background.
type versions struct {
	page    *Presenter
	bar     *pageview.TimeBar
	on      bool
	number  int // of the page
	subpage int
	all     []store.VersionInfo
	at      int
	asked   int // counts what was asked for, so that only the last is shown
}

func newVersions(p *Presenter) *versions {
	v := &versions{page: p}
	v.bar = pageview.NewTimeBar(p.host.Tips(), p.host.Keys(), pageview.TimeActions{Go: v.showVersion, Close: v.leave})
	v.bar.Hide()
	return v
}

// isOf reports whether an earlier version of the subpage of a scene is on the screen.
func (v *versions) isOf(s navigate.Scene) bool {
	return v.on && v.number == s.Page && v.subpage == s.Subpage
}

// ageWords says how old the version is that is shown.
func (v *versions) ageWords() string {
	switch v.at {
	case len(v.all) - 1:
		return say.Text("version.newest")
	case 0:
		return say.Text("version.oldest")
	}
	return say.Text("version.older")
}

// toggle begins at the newest version but one, or goes back to the present.
func (v *versions) toggle() {
	p := v.page
	if v.on {
		v.leave()
		return
	}
	shown := p.Nav.Shown()
	if shown.Page == 0 {
		return
	}
	v.readStore(func(from *store.Store) func() {
		all, err := from.Versions(shown.Page)
		return func() {
			switch {
			case p.Nav.Shown() != shown: // it is another page by now
			case err != nil:
				p.host.Tell(host.AboutNothing, words.Message{
					Sentence: say.Text("versions.unread"), Hint: words.Why(err),
				})
			case len(all) < 2:
				p.host.Mention(say.Text("versions.one", "Page", shown.Page))
			default:
				v.begin(shown.Page, shown.Subpage, all)
			}
		}
	})
}

// readStore reads from the store in the background and then does what came of it on the UI goroutine, unless something
// else was asked for by then.
func (v *versions) readStore(read func(from *store.Store) func()) {
	v.asked++
	asked, st := v.asked, v.page.parts.Tuner.Current()
	go func() {
		done := read(st.Store)
		v.page.host.Do(func() {
			if v.asked == asked && v.page.parts.Tuner.Current() == st {
				done()
			}
		})
	}()
}

func (v *versions) begin(page, subpage int, all []store.VersionInfo) {
	v.on, v.number, v.subpage, v.all, v.at = true, page, subpage, all, len(all)-1
	v.bar.Show()
	v.page.parts.Slide(true)
	v.page.host.Canvas().Focus(v.bar)
	v.showVersion(len(all) - 2)
}

// leave goes back to the present.
func (v *versions) leave() {
	v.asked++
	if !v.on {
		return
	}
	v.on, v.all = false, nil
	v.bar.Hide()
	v.page.parts.Slide(false)
	v.page.host.Canvas().Unfocus()
	v.page.sheet.putScene(v.page.Nav.Scene())
	v.page.update()
}

// A version is a stored version of a page, decoded, with what it changed.
type version struct {
	scene   navigate.Scene
	changed []teletext.Span
}

// showVersion puts a stored version on the screen, with what it changed marked.
func (v *versions) showVersion(i int) {
	all, page, subpage := v.all, v.number, v.subpage
	v.readStore(func(from *store.Store) func() {
		read := readVersion(from, all, i, page, subpage)
		return func() { v.putVersion(i, read) }
	})
}

// putVersion shows what was read of a version, nil where that was not possible.
func (v *versions) putVersion(i int, read *version) {
	p := v.page
	if read == nil {
		p.host.Tell(host.AboutNothing, words.Message{
			Sentence: say.Text("version.unread"), Hint: say.Text("version.unread.hint"),
		})
		return
	}
	v.at = i
	p.sheet.putScene(read.scene)
	p.sheet.view.SetMarks(nil, read.changed)
	said := versionWords(v.all[i], i == len(v.all)-1, p.calendar().Here())
	v.bar.SetVersions(len(v.all), i, said, changedCells(read.changed, i))
	p.update()
}

// readVersion reads a version and what it changed; nil where it is not there any more.
func readVersion(from *store.Store, all []store.VersionInfo, i, page, subpage int) *version {
	stored, err := from.Version(all[i].ID)
	if err != nil || stored == nil || len(stored.Document.Subpages) == 0 {
		return nil
	}
	a := acquire.Answer{
		Page: page, Subpage: subpage, Document: stored.Document, Fetched: stored.Last, Asked: stored.Last,
	}
	s, _ := a.Document.Subpage(a.Subpage)
	if s == nil {
		s = &a.Document.Subpages[0]
		a.Subpage = s.Number
	}
	if data, _, _, err := from.Picture(
		store.PictureKey{Page: page, Subpage: a.Subpage, Digest: s.Digest()}); err == nil && data != nil {
		a.Picture, _ = api.DecodePicture(data) // without it the page is drawn
	}
	read := &version{scene: navigate.Decode(a)}
	if i > 0 && read.scene.Grid != nil {
		read.changed = changedSince(from, all[i-1].ID, s.Number, read.scene.Grid)
	}
	return read
}

// changedSince lists the cells of a subpage that differ from an earlier version.
func changedSince(from *store.Store, earlier int64, subpage int, g *teletext.Grid) []teletext.Span {
	before, err := from.Version(earlier)
	if err != nil || before == nil {
		return nil
	}
	older, _ := before.Document.Subpage(subpage)
	if older == nil || older.Empty() {
		return teletext.WholeRows()
	}
	return g.Differences(older.Grid())
}

func changedCells(changed []teletext.Span, i int) string {
	n := 0
	for _, s := range changed {
		n += s.Before - s.From
	}
	switch {
	case i == 0:
		return say.Text("version.first")
	case n == 0:
		return say.Text("version.unchanged")
	}
	return say.Count("version.cells", n)
}

// versionWords says from when to when a version was there.
func versionWords(v store.VersionInfo, newest bool, c words.Calendar) string {
	if newest {
		return c.Since(v.First)
	}
	return c.Between(v.First, v.Last)
}
