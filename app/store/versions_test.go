package store

import (
	"context"
	"fmt"
	"reflect"
	"testing"
	"time"

	"sextant/app/teletext"
)

// readVersions returns the IDs of a page's versions from one on, and the names of their documents.
func readVersions(t *testing.T, ctx context.Context, s *Store, from int64) (ids []int64, names []string, err error) {
	t.Helper()
	err = s.EachVersion(ctx, 100, from, func(id int64, doc *teletext.Page) {
		ids, names = append(ids, id), append(names, doc.Name)
	})
	return ids, names, err
}

// TestEachVersion reads more versions than one query, from the oldest and from one in the middle.
func TestEachVersion(t *testing.T) {
	s := empty(t)
	const n = 2*versionsAtOnce + 5
	var want []string
	for i := range n {
		want = append(want, fmt.Sprint("Index ", i))
		save(t, s, newPage(100, want[i], "one"), noon().Add(time.Duration(i)*time.Minute))
		save(t, s, newPage(101, want[i], "one"), noon().Add(time.Duration(i)*time.Minute))
	}
	flush(t, s)
	all := must[[]VersionInfo](t)(s.Versions(100))
	ids, names, err := readVersions(t, t.Context(), s, 0)
	if err != nil || !reflect.DeepEqual(names, want) {
		t.Fatalf("%d versions, the names %q, %v", len(ids), names, err)
	}
	for i, v := range all {
		if ids[i] != v.ID {
			t.Errorf("version %d is %d, not %d", i, ids[i], v.ID)
		}
	}
	if ids, _, err := readVersions(t, t.Context(), s, all[70].ID); err != nil || len(ids) != n-70 ||
		ids[0] != all[70].ID {
		t.Errorf("from a version in the middle: %v, %v", ids, err)
	}
	if ids, _, err := readVersions(t, t.Context(), s, all[n-1].ID+1); err != nil || len(ids) != 0 {
		t.Errorf("behind the newest: %v, %v", ids, err)
	}
}

// TestEachVersionEnds cancels the context in the middle, and before the start.
func TestEachVersionEnds(t *testing.T) {
	s := empty(t)
	for i := range 10 {
		save(t, s, newPage(100, fmt.Sprint("Index ", i), "one"), noon().Add(time.Duration(i)*time.Minute))
	}
	flush(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	err := s.EachVersion(ctx, 100, 0, func(int64, *teletext.Page) {
		if n++; n == 4 {
			cancel()
		}
	})
	if n != 4 || err == nil {
		t.Errorf("%d versions were read, %v", n, err)
	}
	if ids, _, err := readVersions(t, ctx, s, 0); len(ids) > 0 || err == nil {
		t.Errorf("%d versions were read later, %v", len(ids), err)
	}
}

// TestEachVersionLeavesOutDamage checks that a damaged version is skipped.
func TestEachVersionLeavesOutDamage(t *testing.T) {
	s := empty(t)
	for i := range 3 {
		save(t, s, newPage(100, fmt.Sprint("Index ", i), "one"), noon().Add(time.Duration(i)*time.Minute))
	}
	flush(t, s)
	_, err := s.Pages.db.base.writes.exec(
		"UPDATE content SET packed = x'00' WHERE id = (SELECT content FROM version ORDER BY id LIMIT 1 OFFSET 1)")
	if err != nil {
		t.Fatal(err)
	}
	if _, names, err := readVersions(t, t.Context(), s, 0); err != nil ||
		!reflect.DeepEqual(names, []string{"Index 0", "Index 2"}) {
		t.Errorf("%q were read, %v", names, err)
	}
}
