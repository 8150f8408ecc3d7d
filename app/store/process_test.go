package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// childVariable is an environment variable of a second process with the name of its task.
const childVariable = "SEXTANT_STORE_CHILD"

// TestMain runs the tests, or a process that shares a file with them.
func TestMain(m *testing.M) {
	what := os.Getenv(childVariable)
	if what == "" {
		os.Exit(m.Run())
	}
	if err := child(what, os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// child opens a file and does a task: "open" prints the outcome, "write" writes one batch after the other from a number
// on until it is killed, and "share" writes a number of batches.
func child(what, path, number string) error {
	_, _ = os.Stdin.Read(make([]byte, 1)) // all start at once
	troubles := make(chan error, 100)
	s, outcome := open(path, Options{Now: noon, Trouble: func(err error) { troubles <- err }}, quick())
	if what == "open" {
		fmt.Println(filepath.Base(outcome.SetAside))
		return errors.Join(outcome.Cause, s.Close())
	}
	if outcome != (Outcome{}) {
		return fmt.Errorf("opening: %+v", outcome)
	}
	n, err := strconv.Atoi(number)
	if err != nil {
		return err
	}
	if what == "share" {
		for i := range n {
			writeBatch(s, i)
		}
		if err := s.Flush(context.Background()); err != nil { // Close waits for only 3 s
			return err
		}
		if err := s.Close(); err != nil {
			return err
		}
		close(troubles)
		return <-troubles
	}
	for ; ; n++ {
		writeBatch(s, n)
		if err := s.Flush(context.Background()); err != nil {
			return err
		}
		fmt.Println(n)
	}
}

// writeBatch writes a page, a picture, a visit, a spend and a state, with a number that identifies them.
func writeBatch(s *Store, n int) {
	p := newPage(100+n%200, "Page", fmt.Sprintf("batch%d %x", n, rand.Uint64()))
	raw, _ := p.EncodeJSON() // cannot fail
	s.SavePage(p, raw, "json", noon(), api.Validators{})
	s.SavePicture(key(p, 0), fmt.Append(nil, "picture ", n), noon(), api.Validators{})
	s.Visit(p.Number, 1, 0, noon())
	s.Spend(spent(noon(), "prefetch", 1))
	s.SetState("last", strconv.Itoa(n))
}

// A process is a child with its pipes.
type process struct {
	*exec.Cmd
	begin io.Closer
	out   *bufio.Scanner
	err   strings.Builder
}

func spawn(t *testing.T, what, path string, number int) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(os.Args[0], path, strconv.Itoa(number))}
	p.Env = append(os.Environ(), childVariable+"="+what)
	p.Stderr = &p.err
	in, err := p.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.begin, p.out = in, bufio.NewScanner(out)
	testkit.NoError(t, p.Start())
	return p
}

// together runs several children at once and returns the last line of each.
func together(t *testing.T, children int, what, path string, number int) []string {
	t.Helper()
	all := make([]*process, children)
	for i := range all {
		all[i] = spawn(t, what, path, number)
	}
	for _, p := range all {
		p.begin.Close()
	}
	lines := make([]string, children)
	var ended sync.WaitGroup
	for i, p := range all {
		ended.Go(func() {
			for p.out.Scan() {
				lines[i] = p.out.Text()
			}
			if err := p.Wait(); err != nil {
				t.Errorf("child %d: %v: %s", i, err, p.err.String())
			}
		})
	}
	ended.Wait()
	return lines
}

// TestKilledWriterLosesNothingCommitted kills a process while it writes, again and again. The file opens each time, and
// has all batches that the process reported as committed.
func TestKilledWriterLosesNothingCommitted(t *testing.T) {
	rounds := 50
	if testing.Short() || race.Enabled { // a process that is killed reports no race
		rounds = 5
	}
	path := filepath.Join(t.TempDir(), "helm.db")
	next := 0
	for range rounds {
		committed := writeUntilKilled(t, path, next, time.Duration(rand.IntN(60))*time.Millisecond)
		s := start(t, path, Options{})
		last, err := strconv.Atoi(must[string](t)(s.State("last")))
		if err != nil || last < committed {
			t.Fatalf("batch %d was committed, but the last one is %d (%v)", committed, last, err)
		}
		for _, from := range []string{"version", "content", "picture", "visit"} {
			if n := count(t, s, from); n <= last {
				t.Fatalf("after batch %d there are %d in %s", last, n, from)
			}
		}
		if hits := find(t, s, fmt.Sprintf("batch%d", last), false, 1); len(hits) != 1 {
			t.Fatalf("batch %d cannot be found", last)
		}
		testkit.NoError(t, s.Close())
		check(t, path)
		next = last + 1
	}
	t.Logf("%d batches", next)
}

// writeUntilKilled returns the number of the last batch that was reported as committed, or one less than the first.
func writeUntilKilled(t *testing.T, path string, first int, life time.Duration) (committed int) {
	t.Helper()
	p := spawn(t, "write", path, first)
	p.begin.Close()
	committed = first - 1
	for p.out.Scan() {
		n, err := strconv.Atoi(p.out.Text())
		if err != nil {
			t.Fatal(err)
		}
		if committed < first {
			time.AfterFunc(life, func() { _ = p.Process.Kill() })
		}
		committed = n
	}
	_ = p.Wait() // it was killed
	if committed < first {
		t.Fatalf("nothing was written: %s", p.err.String())
	}
	return committed
}

func TestTwoPrograms(t *testing.T) {
	const children, batches = 2, 200
	path := filepath.Join(t.TempDir(), "helm.db")
	s := start(t, path, Options{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		together(t, children, "share", path, batches)
	}()
	for i := 0; ; i++ {
		writeBatch(s, i)
		if _, err := s.Page(100); err != nil {
			t.Error(err)
		}
		find(t, s, "batch", false, 5)
		select {
		case <-done:
		case <-time.After(5 * time.Millisecond):
			continue
		}
		flush(t, s)
		if n := count(t, s, "visit"); n != children*batches+i+1 {
			t.Errorf("%d visits, want %d", n, children*batches+i+1)
		}
		spent := must[[]Spend](t)(s.Spent(Moment{At: noon()}))
		if len(spent) != 1 || spent[0].Count != children*batches+i+1 {
			t.Errorf("%v", spent)
		}
		break
	}
	check(t, path)
}

func TestManyBeginTheSameFile(t *testing.T) {
	for range 3 {
		path := filepath.Join(t.TempDir(), "new", "helm.db")
		together(t, 4, "share", path, 5)
		check(t, path)
	}
}

// TestManyMeetTheSameDamage opens a damaged file in several processes at once. One of them sets it aside, and all
// continue with the new one.
func TestManyMeetTheSameDamage(t *testing.T) {
	for range 3 {
		path := filepath.Join(t.TempDir(), "helm.db")
		testkit.NoError(t, os.WriteFile(path, []byte(strings.Repeat("no database ", 1000)), 0o600))
		reported := 0
		for _, line := range together(t, 4, "open", path, 0) {
			if strings.HasPrefix(line, "helm.db.damaged-") {
				reported++
			}
		}
		if files, _ := filepath.Glob(path + ".damaged-*"); reported != 1 || len(files) != 1 {
			t.Errorf("%d were reported, and %v were set aside", reported, files)
		}
		check(t, path)
	}
}
