package kiosk

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"sextant/app/screen/playlist"
)

// unused are the parts of a manner, such as "Dwell.Fixed", that neither draw a page nor say how long it stays, with the
// reason.
var unused = map[string]string{}

// eachPart calls do with each part of a value that has no parts, and with its path.
func eachPart(t *testing.T, v reflect.Value, path string, do func(part reflect.Value, path string)) {
	t.Helper()
	if v.Kind() != reflect.Struct {
		if !v.CanSet() {
			t.Fatalf("%s is not exported", path)
		}
		do(v, path)
		return
	}
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if path != "" {
			name = path + "." + name
		}
		eachPart(t, v.Field(i), name, do)
	}
}

// another replaces a value by another one, a little larger where it is a number.
func another(t *testing.T, part reflect.Value, path string) {
	t.Helper()
	switch part.Kind() {
	case reflect.Bool:
		part.SetBool(!part.Bool())
	case reflect.String:
		part.SetString(part.String() + "x")
	case reflect.Uint8:
		part.SetUint(part.Uint() ^ 1)
	case reflect.Float64:
		part.SetFloat(part.Float() + 0.25)
	case reflect.Int64:
		part.SetInt(part.Int() + int64(time.Second))
	case reflect.Int:
		part.SetInt(part.Int() + 1)
	default:
		t.Fatalf("this test has no values for %s, which is a %v", path, part.Type())
	}
}

// sameOnScreen reports whether two orders are drawn alike and stay as long.
func sameOnScreen(a, b order) bool {
	return slices.EqualFunc(a.Entries, b.Entries, func(a, b entry) bool {
		return a.stop == b.stop && a.Dwell == b.Dwell && a.looksLike(b)
	})
}

// TestEachPartOfMannerIsShown changes each part of the manner of a list and of an item: the screen looks different, or
// the page stays longer or shorter.
func TestEachPartOfMannerIsShown(t *testing.T) {
	s := &fakeStock{pages: map[int]int{100: 3}} // their own times are 10 to 30 seconds
	usual := playlist.Manner{Dwell: playlist.Dwell{Factor: 1, Least: 15 * time.Second, Most: 25 * time.Second}}
	for _, ofItem := range []bool{false, true} {
		lay := func(m playlist.Manner) order {
			l := &playlist.List{Items: []playlist.Item{{From: 100, To: 100}}, Together: 1, Manner: m}
			if ofItem {
				l.Manner, l.Items[0].Own, l.Items[0].Manner = usual, "some", m
			}
			return newOrder(l, s)
		}
		parts := 0
		changed := usual
		eachPart(t, reflect.ValueOf(&changed).Elem(), "", func(part reflect.Value, path string) {
			parts++
			before := reflect.New(part.Type()).Elem()
			before.Set(part)
			another(t, part, path)
			same := sameOnScreen(lay(usual), lay(changed))
			if reason := unused[path]; same != (reason != "") {
				t.Errorf("another %s is the same on the screen: %t (of an item: %t)", path, same, ofItem)
			}
			part.Set(before)
		})
		if parts < 4 || changed != usual {
			t.Errorf("%d parts were changed", parts)
		}
	}
}

// TestLikeComparesLooks checks that shows are alike in spite of other dwells, which only the timer uses.
func TestLikeComparesLooks(t *testing.T) {
	at := func(page int, dwell time.Duration) *show {
		m := playlist.Manner{Dwell: playlist.Dwell{Fixed: dwell}}
		return &show{entries: []entry{newEntry(stop{Page: page, Subpage: 1}, m, 0)}}
	}
	for _, c := range []struct {
		one, other *show
		want       bool
	}{
		{at(100, time.Second), at(100, time.Minute), true},
		{at(100, time.Second), at(101, time.Second), false},
		{at(100, time.Second), nil, false},
		{nil, at(100, time.Second), false},
		{at(100, time.Second), &show{cause: Alerted, entries: at(100, time.Second).entries}, false},
		{at(100, time.Second), &show{}, false},
	} {
		if got := c.one.like(c.other); got != c.want {
			t.Errorf("%+v and %+v are alike: %t", c.one, c.other, got)
		}
	}
}
