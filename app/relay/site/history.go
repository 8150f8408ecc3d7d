package site

import (
	"context"
	"crypto/sha256"
	"slices"

	"sextant/app/store"
	"sextant/app/teletext"
)

// A history is the versions of a page that differ in more than a clock from the one before, at most the newest
// mostEntries and the one before them. It is immutable.
type history struct {
	ids  []int64 // the oldest first
	last int64   // the newest version that was read, in ids or not
	said said    // what that one says
}

// said are digests of what a version says, with and without its clocks.
type said struct{ text, timeless [sha256.Size]byte }

func saidBy(doc *teletext.Page) said {
	var text, timeless []byte
	for _, r := range rowsOf(doc) {
		text = append(append(text, r.text...), '\n')
		timeless = append(append(timeless, r.timeless...), '\n')
	}
	return said{sha256.Sum256(text), sha256.Sum256(timeless)}
}

// with is the history after another version. One that says the same as before has another form, which counts.
func (h history) with(id int64, doc *teletext.Page) history {
	now := saidBy(doc)
	if len(h.ids) == 0 || now.timeless != h.said.timeless || now.text == h.said.text {
		h.ids = append(slices.Clip(h.ids), id)
		h.ids = h.ids[max(0, len(h.ids)-mostEntries-1):]
	}
	h.last, h.said = id, now
	return h
}

// changes returns the versions of a page's history that the store has, the oldest first. Each version is read once.
func (s *Site) changes(ctx context.Context, page int) (changed []store.VersionInfo, err error) {
	all, err := s.parts.Store.Versions(page)
	if err != nil {
		return nil, err
	}
	var h history
	if known, ok := s.histories.Load(page); ok {
		h = known.(history)
	}
	if len(all) == 0 || all[len(all)-1].ID < h.last {
		h = history{} // all were removed
	}
	err = s.parts.Store.EachVersion(ctx, page, h.last+1, func(id int64, doc *teletext.Page) { h = h.with(id, doc) })
	s.histories.Store(page, h) // also where the reader left before the end
	for _, v := range all {
		if slices.Contains(h.ids, v.ID) {
			changed = append(changed, v)
		}
	}
	return changed, err
}
