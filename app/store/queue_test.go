package store

import (
	"errors"
	"testing"

	"sextant/app/api"
	"sextant/app/testkit"
)

// sized pushes writes of the given sizes.
func sized(q *queue, sizes ...int) (within bool) {
	for _, size := range sizes {
		within, _ = q.push(write{size: size})
	}
	return within
}

// sizesOf returns the sizes of the waiting writes.
func sizesOf(q *queue) []int {
	var sizes []int
	for _, w := range q.pop() {
		sizes = append(sizes, w.size)
	}
	return sizes
}

func TestQueueDropsTheOldestPages(t *testing.T) {
	q := newQueue()
	third := maxWaiting / 3
	if !sized(q, 0, third, 0, third-1000) {
		t.Error("the queue is full too early")
	}
	if sized(q, third+2000) {
		t.Error("nothing was dropped")
	}
	if got := sizesOf(q); len(got) != 4 || got[0] != 0 || got[1] != 0 || got[2] != third-1000 {
		t.Errorf("%v is left", got)
	}
	if q.weight != 0 {
		t.Errorf("an empty queue weighs %d", q.weight)
	}
}

func TestQueueDropsWhatIsSmallAtLast(t *testing.T) {
	q := newQueue()
	for range maxWaiting/leastSize + 10 {
		sized(q, 0)
	}
	if len(q.waiting) != maxWaiting/leastSize {
		t.Errorf("%d writes wait", len(q.waiting))
	}
}

func TestQueuePutsBack(t *testing.T) {
	q := newQueue()
	sized(q, 1, 2)
	batch := q.pop()
	sized(q, 3)
	if !q.putBack(batch) {
		t.Error("the queue is full")
	}
	if got := sizesOf(q); len(got) != 3 || got[0] != 1 || got[2] != 3 {
		t.Errorf("%v", got)
	}
	q.close()
	if _, open := q.push(write{}); open {
		t.Error("a closed queue takes more")
	}
}

// TestSlowDisk blocks the writer while more writes come than can wait.
func TestSlowDisk(t *testing.T) {
	troubles := make(listener, 10)
	s := start(t, t.TempDir()+"/helm.db", Options{Trouble: troubles.notify})
	held, hold := make(chan struct{}, 1), make(chan struct{})
	s.enqueue(write{do: func(*statements) error {
		held <- struct{}{}
		<-hold
		return nil
	}})
	<-held // otherwise the writer might pop some of the pages together with it
	doc := newPage(100, "Page")
	for range 40 { // which would never return if it waited for the disk
		s.SavePage(doc, make([]byte, 1<<20), "json", noon(), api.Validators{})
	}
	if err := troubles.next(t); !errors.Is(err, ErrBehind) {
		t.Errorf("reported %v", err)
	}
	close(hold)
	if err := troubles.next(t); err != nil {
		t.Errorf("reported %v", err)
	}
	flush(t, s)
}

// TestRefusedWrite checks that only the write that SQLite refuses is lost.
func TestRefusedWrite(t *testing.T) {
	troubles := make(listener, 10)
	s := start(t, t.TempDir()+"/helm.db", Options{Trouble: troubles.notify})
	save(t, s, newPage(100, "Page"), noon())
	s.enqueue(write{do: func(w *statements) error {
		_, err := w.exec("INSERT INTO state VALUES (NULL, NULL, NULL)")
		return err
	}})
	save(t, s, newPage(101, "Page"), noon())
	flush(t, s)
	if n := count(t, s, "version"); n != 2 {
		t.Errorf("%d pages are kept", n)
	}
	if err := troubles.next(t); err == nil {
		t.Error("reported that all is well")
	}
	if err := troubles.next(t); err != nil {
		t.Errorf("reported %v", err)
	}
}

func TestFlushAfterClose(t *testing.T) {
	s := empty(t)
	testkit.NoError(t, s.Close())
	s.SetState("key", "value")
	flush(t, s)
	if _, err := s.State("key"); err == nil {
		t.Error("a closed store can be read")
	}
}
