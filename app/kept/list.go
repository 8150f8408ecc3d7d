package kept

import (
	"slices"

	"sextant/app/store"
)

// A kind is what a list needs to know about its elements and about where they are stored.
type kind[T any] struct {
	list List
	// key identifies an element, and equal compares the values of two elements with the same key.
	key   func(e T) string
	equal func(a, b T) bool
	// order sorts the list; nil leaves it in the user's order.
	order func(a, b T) int
	// read reads the list from the store. It waits for the disk.
	read func(s *store.Store) ([]T, error)
	// write stores the change from before to after. Changes by other programs meanwhile are kept.
	write func(s *store.Store, before, after []T)
}

// A list is one of the user's lists of a service.
type list[T any] struct {
	kind[T]
	lists    *Lists
	elements []T
}

// set changes and stores the list. undo reverts this change, also after others.
func (l *list[T]) set(after []T) (undo func()) {
	before := l.elements
	l.write(l.lists.store, before, after)
	l.lists.edits.Add(1)
	l.take(after)
	return func() {
		merged := store.Merge(after, before, l.elements, l.key, l.equal)
		if l.order != nil {
			slices.SortStableFunc(merged, l.order)
		}
		l.set(merged)
	}
}

// take makes the elements those of the list, and publishes that.
func (l *list[T]) take(elements []T) {
	l.elements = elements
	l.lists.Changed.Publish(l.list)
}

// reload reads the list again. The function that it returns applies what has changed.
func (l *list[T]) reload() (take func(), err error) {
	stored, err := l.read(l.lists.store)
	return func() {
		if !slices.EqualFunc(stored, l.elements, l.isSame) {
			l.take(stored)
		}
	}, err
}

func (l *list[T]) isSame(a, b T) bool { return l.key(a) == l.key(b) && l.equal(a, b) }

// restore stores the whole list in a store that has lost it.
func (l *list[T]) restore() { l.write(l.lists.store, nil, l.elements) }
