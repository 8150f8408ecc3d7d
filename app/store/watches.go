package store

import (
	"context"
	"fmt"
	"time"

	"sextant/app/teletext"
)

// A Watch is a page, a line of one, or a phrase on any page, of whose changes the user is notified.
type Watch struct {
	Page   int // 0 for a phrase
	Phrase string
	// Line is the line of the page as the user chose it, without text where the whole page is watched. Rule is for
	// which of its changes the user is notified.
	Line teletext.TextLine
	Rule Rule
	// Paused: the page is not asked for because of it, and the user is not notified.
	Paused bool
	// Since is when the watch was set, Notified when the user was last notified, zero if never.
	Since, Notified time.Time
}

// A Rule is for which changes of a line the user is notified.
type Rule struct {
	Side Side
	// Number is the index of one of the line's numbers, and Bound what it is compared with.
	Number int
	Bound  float64
}

// A Side is the side of a bound to which a number must come. Its values are stored.
type Side int

// The sides.
const (
	AnyChange Side = iota // the line's text has changed
	Above                 // the number is more than the bound
	Below                 // the number is less than the bound
)

// Met reports whether a line is on the side of the rule. A line without that number is not.
func (r Rule) Met(line string) bool {
	numbers := teletext.LineNumbers(line)
	if r.Side == AnyChange || r.Number >= len(numbers) {
		return r.Side == AnyChange
	}
	value := numbers[r.Number].Value
	return r.Side == Above && value > r.Bound || r.Side == Below && value < r.Bound
}

// Key is the identity of a watch.
func (w Watch) Key() string {
	if w.Line.Text == "" {
		return teletext.Address(w.Page, 0) + " " + w.Phrase
	}
	return fmt.Sprint(teletext.Address(w.Page, 0), " line ", w.Rule, w.Line)
}

// Equal reports whether two watches with the same key have the same state.
func (w Watch) Equal(o Watch) bool {
	return w.Since.UnixMilli() == o.Since.UnixMilli() && w.Notified.UnixMilli() == o.Notified.UnixMilli() &&
		w.Paused == o.Paused
}

// Watches returns the watches in the user's order.
func (s *Wishes) Watches() (all []Watch, err error) {
	err = s.db.read("the watches", func(r *statements) (err error) {
		all, err = readWatches(r)
		return err
	})
	return all, err
}

// SetWatches applies the change from before to after. Changes by other programs meanwhile are kept.
func (s *Wishes) SetWatches(before, after []Watch) {
	s.db.enqueue(write{lasting: true, do: merging(before, after, Watch.Key, Watch.Equal, readWatches, writeWatches)})
}

func readWatches(r *statements) ([]Watch, error) {
	return list(context.Background(), r, func(v *Watch) []any {
		return []any{
			&v.Page, &v.Phrase, &v.Line.Text, &v.Line.Subpage, &v.Line.Row,
			&v.Rule.Side, &v.Rule.Number, &v.Rule.Bound, &v.Paused,
			stamp{&v.Since},
			stamp{&v.Notified},
		}
	}, `SELECT page, phrase, line, subpage, row, side, number, bound, paused, since, told FROM watch ORDER BY place`)
}

func writeWatches(w *statements, all []Watch) error {
	_, err := w.exec("DELETE FROM watch")
	for place, v := range all {
		if err == nil {
			_, err = w.exec(`INSERT INTO watch
				(place, page, phrase, line, subpage, row, side, number, bound, paused, since, told)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
				place, v.Page, v.Phrase, v.Line.Text, v.Line.Subpage, v.Line.Row, v.Rule.Side, v.Rule.Number,
				v.Rule.Bound, v.Paused, v.Since.UnixMilli(), v.Notified.UnixMilli())
		}
	}
	return err
}

// A LineVersion is the text of a followed line from a time on.
type LineVersion struct {
	At time.Time
	// Modified is the page's time of change, zero where it has none.
	Modified time.Time
	// Line is without text where it was not on its page.
	Line teletext.TextLine
}

// keptLineVersions bounds the versions of all followed lines, and shownLineVersions those of one that LineVersions
// returns. The newest are kept.
const (
	keptLineVersions  = 5000
	shownLineVersions = 50
)

// addFor is how long a version waits for the disk before it is used without.
const addFor = 10 * time.Second

// AddLineVersion stores the text of a followed line, of the watch with a key, unless another program has stored it
// before or the page is an older version. Then it calls done, from another goroutine, with the version before and
// whether this one was added. Where the file cannot be written added is true: the user is rather notified twice than
// never.
func (s *Wishes) AddLineVersion(key string, now LineVersion, done func(before LineVersion, added bool)) {
	var before LineVersion
	var added bool
	written := make(chan struct{})
	open := s.db.enqueue(write{written: written, do: func(w *statements) (err error) {
		before, added, err = addLineVersion(w, key, now)
		return err
	}})
	go func() {
		if open {
			select {
			case <-written:
				done(before, added)
				return
			case <-time.After(addFor):
			}
		}
		done(LineVersion{}, true)
	}()
}

func addLineVersion(w *statements, key string, now LineVersion) (before LineVersion, added bool, err error) {
	all, err := readLineVersions(w, key, 1)
	if err != nil {
		return before, false, err
	}
	if len(all) > 0 {
		before = all[0]
	}
	older := !now.Modified.IsZero() && now.Modified.Before(before.Modified)
	if len(all) > 0 && (older || before.Line.Text == now.Line.Text) {
		return before, false, nil
	}
	_, err = w.exec("INSERT INTO line_version (watch, at, modified, subpage, row, text) VALUES (?, ?, ?, ?, ?, ?)", key,
		now.At.UnixMilli(), now.Modified.UnixMilli(), now.Line.Subpage, now.Line.Row, now.Line.Text)
	if err == nil {
		_, err = w.exec("DELETE FROM line_version WHERE id <= (SELECT max(id) FROM line_version) - ?", keptLineVersions)
	}
	return before, true, err
}

// LineVersions returns the versions of a followed line, the newest first, of the watch with a key.
func (s *Wishes) LineVersions(key string) (all []LineVersion, err error) {
	err = s.db.read("what a line said", func(r *statements) (err error) {
		all, err = readLineVersions(r, key, shownLineVersions)
		return err
	})
	return all, err
}

func readLineVersions(r *statements, key string, limit int) ([]LineVersion, error) {
	return list(context.Background(), r, func(v *LineVersion) []any {
		return []any{stamp{&v.At}, stamp{&v.Modified}, &v.Line.Subpage, &v.Line.Row, &v.Line.Text}
	}, "SELECT at, modified, subpage, row, text FROM line_version WHERE watch = ? ORDER BY id DESC LIMIT ?", key, limit)
}
