package store

import (
	"fmt"
	"os"
	"time"
)

// obtain opens what can be opened. damaged is a file that must be set aside first, if there is one.
func obtain(path string, now func() time.Time, damaged os.FileInfo) (*base, Outcome) {
	b, aside, lost, err := openOrBegin(path, damaged, now())
	if err == nil {
		return b, Outcome{SetAside: aside, Lost: lost}
	}
	cause := fmt.Errorf("opening the page store: %w", explain(err))
	if damaged == nil && aside == "" {
		if b, err = openReadOnly(path); err == nil {
			return b, Outcome{ReadOnly: true, Cause: cause}
		}
	}
	b, out := inMemory(cause)
	out.SetAside = aside
	return b, out
}

// inMemory opens a store that needs nothing but memory. Where there is none left, nothing goes on.
func inMemory(cause error) (*base, Outcome) {
	b, err := openMemory()
	if err != nil {
		panic(err)
	}
	return b, Outcome{InMemory: true, Cause: cause}
}
