package store

// States are small things that a program wants to find again at its next start, each under a key.
type States struct{ keeper *keeper }

// State gives what was set under a key, empty if nothing was.
func (s *States) State(key string) (value string, err error) {
	err = s.keeper.read("the state", func(r *statements) error {
		_, err := r.row("SELECT value FROM state WHERE key = ?", key).find(&value)
		return err
	})
	return value, err
}

// SetState sets a small thing that a program wants to find again at its next start.
func (s *States) SetState(key, value string) {
	s.ChangeState(key, func(string) string { return value })
}

// ChangeState sets a small thing to what change makes of its value, which another program may have set.
// change is called on the goroutine that writes, and may be called again if that fails.
func (s *States) ChangeState(key string, change func(value string) string) {
	s.keeper.enqueue(write{do: func(w *statements) error {
		var before string
		if _, err := w.row("SELECT value FROM state WHERE key = ?", key).find(&before); err != nil {
			return err
		}
		value := change(before)
		_, err := w.exec("INSERT INTO state (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", key, value)
		return err
	}})
}
