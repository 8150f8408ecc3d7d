package demo

import (
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"sextant/app/api"
	"sextant/app/teletext"
)

// A chain has all pages of the service, linked in the order of their numbers.
type chain struct {
	numbers []int
	entries map[int]*entry
}

// An entry is a page in the chain. Its source is parsed, and its documents and pictures are made, on the first request.
type entry struct {
	number     int
	prev, next int // 0 at the ends
	source     func() (*page, error)

	mu     sync.Mutex
	latest *version
}

// A version has the documents and pictures of a page since its last change.
type version struct {
	since     time.Time
	documents keep[string]
	pictures  keep[int]
}

// since returns the version since a change, and drops that of another.
func (e *entry) since(t time.Time) *version {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.latest == nil || !e.latest.since.Equal(t) {
		e.latest = &version{since: t}
	}
	return e.latest
}

// newChain returns the pages of a folder without reading them.
func newChain(files fs.FS, folder string) (*chain, error) {
	list, err := fs.ReadDir(files, folder)
	if err != nil {
		return nil, err
	}
	c := &chain{entries: make(map[int]*entry, len(list))}
	for _, f := range list {
		number, err := strconv.Atoi(strings.TrimSuffix(f.Name(), ".txt"))
		if err != nil || !teletext.ValidPage(number) {
			return nil, &SourceError{f.Name(), 1, "not named after a page number"}
		}
		c.numbers = append(c.numbers, number)
		c.entries[number] = &entry{number: number, source: sync.OnceValues(func() (*page, error) {
			return readPage(files, path.Join(folder, f.Name()))
		})}
	}
	c.join()
	return c, nil
}

// join links every page to its neighbours.
func (c *chain) join() {
	slices.Sort(c.numbers)
	for i, n := range c.numbers {
		if i > 0 {
			c.entries[n].prev = c.numbers[i-1]
			c.entries[c.numbers[i-1]].next = n
		}
	}
}

// hasPage reports whether there is a page with a number.
func (c *chain) hasPage(number int) bool { return c.entries[number] != nil }

func readPage(files fs.FS, name string) (*page, error) {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	return parsePage(path.Base(name), string(text))
}

// A keep is a cache that makes each body once, on its first use. Different bodies can be made in parallel: the lock is
// only held for the lookup.
type keep[K comparable] struct {
	mu   sync.Mutex
	made map[K]func() (*api.Body, error)
}

func (k *keep[K]) get(key K, fetch func() (*api.Body, error)) (*api.Body, error) {
	k.mu.Lock()
	if k.made == nil {
		k.made = map[K]func() (*api.Body, error){}
	}
	once, ok := k.made[key]
	if !ok {
		once = sync.OnceValues(fetch)
		k.made[key] = once
	}
	k.mu.Unlock()
	return once()
}
