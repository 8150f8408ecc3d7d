package store

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// spendKept is how long requests are kept: as long as a service's longest quota, and a little longer, because leases
// have a time in the future.
const spendKept = 24*time.Hour + 5*time.Minute

// A Moment is a point in time by the wall clock, and by the time since a boot of the machine, which sleep does not stop
// and which cannot be set. Boot is empty where that was not known.
type Moment struct {
	At    time.Time
	Boot  string
	Since time.Duration
}

// A Spend is a number of requests of a class at a time.
type Spend struct {
	Moment
	Class string
	Count int
}

// Requests has the recent requests to the service of all programs on the file.
type Requests struct{ db *database }

// Spend records requests without a claim.
func (s *Requests) Spend(sp Spend) {
	s.db.enqueue(write{do: func(w *statements) error { return writeSpend(w, sp) }})
}

func writeSpend(w *statements, sp Spend) error {
	_, err := w.exec(`INSERT INTO spend (at, class, count, boot, since) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET count = count + excluded.count, boot = excluded.boot, since = excluded.since`,
		sp.At.UnixMilli(), sp.Class, sp.Count, sp.Boot, sp.Since.Milliseconds())
	if err == nil {
		_, err = w.exec(`DELETE FROM spend
			WHERE boot = ?1 AND boot <> '' AND since < ?2 OR (boot <> ?1 OR boot = '') AND at < ?3`,
			sp.Boot, (sp.Since - spendKept).Milliseconds(), sp.At.Add(-spendKept).UnixMilli())
	}
	return err
}

// errAlone reports that the store shares no file with other programs.
var errAlone = errors.New("nobody else uses the page store")

// Claim calls decide, on the caller's goroutine, with the requests of all programs on the file since a time, and
// records what that returns, if ok. It is a transaction that locks out other programs, so decide must be quick. It
// fails where nothing can be written, no file is shared, or another program holds the lock for half a second.
func (s *Requests) Claim(since Moment, decide func(spent []Spend) (claimed Spend, ok bool)) error {
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

func (b *base) claim(since Moment, decide func(spent []Spend) (Spend, bool)) error {
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

// Spent returns the requests of all programs on the file since a time, within a day.
func (s *Requests) Spent(since Moment) (all []Spend, err error) {
	err = s.db.read("what was spent", func(r *statements) (err error) {
		all, err = spentSince(r, since)
		return err
	})
	return all, err
}

// spentSince reads the requests of the boot by the time since it, and all others by the wall clock.
func spentSince(r *statements, since Moment) ([]Spend, error) {
	return list(context.Background(), r, func(v *Spend) []any {
		return []any{stamp{&v.At}, &v.Class, &v.Count, &v.Boot, (*milliseconds)(&v.Since)}
	}, `SELECT at, class, count, boot, since FROM spend
		WHERE boot = ?1 AND boot <> '' AND since >= ?2 OR (boot <> ?1 OR boot = '') AND at >= ?3 ORDER BY at, class`,
		since.Boot, since.Since.Milliseconds(), since.At.UnixMilli())
}
