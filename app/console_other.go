//go:build !windows

package app

import (
	"io"
	"os"
)

// Console returns where a command line's output and errors go, which is to the streams that the program was given.
func Console([]string) (stdout, stderr io.Writer) { return os.Stdout, os.Stderr }
