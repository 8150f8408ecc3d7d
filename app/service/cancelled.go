package service

import (
	"context"
	"errors"
)

// IsCancelled tells whether an error only means that the caller gave up, as an Error or as the context's own.
func IsCancelled(err error) bool {
	return KindOf(err) == Cancelled || errors.Is(err, context.Canceled)
}
