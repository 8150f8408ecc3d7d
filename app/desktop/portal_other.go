//go:build !linux

package desktop

import (
	"context"

	"fyne.io/fyne/v2"
)

// ChooseFile gives ErrNoPortal.
func ChooseFile(context.Context, string, FileRequest) (string, error) { return "", ErrNoPortal }

// Handle is empty.
func Handle(fyne.Window) string { return "" }
