package budget

import (
	"maps"

	"sextant/app/api"
)

// An Outcome is how requests of a class ended: 0 for well.
type Outcome struct {
	Class Class
	Kind  api.Kind
}

// Name is a word for how the requests ended that stays the same: "ok", or that of the kind.
func (o Outcome) Name() string {
	if o.Kind == 0 {
		return "ok"
	}
	return o.Kind.Name()
}

// Outcomes counts the requests that this program made since its start, by how they ended.
func (b *Budget) Outcomes() map[Outcome]int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return maps.Clone(b.outcomes)
}

// countLocked records how a request ended.
func (b *Budget) countLocked(w *waiter, err error) {
	if b.outcomes == nil {
		b.outcomes = map[Outcome]int{}
	}
	b.outcomes[Outcome{w.spend.Class, api.KindOf(err)}]++
}
