package kept

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"sextant/app/store"
	"sextant/app/testkit"
)

// TestTooLargeForItsText stores lists whose text is longer than what is read again: as many elements as fit are left,
// and not none.
func TestTooLargeForItsText(t *testing.T) {
	var all []string
	for _, letter := range "abcdefghij" {
		all = append(all, strings.Repeat(string(letter), 30))
	}
	for _, tt := range []struct {
		name   string
		within limits[string]
		want   []string
	}{
		{"all", limits[string]{10, 1000, first[string]}, all},
		{"too many", limits[string]{4, 1000, first[string]}, all[:4]},
		{"the first", limits[string]{10, 100, first[string]}, all[:3]},
		{"the last", limits[string]{10, 100, last[string]}, all[7:]},
		{"too many and too long", limits[string]{5, 100, last[string]}, all[7:]},
		{"none fits", limits[string]{10, 20, last[string]}, []string{}},
	} {
		text := tt.within.encode(all)
		if got := tt.within.parse(text); len(text) > tt.within.bytes || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %d bytes, %q", tt.name, len(text), got)
		}
	}
}

// TestLongQueue queues recordings whose text is longer than that of a queue may be: the next start has the first ones.
func TestLongQueue(t *testing.T) {
	s := openStore(t, t.TempDir()+"/x.sqlite")
	k := stateKind(Queue, "queue", strings.Clone, store.Same[string], limits[string]{1000, 1 << 10, first[string]})
	k.write(s, nil, []string{strings.Repeat("a", 500), strings.Repeat("b", 400), strings.Repeat("c", 300)})
	testkit.NoError(t, s.Flush(t.Context()))
	if got, err := k.read(s); len(got) != 2 || err != nil {
		t.Errorf("%d are left, %v", len(got), err)
	}
}

// TestEachListIsRead checks that each list of Lists is read, reloaded and restored.
func TestEachListIsRead(t *testing.T) {
	l := Read(openStore(t, t.TempDir()+"/x.sqlite"))
	lists := 0
	for field := range reflect.TypeFor[Lists]().Fields() {
		if strings.HasPrefix(field.Type.Name(), "list[") {
			lists++
		}
	}
	if lists == 0 || len(l.all) != lists {
		t.Errorf("%d of %d lists", len(l.all), lists)
	}
}
