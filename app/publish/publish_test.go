package publish

import (
	"reflect"
	"testing"
)

func TestTopic(t *testing.T) {
	var topic Topic[int]
	topic.Publish(1) // nobody hears it
	var heard []int
	endFirst := topic.On(func(v int) { heard = append(heard, v) })
	topic.On(func(v int) { heard = append(heard, 10*v) })
	topic.Publish(2)
	endFirst()
	endFirst() // once more does no harm
	topic.Publish(3)
	if want := []int{2, 20, 30}; !reflect.DeepEqual(heard, want) {
		t.Errorf("heard %v, want %v", heard, want)
	}
}

// TestEndWhileTold ends a subscription from within: the others are told all the same.
func TestEndWhileTold(t *testing.T) {
	var topic Topic[int]
	told := 0
	var end func()
	end = topic.On(func(int) { end() })
	topic.On(func(int) { told++ })
	topic.Publish(1)
	topic.Publish(2)
	if told != 2 {
		t.Errorf("told %d times", told)
	}
}
