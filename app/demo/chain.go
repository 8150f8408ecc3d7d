package demo

import (
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"sextant/app/api"
	"sextant/app/teletext"
)

// A chain is all pages of the service in the order of their numbers.
type chain struct {
	numbers []int
	entries map[int]*entry
}

// An entry is a page's place in the chain. Its source is read when it is first asked for, its
// documents and pictures when they are.
type entry struct {
	number     int
	prev, next int // 0 at the ends
	source     func() (*page, error)
	documents  keep[string]
	pictures   keep[int]
}

// newChain lists the pages of a folder without reading them.
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

// join ties every page to its neighbours.
func (c *chain) join() {
	slices.Sort(c.numbers)
	for i, n := range c.numbers {
		if i > 0 {
			c.entries[n].prev = c.numbers[i-1]
			c.entries[c.numbers[i-1]].next = n
		}
	}
}

// hasPage reports whether there is a page with that number.
func (c *chain) hasPage(number int) bool { return c.entries[number] != nil }

func readPage(files fs.FS, name string) (*page, error) {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	return parsePage(path.Base(name), string(text))
}

// A keep makes each body once, when it is first wanted. Two that are wanted at once are made at
// once: only looking one up is locked.
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
