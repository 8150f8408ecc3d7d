package publish

import (
	"reflect"
	"testing"
)

func TestTopic(t *testing.T) {
	var topic Topic[int]
	topic.Publish(1) // there are no subscribers
	var received []int
	endFirst := topic.On(func(v int) { received = append(received, v) })
	topic.On(func(v int) { received = append(received, 10*v) })
	topic.Publish(2)
	endFirst()
	endFirst() // a second call does nothing
	topic.Publish(3)
	if want := []int{2, 20, 30}; !reflect.DeepEqual(received, want) {
		t.Errorf("heard %v, want %v", received, want)
	}
}

// TestEndSubscriptionWhilePublishing unsubscribes in a callback: the other subscribers are still called.
func TestEndSubscriptionWhilePublishing(t *testing.T) {
	var topic Topic[int]
	notified := 0
	var end func()
	end = topic.On(func(int) { end() })
	topic.On(func(int) { notified++ })
	topic.Publish(1)
	topic.Publish(2)
	if notified != 2 {
		t.Errorf("notified %d times", notified)
	}
}
