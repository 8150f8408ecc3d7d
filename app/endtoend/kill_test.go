package endtoend

import (
	"database/sql"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	_ "modernc.org/sqlite" // the driver of the store

	"sextant/app/store"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// A killing is a profile whose program is killed repeatedly.
type killing struct {
	*display
	t        *testing.T
	service  *service
	path     string
	pages    map[int]bool   // those that were on the disk after a round
	versions map[int64]bool // the versions that were on the disk after a round
}

// TestKilled kills the program while it works.
func TestKilled(t *testing.T) {
	race.Skip(t, "a process that is killed reports no race")
	t.Parallel()
	t.Run("stored pages stay", killedWhileReading)
	t.Run("downloads are resumed", killedWhileDownloading)
}

// killedWhileReading kills the program at random times while it collects pages and a user reads them. Pages on the disk
// are not lost, and the store stays intact.
func killedWhileReading(t *testing.T) {
	d := newDisplay(t)
	service := serve(t, newArchive(t))
	k := &killing{d, t, service, storePath(d.dir, service), map[int]bool{}, map[int64]bool{}}
	withSettings(t, d, quick())
	withStore(t, k.path, func(kept *store.Store) {
		kept.SetState("collect", `{"On":true,"Paused":false,"Next":100,"Done":0}`)
	})
	rounds := 5
	if testkit.IsLong() {
		rounds = 20
	}
	for round := range rounds {
		k.round()
		k.check()
		if t.Failed() {
			t.Fatalf("in round %d", round+1)
		}
	}
	k.afterwards()
}

// round runs the program until a random time after its first request.
func (k *killing) round() {
	asked := len(k.service.Asked())
	s := k.run(k.t, nil, k.service.options()...)
	s.until("a request", func() bool { return len(k.service.Asked()) > asked })
	ready := false
	poll(pollEvery, rand.N(700*time.Millisecond), func() bool {
		if ready = ready || s.hasKeyboard(); ready {
			s.typed([]string{"1", "2", "3", "4", "5", "6", "7", "8"}[rand.N(8)])
		}
		return false
	})
	if err := s.cmd.Process.Kill(); err != nil {
		k.t.Fatalf("the program cannot be killed: %v\n%s", err, &s.out)
	}
	<-s.ended
}

// check checks the pages on the disk, first without the package that wrote them.
func (k *killing) check() {
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(k.path)+"?mode=ro")
	if err != nil {
		k.t.Fatal(err)
	}
	defer db.Close()
	var verdict string
	if err := db.QueryRowContext(k.t.Context(), "PRAGMA integrity_check").Scan(&verdict); err != nil ||
		verdict != "ok" {
		k.t.Errorf("the file is damaged: %s (%v)", verdict, err)
	}
	versions := k.idsOf(db)
	for id := range k.versions {
		if !versions[id] {
			k.t.Errorf("version %d is lost", id)
		}
	}
	k.versions = versions
	withStore(k.t, k.path, k.checkPages)
	if aside, _ := filepath.Glob(k.path + ".damaged*"); len(aside) > 0 {
		k.t.Errorf("the file was set aside as %s", aside)
	}
}

// idsOf returns the versions on the disk.
func (k *killing) idsOf(db *sql.DB) map[int64]bool {
	rows, err := db.QueryContext(k.t.Context(), "SELECT id FROM version")
	if err != nil {
		k.t.Fatal(err)
	}
	defer rows.Close()
	ids := map[int64]bool{}
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			k.t.Fatal(err)
		}
		ids[id] = true
	}
	if err := rows.Err(); err != nil {
		k.t.Fatal(err)
	}
	return ids
}

// checkPages reads all pages, and expects those that were there before.
func (k *killing) checkPages(kept *store.Store) {
	listings, err := kept.Directory()
	if err != nil {
		k.t.Fatal(err)
	}
	pages := map[int]bool{}
	for _, l := range listings {
		stored, err := kept.Page(l.Page)
		if err != nil || stored == nil || stored.Document.Number != l.Page {
			k.t.Errorf("page %d cannot be read: %v", l.Page, err)
		}
		pages[l.Page] = true
	}
	for page := range k.pages {
		if !pages[page] {
			k.t.Errorf("page %d is lost", page)
		}
	}
	k.pages = pages
}

// afterwards runs the program once until it ends normally.
func (k *killing) afterwards() {
	s := k.start(k.t, nil, k.service.options()...)
	s.untilTitle("100 Sheet 100")
	s.quit()
	withStore(k.t, k.path, func(kept *store.Store) {
		spent, err := kept.Spent(store.Moment{At: time.Now().Add(-time.Hour)})
		classes := map[string]int{}
		for _, sp := range spent {
			classes[sp.Class] += sp.Count
		}
		k.t.Logf("%d pages, %d versions, requests: %v (%v)", len(k.pages), len(k.versions), classes, err)
		if classes["collect"] == 0 || classes["user"] == 0 {
			k.t.Error("the program did not do what it was to be killed in")
		}
	})
}
