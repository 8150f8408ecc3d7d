package relay

import (
	"sync"
	"sync/atomic"
)

// A shelf keeps things up to a number of bytes. When there are more, those go that were not used for longest. The
// zero value with a bound set is ready for use; it is safe for concurrent use.
type shelf[K comparable, V any] struct {
	most int64 // bytes

	mu    sync.RWMutex
	kept  map[K]*kept[V]
	total int64
	clock atomic.Int64 // counts uses
}

type kept[V any] struct {
	value V
	size  int64
	used  atomic.Int64
}

// get finds a thing.
func (s *shelf[K, V]) get(key K) (value V, ok bool) {
	s.mu.RLock()
	k := s.kept[key]
	s.mu.RUnlock()
	if k == nil {
		return value, false
	}
	k.used.Store(s.clock.Add(1))
	return k.value, true
}

// put keeps a thing that takes so many bytes, in place of what was there.
func (s *shelf[K, V]) put(key K, value V, size int) {
	k := &kept[V]{value: value, size: int64(size)}
	k.used.Store(s.clock.Add(1))
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept == nil {
		s.kept = map[K]*kept[V]{}
	}
	if old := s.kept[key]; old != nil {
		s.total -= old.size
	}
	s.kept[key] = k
	s.total += k.size
	for s.total > s.most && len(s.kept) > 1 {
		s.dropOldest(key)
	}
}

// drop drops a thing, if it is there.
func (s *shelf[K, V]) drop(key K) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k := s.kept[key]; k != nil {
		s.total -= k.size
		delete(s.kept, key)
	}
}

// dropOldest drops what was not used for longest, but not what is spared. It needs the lock.
func (s *shelf[K, V]) dropOldest(spared K) {
	var oldest K
	at := int64(-1)
	for key, k := range s.kept {
		if used := k.used.Load(); key != spared && (at < 0 || used < at) {
			oldest, at = key, used
		}
	}
	s.total -= s.kept[oldest].size
	delete(s.kept, oldest)
}
