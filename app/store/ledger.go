package store

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// spendKept is how long requests are kept: as long as a service's longest quota, and a little longer, because leases
// have a time in the future.
const spendKept = 24*time.Hour + 5*time.Minute

// A Spend is a number of requests of a class at a time.
type Spend struct {
	At    time.Time
	Class string
	Count int
}

// Requests has the recent requests to the service of all programs on the file.
type Requests struct{ db *database }

// Spend records a request.
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

// Claim calls decide, on the caller's goroutine, with the requests of all programs on the file since a time, and
// records what that returns, if ok. It is a transaction that locks out other programs, so decide must be quick. It
// fails where nothing can be written, no file is shared, or another program holds the lock for half a second.
func (s *Requests) Claim(since time.Time, decide func(spent []Spend) (claimed Spend, ok bool)) error {
	err := s.onClaims(func(b *base) error { return b.claim(since, decide) })
	if err != nil {
		return fmt.Errorf("noting a request in the page store: %w", err)
	}
	s.db.queue.hasten() // the disk is at work anyway
	return nil
}

// onClaims calls do with the connection for claims, and notifies the writer where the file is damaged.
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

// transactClaim calls do in a transaction of the connection for claims.
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

// Spent returns the requests of all programs on the file since a time, within a day, the oldest first.
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

// shiftKey is the state with the total of Shift, in seconds.
const shiftKey = "clock shift"

// Shifted returns by how much the times of all requests were shifted since the file was made, because the clock was
// set.
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
	seconds, _ := strconv.ParseInt(text, 10, 64) // 0 where it was never set
	return time.Duration(seconds) * time.Second, err
}

// Shift shifts the times of all requests until the total is a number of whole seconds. It fails as Claim does.
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
