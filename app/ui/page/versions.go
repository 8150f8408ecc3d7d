package page

import (
	"context"
	"slices"
	"time"

	"sextant/app/acquire"
	"sextant/app/navigate"
	"sextant/app/say"
	"sextant/app/store"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/core"
	"sextant/widgets/pageview"
)

// versions shows the stored versions of the page on screen. They are read and decoded in the background.
type versions struct {
	page   *Presenter
	strip  *pageview.DayStrip
	asked  int           // counts the queries, so that only the result of the last one is shown
	opened *openVersions // nil while the current page is shown
}

// openVersions are the versions of the strip. Late results for earlier openVersions are dropped. It belongs to the UI
// goroutine.
type openVersions struct {
	from    *store.Store
	ctx     context.Context
	close   context.CancelFunc
	number  int // the page's
	subpage int
	all     []store.VersionInfo
	at      int       // the one shown
	now     time.Time // the right end of the strip

	versionCache
	film   film
	choice choice
	player *time.Timer // until the next version while playing, otherwise nil
}

func newVersions(p *Presenter) *versions {
	v := &versions{page: p}
	v.strip = pageview.NewDayStrip(p.host.Tips(), p.host.Keys(), pageview.StripActions{
		Go: v.goTo, Play: v.togglePlay, Close: v.leave,
	})
	v.strip.Hide()
	return v
}

// isOn reports whether earlier versions are shown.
func (v *versions) isOn() bool { return v.opened != nil }

// isOf reports whether an earlier version of a scene's subpage is on screen.
func (v *versions) isOf(s navigate.Scene) bool {
	return v.isOn() && v.opened.number == s.Page && v.opened.subpage == s.Subpage
}

// ageWords returns the age of the version shown, in words.
func (o *openVersions) ageWords() string {
	switch o.at {
	case len(o.all) - 1:
		return say.Text("version.newest")
	case 0:
		return say.Text("version.oldest")
	}
	return say.Text("version.older")
}

// toggle starts at the newest version but one, or goes back to the current page.
func (v *versions) toggle() {
	p := v.page
	if v.isOn() {
		v.leave()
		return
	}
	shown := p.Nav.Shown()
	if shown.Page == 0 {
		return
	}
	v.asked++
	asked, st := v.asked, p.parts.Tuner.Current()
	go func() {
		all, err := st.Store.Versions(shown.Page)
		p.host.Do(func() {
			switch {
			case v.asked != asked || p.parts.Tuner.Current() != st || p.Nav.Shown() != shown:
				// another page is shown now
			case err != nil:
				p.host.ShowNotice(host.AboutNothing, words.Message{
					Sentence: say.Text("versions.unread"), Hint: words.Why(err),
				})
			case len(all) < 2:
				p.host.Mention(say.Text("versions.one", "Page", shown.Page))
			default:
				v.open(&openVersions{from: st.Store, number: shown.Page, subpage: shown.Subpage, all: all})
			}
		})
	}()
}

func (v *versions) open(o *openVersions) {
	p := v.page
	o.ctx, o.close = context.WithCancel(context.Background())
	o.at, o.now = len(o.all)-1, p.host.Now()
	o.versionCache = newVersionCache(len(o.all) - 2)
	v.opened = o
	p.clock.mayMove() // starts the query, which may take a while
	v.showMoments()
	v.strip.Show()
	p.parts.Strip(true)
	p.host.Canvas().Focus(v.strip)
	v.showVersion(len(o.all) - 2)
	v.makeFilm()
	v.choose()
}

// leave goes back to the current page.
func (v *versions) leave() {
	v.asked++
	if !v.isOn() {
		return
	}
	v.stop()
	v.opened.close()
	v.opened = nil
	v.strip.Hide()
	v.strip.SetNote("")
	v.page.parts.Strip(false)
	v.page.host.Canvas().Unfocus()
	v.page.sheet.putScene(v.page.Nav.Scene())
	v.page.update()
}

// goTo shows a version that the user has chosen. It does nothing once the strip is closed, or has become shorter: a
// screen reader's choice comes later.
func (v *versions) goTo(i int) {
	if !v.isOn() || i >= len(v.opened.all) {
		return
	}
	v.stop()
	v.showVersion(i)
}

// pageChanged adds a version that has just been received. The one shown stays.
func (v *versions) pageChanged(c acquire.Change) {
	o := v.opened
	if o == nil || o.number != c.Page {
		return
	}
	go func() {
		all, err := o.from.Versions(o.number)
		v.page.host.Do(func() {
			if v.opened == o && err == nil && len(all) > 1 {
				v.extend(all)
			}
		})
	}()
}

// extend takes over a new list of versions, in which old ones may be missing.
func (v *versions) extend(all []store.VersionInfo) {
	o := v.opened
	place := func(i int) int {
		at, _ := slices.BinarySearchFunc(all, o.all[i].ID, versionByID)
		return min(at, len(all)-1)
	}
	o.at, o.wanted = place(o.at), place(o.wanted)
	o.all, o.now = all, v.page.host.Now()
	v.showMoments()
	v.makeFilm()
}

func versionByID(v store.VersionInfo, id int64) int { return int(v.ID - id) }

// showMoments shows the versions in the strip.
func (v *versions) showMoments() {
	o, c := v.opened, v.page.calendar()
	moments := make([]pageview.Moment, len(o.all))
	for i, version := range o.all {
		moments[i] = pageview.Moment{
			At: version.First, Change: o.film.share(version.ID), Left: !o.choice.counts(version.ID),
		}
	}
	v.strip.SetVersions(moments, o.wanted, pageview.StripTimes{
		Hour: func(at time.Time) string { return say.Time("time.clock", c.In(at)) }, // its zone is named above
		Now:  o.now, Zone: c.In(o.now).Location(), Day: c.DayMark,
	})
}

// showAt shows which version is on screen.
func (v *versions) showAt() {
	o := v.opened
	changed := changedWords(o.shown, o.at)
	c := v.page.calendar()
	v.strip.SetAt(o.at, pageview.StripWords{
		Text: versionWords(o.all[o.at], o.at == len(o.all)-1, c), Change: changed,
		Value: core.Joined(words.FirstUpper(c.At(o.all[o.at].First)), changed),
	})
}

// changedWords returns in how many rows a version differs from the one before, in words.
func changedWords(read *version, i int) string {
	switch {
	case read == nil:
		return ""
	case i == 0:
		return say.Text("version.first")
	case len(read.changed) == 0:
		return say.Text("version.unchanged")
	}
	return say.Count("version.rows", rowsOf(read.changed))
}

// versionWords returns the times from and until which a version was on air, in words.
func versionWords(v store.VersionInfo, newest bool, c words.Calendar) string {
	if newest {
		return c.Since(v.First)
	}
	return c.Between(v.First, v.Last)
}
