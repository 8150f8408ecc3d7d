package testkit

import (
	"reflect"
	"testing"
	"time"
)

// EachPart replaces each part of a struct by another value, in turn: a part is a field that is no struct, also of the
// structs in it. It calls do with the part's path, such as "Dwell.Fixed", and puts the value back.
func EachPart(t testing.TB, pointer any, do func(path string)) {
	t.Helper()
	eachPart(t, reflect.ValueOf(pointer).Elem(), "", do)
}

func eachPart(t testing.TB, v reflect.Value, path string, do func(path string)) {
	t.Helper()
	if v.Kind() == reflect.Struct {
		for i := range v.NumField() {
			name := v.Type().Field(i).Name
			if path != "" {
				name = path + "." + name
			}
			eachPart(t, v.Field(i), name, do)
		}
		return
	}
	if !v.CanSet() {
		t.Fatalf("%s is not exported", path)
	}
	before := reflect.New(v.Type()).Elem()
	before.Set(v)
	change(t, v, path)
	do(path)
	v.Set(before)
}

// change replaces a value by another one, which is a second longer where it is a duration.
func change(t testing.TB, v reflect.Value, path string) {
	t.Helper()
	if v.Type() == reflect.TypeFor[time.Duration]() {
		v.SetInt(v.Int() + int64(time.Second))
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Uint8:
		v.SetUint(v.Uint() ^ 1)
	case reflect.Float64:
		v.SetFloat(v.Float() + 0.25)
	case reflect.Int:
		v.SetInt(v.Int() + 1)
	default:
		t.Fatalf("EachPart has no other value for %s, which is a %v", path, v.Type())
	}
}
