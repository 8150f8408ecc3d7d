package acquire

import (
	"errors"

	"sextant/app/api"
)

// doubts returns how many known pages were answered with 404 since a document came.
func (a *attempts) doubts() (pages int) {
	for place, f := range a.failed {
		if place.subpage == 0 && f.isDoubted() && f.last == a.successes {
			pages++
		}
	}
	return pages
}

// isDoubted reports whether a known page was answered with 404, and is not missing.
func (f *failure) isDoubted() bool { return f.known && f.notFound > 0 && !f.missing }

func (a *attempts) isWall() bool { return a.doubts() >= wallOf }

// wantsProbe reports whether a known page should be asked for, to learn whether 404s concern their pages.
func (a *attempts) wantsProbe() bool {
	doubts := a.doubts()
	return doubts < wallOf && (doubts > 0 || a.unknown >= probeAfter)
}

// isMissing reports whether a 404 says that there is no such page or picture: that of a page that came before if it is
// not the first, and another page came since the first; that of any other if no page is in doubt.
func (a *attempts) isMissing(f *failure) bool {
	if f.known {
		return f.notFound > 1 && a.successes > f.doubted
	}
	return a.doubts() == 0
}

// endWall ends the backoffs of everything that failed since the last document came.
func (a *attempts) endWall() {
	for place, f := range a.failed {
		switch {
		case f.last != a.successes:
		case place.subpage != 0, !f.known:
			delete(a.failed, place)
		case !f.missing && !f.spared:
			f.spared, f.doubted = true, a.successes+1
			fallthrough
		case !f.missing:
			f.backoff = 0
		}
	}
}

// doubtUnknown ends the backoffs of unknown pages that were answered with 404 since the last document, once for each:
// if there are several, or a known one was answered so, too, perhaps nothing worked.
func (a *attempts) doubtUnknown() {
	var all []*failure
	for place, f := range a.failed {
		if place.subpage == 0 && !f.known && f.notFound > 0 && f.last == a.successes {
			all = append(all, f)
		}
	}
	for _, f := range all {
		if !f.spared && len(all)+a.doubts() >= wallOf {
			f.missing, f.spared, f.backoff, f.doubted = false, true, 0, a.successes+1
		}
	}
}

// inWall makes trouble of the service of the error of a page in a wall, and returns it. Other errors stay.
func (a *attempts) inWall(f *failure) error {
	if e := (*api.Error)(nil); !f.missing && a.isWall() && errors.As(f.err, &e) && e.Kind == api.NotFound {
		f.err = &api.Error{Kind: api.Trouble, Op: e.Op, Status: e.Status, Err: api.ErrWall}
	}
	return f.err
}
