package relay

import (
	"math"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// A cache is bounded by the bytes of its values, and evicts the least recently used ones, but never the newest. It is
// safe for concurrent use.
type cache[K comparable, V any] struct {
	most int64 // bytes

	mu    sync.Mutex
	kept  *simplelru.LRU[K, sized[V]]
	total int64
}

// A sized value has its size in bytes.
type sized[V any] struct {
	value V
	size  int64
}

func newCache[K comparable, V any](most int64) *cache[K, V] {
	c := &cache[K, V]{most: most}
	c.kept, _ = simplelru.NewLRU(math.MaxInt, func(_ K, v sized[V]) { c.total -= v.size }) // an error is a size of 0
	return c
}

func (c *cache[K, V]) get(key K) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.kept.Get(key)
	return v.value, ok
}

// put adds or replaces a value of a size in bytes.
func (c *cache[K, V]) put(key K, value V, size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept.Remove(key)
	c.kept.Add(key, sized[V]{value, int64(size)})
	for c.total += int64(size); c.total > c.most && c.kept.Len() > 1; {
		c.kept.RemoveOldest()
	}
}

func (c *cache[K, V]) drop(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept.Remove(key)
}
