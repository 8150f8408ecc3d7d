package budget

import (
	"maps"

	"sextant/app/api"
)

// An Outcome is the class of a request and the kind of error with which it ended, 0 for none.
type Outcome struct {
	Class Class
	Kind  api.Kind
}

// Name is a stable word for the outcome, in metrics: "ok", or the kind's.
func (o Outcome) Name() string {
	if o.Kind == 0 {
		return "ok"
	}
	return o.Kind.Name()
}

// Outcomes returns the counts of this program's requests since its start, by outcome.
func (b *Budget) Outcomes() map[Outcome]int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return maps.Clone(b.outcomes)
}

// countLocked counts a request by its outcome.
func (b *Budget) countLocked(w *waiter, err error) {
	if b.outcomes == nil {
		b.outcomes = map[Outcome]int{}
	}
	b.outcomes[Outcome{w.spend.Class, api.KindOf(err)}]++
}
