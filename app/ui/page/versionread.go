package page

import (
	"slices"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/navigate"
	"sextant/app/say"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/ui/host"
	"sextant/app/words"
)

// A version is a decoded version of a page, with its changes.
type version struct {
	scene   navigate.Scene
	changed []teletext.Span
}

// A versionCache holds which version is wanted on screen, and decoded versions. One is read at a time; requests that
// were superseded are dropped.
type versionCache struct {
	wanted int
	by     int                // the direction of the last step, 1 or -1
	busy   bool               // one is being read
	cache  map[int64]*version // by its ID, nil for one that cannot be read
	shown  *version
}

const (
	// aheadVersions is the number of versions to prefetch in the direction of the last step, and behindVersions in the
	// other one.
	aheadVersions  = 6
	behindVersions = 2
	// cachedVersions limits the cache: each version may have the service's picture.
	cachedVersions = 24
)

func newVersionCache(wanted int) versionCache {
	return versionCache{wanted: wanted, by: -1, cache: map[int64]*version{}}
}

// showVersion shows a version as soon as it has been read.
func (v *versions) showVersion(i int) {
	o := v.opened
	if i != o.wanted {
		o.by = 1
		if i < o.wanted {
			o.by = -1
		}
	}
	o.wanted = i
	if read := o.cache[o.all[i].ID]; read != nil {
		v.putVersion(i, read)
	} else {
		delete(o.cache, o.all[i].ID) // retry
	}
	v.readNext()
}

// readNext reads the wanted version or, if that is cached, prefetches another one.
func (v *versions) readNext() {
	o := v.opened
	i := v.unread()
	if o.busy || i < 0 {
		return
	}
	o.busy = true
	all := o.all
	go func() {
		read := readVersion(o, all, i)
		v.page.host.Do(func() {
			if v.opened == o {
				o.busy = false
				v.haveRead(all[i].ID, read)
			}
		})
	}()
}

// unread returns the version to read next, -1 for none.
func (v *versions) unread() int {
	o := v.opened
	if _, known := o.cache[o.all[o.wanted].ID]; !known {
		return o.wanted
	}
	for _, way := range []struct{ by, most int }{{o.by, aheadVersions}, {-o.by, behindVersions}} {
		for i, n := o.wanted+way.by, 0; n < way.most && i >= 0 && i < len(o.all); i += way.by {
			if !o.choice.counts(o.all[i].ID) {
				continue
			}
			if _, known := o.cache[o.all[i].ID]; !known {
				return i
			}
			n++
		}
	}
	return -1
}

// haveRead caches a version that was read, nil if that failed, and shows it if it is still wanted.
func (v *versions) haveRead(id int64, read *version) {
	o := v.opened
	o.keep(id, read)
	if o.all[o.wanted].ID == id {
		v.putVersion(o.wanted, read)
	}
	v.readNext()
}

// keep caches a version, and evicts those furthest from the wanted one.
func (o *openVersions) keep(id int64, read *version) {
	o.cache[id] = read
	for len(o.cache) > cachedVersions {
		furthest, far := int64(0), -1
		for id := range o.cache {
			i, _ := slices.BinarySearchFunc(o.all, id, versionByID)
			if away := max(i-o.wanted, o.wanted-i); away > far {
				furthest, far = id, away
			}
		}
		delete(o.cache, furthest)
	}
}

// putVersion shows a version, nil if it could not be read.
func (v *versions) putVersion(i int, read *version) {
	p, o := v.page, v.opened
	if read == nil {
		v.stop()
		o.wanted = o.at
		v.showAt()
		p.host.ShowNotice(host.AboutNothing, words.Message{
			Sentence: say.Text("version.unread"), Hint: say.Text("version.unread.hint"),
		})
		return
	}
	o.at, o.shown = i, read
	p.sheet.putScene(read.scene)
	v.followSelection()
	p.sheet.view.SetMarks(nil, read.changed)
	v.showAt()
	p.update()
	if o.choice.is() && len(p.sheet.view.Selection()) == 0 { // lost by a change of subpage
		v.choose()
	}
	if now := p.host.Now(); now.Sub(o.now) >= time.Minute {
		o.now = now
		v.showMoments()
	}
}

// readVersion reads a version with its changes; nil if it no longer exists.
func readVersion(o *openVersions, all []store.VersionInfo, i int) *version {
	stored, ok, err := o.from.Version(all[i].ID)
	if err != nil || !ok || len(stored.Document.Subpages) == 0 {
		return nil
	}
	a := acquire.Answer{
		State:   acquire.State{Page: o.number, Document: stored.Document, Fetched: stored.Last, Asked: stored.Last},
		Subpage: o.subpage,
	}
	s, _ := a.Document.Subpage(a.Subpage)
	if s == nil {
		s = &a.Document.Subpages[0]
		a.Subpage = s.Number
	}
	key := store.PictureKey{Place: teletext.Place{Page: o.number, Subpage: a.Subpage}, Digest: s.Digest()}
	if data, _, _, err := o.from.Picture(key); err == nil && data != nil {
		a.Picture, _ = api.DecodePicture(data) // without one Sextant draws the page
	}
	read := &version{scene: navigate.Decode(a)}
	if i > 0 && read.scene.Grid != nil {
		read.changed = changedSince(o.from, all[i-1].ID, s.Number, read.scene.Grid)
	}
	return read
}

// changedSince returns the cells of a subpage that differ from an earlier version.
func changedSince(from *store.Store, earlier int64, subpage int, g *teletext.Grid) []teletext.Span {
	before, ok, err := from.Version(earlier)
	if err != nil || !ok {
		return nil
	}
	return differencesFrom(before.Document, subpage, g)
}

// differencesFrom returns the cells of a subpage that differ from those of another document.
func differencesFrom(before *teletext.Page, subpage int, g *teletext.Grid) []teletext.Span {
	older, _ := before.Subpage(subpage)
	if older == nil || older.Empty() {
		return teletext.WholeRows()
	}
	return g.Differences(older.Grid())
}

// rowsOf counts the rows of spans.
func rowsOf(spans []teletext.Span) (n int) {
	last := -1
	for _, s := range spans { // sorted by row
		if s.Row != last {
			n, last = n+1, s.Row
		}
	}
	return n
}
