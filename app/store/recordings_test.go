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
	before := Recording{Key: "id 2", State: RecordingWanted, SaveTo: "elsewhere", At: at.Add(time.Hour)}
	s.SetRecording(Recording{}, before)
	s.SetRecording(Recording{}, Recording{Key: "gone", At: at})
	s.SetRecording(before, want[0])
	s.SetRecording(Recording{}, want[1])
	kept := want[1]
	kept.Keep = true
	s.SetRecording(want[1], kept)    // by one program
	s.SetRecording(want[1], want[1]) // by another, which does not know
	s.DropRecording("id 1")          // nor that it is wanted
	want[1] = kept
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
