package settings

import (
	"slices"
	"sync"
	"time"

	"sextant/app/publish"
)

// A record is a value in a file of the profile. Changes are saved automatically, in the background, and merged with
// those of other programs with the same profile. What cannot be saved is tried again after savingAgain, with the next
// change and at the end. It belongs to the UI goroutine, except for Wait.
type record[T any] struct {
	// Changed is called when the value has changed, and Unsaved with the error when saving fails.
	Changed publish.Topic[struct{}]
	Unsaved publish.Topic[error]

	profile  Profile
	file     profileFile[T]
	post     func(func())     // posts a function to the UI goroutine
	complete func(stored T) T // adds what the file may lack
	equal    func(a, b T) bool
	value    T

	disk sync.Mutex // held while the file is read or written
	done sync.WaitGroup

	mu      sync.Mutex
	pending []func(T) T // changes that are not on the disk
	changes int         // number of changes in all
	again   *time.Timer // the next attempt after a failure
	ended   bool
}

// change changes the value here and, in the background, on the disk. f may be called several times, with others'
// values.
func (r *record[T]) change(f func(T) T) {
	r.value = f(r.value)
	r.mu.Lock()
	r.pending, r.changes = append(r.pending, f), r.changes+1
	r.mu.Unlock()
	r.done.Go(r.save)
	r.Changed.Publish(struct{}{})
}

// Reload loads the changes of other programs.
func (r *record[T]) Reload() {
	r.done.Go(func() {
		r.disk.Lock()
		value, err := r.file.load(r.profile)
		pending, changes := r.unsaved()
		r.disk.Unlock()
		if err != nil {
			return
		}
		for _, change := range pending {
			value = change(value)
		}
		r.post(func() { r.take(value, changes) })
	})
}

// unsaved returns the changes that are not on the disk, and the number of all.
func (r *record[T]) unsaved() (pending []func(T) T, changes int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.pending), r.changes
}

// take makes a stored value the value, unless more was changed since.
func (r *record[T]) take(stored T, changes int) {
	_, now := r.unsaved()
	if stored = r.complete(stored); now == changes && !r.equal(stored, r.value) {
		r.value = stored
		r.Changed.Publish(struct{}{})
	}
}

// save writes the pending changes.
func (r *record[T]) save() {
	if err := r.writePending(); err != nil {
		r.post(func() { r.Unsaved.Publish(err) })
	}
}

func (r *record[T]) writePending() error {
	r.disk.Lock()
	defer r.disk.Unlock()
	pending, changes := r.unsaved()
	if len(pending) == 0 {
		return nil
	}
	saved, err := r.file.change(r.profile, func(value T, _ error) T { // what cannot be used is kept aside
		for _, change := range pending {
			value = change(value)
		}
		return value
	})
	r.wrote(len(pending), err)
	if err == nil {
		r.post(func() { r.take(saved, changes) })
	}
	return err
}

// wrote removes the changes that were written, or tries again later, which is not reported a second time.
func (r *record[T]) wrote(n int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.again != nil {
		r.again.Stop()
	}
	if err == nil {
		r.pending = slices.Delete(r.pending, 0, n)
	} else if !r.ended {
		r.again = time.AfterFunc(savingAgain, func() { _ = r.writePending() })
	}
}

// Wait waits until everything is on the disk. What could not be written before is tried once more. It is for the end of
// the program.
func (r *record[T]) Wait() {
	r.mu.Lock()
	r.ended = true
	if r.again != nil {
		r.again.Stop()
	}
	r.mu.Unlock()
	r.done.Wait()
	_ = r.writePending() // its failure was reported at the change
}
