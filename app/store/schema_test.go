package store

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/testkit"
)

// connection opens a connection to a new file.
func connection(t testing.TB, path string) *sql.Conn {
	t.Helper()
	b := &base{}
	t.Cleanup(func() { b.close() })
	return testkit.Must(b.connect(address(path, busyFor)))(t)
}

func TestMigrate(t *testing.T) {
	one, two, bad := "CREATE TABLE a (x)", "ALTER TABLE a ADD COLUMN y; INSERT INTO a VALUES (1, 2)",
		"DROP TABLE a; CREATE TABLE b (x); nonsense"
	for _, tt := range []struct {
		name    string
		steps   [][]string // one after the other
		version int
		columns string
		fails   bool
	}{
		{"from nothing", [][]string{{one}}, 1, "x", false},
		{"again", [][]string{{one}, {one}}, 1, "x", false},
		{"a step further", [][]string{{one}, {one, two}}, 2, "xy", false},
		{"two at once", [][]string{{one, two}}, 2, "xy", false},
		{"a step that fails", [][]string{{one}, {one, bad}}, 1, "x", true},
		{"back", [][]string{{one, two}, {one}}, 2, "xy", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := connection(t, filepath.Join(t.TempDir(), "x.db"))
			var err error
			for _, steps := range tt.steps {
				err = migrate(c, steps)
			}
			var columns string
			scan := c.QueryRowContext(t.Context(),
				"SELECT group_concat(name, '') FROM pragma_table_info('a')").Scan(&columns)
			version, _ := schemaOf(c)
			if version != tt.version || columns != tt.columns || (err != nil) != tt.fails || scan != nil {
				t.Errorf("version %d with columns %q, %v, %v", version, columns, err, scan)
			}
		})
	}
}

// TestMigrateTogether migrates a file by several connections at once. Each step runs once.
func TestMigrateTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	steps := []string{"CREATE TABLE a (x)", "INSERT INTO a VALUES (1)", "INSERT INTO a VALUES (2)"}
	var all sync.WaitGroup
	for range 8 {
		c := connection(t, path)
		all.Go(func() {
			testkit.Check(t, migrate(c, steps))
		})
	}
	all.Wait()
	var n int
	if err := connection(t, path).QueryRowContext(t.Context(), "SELECT count(*) FROM a").Scan(&n); err != nil ||
		n != 2 {
		t.Errorf("%d rows, %v", n, err)
	}
}

func TestNewerSchema(t *testing.T) {
	path := filled(t)
	if _, err := connection(t, path).ExecContext(t.Context(),
		"PRAGMA journal_mode = DELETE; PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(path)
	s, outcome := open(path, Options{Now: noon}, quick())
	defer s.Close()
	if !outcome.InMemory || outcome.ReadOnly || outcome.SetAside != "" ||
		!errors.Is(outcome.Cause, ErrNewer) || s.Lasting() {
		t.Errorf("%+v", outcome)
	}
	checkWorks(t, s)
	if after, _ := os.ReadFile(path); !bytes.Equal(after, before) {
		t.Error("the file was changed")
	}
}

// checkWorks saves a page and reads it.
func checkWorks(t testing.TB, s *Store) {
	t.Helper()
	save(t, s, newPage(500, "New", "kept for now"), noon())
	s.SetFavourites(must[[]Favourite](t)(s.Favourites()), []Favourite{{500, 1, "New"}})
	flush(t, s)
	if p := must[*Stored](t)(s.Page(500)); p == nil || len(find(t, s, "kept", false, 9)) != 1 ||
		len(must[[]Favourite](t)(s.Favourites())) != 1 {
		t.Error("the page is not kept")
	}
}

// TestSchema1 opens a file of the first schema. Every later schema must read the same from it.
func TestSchema1(t *testing.T) {
	const released = "a7f438badade74a1a0708189cee123f636de289d483f8638c1d27b8b9f31a9ff"
	if sum := fmt.Sprintf("%x", sha256.Sum256([]byte(schema1))); sum != released {
		t.Errorf("the first schema was changed after its release: its sum is %s", sum)
	}
	rows := testkit.Must(os.ReadFile(filepath.Join("testdata", "schema1.sql")))(t)
	path := filepath.Join(t.TempDir(), "helm.db")
	b := &base{}
	c, err := b.connect(address(path, busyFor))
	if err == nil {
		_, err = c.ExecContext(t.Context(), schema1+string(rows))
	}
	if err = errors.Join(err, b.close()); err != nil {
		t.Fatal(err)
	}
	s := start(t, path, Options{})
	checkPagesOfSchema1(t, s)
	for what, same := range map[string]bool{
		"the directory": reflect.DeepEqual(must[[]Listing](t)(s.Directory()), []Listing{
			{Page: 100, Name: "Index", Subpages: 2, Fetched: noon().Add(time.Hour), Changed: noon().Add(time.Hour)},
			{Page: 200, MissingSince: noon()},
		}),
		"the visits":     reflect.DeepEqual(must[[]Visited](t)(s.History(9)), []Visited{{100, 2, "Index", noon()}}),
		"where users go": reflect.DeepEqual(must[[]int](t)(s.Destinations(200, 9)), []int{100}),
		"the favourites": reflect.DeepEqual(must[[]Favourite](t)(s.Favourites()), []Favourite{{100, 2, "Winds"}}),
		"the watches":    reflect.DeepEqual(must[[]Watch](t)(s.Watches()), []Watch{{Phrase: "ferry", Since: noon()}}),
		"what was spent": reflect.DeepEqual(must[[]Spend](t)(s.Spent(Moment{At: noon()})),
			[]Spend{spent(noon(), "page", 1)}),
		"the state":        must[string](t)(s.State("key")) == "value",
		"what is found":    describe(find(t, s, "ferry", false, 9)) == "100/1:3 ferry",
		"a name is found":  len(find(t, s, "index", false, 9)) == 2,
		"what is not":      len(find(t, s, "300", false, 9)) == 0,
		"the whole schema": len(must[[]VersionInfo](t)(s.Versions(100))) == 2,
	} {
		if !same {
			t.Errorf("%s: not what was stored", what)
		}
	}
	checkWorks(t, s)
}

func checkPagesOfSchema1(t *testing.T, s *Store) {
	t.Helper()
	served := api.Validators{
		ETag: `"e"`, LastModified: "Sat, 21 Nov 2026 11:00:00 GMT",
		CacheControl: "max-age=60", Age: "5", Date: "Sat, 21 Nov 2026 12:00:00 GMT",
	}
	p := must[*Stored](t)(s.Page(100))
	if p.Form != "xml" || p.First != noon().Add(time.Hour) ||
		p.Validators != served || p.Document.Subpages[0].All[2] != "No ferry" {
		t.Errorf("%+v", p)
	}
	if png, fetched, said, err := s.Picture(key(p.Document, 1)); string(png) != "PNG" ||
		fetched != noon() || said != served || err != nil {
		t.Errorf("%q, %v, %v, %v", png, fetched, said, err)
	}
	v := keptVersion(t, s, must[[]VersionInfo](t)(s.Versions(100))[0].ID)
	if v.Form != "json" || v.First != noon() || v.Document.Subpages[0].All[2] != "The ferry 300" {
		t.Errorf("%+v", v)
	}
}
