package service

import (
	"context"
	"errors"
)

func IsCancelled(err error) bool {
	return KindOf(err) == Cancelled || errors.Is(err, context.Canceled)
}
