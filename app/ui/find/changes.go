package find

import (
	"slices"
	"strconv"
	"time"

	"sextant/app/say"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/widgets/lists"
)

const (
	// absence is the least time between visits after which changes are listed, and interest how long they stay listed.
	absence  = time.Hour
	interest = 30 * time.Minute
	// mostChanges limits the listed changes, and mostAway the age of the start of the absence.
	mostChanges = 50
	mostAway    = 7 * 24 * time.Hour
	// earlierVersions is the number of versions by which rows that change all the time are recognised.
	earlierVersions = 4
)

// changes are the pages that changed while the user was away.
type changes struct {
	since         time.Time // zero if there was no absence
	pages         []changedPage
	looked, known int // number of pages requested since then, and of all known pages
}

// A changedPage is a page with a new row.
type changedPage struct {
	store.Listing
	line string
}

// readChanges reads the changes during the user's last absence, if it is recent.
func readChanges(kept *store.Store, listings []store.Listing, now time.Time) (c changes, err error) {
	visited, err := kept.History(mostVisited)
	if err != nil {
		return c, err
	}
	if c.since = lastAbsence(visited, now); c.since.IsZero() {
		return c, nil
	}
	listings = slices.DeleteFunc(slices.Clone(listings), func(l store.Listing) bool { return !l.MissingSince.IsZero() })
	slices.SortStableFunc(listings, func(a, b store.Listing) int { return b.Changed.Compare(a.Changed) })
	for _, l := range listings {
		c.known++
		if l.Fetched.After(c.since) {
			c.looked++
		}
		if !l.Changed.After(c.since) || len(c.pages) == mostChanges {
			continue
		}
		line, err := firstNewLine(kept, l.Page, c.since)
		if err != nil {
			return c, err
		}
		if line != "" {
			c.pages = append(c.pages, changedPage{l, line})
		}
	}
	return c, nil
}

// lastAbsence returns the start of the last absence, zero if there was none recently. visited is sorted from the
// newest.
func lastAbsence(visited []store.Visited, now time.Time) time.Time {
	back := now
	for _, v := range visited {
		if back.Sub(v.At) > absence {
			if now.Sub(back) > interest || now.Sub(v.At) > mostAway {
				return time.Time{}
			}
			return v.At
		}
		back = v.At
	}
	return time.Time{}
}

// firstNewLine returns the first line of a page that is new since a time, "" for none.
func firstNewLine(kept *store.Store, page int, since time.Time) (string, error) {
	v, err := kept.VersionsSince(page, since, earlierVersions)
	if err != nil || v == nil || len(v.Newest) == 0 {
		return "", err
	}
	now := v.Newest[0]
	news := now.NewRows(v.Seen, v.Newest[1:])
	for i := range now.Subpages {
		s := &now.Subpages[i]
		rows := news[s.Number]
		if len(rows) == 0 {
			continue
		}
		for _, l := range s.TextLines() {
			if l.Row == rows[0] {
				return l.Text, nil
			}
		}
	}
	return "", nil
}

// addChanges lists the changes, and how many of the known pages were checked.
func (t *tabs) addChanges(l *list, c changes) {
	if c.since.IsZero() || c.looked == 0 {
		return
	}
	at := t.find.parts.Tuner.Calendar(t.find.host.Now()).Here().At(c.since)
	l.addRow(lists.Row{
		Title: say.Text("changes.since", "Time", at), Aside: strconv.Itoa(len(c.pages)), Heading: true, Open: true,
	}, teletext.Place{})
	for _, p := range c.pages {
		l.addRow(lists.Row{
			Page: teletext.Address(p.Page, 0), Title: p.Name, Detail: p.line, Aside: t.age(p.Changed),
		}, teletext.Place{Page: p.Page})
	}
	looked := say.Text("changes.looked", "Count", say.Number(int64(c.looked)), "Known", say.Number(int64(c.known)))
	l.addRow(lists.Row{Title: looked, Detail: say.Text("changes.lookedAt")}, teletext.Place{})
}
