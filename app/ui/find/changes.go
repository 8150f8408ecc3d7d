package find

import (
	"slices"
	"strconv"
	"time"

	"sextant/app/browse"
	"sextant/app/say"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/widgets/lists"
)

const (
	// absence is how long the user has to be away until it is of interest what changed meanwhile, and interest how long
	// it is so after that.
	absence  = time.Hour
	interest = 30 * time.Minute
	// mostChanges bounds what is listed, and mostAway how long ago the absence may have begun.
	mostChanges = 50
	mostAway    = 7 * 24 * time.Hour
	// earlierVersions is how many versions say which rows of a page change all the time.
	earlierVersions = 4
)

// changes are what changed while the user was away.
type changes struct {
	since         time.Time // zero where the user was not
	pages         []changedPage
	looked, known int // how many pages were asked for since then, of how many
}

// A changedPage has a row that was not there before.
type changedPage struct {
	store.Listing
	line string
}

// readChanges reads what changed in the last absence of the user, if that is of interest now.
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

// lastAbsence is when the user went away, zero where that is of no interest: visits are the newest first.
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

// firstNewLine is the first line of a page that was not there at a time, "" for none.
func firstNewLine(kept *store.Store, page int, since time.Time) (string, error) {
	v, err := kept.VersionsSince(page, since, earlierVersions)
	if err != nil || v == nil || len(v.Newest) == 0 {
		return "", err
	}
	now := v.Newest[0]
	for i := range now.Subpages {
		s := &now.Subpages[i]
		rows := now.NewRows(s.Number, v.Seen, v.Newest[1:])
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

// addChanges lists what changed, and how much of the service that says something of.
func (t *tabs) addChanges(l *list, c changes) {
	if c.since.IsZero() || c.looked == 0 {
		return
	}
	at := t.find.parts.Tuner.Calendar(t.find.host.Now()).Here().At(c.since)
	l.addRow(lists.Row{
		Title: say.Text("changes.since", "Time", at), Aside: strconv.Itoa(len(c.pages)), Heading: true, Open: true,
	}, browse.Place{})
	for _, p := range c.pages {
		l.addRow(lists.Row{
			Page: teletext.Address(p.Page, 0), Title: p.Name, Detail: p.line, Aside: t.age(p.Changed),
		}, browse.Place{Page: p.Page})
	}
	looked := say.Text("changes.looked", "Count", say.Number(int64(c.looked)), "Known", say.Number(int64(c.known)))
	l.addRow(lists.Row{Title: looked, Detail: say.Text("changes.lookedAt")}, browse.Place{})
}
