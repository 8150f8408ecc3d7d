package store

import (
	"slices"
	"strconv"
)

// Merge returns a list that others may have changed meanwhile, now, after the change that leads from before
// to after: what was taken out is taken out there too, what was put in comes behind what it stands behind,
// and what has changed changes. Where nobody else changed anything that is after. key tells the elements of a
// list apart; those that have the same one are counted.
func Merge[T comparable](before, after, now []T, key func(T) string) []T {
	if slices.Equal(before, now) {
		return slices.Clone(after)
	}
	was, becomes, is := keyed(before, key), keyed(after, key), keyed(now, key)
	merged := slices.DeleteFunc(is, func(e element[T]) bool {
		return indexOf(was, e.key) >= 0 && indexOf(becomes, e.key) < 0
	})
	for i, e := range becomes {
		at, known := indexOf(merged, e.key), indexOf(was, e.key)
		switch {
		case known >= 0 && at >= 0 && was[known].value != e.value:
			merged[at] = e
		case known < 0 && at < 0:
			merged = slices.Insert(merged, placeFor(merged, was, becomes, i), e)
		}
	}
	values := make([]T, len(merged))
	for i, e := range merged {
		values[i] = e.value
	}
	return values
}

// placeFor is where in a list the i-th element of becomes comes that was not there before: behind the one
// that it stands behind. Where nothing tells, it comes last.
func placeFor[T any](list, was, becomes []element[T], i int) int {
	if i == 0 && len(was) > 0 {
		return 0
	}
	if i > 0 {
		if behind := indexOf(list, becomes[i-1].key); behind >= 0 {
			return behind + 1
		}
	}
	return len(list)
}

// An element of a list, with a key that no other has.
type element[T any] struct {
	key   string
	value T
}

func keyed[T any](list []T, key func(T) string) []element[T] {
	elements, seen := make([]element[T], len(list)), map[string]int{}
	for i, v := range list {
		k := key(v)
		elements[i] = element[T]{strconv.Itoa(seen[k]) + " " + k, v}
		seen[k]++
	}
	return elements
}

func indexOf[T any](list []element[T], key string) int {
	return slices.IndexFunc(list, func(e element[T]) bool { return e.key == key })
}
