package budget

import (
	"reflect"
	"testing"
	"time"

	"sextant/app/api"
)

// TestOutcomes counts requests by their class and by their result.
func TestOutcomes(t *testing.T) {
	b := New(DefaultLimits, nil, Clock{Now: time.Now}, nil)
	if o := b.Outcomes(); len(o) != 0 {
		t.Errorf("before the first: %v", o)
	}
	for _, r := range []struct {
		class Class
		err   error
	}{{Kiosk, nil}, {Kiosk, nil}, {User, &api.Error{Kind: api.NotFound}}} {
		answered, err := b.Enter(As(t.Context(), r.class))
		if err != nil {
			t.Fatal(err)
		}
		answered(r.err)
	}
	if o, want := b.Outcomes(), (map[Outcome]int{{Kiosk, 0}: 2, {User, api.NotFound}: 1}); !reflect.DeepEqual(o, want) {
		t.Errorf("%v, want %v", o, want)
	}
}
