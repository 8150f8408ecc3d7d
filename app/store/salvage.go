package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Parts are kinds of things in a store that cannot be fetched from the service again.
type Parts uint

// The parts, in the order in which they are saved from a damaged file.
const (
	FavouritesPart Parts = 1 << iota
	WatchesPart
	HeardPart
	RecordingsPart
	StatePart
	VisitsPart
	spendPart // the hour's requests: nobody misses them
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
		{HeardPart, "heard"},
		{RecordingsPart, "recording"},
		{StatePart, "state"},
		{VisitsPart, "visit"},
		{spendPart, "spend"},
	}
}

// carryOver copies what can be read of the parts of a damaged file, row by row. It returns those of which something
// is missing.
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

// openDamaged opens a damaged file to read what can be read of it. A writable schema lets SQLite open one that is
// shorter than its header says.
func openDamaged(path string) (*base, error) {
	var errs []error
	for _, options := range [][]string{{"mode=ro"}, {"mode=ro", "immutable=1"}} {
		b := &base{path: path}
		err := b.openReads(address(path, busyFor, append(options, "_pragma=writable_schema(1)")...))
		if err == nil {
			var tables int
			err = b.reads.row("SELECT count(*) FROM sqlite_schema").scan(&tables)
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
	known := from.row("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?", table)
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
