package teletext

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
)

// changes returns functions that change a single part of a value each, by path: every field, element, pointer and
// length.
func changes(path string, v reflect.Value) map[string]func() {
	all := map[string]func(){}
	within := func(name string, v reflect.Value) {
		for p, change := range changes(path+name, v) {
			all[p] = change
		}
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			all[path+" absent"] = func() { v.SetZero() }
			within("", v.Elem())
		}
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.Len() > 0 {
			all[path+" shorter"] = func() { v.SetLen(v.Len() - 1) }
		}
		for i := range v.Len() {
			within(fmt.Sprintf("[%d]", i), v.Index(i))
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			all[path] = func() { v.Set(reflect.ValueOf(time.Unix(1, 0))) }
			break
		}
		for i := range v.NumField() {
			within("."+v.Type().Field(i).Name, v.Field(i))
		}
	case reflect.String:
		all[path] = func() { v.SetString(v.String() + "x") }
	case reflect.Int, reflect.Int64:
		all[path] = func() { v.SetInt(v.Int() + 1) }
	case reflect.Uint8:
		all[path] = func() { v.SetUint(v.Uint() + 1) }
	default:
		panic("a field of kind " + v.Kind().String())
	}
	return all
}

// TestEveryFieldMatters changes one part of a page after the other. All must change the digest except the time of the
// last change and the warnings.
func TestEveryFieldMatters(t *testing.T) {
	before := samplePage().Digest()
	if before != samplePage().Digest() {
		t.Fatal("the digest of the same page differs")
	}
	count := 0
	for path := range changes("", reflect.ValueOf(samplePage()).Elem()) {
		p := samplePage()
		changes("", reflect.ValueOf(p).Elem())[path]()
		outside := strings.HasPrefix(path, ".Modified") || strings.HasPrefix(path, ".Warnings")
		if same := p.Digest() == before; same != outside {
			t.Errorf("after a change of %s: the same digest: %v", path, same)
		}
		count++
	}
	if count < 200 {
		t.Errorf("only %d things were changed", count)
	}
}

func TestDigestOutsideOfAPage(t *testing.T) {
	p := samplePage()
	before := p.Digest()
	p.Modified = p.Modified.Add(time.Hour)
	p.Warnings = []Warning{{Kind: WarnRoot}}
	if p.Digest() != before {
		t.Error("the time of change or the warnings matter")
	}
}

func TestDigestDistinguishes(t *testing.T) {
	runs := func(r ...Run) *RunLines { return &RunLines{r} }
	for _, tt := range []struct {
		name string
		a, b Subpage
	}{
		{"absent and empty text", Subpage{}, Subpage{Text: &Lines{}}},
		{"absent and empty structured", Subpage{}, Subpage{Structured: &RunLines{}}},
		{"text and all", Subpage{Text: &Lines{"a"}}, Subpage{All: &Lines{"a"}}},
		{"where a line ends", Subpage{Text: &Lines{"ab", "c"}}, Subpage{Text: &Lines{"a", "bc"}}},
		{"which line", Subpage{Text: &Lines{"a"}}, Subpage{Text: &Lines{1: "a"}}},
		{
			"where a run ends", Subpage{Structured: runs(Run{Text: "ab"}, Run{Text: "c"})}, Subpage{
				Structured: runs(Run{Text: "a"}, Run{Text: "bc"}),
			},
		},
		{"text and link", Subpage{Structured: runs(Run{Text: "100"})}, Subpage{Structured: runs(Run{Link: "100"})}},
	} {
		if tt.a.Digest() == tt.b.Digest() {
			t.Errorf("%s have the same digest", tt.name)
		}
	}
	if (&Subpage{Structured: runs()}).Digest() != (&Subpage{Structured: &RunLines{{}}}).Digest() {
		t.Error("a line without runs differs from itself")
	}
}

func BenchmarkDigest(b *testing.B) {
	p := samplePage()
	b.ReportAllocs()
	for b.Loop() {
		p.Digest()
	}
}
