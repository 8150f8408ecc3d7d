package say

// Error returns an error whose text is a message as of Text, in the language that is in use when Error is called on it.
func Error(key string, pairs ...any) error { return &messageError{key: key, pairs: pairs} }

// Wrap is Error with a wrapped error, whose text is {{.Error}} in the message: in the language in use where it is a
// message too, or Known.
func Wrap(err error, key string, pairs ...any) error { return &messageError{key, pairs, err} }

type messageError struct {
	key   string
	pairs []any
	inner error
}

func (e *messageError) Error() string { return e.in(now()) }

func (e *messageError) in(t *Tongue) string {
	if e.inner == nil {
		return t.Text(e.key, e.pairs...)
	}
	return t.Text(e.key, append(e.pairs[:len(e.pairs):len(e.pairs)], "Error", t.because(e.inner))...)
}

// Error returns the text of an error, in the language where it is a message.
func (t *Tongue) Error(err error) string {
	if message, ok := err.(*messageError); ok { // one that wraps it may say more
		return message.in(t)
	}
	return err.Error()
}

func (e *messageError) Unwrap() error { return e.inner }
