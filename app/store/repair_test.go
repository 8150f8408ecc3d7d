package store

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sextant/app/files"
	"sextant/app/testkit"
)

// keptFile makes a closed file with many rows in every table that a repair carries over, and returns its path.
func keptFile(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "helm.db")
	s, _ := open(path, Options{Now: noon}, quick())
	s.enqueue(write{do: func(w *statements) error {
		for i := range 1000 {
			at, text := noon().Add(time.Duration(i)*time.Minute), strings.Repeat(fmt.Sprint("number ", i), 5)
			key, ms := fmt.Sprintf("%05d", i), at.UnixMilli()
			for table, values := range map[string][]any{
				"visit (id, page, subpage, origin, at)":             {i + 1, 100 + i%800, 1, 0, ms},
				"favourite (place, page, subpage, name)":            {i, 100 + i%800, 1, text},
				"heard (key, position, duration, done, at)":         {key, 1, 2, true, ms},
				"recording (key, item, state, keep, save_to, at)":   {key, text, 0, true, "", ms},
				"mark (recording, moment, item, chapter, note, at)": {"one", i, "", "", text, 0},
				"seen (page, subpage, at)":                          {i / 9, i % 9, 0},
				"state (key, value)":                                {key, text},
			} {
				query := "INSERT INTO " + table + " VALUES (?" + strings.Repeat(", ?", len(values)-1) + ")"
				if _, err := w.exec(query, values...); err != nil {
					return err
				}
			}
		}
		return nil
	}})
	flush(t, s)
	testkit.NoError(t, s.Close())
	return path
}

// damageLeaf clears the page of a file in the middle of a table, and returns how many pages of rows the table has.
func damageLeaf(t testing.TB, path, table string) (leaves int) {
	t.Helper()
	b := testkit.Must(openReadOnly(path))(t)
	var root int
	testkit.NoError(t, b.reads.queryRow("SELECT rootpage FROM sqlite_schema WHERE name = ?", table).scan(&root))
	testkit.NoError(t, b.close())
	alter(t, path, func(data []byte) []byte {
		top := data[(root-1)*4096 : root*4096] // https://sqlite.org/fileformat2.html#b_tree_pages
		if top[0] != 5 && top[0] != 2 {
			t.Fatalf("%s has one page, of type %d", table, top[0])
		}
		leaves = 1 + int(binary.BigEndian.Uint16(top[3:]))
		cell := int(binary.BigEndian.Uint16(top[12+2*(leaves/2):]))
		leaf := int(binary.BigEndian.Uint32(top[cell:]))
		clear(data[(leaf-1)*4096 : leaf*4096])
		return data
	})
	return leaves
}

// repaired repairs a file that is known to be damaged.
func repaired(t testing.TB, path string) (b *base, aside string, lost Parts) {
	t.Helper()
	damaged, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	b, aside, lost, err = openOrBegin(path, damaged, noon())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.close() })
	return b, aside, lost
}

// TestRowsOnBothSidesOfDamageAreCarriedOver makes a page in the middle of each table unreadable: only its rows are
// lost, and the part counts as incomplete.
func TestRowsOnBothSidesOfDamageAreCarriedOver(t *testing.T) {
	whole := keptFile(t)
	for _, tt := range []struct {
		table, order string
		part         Parts
	}{
		{"visit", "id", VisitsPart},
		{"favourite", "place", FavouritesPart},
		{"heard", "key", HeardPart},
		{"recording", "key", RecordingsPart},
		{"mark", "moment", MarksPart},
		{"seen", "page * 10 + subpage", VisitsPart},
		{"state", "key", StatePart},
	} {
		t.Run(tt.table, func(t *testing.T) {
			path := copyTo(t, whole, t.TempDir())
			leaves := damageLeaf(t, path, tt.table)
			b, _, lost := repaired(t, path)
			if lost != tt.part {
				t.Errorf("lost is %b", lost)
			}
			var rows int
			testkit.NoError(t, b.reads.queryRow("SELECT count(*) FROM "+tt.table).scan(&rows))
			if least := 1000 - 2*1000/leaves; rows < least || rows == 1000 {
				t.Errorf("of 1000 rows in %d pages %d are left", leaves, rows)
			}
			query := "SELECT count(*) FROM (SELECT 1 FROM %s ORDER BY %s %s LIMIT 1)"
			for _, end := range []string{"ASC", "DESC"} {
				err := b.reads.queryRow(fmt.Sprintf(query, tt.table, tt.order, end)).scan(&rows)
				if err != nil || rows != 1 {
					t.Errorf("%s: %v", end, err)
				}
			}
		})
	}
}

// TestRowThatCannotBeInsertedIsLeftOut has a row of a damaged file that no table can have: the others are carried over.
func TestRowThatCannotBeInsertedIsLeftOut(t *testing.T) {
	old := testkit.Must(openMemory())(t)
	defer old.close()
	fresh := testkit.Must(openMemory())(t)
	defer fresh.close()
	for _, query := range []string{
		"DROP TABLE state", "CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID",
		"INSERT INTO state VALUES ('a', '1'), ('b', NULL), ('c', '3')",
	} {
		if _, err := old.writes.exec(query); err != nil {
			t.Fatal(err)
		}
	}
	lost, err := fresh.carryOverFrom(old)
	if lost != StatePart || err != nil {
		t.Errorf("lost is %b, %v", lost, err)
	}
	var n int
	err = fresh.reads.queryRow("SELECT count(*) FROM state WHERE key <> ?", lostKey).scan(&n)
	if err != nil || n != 2 {
		t.Errorf("%d rows, %v", n, err)
	}
}

// TestWriteErrorEndsRepair bounds the size of the new file: nothing takes the place of the damaged one.
func TestWriteErrorEndsRepair(t *testing.T) {
	path := keptFile(t)
	fresh := testkit.Must(openWritable(path + newEnd))(t)
	defer fresh.close()
	if _, err := fresh.writes.exec("PRAGMA max_page_count = 40"); err != nil {
		t.Fatal(err)
	}
	if lost, err := fresh.carryOver(path); !isOutside(err) {
		t.Errorf("lost is %b, %v", lost, err)
	}
}

// TestFullDiskEndsRepair repairs a file on a disk that has room for some of its parts: the damaged file stays, whatever
// the room is, and is repaired when there is more.
func TestFullDiskEndsRepair(t *testing.T) {
	if !mayMount(t) {
		return
	}
	whole := keptFile(t)
	for _, room := range []int{0, 4096, 100_000, 200_000, 400_000} {
		dir := disk(t, 8192)
		path := copyTo(t, whole, dir)
		leaves := damageLeaf(t, path, "visit")
		before, _ := os.ReadFile(path)
		fill(t, dir, room)
		damaged := testkit.Must(os.Stat(path))(t)
		b, out := obtain(path, noon, damaged)
		if out.Cause == nil {
			var rows int
			if err := b.reads.queryRow("SELECT count(*) FROM mark").scan(&rows); err != nil || rows != 1000 ||
				out.Lost != VisitsPart {
				t.Errorf("with room for %d bytes %d marks are left, %+v, %v", room, rows, out, err)
			}
			_ = b.close()
			continue
		}
		_ = b.close()
		if !errors.Is(out.Cause, ErrFull) || out.SetAside != "" {
			t.Errorf("with room for %d bytes: %+v", room, out)
		}
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, before) || !files.IsAt(path, damaged) {
			t.Errorf("with room for %d bytes the damaged file is another one: %v", room, err)
		}
		testkit.NoError(t, os.Remove(filepath.Join(dir, "fill")))
		b, _, lost := repaired(t, path)
		var rows int
		if err := b.reads.queryRow("SELECT count(*) FROM visit").scan(&rows); err != nil ||
			rows < 1000-2*1000/leaves || lost != VisitsPart {
			t.Errorf("later %d rows, lost is %b, %v", rows, lost, err)
		}
		_ = b.close()
	}
}

// TestLostPartsAfterInterruptedRepair ends a repair at each step: the next start says what is lost, once.
func TestLostPartsAfterInterruptedRepair(t *testing.T) {
	whole := keptFile(t)
	for name, end := range map[string]func(path string) error{
		"before the damaged file is set aside": func(string) error { return nil },
		"after that": func(path string) error {
			_, err := setAside(path, noon().Add(-time.Hour))
			return err
		},
		"before it is opened": func(path string) error {
			_, err := takePlace(path, noon().Add(-time.Hour))
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := copyTo(t, whole, t.TempDir())
			damageLeaf(t, path, "visit")
			if lost, err := repair(path); lost != VisitsPart || err != nil {
				t.Fatalf("lost is %b, %v", lost, err)
			}
			testkit.NoError(t, end(path))
			s, outcome := open(path, Options{Now: noon}, quick())
			if outcome.Lost != VisitsPart || !strings.HasPrefix(outcome.SetAside, path+".damaged-") ||
				outcome.Cause != nil {
				t.Errorf("%+v", outcome)
			}
			if _, err := os.Stat(outcome.SetAside); err != nil {
				t.Error(err)
			}
			testkit.Check(t, s.Close())
			start(t, path, Options{}) // fails unless the outcome is good
		})
	}
}

// TestRepairedFileOfAnEarlierVersion finds a complete repair that says nothing of what is lost.
func TestRepairedFileOfAnEarlierVersion(t *testing.T) {
	path := keptFile(t)
	testkit.NoError(t, os.Rename(path, path+repairedEnd))
	noise := make([]byte, 9000)
	_, _ = rand.Read(noise)
	testkit.NoError(t, os.WriteFile(path, noise, 0o600))
	s, outcome := open(path, Options{Now: noon}, quick())
	defer s.Close()
	if outcome.Lost != 0 || outcome.SetAside == "" || outcome.Cause != nil || count(t, s, "visit") != 1000 {
		t.Errorf("%+v", outcome)
	}
}
