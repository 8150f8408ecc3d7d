package kept

import (
	"encoding/json"

	"sextant/app/store"
)

// stateKind returns the kind of a list that is stored as JSON under a key of the store's states, of at most so many
// bytes. bound shortens a list that is too long. What does not parse counts as an empty list.
func stateKind[T any](list List, state string, bytes int, key func(T) string, equal func(a, b T) bool,
	bound func([]T) []T,
) kind[T] {
	return kind[T]{
		list: list, key: key, equal: equal,
		read: func(s *store.Store) ([]T, error) {
			text, err := s.State(state)
			return parseState(text, bytes, bound), err
		},
		write: func(s *store.Store, before, after []T) {
			s.ChangeState(state, func(text string) string {
				now := parseState(text, bytes, bound)
				changed, err := json.Marshal(bound(store.Merge(before, after, now, key, equal)))
				if err != nil {
					return text // never fails for what was read from JSON
				}
				return string(changed)
			})
		},
	}
}

func parseState[T any](text string, bytes int, bound func([]T) []T) (all []T) {
	if len(text) > bytes || json.Unmarshal([]byte(text), &all) != nil {
		return nil
	}
	return bound(all)
}
