package hand

import (
	"reflect"
	"testing"
	"time"
)

// TestTo checks that a movement reaches its place in time, without going back.
func TestTo(t *testing.T) {
	for seed := range uint64(100) {
		m := New(seed).To(0, 0, 300, 100)
		last := m.Samples[len(m.Samples)-1]
		if last.X != 300 || last.Y != 100 || last.At < 200*time.Millisecond || last.At > 400*time.Millisecond {
			t.Errorf("seed %d ends with %+v", seed, last)
		}
		if m.Down < last.At+50*time.Millisecond || m.Up < m.Down+60*time.Millisecond {
			t.Errorf("seed %d: down at %v, up at %v", seed, m.Down, m.Up)
		}
		for i, s := range m.Samples[1:] {
			if s.X < m.Samples[i].X-6 {
				t.Errorf("seed %d goes back from %v to %v", seed, m.Samples[i].X, s.X)
			}
		}
	}
	if !reflect.DeepEqual(New(1).To(0, 0, 9, 9), New(1).To(0, 0, 9, 9)) {
		t.Error("a seed does not give the same movement")
	}
}
