//go:build !linux

package desktop

import (
	"context"

	"fyne.io/fyne/v2"
)

// ChooseFile returns ErrNoPortal.
func ChooseFile(context.Context, string, FileRequest) (string, error) { return "", ErrNoPortal }

// Handle returns "".
func Handle(fyne.Window) string { return "" }
