package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"sextant/app/files"
)

// A base is an open database: a connection that writes and a few that read.
type base struct {
	path   string      // empty in memory
	file   os.FileInfo // of the path when it was opened
	opened []io.Closer // in that order
	writes *statements // nil where nothing can be written
	reads  *statements

	users sync.WaitGroup // readers and claims under way

	claiming sync.Mutex  // held while claims is used
	claims   *statements // nil where no other program can use the file
}

// driver is the name under which modernc.org/sqlite registers itself.
const driver = "sqlite"

// readers bounds concurrent reads.
const readers = 4

// How long a connection waits for other programs before it gives up.
const (
	busyFor  = 5 * time.Second
	claimFor = 500 * time.Millisecond // for a claim: a reader waits for it
	lockFor  = 30 * time.Second       // for one that opens the same file, and may have to bring it up to date
)

// address returns SQLite's URI of a file, with how long to wait for locks of other programs.
func address(path string, wait time.Duration, options ...string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive of Windows
	}
	u := url.URL{Scheme: "file", Path: path}
	options = append(options, fmt.Sprintf("_pragma=busy_timeout(%d)", wait.Milliseconds()))
	return u.String() + "?" + strings.Join(options, "&")
}

// openWritable opens a file to read and write, makes it where there is none, and brings its schema up
// to date.
func openWritable(path string) (*base, error) {
	if err := makeFile(path); err != nil {
		return nil, err
	}
	file, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	os.SameFile(file, file) // otherwise Windows would read its identity only when it is compared later
	b := &base{path: path, file: file}
	b, err = b.complete(
		address(path, busyFor, "_pragma=synchronous(NORMAL)"),
		address(path, busyFor, "mode=ro"),
		"WAL",
	)
	if err != nil {
		return nil, err
	}
	if err := b.openClaims(); err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

// openClaims opens a connection for claims. It makes no checkpoints, which take long: the writing connection does.
func (b *base) openClaims() error {
	c, err := b.connect(address(b.path, claimFor, "_pragma=synchronous(NORMAL)", "_pragma=wal_autocheckpoint(0)"))
	if err == nil {
		b.claims = newStatements(c)
		b.opened = append(b.opened, b.claims)
	}
	return err
}

// openMemory makes a database that lives as long as it is open.
func openMemory() (*base, error) {
	name := address(rand.Text(), busyFor, "vfs=memdb")
	return (&base{}).complete(name, name, "MEMORY")
}

// openReadOnly opens a file of the current schema that cannot be written. Where SQLite cannot even make the files that
// it shares with other programs, it is opened as immutable: no other program writes.
func openReadOnly(path string) (*base, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	var errs []error
	for _, options := range [][]string{{"mode=ro"}, {"mode=ro", "immutable=1"}} {
		b := &base{path: path}
		err := b.openReads(address(path, busyFor, options...))
		if err == nil {
			err = b.checkSchema()
		}
		if err == nil {
			return b, nil
		}
		errs = append(errs, err, b.close())
	}
	return nil, errors.Join(errs...)
}

// complete opens the connections of a new base, the one that writes first, and closes them again if
// anything fails.
func (b *base) complete(writes, reads, journal string) (*base, error) {
	err := b.openWrites(writes, journal)
	if err == nil {
		err = b.openReads(reads)
	}
	if err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

func (b *base) openWrites(address, journal string) error {
	c, err := b.connect(address)
	if err != nil {
		return err
	}
	if err := prepare(c, journal); err != nil {
		return err
	}
	b.writes = newStatements(c)
	b.opened = append(b.opened, b.writes)
	return nil
}

// prepare makes a database ready to be used. One of a newer schema is not touched.
func prepare(c *sql.Conn, journal string) error {
	version, err := schemaOf(c)
	if err != nil {
		return err
	}
	setup := "PRAGMA journal_mode = " + journal
	switch {
	case version > len(migrations()):
		return ErrNewer
	case version == 0:
		setup = "PRAGMA auto_vacuum = INCREMENTAL; " + setup // which must come before anything is written
	}
	if _, err := c.ExecContext(context.Background(), setup); err != nil {
		return err
	}
	err = migrate(c, migrations())
	if isBusy(err) && version == len(migrations()) {
		return nil // where others write, writing is possible
	}
	return err
}

// connect opens a single connection.
func (b *base) connect(address string) (*sql.Conn, error) {
	pool, err := sql.Open(driver, address)
	if err != nil {
		return nil, err
	}
	b.opened = append(b.opened, pool)
	pool.SetMaxOpenConns(1)
	c, err := pool.Conn(context.Background())
	if err != nil {
		return nil, err
	}
	b.opened = append(b.opened, c)
	return c, nil
}

func (b *base) openReads(address string) error {
	pool, err := sql.Open(driver, address+"&_pragma=query_only(1)")
	if err != nil {
		return err
	}
	b.opened = append(b.opened, pool)
	pool.SetMaxOpenConns(readers)
	pool.SetMaxIdleConns(readers)
	b.reads = newStatements(pool)
	b.opened = append(b.opened, b.reads)
	return pool.Ping()
}

// checkSchema fails unless the schema is the current one.
func (b *base) checkSchema() error {
	var version int
	if err := b.reads.queryRow("PRAGMA user_version").scan(&version); err != nil {
		return err
	}
	switch {
	case version > len(migrations()):
		return ErrNewer
	case version < len(migrations()):
		return fmt.Errorf("%w: its form is too old to be read as it is", ErrReadOnly)
	}
	return nil
}

// syncLog syncs the write-ahead log to the disk. Without one SQLite syncs each commit.
func (b *base) syncLog() error {
	if b.path == "" {
		return nil
	}
	log, err := os.OpenFile(b.path+"-wal", os.O_RDWR, 0)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(log.Sync(), log.Close())
}

// close closes the connections, the writing one last, since it can make the last checkpoint.
func (b *base) close() error {
	var errs []error
	for i := len(b.opened) - 1; i >= 0; i-- {
		errs = append(errs, b.opened[i].Close())
	}
	b.opened = nil
	return errors.Join(errs...)
}

// moved reports whether another file has taken the place of the open one, or none.
func (b *base) moved() bool {
	if b.path == "" {
		return false
	}
	now, err := os.Stat(b.path)
	return errors.Is(err, os.ErrNotExist) || err == nil && !os.SameFile(now, b.file)
}

// makeFile makes an empty file, unless it exists, that only its owner can read, in such a folder. SQLite's own files
// beside it get the same permissions. An existing file is not opened: closing it would release SQLite's locks.
func makeFile(path string) error {
	if err := files.MakeFolder(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}

// statements caches prepared statements of a connection by their text: SQLite takes longer to parse SQL than to look a
// page up.
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

// exec returns the number of changed rows.
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

// queryRow queries one row.
func (s *statements) queryRow(query string, args ...any) row {
	stmt, err := s.prepared(query)
	if err != nil {
		return row{err: err}
	}
	return row{row: stmt.QueryRow(args...)}
}

// A row is the result of queryRow, or its error.
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

// find scans a row that need not exist, and reports whether it does.
func (r row) find(dest ...any) (bool, error) {
	err := r.scan(dest...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// list queries many rows. fields returns the destinations of a row's columns.
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

// A stamp scans a time: milliseconds since 1970, with Go's zero time as it is.
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
