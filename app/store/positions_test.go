package store

import (
	"reflect"
	"testing"
	"time"
)

func TestPositionsAreKept(t *testing.T) {
	s := empty(t)
	at := time.UnixMilli(1_700_000_000_000)
	want := []Position{
		{Key: "id 1", Position: 90 * time.Second, Duration: time.Hour, At: at},
		{Key: "id 2", Duration: time.Minute, Done: true, At: at},
	}
	s.SetPosition(Position{Key: "id 1", Position: time.Second, At: at.Add(-time.Hour)})
	for _, h := range want {
		s.SetPosition(h)
	}
	flush(t, s)
	got, err := s.AllPositions()
	for i := range got {
		got[i].At = got[i].At.In(at.Location())
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
}
