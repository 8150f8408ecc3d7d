package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"sextant/app/errno"
)

// inspect checks the whole file for damage, on a connection of its own. It takes seconds for a large file.
func inspect(ctx context.Context, path string) error {
	b := &base{}
	defer b.close()
	c, err := b.connect(address(path, busyFor, "mode=ro"))
	if err != nil {
		return err
	}
	var verdict string
	if err := c.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return fmt.Errorf("%w: %s", errDamaged, verdict)
	}
	return nil
}

// Why a store cannot write.
var (
	// ErrFull reports that the disk is full.
	ErrFull = errors.New("the disk is full")
	// ErrReadOnly reports that the file, or its folder, may not be written.
	ErrReadOnly = errors.New("the page store may not be written")
	// ErrNewer reports that a newer version of the program made the file.
	ErrNewer = errors.New("the page store is from a newer version of the program")
	// ErrBehind reports that the disk is too slow, so that pages were dropped.
	ErrBehind = errors.New("the disk does not keep up")
)

// A DamagedError reports that the file was damaged while it was in use. It is an event, not a state: a new file has
// replaced it.
type DamagedError struct {
	// SetAside is the new path of the damaged file, empty where it could not be renamed.
	SetAside string
	Lost     Parts // what could not be carried over, or not whole
	Err      error
}

// Error describes the damage.
func (e *DamagedError) Error() string { return "the page store was damaged: " + e.Err.Error() }

// Unwrap returns the error by which the damage was found.
func (e *DamagedError) Unwrap() error { return e.Err }

// errDamaged is damage that SQLite does not find.
var errDamaged = errors.New("what was stored is no longer what it was")

// errNotOpen reports that the store is closed, or that its file is being replaced.
var errNotOpen = errors.New("the page store is not open")

// errMoved reports that the open file is no longer the one at its path.
var errMoved = errors.New("the file was moved")

// code returns SQLite's extended result code of an error, 0 for other errors.
func code(err error) int {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.Code()
}

// primary masks the primary result code in an extended one.
const primary = 0xff

func isDamage(err error) bool {
	c := code(err) & primary
	return c == sqlite3.SQLITE_CORRUPT || c == sqlite3.SQLITE_NOTADB || errors.Is(err, errDamaged)
}

func isBusy(err error) bool {
	c := code(err) & primary
	return c == sqlite3.SQLITE_BUSY || c == sqlite3.SQLITE_LOCKED
}

// isMoved reports whether an error means that the open file is no longer the one at its path.
func isMoved(err error) bool {
	return errors.Is(err, errMoved) || code(err) == sqlite3.SQLITE_READONLY_DBMOVED
}

// isOutside reports whether an error comes from the disk or the system, so that a later retry may succeed.
func isOutside(err error) bool {
	switch code(err) & primary {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN,
		sqlite3.SQLITE_PERM, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL:
		return true
	}
	return errors.Is(err, ErrFull)
}

// explain adds the error that a caller can test for.
func explain(err error) error {
	c := code(err) & primary
	switch {
	// The files beside a database cannot grow either.
	case c == sqlite3.SQLITE_FULL, code(err) == sqlite3.SQLITE_IOERR_SHMSIZE, errno.Is(err, syscall.ENOSPC):
		return fmt.Errorf("%w (%w)", ErrFull, err)
	case c == sqlite3.SQLITE_READONLY, c == sqlite3.SQLITE_PERM, c == sqlite3.SQLITE_CANTOPEN,
		errors.Is(err, fs.ErrPermission), errno.Is(err, syscall.EROFS):
		return fmt.Errorf("%w (%w)", ErrReadOnly, err)
	}
	return err
}
