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

func (e *messageError) Error() string {
	if e.inner == nil {
		return Text(e.key, e.pairs...)
	}
	return Text(e.key, append(e.pairs[:len(e.pairs):len(e.pairs)], "Error", because(e.inner))...)
}

func (e *messageError) Unwrap() error { return e.inner }
