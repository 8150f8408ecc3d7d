package store

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"
)

// work is the writer's goroutine: it writes each batch of the queue in a transaction, and trims the store a step after
// each, until the store is closed.
func (d *database) work() {
	defer close(d.written)
	for more := true; d.base.writes != nil; {
		closing := d.closing.Err() != nil // looked at first: nothing is added after that
		batch := d.queue.pop()
		if len(batch) == 0 && (!more || closing) {
			if closing {
				return
			}
			d.wait()
			continue
		}
		dropped, err := d.commit(batch)
		d.queue.done()
		if err == nil {
			more, err = d.trim()
		}
		switch {
		case err != nil:
			if !d.mend(err, dropped) {
				return
			}
		case d.base.path != "":
			d.report(nil)
		}
	}
}

// wait waits until there may be something to write, or the store is closed. Writes within pace.gather are one batch.
func (d *database) wait() {
	var late <-chan time.Time
	for filled := false; !filled; {
		select {
		case <-d.queue.filled:
			filled = true
		case <-d.queue.patient:
			if late == nil {
				late = time.After(d.pace.patient)
			}
		case <-late:
			d.queue.hasten()
			return
		case <-d.closing.Done():
			return
		}
	}
	select {
	case <-time.After(d.pace.gather):
	case <-d.hurry:
	case <-d.closing.Done():
	}
}

// commit writes a batch in one transaction. Where that fails the batch goes back into the queue, without a write that
// SQLite would always refuse; dropped reports whether there was one.
func (d *database) commit(batch []write) (dropped bool, err error) {
	if len(batch) == 0 {
		return false, nil
	}
	d.newVersions = d.newVersions[:0]
	failed, err := d.transact(batch)
	if err == nil {
		err = d.syncLog(slices.ContainsFunc(batch, func(w write) bool { return w.lasting }))
		for _, w := range batch {
			if w.written != nil {
				close(w.written)
			}
		}
		return false, err
	}
	if dropped = failed >= 0 && !isOutside(err) && !isBusy(err) && !isDamage(err); dropped {
		batch = slices.Delete(batch, failed, failed+1)
	}
	if !d.queue.putBack(batch) {
		d.report(ErrBehind)
	}
	return dropped, err
}

// syncLog syncs the log where the batch must survive a power cut: lasting data, and the version before the last one of
// every page. Anything else is synced at the next checkpoint, which spares the disk.
func (d *database) syncLog(lasting bool) error {
	for _, page := range d.newVersions {
		lasting = lasting || d.unsynced[page]
		d.unsynced[page] = true
	}
	if !lasting {
		return nil
	}
	clear(d.unsynced)
	return d.base.syncLog()
}

// transact writes all of a batch or nothing. It returns the index of the write that failed, or -1 where the transaction
// did.
func (d *database) transact(batch []write) (failed int, err error) {
	if d.base.moved() {
		return -1, errMoved
	}
	w := d.base.writes
	if err := d.options.use(Writing); err != nil {
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

// mend handles an error, and returns when to try again, or false where there is no time left for that. It waits before,
// unless the file is another one or the write that failed was dropped.
func (d *database) mend(err error, dropped bool) bool {
	switch {
	case isBusy(err):
		return pause(d.pace.busy, d.overdue)
	case isMoved(err), isDamage(err):
		d.replace(err)
		return true
	}
	d.report(fmt.Errorf("writing to the page store: %w", explain(err)))
	if dropped {
		return true
	}
	last := d.closing.Err() != nil
	pause(d.pace.retry, d.closing) // Close makes one more try
	return !last
}

// pause waits, and returns false where end has ended before.
func pause(d time.Duration, end context.Context) bool {
	select {
	case <-time.After(d):
		return true
	case <-end.Done():
		return false
	}
}

// replace reopens the file after it was damaged or replaced. That can take as long as another program holds the lock:
// meanwhile reads fail and writes wait in the queue, but no caller blocks. After a second damage the file is not
// trusted any more, and the store continues in memory.
func (d *database) replace(cause error) {
	d.stopInspecting()
	d.inspecting.Wait()
	old := d.takeAway()
	_ = old.close() // its error no longer matters
	b, out := d.reopen(cause, old.file)
	d.use(b)
	if !isMoved(cause) {
		d.report(&DamagedError{SetAside: out.SetAside, Lost: out.Lost, Err: cause})
	}
	if out.Cause != nil {
		d.report(out.Cause)
	}
}

func (d *database) reopen(cause error, old os.FileInfo) (*base, Outcome) {
	switch {
	case isMoved(cause):
		return obtain(d.path, d.options.Now, nil)
	case d.replaced:
		return inMemory(cause)
	}
	d.replaced = true
	return obtain(d.path, d.options.Now, old)
}

// Bounds of a step of trimming, so that writes do not wait long.
const (
	trimVersions = 16
	trimPages    = 4
	trimMedia    = 4
	trimFree     = 256 // pages of the file that are given back to the disk
)

// sizes returns the used and the free bytes of the file.
func sizes(s *statements) (used, free int64, err error) {
	var pages, unused, bytes int64
	err = s.queryRow(`SELECT page_count, freelist_count, page_size
		FROM pragma_page_count, pragma_freelist_count, pragma_page_size`).scan(&pages, &unused, &bytes)
	return (pages - unused) * bytes, unused * bytes, err
}

// trim takes a step towards the limit, and reports whether there may be another one. Media documents beyond their share
// are removed first, then the versions that were superseded longest ago, then the pages that were not fetched or
// visited for longest, and then the other media documents. The newest version of a favourite stays.
func (d *database) trim() (more bool, err error) {
	w := d.base.writes
	used, free, err := sizes(w)
	switch limit := d.limit(); {
	case err != nil:
		return false, err
	case used > limit:
		_, err = d.transact([]write{{do: func(w *statements) (err error) {
			if more, err = removeMedia(w, limit/mediaShare); !more && err == nil {
				more, err = removeOldest(w)
			}
			return err
		}}})
		return err == nil && more, err
	case used+free > limit && free > 0:
		_, err = w.exec(fmt.Sprintf("PRAGMA incremental_vacuum(%d)", trimFree))
		return err == nil, err
	}
	return false, nil
}

func (d *database) limit() int64 {
	if d.base.path == "" {
		return min(d.options.Limit, memoryLimit)
	}
	return d.options.Limit
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
	if len(pages) > 0 || err != nil {
		return len(pages) > 0, err
	}
	return removeMedia(w, 0)
}

// forget removes the content of a page. The directory keeps its entry.
func forget(w *statements, page int) error {
	if _, err := w.exec("DELETE FROM version WHERE page = ?", page); err != nil {
		return err
	}
	if _, err := w.exec("UPDATE page SET version = NULL WHERE number = ?", page); err != nil {
		return err
	}
	return unindex(w, page)
}
