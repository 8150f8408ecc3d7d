package store

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"
)

// work is the writer's life: it writes what waits, a transaction for each batch, and trims the store a
// step after each, until the store is closed.
func (k *database) work() {
	defer close(k.written)
	for more := true; k.base.writes != nil; {
		closing := k.closing.Err() != nil // looked at first: nothing is added after that
		batch := k.queue.pop()
		if len(batch) == 0 && (!more || closing) {
			if closing {
				return
			}
			k.wait()
			continue
		}
		err := k.commit(batch)
		k.queue.done()
		if err == nil {
			more, err = k.trim()
		}
		switch {
		case err != nil:
			if !k.mend(err) {
				return
			}
		case k.base.path != "":
			k.report(nil)
		}
	}
}

// wait returns when there may be something to write, or the store is closed. What comes within a moment
// is written together, once those who gave it have done what they are about.
func (k *database) wait() {
	var late <-chan time.Time
	for filled := false; !filled; {
		select {
		case <-k.queue.filled:
			filled = true
		case <-k.queue.patient:
			if late == nil {
				late = time.After(k.pace.patient)
			}
		case <-late:
			k.queue.hasten()
			return
		case <-k.closing.Done():
			return
		}
	}
	select {
	case <-time.After(k.pace.gather):
	case <-k.hurry:
	case <-k.closing.Done():
	}
}

// commit writes a batch in one transaction. What could not be written goes back into the queue, but for
// a write that SQLite refuses for its own sake: it would be refused for ever.
func (k *database) commit(batch []write) error {
	if len(batch) == 0 {
		return nil
	}
	k.newVersions = k.newVersions[:0]
	failed, err := k.transact(batch)
	if err == nil {
		err = k.syncLog(slices.ContainsFunc(batch, func(w write) bool { return w.lasting }))
		for _, w := range batch {
			if w.written != nil {
				close(w.written)
			}
		}
		return err
	}
	if failed >= 0 && !isOutside(err) && !isBusy(err) && !isDamage(err) {
		batch = slices.Delete(batch, failed, failed+1)
	}
	if !k.queue.putBack(batch) {
		k.report(ErrBehind)
	}
	return err
}

// syncLog has the disk keep what was committed where that must survive a power cut: lasting things, and the version
// before the last one of every page. All else is synced when SQLite moves it into the file, which spares a disk that
// every write wears out.
func (k *database) syncLog(lasting bool) error {
	for _, page := range k.newVersions {
		lasting = lasting || k.unsynced[page]
		k.unsynced[page] = true
	}
	if !lasting {
		return nil
	}
	clear(k.unsynced)
	return k.base.syncLog()
}

// transact writes all of a batch or nothing. It returns which write failed, or -1 when it was the
// transaction.
func (k *database) transact(batch []write) (failed int, err error) {
	if k.base.moved() {
		return -1, errMoved
	}
	w := k.base.writes
	if err := k.options.use(Writing); err != nil {
		return -1, err
	}
	if _, err := w.exec("BEGIN IMMEDIATE"); err != nil {
		return -1, err
	}
	failed = -1
	for i := range batch {
		if err = batch[i].do(w); err != nil {
			failed = i
			break
		}
	}
	if err == nil {
		_, err = w.exec("COMMIT")
	}
	if err != nil {
		_, _ = w.exec("ROLLBACK") // the error may have ended the transaction already
	}
	return failed, err
}

// mend does what can be done about an error and returns when writing can be tried again, or false
// when there is no time left for that.
func (k *database) mend(err error) bool {
	switch {
	case isBusy(err):
		return pause(k.pace.busy, k.overdue)
	case isMoved(err), isDamage(err):
		k.replace(err)
		return true
	}
	k.report(fmt.Errorf("writing to the page store: %w", explain(err)))
	if !isOutside(err) {
		return true
	}
	last := k.closing.Err() != nil
	pause(k.pace.retry, k.closing) // whose end is worth one more try
	return !last
}

// pause waits, and returns false where that is ended before its time.
func pause(d time.Duration, end context.Context) bool {
	select {
	case <-time.After(d):
		return true
	case <-end.Done():
		return false
	}
}

// replace opens the file again, after it was damaged or another has taken its place. That can take as long as
// another program holds the file: meanwhile reads fail and writes wait in the queue, but no caller waits. A file
// that is damaged a second time is not trusted again: the store goes on in memory.
func (k *database) replace(cause error) {
	k.stopInspecting()
	k.inspecting.Wait()
	old := k.takeAway()
	_ = old.close() // it is given up
	b, out := k.reopen(cause, old.file)
	k.use(b)
	if !isMoved(cause) {
		k.report(&DamagedError{SetAside: out.SetAside, Lost: out.Lost, Err: cause})
	}
	if out.Cause != nil {
		k.report(out.Cause)
	}
}

func (k *database) reopen(cause error, old os.FileInfo) (*base, Outcome) {
	switch {
	case isMoved(cause):
		return obtain(k.path, k.options.Now, nil)
	case k.replaced:
		return inMemory(cause)
	}
	k.replaced = true
	return obtain(k.path, k.options.Now, old)
}

// A step of trimming removes no more than this, so that what waits to be written does not wait long.
const (
	trimVersions = 16
	trimPages    = 4
	trimFree     = 256 // pages of the file that are given back to the disk
)

// sizes gives how many bytes of the file are used, and how many are free to be used again.
func sizes(s *statements) (used, free int64, err error) {
	var pages, unused, bytes int64
	err = s.queryRow(`SELECT page_count, freelist_count, page_size
		FROM pragma_page_count, pragma_freelist_count, pragma_page_size`).scan(&pages, &unused, &bytes)
	return (pages - unused) * bytes, unused * bytes, err
}

// trim takes a step towards the limit, and reports whether there may be another one. The versions that
// were superseded longest ago go first, then the pages that nobody fetched or visited for the longest
// time; of a favourite the newest version stays.
func (k *database) trim() (more bool, err error) {
	w := k.base.writes
	used, free, err := sizes(w)
	switch limit := k.limit(); {
	case err != nil:
		return false, err
	case used > limit:
		_, err = k.transact([]write{{do: func(w *statements) (err error) {
			more, err = removeOldest(w)
			return err
		}}})
		return err == nil && more, err
	case used+free > limit && free > 0:
		_, err = w.exec(fmt.Sprintf("PRAGMA incremental_vacuum(%d)", trimFree))
		return err == nil, err
	}
	return false, nil
}

func (k *database) limit() int64 {
	if k.base.path == "" {
		return min(k.options.Limit, memoryLimit)
	}
	return k.options.Limit
}

// removeOldest reports whether there was anything to remove.
func removeOldest(w *statements) (removed bool, err error) {
	n, err := w.exec(`DELETE FROM version WHERE id IN (
		SELECT id FROM version AS v
		WHERE NOT EXISTS (SELECT 1 FROM page WHERE number = v.page AND version = v.id)
		ORDER BY last LIMIT ?)`, trimVersions)
	if n > 0 || err != nil {
		return n > 0, err
	}
	pages, err := list(context.Background(), w, func(n *int) []any { return []any{n} },
		`SELECT number FROM page
		WHERE version IS NOT NULL AND number NOT IN (SELECT page FROM favourite)
		ORDER BY max(fetched, visited) LIMIT ?`, trimPages)
	for _, page := range pages {
		if err == nil {
			err = forget(w, page)
		}
	}
	return len(pages) > 0, err
}

// forget removes all that a page says. That there is such a page stays known.
func forget(w *statements, page int) error {
	if _, err := w.exec("DELETE FROM version WHERE page = ?", page); err != nil {
		return err
	}
	if _, err := w.exec("UPDATE page SET version = NULL WHERE number = ?", page); err != nil {
		return err
	}
	return unindex(w, page)
}
