package page

import (
	"crypto/sha256"
	"maps"
	"math"

	"sextant/app/teletext"
)

// A film is a summary of a page's versions: how much each changed, and its lines.
type film struct {
	frames  map[int64]*frame // by version
	lastID  int64            // the newest version
	most    int              // the most cells that a version changed
	making  bool
	further bool // new versions have arrived meanwhile
}

// A frame is the summary of a version.
type frame struct {
	cells int // number of cells that differ from the version before, -1 if there is none
	parts []*framePart
}

// A framePart is the summary of a subpage. Versions share the parts that did not change.
type framePart struct {
	number int
	digest [sha256.Size]byte
	grid   *teletext.Grid
	lines  []teletext.TextLine
}

const (
	// mostFrames and mostParts limit a film's memory, about 11 kB for each part.
	mostFrames = 3000
	mostParts  = 4000
)

// share returns how much a version changed, from 0 to 1 for the one that changed most, negative if not known.
func (f *film) share(id int64) float32 {
	frame := f.frames[id]
	if frame == nil || frame.cells < 0 {
		return -1
	}
	return float32(math.Sqrt(float64(frame.cells) / float64(f.most)))
}

// fewCells is a number of cells that always counts as a small change.
const fewCells = 3 * teletext.Columns

// A shooting makes frames from documents, the oldest first.
type shooting struct {
	subpage  int // the one whose cells are compared
	latest   *frame
	latestID int64
	frames   map[int64]*frame
	order    []int64 // the frames with parts, in order
	parts    int     // number of parts made
}

// makeFilm adds the missing versions to the film, in the background.
func (v *versions) makeFilm() {
	o := v.opened
	if o.film.further = o.film.making; o.film.making {
		return
	}
	o.film.making = true
	from := o.film.lastID + 1
	if first := len(o.all) - mostFrames; first > 0 {
		from = max(from, o.all[first].ID)
	}
	s := &shooting{
		subpage: o.subpage, latest: o.film.frames[o.film.lastID], latestID: o.film.lastID, frames: map[int64]*frame{},
	}
	go func() {
		_ = o.from.EachVersion(o.ctx, o.number, from, s.add) // versions that cannot be read have no frame
		v.page.host.Do(func() {
			if v.opened == o {
				v.haveFilm(s)
			}
		})
	}()
}

// haveFilm takes over the new frames. A filter may still be reading the old ones.
func (v *versions) haveFilm(s *shooting) {
	f := &v.opened.film
	frames := maps.Clone(s.frames)
	for _, version := range v.opened.all {
		if frame := f.frames[version.ID]; frame != nil && frames[version.ID] == nil {
			frames[version.ID] = frame
		}
	}
	f.frames, f.lastID, f.making, f.most = frames, s.latestID, false, fewCells
	for _, frame := range frames {
		f.most = max(f.most, frame.cells)
	}
	v.showMoments()
	v.filter()
	if f.further {
		v.makeFilm()
	}
}

// add adds a document.
func (s *shooting) add(id int64, doc *teletext.Page) {
	f := &frame{cells: -1}
	for i := range doc.Subpages {
		f.parts = append(f.parts, s.part(&doc.Subpages[i]))
	}
	if s.latest != nil {
		f.cells = f.cellsSince(s.latest, s.subpage)
	}
	s.latest, s.latestID, s.frames[id] = f, id, f
	s.order = append(s.order, id)
	for ; s.parts > mostParts && len(s.order) > 1; s.order = s.order[1:] {
		oldest := s.frames[s.order[0]]
		s.parts -= len(oldest.parts)
		oldest.parts = nil
	}
}

// part returns the summary of a subpage.
func (s *shooting) part(sub *teletext.Subpage) *framePart {
	digest := sub.Digest()
	if s.latest != nil {
		if before := s.latest.part(sub.Number); before != nil && before.digest == digest {
			return before
		}
	}
	s.parts++
	grid := sub.Grid()
	return &framePart{number: sub.Number, digest: digest, grid: grid, lines: grid.LinesOf(sub.Number)}
}

// part returns the subpage with a number, nil if there is none.
func (f *frame) part(number int) *framePart {
	for _, p := range f.parts {
		if p.number == number {
			return p
		}
	}
	return nil
}

// cellsSince returns the number of cells of a subpage that differ from the version before.
func (f *frame) cellsSince(before *frame, subpage int) (n int) {
	now, then := f.part(subpage), before.part(subpage)
	switch {
	case now == nil:
		return 0
	case then == nil:
		return teletext.Rows * teletext.Columns
	}
	for _, s := range now.grid.Differences(then.grid) {
		n += s.Before - s.From
	}
	return n
}
