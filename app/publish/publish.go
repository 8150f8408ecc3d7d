// Package publish lets a room notify its subscribers of a change, without knowing them.
package publish

// A Topic is something that a room publishes. Its zero value has no subscribers. It belongs to one goroutine,
// which in Sextant is the UI goroutine: On, what it returns, and Publish are called there only.
type Topic[T any] struct{ subscribers []*func(T) }

// On calls f with everything that is published from now on, after those who subscribed before. The function that
// it returns ends that.
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

// Publish calls every subscriber with v before it returns. One that ends its subscription meanwhile may still be
// called.
func (t *Topic[T]) Publish(v T) {
	for _, s := range t.subscribers {
		(*s)(v)
	}
}
