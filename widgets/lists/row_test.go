package lists

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"sextant/widgets/core"
)

// A place is a value in a row, by the names of its fields.
type place struct {
	name  string
	value reflect.Value
}

// places returns all values in a value: fields, elements, and slices themselves, which can get one more element.
func places(name string, v reflect.Value) (all []place) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			all = append(all, places(name+"."+v.Type().Field(i).Name, v.Field(i))...)
		}
		return all
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			all = append(all, places(fmt.Sprintf("%s[%d]", name, i), v.Index(i))...)
		}
	}
	if v.Kind() != reflect.Array {
		all = append(all, place{name, v})
	}
	return all
}

// change sets a value to another one.
func (p place) change(t *testing.T) {
	t.Helper()
	switch v := p.value; v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Int:
		v.SetInt(v.Int() + 1)
	case reflect.Float64:
		v.SetFloat(v.Float() + 0.5)
	case reflect.Slice:
		if v.Len() == 0 {
			t.Errorf("%s has no element: add one to the row of this test", p.name)
		}
		v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
	default:
		t.Fatalf("%s: add values of kind %s to this test", p.name, v.Kind())
	}
}

// TestEqualComparesEveryField changes each field of a row, and of what its slices have. A row that is equal to the one
// before is not drawn again, so none may be.
func TestEqualComparesEveryField(t *testing.T) {
	made := func() *Row {
		return &Row{Title: "News", Marks: []core.Span{{1, 2}}, Tools: []Tool{{Icon: "more", Tip: "More"}}}
	}
	all := func(r *Row) []place { return places("Row", reflect.ValueOf(r).Elem()) }
	if !made().Equal(made()) {
		t.Error("a row is not equal to itself")
	}
	for i := range all(made()) {
		changed := made()
		p := all(changed)[i]
		if p.change(t); changed.Equal(made()) || made().Equal(changed) {
			t.Errorf("rows with different %s are equal", p.name)
		}
	}
}

// TestRowDrawsEveryObject checks that all objects of a row's renderer, in its fields and in their arrays, are among
// those that it draws.
func TestRowDrawsEveryObject(t *testing.T) {
	d := newListRow().CreateRenderer().(*listRowRenderer)
	object := reflect.TypeFor[fyne.CanvasObject]()
	drawn := func(v reflect.Value) bool {
		return slices.ContainsFunc(d.Objects(), func(o fyne.CanvasObject) bool {
			return reflect.ValueOf(o).Pointer() == v.Pointer()
		})
	}
	seen := 0
	check := func(name string, v reflect.Value) {
		if v.Kind() != reflect.Pointer || !v.Type().Implements(object) || v.Type() == reflect.TypeFor[*listRow]() {
			return
		}
		if seen++; !drawn(v) {
			t.Errorf("%s of a row is not among its objects", name)
		}
	}
	for _, owner := range []reflect.Value{reflect.ValueOf(d).Elem(), reflect.ValueOf(d.row).Elem()} {
		for i := range owner.NumField() {
			name, v := owner.Type().Field(i).Name, owner.Field(i)
			if owner.Type().Field(i).Anonymous {
				continue
			}
			check(name, v)
			if v.Kind() == reflect.Array || v.Kind() == reflect.Slice {
				for j := range v.Len() {
					check(name, v.Index(j))
				}
			}
		}
	}
	if seen < 15 {
		t.Errorf("only %d objects", seen)
	}
}
