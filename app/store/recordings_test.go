package store

import (
	"reflect"
	"testing"
	"time"
)

func TestRecordings(t *testing.T) {
	s := empty(t)
	at := time.UnixMilli(1_700_000_000_000)
	want := []Recording{
		{Key: "id 2", Item: `{"ID":"2"}`, State: RecordingPaused, Keep: true, At: at},
		{Key: "id 1", State: RecordingWanted, SaveTo: "/music/one.mp3", At: at.Add(time.Minute)},
	}
	s.SetRecording(Recording{Key: "id 2", State: RecordingWanted, SaveTo: "elsewhere", At: at.Add(time.Hour)})
	s.SetRecording(Recording{Key: "gone", At: at})
	for _, r := range want {
		s.SetRecording(r)
	}
	s.DropRecording("gone")
	flush(t, s)
	got, err := s.Recordings()
	for i := range got {
		got[i].At = got[i].At.In(at.Location())
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
}
