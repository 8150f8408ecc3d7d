package store

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// work is the writer's life: it writes what waits, a transaction for each batch, and trims the store a
// step after each, until the store is closed.
func (s *Store) work() {
	defer close(s.written)
	for more := true; s.base.writes != nil; {
		closing := s.closing.Err() != nil // looked at first: nothing is added after that
		batch := s.queue.take()
		if len(batch) == 0 && (!more || closing) {
			if closing {
				return
			}
			s.wait()
			continue
		}
		err := s.commit(batch)
		if err == nil {
			more, err = s.trim()
		}
		switch {
		case err != nil:
			if !s.recover(err) {
				return
			}
		case s.base.path != "":
			s.report(nil)
		}
	}
}

// wait returns when there may be something to write, or the store is closed. What comes within a moment
// is written together, once those who gave it have done what they are about.
func (s *Store) wait() {
	select {
	case <-s.queue.filled:
	case <-s.closing.Done():
		return
	}
	select {
	case <-time.After(s.pace.gather):
	case <-s.hurry:
	case <-s.closing.Done():
	}
}

// commit writes a batch in one transaction. What could not be written goes back into the queue, but for
// a write that SQLite refuses for its own sake: it would be refused for ever.
func (s *Store) commit(batch []write) error {
	if len(batch) == 0 {
		return nil
	}
	failed, err := s.transact(batch)
	if err == nil {
		for _, w := range batch {
			if w.written != nil {
				close(w.written)
			}
		}
		return nil
	}
	if failed >= 0 && !isOutside(err) && !isBusy(err) && !isDamage(err) {
		batch = slices.Delete(batch, failed, failed+1)
	}
	if !s.queue.putBack(batch) {
		s.report(ErrBehind)
	}
	return err
}

// transact writes all of a batch or nothing. It tells which write failed, or -1 when it was the
// transaction.
func (s *Store) transact(batch []write) (failed int, err error) {
	if s.base.moved() {
		return -1, errMoved
	}
	w := s.base.writes
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

// recover does what can be done about an error and returns when writing can be tried again, or false
// when there is no time left for that.
func (s *Store) recover(err error) bool {
	switch {
	case isBusy(err):
		return pause(s.pace.busy, s.overdue)
	case isMoved(err), isDamage(err):
		s.replace(err)
		return true
	}
	s.report(fmt.Errorf("writing to the page store: %w", explain(err)))
	if !isOutside(err) {
		return true
	}
	last := s.closing.Err() != nil
	pause(s.pace.retry, s.closing) // whose end is worth one more try
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

// replace opens the file anew, after it was damaged or another has taken its place. What is damaged a
// second time is not trusted again: the store goes on in memory.
func (s *Store) replace(cause error) {
	s.stopInspecting()
	s.inspecting.Wait()
	s.mu.Lock()
	_ = s.base.close() // it is given up
	b, out := s.reopen(cause)
	s.use(b)
	s.mu.Unlock()
	if !isMoved(cause) {
		s.report(&DamagedError{SetAside: out.SetAside, Err: cause})
	}
	if out.Cause != nil {
		s.report(out.Cause)
	}
}

func (s *Store) reopen(cause error) (*base, Outcome) {
	switch {
	case isMoved(cause):
		return obtain(s.path, s.options.Now, nil)
	case s.replaced:
		return inMemory(cause)
	}
	s.replaced = true
	return obtain(s.path, s.options.Now, s.base.file)
}
