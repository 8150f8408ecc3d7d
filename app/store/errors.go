package store

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Why a store cannot keep things.
var (
	// ErrFull tells that the disk is full.
	ErrFull = errors.New("the disk is full")
	// ErrReadOnly tells that the file, or its folder, may not be written.
	ErrReadOnly = errors.New("the page store may not be written")
	// ErrNewer tells that a newer version of the program made the file.
	ErrNewer = errors.New("the page store is from a newer version of the program")
	// ErrBehind tells that the disk does not keep up, so that pages were not kept.
	ErrBehind = errors.New("the disk does not keep up")
)

// A DamagedError tells that the file was damaged while it was in use. It is news, not a state: a new
// file has taken its place.
type DamagedError struct {
	// SetAside is the path that the damaged file has now, empty where it could not be renamed.
	SetAside string
	Lost     Parts // what could not be carried over, or not whole
	Err      error
}

// Error tells that the store was damaged, and how that was seen.
func (e *DamagedError) Error() string { return "the page store was damaged: " + e.Err.Error() }

// Unwrap gives the error by which the damage was seen.
func (e *DamagedError) Unwrap() error { return e.Err }

// errDamaged is damage that SQLite itself does not see.
var errDamaged = errors.New("what was stored is no longer what it was")

// errNotOpen says that the store is closed, or that another file is just taking the place of its own.
var errNotOpen = errors.New("the page store is not open")

// errMoved tells that the open file is no longer the one at its path.
var errMoved = errors.New("the file was moved")

// code is SQLite's extended result code of an error, 0 where SQLite did not make it.
func code(err error) int {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.Code()
}

// primary is the part of an extended result code that tells what kind of error it is.
const primary = 0xff

func isDamage(err error) bool {
	c := code(err) & primary
	return c == sqlite3.SQLITE_CORRUPT || c == sqlite3.SQLITE_NOTADB || errors.Is(err, errDamaged)
}

func isBusy(err error) bool {
	c := code(err) & primary
	return c == sqlite3.SQLITE_BUSY || c == sqlite3.SQLITE_LOCKED
}

// isMoved tells whether the open file is no longer the one at its path. SQLite looks at that too.
func isMoved(err error) bool {
	return errors.Is(err, errMoved) || code(err) == sqlite3.SQLITE_READONLY_DBMOVED
}

// isOutside tells whether an error comes from the disk or the system, so that trying again later makes
// sense.
func isOutside(err error) bool {
	switch code(err) & primary {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN,
		sqlite3.SQLITE_PERM, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL:
		return true
	}
	return false
}

// explain adds the error that a caller can test for.
func explain(err error) error {
	c := code(err) & primary
	switch {
	// What is made beside a database cannot grow either.
	case c == sqlite3.SQLITE_FULL, code(err) == sqlite3.SQLITE_IOERR_SHMSIZE, errors.Is(err, syscall.ENOSPC):
		return fmt.Errorf("%w (%w)", ErrFull, err)
	case c == sqlite3.SQLITE_READONLY, c == sqlite3.SQLITE_PERM, c == sqlite3.SQLITE_CANTOPEN,
		errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%w (%w)", ErrReadOnly, err)
	}
	return err
}
