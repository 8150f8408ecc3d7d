//go:build !windows

package app

import (
	"io"
	"os"
)

// Console returns the streams for a command's output and errors: the program's own.
func Console([]string) (stdout, stderr io.Writer) { return os.Stdout, os.Stderr }
