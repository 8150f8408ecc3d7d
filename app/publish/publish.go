// Package publish notifies subscribers of changes.
package publish

// A Topic has subscribers, to which values are published. The zero value has none. It belongs to one goroutine, usually
// the UI goroutine: On, the function that it returns, and Publish must be called there.
type Topic[T any] struct{ subscribers []*func(T) }

// On calls f with every value published from now on, after earlier subscribers. The returned function unsubscribes.
func (t *Topic[T]) On(f func(T)) (end func()) {
	subscriber := &f
	t.subscribers = append(t.subscribers, subscriber)
	return func() {
		var others []*func(T)
		for _, s := range t.subscribers {
			if s != subscriber {
				others = append(others, s)
			}
		}
		t.subscribers = others
	}
}

// Publish calls every subscriber with v before it returns. One that unsubscribes meanwhile may still be called.
func (t *Topic[T]) Publish(v T) {
	for _, s := range t.subscribers {
		(*s)(v)
	}
}
