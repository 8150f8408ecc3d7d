package relay

import "testing"

// TestCache checks that the cache drops the least recently used entry, and keeps one entry however large it is.
func TestCache(t *testing.T) {
	s := newCache[string, int](10)
	s.put("a", 1, 4)
	s.put("b", 2, 4)
	s.get("a")
	s.put("c", 3, 4)
	if _, ok := s.get("b"); ok {
		t.Error("what was not used for longest is there")
	}
	for key, want := range map[string]int{"a": 1, "c": 3} {
		if v, ok := s.get(key); !ok || v != want {
			t.Errorf("%s is %d, %v", key, v, ok)
		}
	}
	s.put("c", 4, 6)
	if v, _ := s.get("c"); v != 4 || s.total != 10 {
		t.Errorf("%d, in all %d", v, s.total)
	}
	s.put("large", 5, 1000)
	if v, ok := s.get("large"); !ok || v != 5 || s.kept.Len() != 1 {
		t.Errorf("%d of %d", v, s.kept.Len())
	}
}

// TestBounds checks that the caches of pictures, tags and media have limits.
func TestBounds(t *testing.T) {
	r := newRig(t, nil)
	if r.pictures.most == 0 || r.sounds.tags.most == 0 || r.media.kept.most == 0 {
		t.Errorf("%d, %d, %d", r.pictures.most, r.sounds.tags.most, r.media.kept.most)
	}
}
