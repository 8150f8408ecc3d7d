package app

import (
	"context"
	"errors"

	"sextant/app/service"
)

func isCancelled(err error) bool {
	return service.KindOf(err) == service.Cancelled || errors.Is(err, context.Canceled)
}
