package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"sextant/app/errno"
	"sextant/app/files"
)

// setAsideForm is the time in the name of a damaged file that was set aside.
const setAsideForm = "20060102-150405"

// openOrBegin opens a file, or makes a new one where it is damaged: the old one is set aside, and what cannot be
// fetched again is copied into the new one as far as it can be read; lost are the parts that could not. damaged is a
// file that was found damaged while in use, if there is one. Of several programs that find the same damage only one
// sets the file aside; the others open its new one. A repair that a crash or a power cut interrupts is done at the next
// start.
func openOrBegin(path string, damaged os.FileInfo, now time.Time) (b *base, aside string, lost Parts, err error) {
	unlock, err := lock(path + ".lock")
	if err != nil {
		return nil, "", 0, err
	}
	defer unlock()
	if exists(path + repairedEnd) {
		if aside, err = takePlace(path, now); err != nil {
			return nil, "", 0, err
		}
	}
	if damaged == nil || !files.IsAt(path, damaged) {
		if b, err = openWritable(path); !isDamage(err) {
			return b, aside, 0, err
		}
	}
	if lost, err = repair(path); err != nil {
		return nil, "", 0, err
	}
	if aside, err = takePlace(path, now); err == nil {
		b, err = openWritable(path)
	}
	return b, aside, lost, err
}

// Suffixes of the file that replaces a damaged one: while it is made, and when it is complete.
const (
	newEnd      = ".new"
	repairedEnd = ".repaired"
)

// repair makes a file with the readable parts of a damaged one, which stays where it is. lost are the others.
func repair(path string) (lost Parts, err error) {
	fresh := path + newEnd
	for _, end := range []string{"", "-wal", "-shm", "-journal"} { // left by a repair that was interrupted
		if err := os.Remove(fresh + end); err != nil && !errors.Is(err, os.ErrNotExist) {
			return 0, err
		}
	}
	b, err := openWritable(fresh)
	if err != nil {
		return 0, err
	}
	lost = b.carryOver(path)
	if err := b.close(); err != nil { // which moves everything into the file
		return 0, err
	}
	if err := files.Rename(fresh, path+repairedEnd); err != nil {
		return 0, err
	}
	files.SyncFolder(filepath.Dir(path))
	return lost, nil
}

// takePlace sets a damaged file aside, and puts the repaired one in its place.
func takePlace(path string, now time.Time) (aside string, err error) {
	if aside, err = setAside(path, now); err != nil {
		return "", err
	}
	files.SyncFolder(filepath.Dir(path)) // otherwise the old file's log might be read with the new file
	if err := files.Rename(path+repairedEnd, path); err != nil {
		return "", err
	}
	files.SyncFolder(filepath.Dir(path))
	if !exists(aside) { // it was set aside before, by a repair that was interrupted
		aside = ""
	}
	return aside, nil
}

// lock keeps other programs out. It is SQLite's lock on an empty database, which works on every system and ends with
// the program that holds it.
func lock(path string) (unlock func() error, err error) {
	if err := makeFile(path); err != nil {
		return nil, err
	}
	b := &base{}
	c, err := b.connect(address(path, lockFor))
	if err == nil {
		_, err = c.ExecContext(context.Background(), "BEGIN EXCLUSIVE")
	}
	if err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b.close, nil
}

// setAside renames a file and SQLite's files beside it, where they exist.
func setAside(path string, now time.Time) (aside string, err error) {
	name := path + ".damaged-" + now.Format(setAsideForm)
	aside = name
	for n := 2; exists(aside); n++ {
		aside = fmt.Sprintf("%s-%d", name, n)
	}
	for _, end := range []string{"", "-wal", "-shm"} {
		if err := files.Rename(path+end, aside+end); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
	}
	return aside, nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

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

// Parts is a set of kinds of data that cannot be fetched from the service again.
type Parts uint

// The parts, in the order in which they are saved from a damaged file.
const (
	FavouritesPart Parts = 1 << iota
	WatchesPart
	HeardPart
	MarksPart
	RecordingsPart
	StatePart
	VisitsPart
	spendPart // the hour's requests: users do not miss them
)

// salvaged lists the tables of the parts.
func salvaged() []struct {
	part  Parts
	table string
} {
	return []struct {
		part  Parts
		table string
	}{
		{FavouritesPart, "favourite"},
		{WatchesPart, "watch"},
		{WatchesPart, "line_version"},
		{HeardPart, "heard"},
		{MarksPart, "mark"},
		{RecordingsPart, "recording"},
		{StatePart, "state"},
		{VisitsPart, "visit"},
		{VisitsPart, "seen"},
		{spendPart, "spend"},
	}
}

// carryOver copies the readable rows of the parts of a damaged file. It returns the parts that are incomplete.
func (b *base) carryOver(aside string) (lost Parts) {
	old, err := openDamaged(aside)
	if err == nil {
		defer old.close()
	}
	for _, s := range salvaged() {
		if err != nil || copyTable(old.reads, b.writes, s.table) != nil {
			lost |= s.part
		}
	}
	return lost &^ spendPart
}

// openDamaged opens a damaged file for reading. With a writable schema SQLite opens one that is shorter than its header
// says.
func openDamaged(path string) (*base, error) {
	var errs []error
	for _, options := range [][]string{{"mode=ro"}, {"mode=ro", "immutable=1"}} {
		b := &base{path: path}
		err := b.openReads(address(path, busyFor, append(options, "_pragma=writable_schema(1)")...))
		if err == nil {
			var tables int
			err = b.reads.queryRow("SELECT count(*) FROM sqlite_schema").scan(&tables)
		}
		if err == nil {
			return b, nil
		}
		errs = append(errs, err, b.close())
	}
	return nil, errors.Join(errs...)
}

// copyTable copies the rows of a table up to the first that cannot be read, and returns the error for that. A table
// that an old schema does not have has no rows.
func copyTable(from, to *statements, table string) error {
	var there int
	known := from.queryRow("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?", table)
	if err := known.scan(&there); err != nil || there == 0 {
		return err
	}
	stmt, err := from.prepared("SELECT * FROM " + table)
	if err != nil {
		return err
	}
	rows, err := stmt.QueryContext(context.Background())
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	values, places := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		places[i] = &values[i]
	}
	insert := fmt.Sprintf("INSERT OR REPLACE INTO %s (%s) VALUES (%s)", table, strings.Join(columns, ", "),
		strings.TrimSuffix(strings.Repeat("?, ", len(columns)), ", "))
	for rows.Next() {
		if err := rows.Scan(places...); err != nil {
			return err
		}
		if _, err := to.exec(insert, values...); err != nil {
			return err
		}
	}
	return rows.Err()
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
