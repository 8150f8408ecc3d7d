package store

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// spendKept is how long what was spent is kept: as long as a service's longest quota, and somewhat longer, since what
// is written down ahead has a time to come.
const spendKept = 24*time.Hour + 5*time.Minute

// A Spend is how many requests of a class went out at a time.
type Spend struct {
	At    time.Time
	Class string
	Count int
}

// Requests are those that all programs on the file sent to the service recently.
type Requests struct{ db *database }

// Spend notes that a request went out, so that all programs on the file know of it in a moment.
func (s *Requests) Spend(at time.Time, class string) {
	s.db.enqueue(write{do: func(w *statements) error { return writeSpend(w, Spend{at, class, 1}) }})
}

func writeSpend(w *statements, sp Spend) error {
	_, err := w.exec(`INSERT INTO spend (at, class, count) VALUES (?, ?, ?)
		ON CONFLICT DO UPDATE SET count = count + excluded.count`, sp.At.UnixMilli(), sp.Class, sp.Count)
	if err == nil {
		_, err = w.exec("DELETE FROM spend WHERE at < ?", sp.At.Add(-spendKept).UnixMilli())
	}
	return err
}

// errAlone reports that the store shares no file with other programs.
var errAlone = errors.New("nobody else uses the page store")

// Claim calls decide, on the caller's goroutine, with what all programs on the file sent since a time, and
// writes down what it returns, if that is ok, before it returns itself. No other program can do the same
// meanwhile, so decide must not take long. It fails where nothing can be written, no file is shared, or
// another program takes half a second to write.
func (s *Requests) Claim(since time.Time, decide func(spent []Spend) (claimed Spend, ok bool)) error {
	err := s.onClaims(func(b *base) error { return b.claim(since, decide) })
	if err != nil {
		return fmt.Errorf("noting a request in the page store: %w", err)
	}
	s.db.queue.hasten() // the disk is at work anyway
	return nil
}

// onClaims does something with the connection for claims, and lets the writer look after a damaged file.
func (s *Requests) onClaims(do func(*base) error) error {
	b, err := s.db.borrow()
	if err != nil {
		return err
	}
	defer b.users.Done()
	if b.claims == nil {
		return errAlone
	}
	if err = s.db.options.use(Claiming); err == nil {
		err = do(b)
	}
	if isDamage(err) {
		go s.db.suspect(b, err)
	}
	return err
}

func (b *base) claim(since time.Time, decide func(spent []Spend) (Spend, bool)) error {
	return b.transactClaim(func(w *statements) error {
		spent, err := spentSince(w, since)
		if err != nil {
			return err
		}
		if claimed, ok := decide(spent); ok {
			return writeSpend(w, claimed)
		}
		return nil
	})
}

// transactClaim does something in a transaction of the connection for claims.
func (b *base) transactClaim(do func(w *statements) error) error {
	b.claiming.Lock()
	defer b.claiming.Unlock()
	if _, err := b.claims.exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := do(b.claims)
	if err == nil {
		_, err = b.claims.exec("COMMIT")
	}
	if err != nil {
		_, _ = b.claims.exec("ROLLBACK") // the error may have ended the transaction already
	}
	return err
}

// Spent lists what all programs on the file sent since a time, within a day, the oldest first.
func (s *Requests) Spent(since time.Time) (all []Spend, err error) {
	err = s.db.read("what was spent", func(r *statements) (err error) {
		all, err = spentSince(r, since)
		return err
	})
	return all, err
}

func spentSince(r *statements, since time.Time) ([]Spend, error) {
	return list(context.Background(), r, func(v *Spend) []any {
		return []any{stamp{&v.At}, &v.Class, &v.Count}
	}, "SELECT at, class, count FROM spend WHERE at >= ? ORDER BY at, class", since.UnixMilli())
}

// shiftKey is the state that has by how much what was spent was moved, in seconds.
const shiftKey = "spend shift"

// Shifted is by how much what was spent was moved since the file was made, because the clock was set.
func (s *Requests) Shifted() (total time.Duration, err error) {
	err = s.db.read("by how much the clock was set", func(r *statements) (err error) {
		total, err = shifted(r)
		return err
	})
	return total, err
}

func shifted(r *statements) (time.Duration, error) {
	var text string
	_, err := r.queryRow("SELECT value FROM state WHERE key = ?", shiftKey).find(&text)
	seconds, _ := strconv.ParseInt(text, 10, 64) // nothing is none
	return time.Duration(seconds) * time.Second, err
}

// Shift moves what was spent until the total is a number of whole seconds. It fails as Claim does.
func (s *Requests) Shift(total time.Duration) error {
	if err := s.onClaims(func(b *base) error { return b.shift(total) }); err != nil {
		return fmt.Errorf("moving the requests in the page store: %w", err)
	}
	return nil
}

func (b *base) shift(total time.Duration) error {
	return b.transactClaim(func(w *statements) error {
		before, err := shifted(w)
		if err != nil || before == total {
			return err
		}
		// by way of times before 1970, so that no two are the same meanwhile
		_, err = w.exec("UPDATE spend SET at = -(at + ?)", (total - before).Milliseconds())
		if err == nil {
			_, err = w.exec("UPDATE spend SET at = -at")
		}
		if err != nil {
			return err
		}
		return setState(w, shiftKey, strconv.FormatInt(int64(total/time.Second), 10))
	})
}
