package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"
)

// statements are what is asked of a database, kept prepared by their texts: to read SQL takes SQLite
// longer than to look a page up.
type statements struct {
	from preparer
	mu   sync.Mutex
	kept map[string]*sql.Stmt
}

// A preparer is a connection or a pool of them.
type preparer interface {
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
}

func newStatements(from preparer) *statements {
	return &statements{from: from, kept: map[string]*sql.Stmt{}}
}

func (s *statements) prepared(query string) (*sql.Stmt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if stmt := s.kept[query]; stmt != nil {
		return stmt, nil
	}
	stmt, err := s.from.PrepareContext(context.Background(), query)
	if err == nil {
		s.kept[query] = stmt
	}
	return stmt, err
}

// Close ends all of them. A connection stays open as long as it has any.
func (s *statements) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, stmt := range s.kept {
		errs = append(errs, stmt.Close())
	}
	clear(s.kept)
	return errors.Join(errs...)
}

// exec tells how many rows it changed.
func (s *statements) exec(query string, args ...any) (int64, error) {
	stmt, err := s.prepared(query)
	if err != nil {
		return 0, err
	}
	result, err := stmt.Exec(args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// row asks for one row.
func (s *statements) row(query string, args ...any) row {
	stmt, err := s.prepared(query)
	if err != nil {
		return row{err: err}
	}
	return row{row: stmt.QueryRow(args...)}
}

// A row is the answer to a question for one, or the reason why it could not be asked.
type row struct {
	row *sql.Row
	err error
}

func (r row) scan(dest ...any) error {
	if r.err != nil {
		return r.err
	}
	return r.row.Scan(dest...)
}

// find scans a row that need not be there, and tells whether it is.
func (r row) find(dest ...any) (bool, error) {
	err := r.scan(dest...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// list asks for many rows. fields tells where the columns of a row go.
func list[T any](ctx context.Context, s *statements, fields func(*T) []any, query string, args ...any) ([]T, error) {
	stmt, err := s.prepared(query)
	if err != nil {
		return nil, err
	}
	rows, err := stmt.QueryContext(ctx, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		var one T
		if err := rows.Scan(fields(&one)...); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// A stamp is a time as a row holds it: milliseconds since 1970, in which Go's zero time has its place
// too.
type stamp struct{ *time.Time }

// Scan implements sql.Scanner.
func (s stamp) Scan(value any) error {
	ms, ok := value.(int64)
	if !ok {
		return fmt.Errorf("a time that is %T", value)
	}
	*s.Time = time.UnixMilli(ms).UTC()
	return nil
}
