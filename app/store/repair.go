package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"sextant/app/files"
)

// asideEnd follows the name of a damaged file that was set aside, and setAsideForm is the time behind that.
const (
	asideEnd     = ".damaged-"
	setAsideForm = "20060102-150405"
)

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
			return withLost(b, path, aside, err)
		}
	}
	if _, err = repair(path); err != nil {
		return nil, "", 0, err
	}
	if aside, err = takePlace(path, now); err == nil {
		b, err = openWritable(path)
	}
	return withLost(b, path, aside, err)
}

// withLost returns an opened file with the parts that its repair has lost, which are returned once.
func withLost(b *base, path, aside string, err error) (*base, string, Parts, error) {
	if err != nil {
		return nil, aside, 0, err
	}
	lost := b.takeLost()
	if lost != 0 && aside == "" { // the program ended right after the repair
		aside = lastAside(path)
	}
	return b, aside, lost, nil
}

// takeLost reads and deletes the record of the parts that a repair has lost. One that cannot be read is not known: then
// the file is damaged, and that is found soon.
func (b *base) takeLost() (lost Parts) {
	var value string
	found, err := b.writes.queryRow("SELECT value FROM state WHERE key = ?", lostKey).find(&value)
	if !found || err != nil {
		return 0
	}
	n, _ := strconv.ParseUint(value, 10, 32)
	_, _ = b.writes.exec("DELETE FROM state WHERE key = ?", lostKey) // else it is returned again
	return Parts(n)
}

// Suffixes of the file that replaces a damaged one: while it is made, and when it is complete.
const (
	newEnd      = ".new"
	repairedEnd = ".repaired"
)

// lostKey is the state under which a repaired file has the parts that are lost, until they are reported.
const lostKey = "repair-lost"

// repair makes a file with the readable parts of a damaged one, which stays where it is. lost are the others. An error
// of the new file ends the repair: nothing takes the damaged one's place.
func repair(path string) (lost Parts, err error) {
	fresh := path + newEnd
	if err := removeNew(fresh); err != nil { // left by a repair that was interrupted
		return 0, err
	}
	b, err := openWritable(fresh)
	if err == nil {
		lost, err = b.carryOver(path)
		if err == nil {
			err = b.emptyLog()
		}
		err = errors.Join(err, b.close())
	}
	if err == nil {
		err = files.Rename(fresh, path+repairedEnd)
	}
	if err != nil {
		return 0, errors.Join(err, removeNew(fresh))
	}
	files.SyncFolder(filepath.Dir(path))
	return lost, nil
}

// removeNew removes the file of a repair, and SQLite's files beside it.
func removeNew(fresh string) error {
	for _, end := range []string{"", "-wal", "-shm", "-journal"} {
		if err := os.Remove(fresh + end); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// emptyLog moves everything from the write-ahead log into the file. Closing does so, too, but reports no failure.
func (b *base) emptyLog() error {
	var busy, frames, moved int
	err := b.writes.queryRow("PRAGMA wal_checkpoint(TRUNCATE)").scan(&busy, &frames, &moved)
	if err == nil && busy != 0 {
		err = errors.New("the log of a repaired file is in use")
	}
	return err
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
		aside = lastAside(path)
	}
	return aside, nil
}

// lastAside returns the path of the damaged file that was set aside last, empty for none.
func lastAside(path string) (aside string) {
	all, _ := os.ReadDir(filepath.Dir(path)) // sorted by name, and so by time
	for _, f := range all {
		name := f.Name()
		if strings.HasPrefix(name, filepath.Base(path)+asideEnd) && !strings.HasSuffix(name, "-wal") &&
			!strings.HasSuffix(name, "-shm") {
			aside = filepath.Join(filepath.Dir(path), name)
		}
	}
	return aside
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
	name := path + asideEnd + now.Format(setAsideForm)
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

// carryOver copies the readable rows of the parts of a damaged file. lost are the parts that are incomplete, and err is
// an error of the new file.
func (b *base) carryOver(path string) (lost Parts, err error) {
	old, unread := openDamaged(path)
	if unread == nil {
		defer old.close()
	}
	return b.carryOverFrom(old)
}

// carryOverFrom is carryOver from an open file, nil for one that cannot be opened.
func (b *base) carryOverFrom(old *base) (lost Parts, err error) {
	w := b.writes
	if _, err := w.exec("BEGIN IMMEDIATE"); err != nil {
		return 0, err
	}
	for _, s := range salvaged() {
		whole := false
		if old != nil && err == nil {
			whole, err = copyTable(old.reads, w, s.table)
		}
		if !whole {
			lost |= s.part
		}
	}
	lost &^= spendPart
	if err == nil && lost != 0 {
		err = setState(w, lostKey, strconv.FormatUint(uint64(lost), 10))
	}
	if err == nil {
		_, err = w.exec("COMMIT")
	}
	if err != nil {
		_, _ = w.exec("ROLLBACK") // the error may have ended the transaction already
	}
	return lost, err
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

// copyTable copies the rows of a table that can be read: those before the first that cannot, and from the end those
// behind the last. whole reports whether that is all of them; a table that an old schema does not have has no rows. err
// is an error of the file that is written.
func copyTable(from, to *statements, table string) (whole bool, err error) {
	var there int
	known := from.queryRow("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?", table)
	if unread := known.scan(&there); unread != nil || there == 0 {
		return unread == nil, nil
	}
	whole, unread, err := copyRows(from, to, table, "")
	if err != nil || unread == nil {
		return whole, err
	}
	key, err := list(context.Background(), to, func(name *string) []any { return []any{name} },
		"SELECT name || ' DESC' FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", table)
	if err == nil {
		_, _, err = copyRows(from, to, table, " ORDER BY "+strings.Join(key, ", "))
	}
	return false, err
}

// copyRows copies the rows of a table in an order, up to the first that cannot be read, and returns the error for that.
// whole reports whether none was left out, because it cannot be in a table. err is an error of the file that is
// written.
func copyRows(from, to *statements, table, order string) (whole bool, unread, err error) {
	stmt, unread := from.prepared("SELECT * FROM " + table + order)
	if unread != nil {
		return false, unread, nil
	}
	rows, unread := stmt.QueryContext(context.Background())
	if unread != nil {
		return false, unread, nil
	}
	defer rows.Close()
	columns, unread := rows.Columns()
	values, places := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		places[i] = &values[i]
	}
	insert := fmt.Sprintf("INSERT OR REPLACE INTO %s (%s) VALUES (%s)", table, strings.Join(columns, ", "),
		strings.TrimSuffix(strings.Repeat("?, ", len(columns)), ", "))
	for whole = true; unread == nil && rows.Next(); {
		if unread = rows.Scan(places...); unread != nil {
			break
		}
		_, err := to.exec(insert, values...)
		if isOutside(err) || isBusy(err) || isDamage(err) {
			return false, nil, err
		}
		whole = whole && err == nil // otherwise the row is damaged
	}
	if unread == nil {
		unread = rows.Err()
	}
	return whole && unread == nil, unread, nil
}
