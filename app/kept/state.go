package kept

import (
	"encoding/json"

	"sextant/app/store"
)

// limits bound a list that is stored as JSON.
type limits[T any] struct {
	count, bytes int
	// shorten returns so many elements of a longer list.
	shorten func(all []T, count int) []T
}

// first and last are ways to shorten a list.
func first[T any](all []T, count int) []T { return all[:count] }
func last[T any](all []T, count int) []T  { return all[len(all)-count:] }

// bound returns a list without what is too much.
func (l *limits[T]) bound(all []T) []T {
	if len(all) <= l.count {
		return all
	}
	return l.shorten(all, l.count)
}

// stateKind returns the kind of a list that is stored as JSON under a key of the store's states. What does not parse
// counts as an empty list.
func stateKind[T any](list List, state string, key func(T) string, equal func(a, b T) bool, within limits[T]) kind[T] {
	return kind[T]{
		list: list, key: key, equal: equal,
		read: func(s *store.Store) ([]T, error) {
			text, err := s.State(state)
			return within.parse(text), err
		},
		write: func(s *store.Store, before, after []T) {
			s.ChangeState(state, func(text string) string {
				return within.encode(store.Merge(before, after, within.parse(text), key, equal))
			})
		},
	}
}

func (l *limits[T]) parse(text string) (all []T) {
	if len(text) > l.bytes || json.Unmarshal([]byte(text), &all) != nil {
		return nil
	}
	return l.bound(all)
}

// encode returns a list as a text that parse accepts. Elements that do not fit are left out.
func (l *limits[T]) encode(all []T) string {
	all = l.bound(all)
	for {
		text, err := json.Marshal(all)
		if err != nil {
			panic(err) // never for what was read from JSON
		}
		if len(text) <= l.bytes {
			return string(text)
		}
		all = l.shorten(all, min(len(all)-1, len(all)*l.bytes/len(text)))
	}
}
