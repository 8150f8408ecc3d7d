package say

// Error is an error whose words are a message, as Text has it, in the language that is in use when they are asked for.
func Error(key string, pairs ...any) error { return &messageError{key: key, pairs: pairs} }

// Wrap is an error with another one in it, whose words are {{.Error}} in the message.
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
	return Text(e.key, append(e.pairs[:len(e.pairs):len(e.pairs)], "Error", e.inner)...)
}

func (e *messageError) Unwrap() error { return e.inner }
