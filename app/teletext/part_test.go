package teletext

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// cutter is a format of documents with the function that cuts it.
type cutter struct {
	name   string
	cut    func([]byte, int) ([]byte, error)
	decode func([]byte) (*Page, error)
}

func cutters() []cutter {
	return []cutter{{"json", PartJSON, DecodeJSON}, {"xml", PartXML, DecodeXML}}
}

func TestPart(t *testing.T) {
	for _, tt := range []struct {
		name, form, data string
		number           int
		want             string // the exact result
	}{
		{
			"the second of three", "json",
			`{ "teletext" : {"odd":[1, 2.50],"page":{"number":"123", "subpage" : [ {"number":"1","x":"a"} , ` +
				`{"number":"2", "strange" : 1.0e3 },{"number":"3"} ] , "more" : null}}}` + "\n", 2,
			`{ "teletext" : {"odd":[1, 2.50],"page":{"number":"123", "subpage" : [ {"number":"2", "strange" : 1.0e3 ` +
				`} ] , "more" : null}}}` + "\n",
		},
		{
			"the only one", "json", `{"teletext":{"page":{"number":"1","subpage":{"number":"4","odd":true}}}}`,
			4, `{"teletext":{"page":{"number":"1","subpage":{"number":"4","odd":true}}}}`,
		},
		{
			"without a number", "json", `{"page":{"number":"1","subpage":[{"a":"b"},{"c":"d"}]}}`,
			2, `{"page":{"number":"1","subpage":[{"c":"d"}]}}`,
		},
		{
			"twice", "json", `{"page":{"number":"1","subpage":[{"number":"2","a":"b"},{"number":"2"}]}}`,
			2, `{"page":{"number":"1","subpage":[{"number":"2","a":"b"}]}}`,
		},
		{
			"a byte order mark", "json",
			"\xEF\xBB\xBF" + `{"page":{"number":"1","subpage":[{"number":"2"},{"number":"3"}]}}`,
			3, "\xEF\xBB\xBF" + `{"page":{"number":"1","subpage":[{"number":"3"}]}}`,
		},
		{
			"elements", "xml",
			"<?xml version='1.0'?>\n<!-- a --><teletext odd=\"1\">\n <page number='123'>\n  <subpage " +
				"number='1'><b/></subpage>\n  <subpage number='2'><!-- c --></subpage>\n  <subpage number='3'/>\n " +
				"<extra/></page>\n</teletext>\n", 2,
			"<?xml version='1.0'?>\n<!-- a --><teletext odd=\"1\">\n <page number='123'>\n  <subpage number='2'><!-- " +
				"c --></subpage>\n <extra/></page>\n</teletext>\n",
		},
		{
			"a byte order mark", "xml",
			"\xEF\xBB\xBF<teletext><page number='1'><subpage number='1'/><subpage number='2'/></page></teletext>", 1,
			"\xEF\xBB\xBF<teletext><page number='1'><subpage number='1'/></page></teletext>",
		},
	} {
		for _, c := range cutters() {
			if c.name != tt.form {
				continue
			}
			if got, err := c.cut([]byte(tt.data), tt.number); err != nil || string(got) != tt.want {
				t.Errorf("%s of %s: %v\n%q, want\n%q", tt.name, c.name, err, got, tt.want)
			}
			if _, err := c.cut([]byte(tt.data), 99); !errors.Is(err, ErrNoSubpage) {
				t.Errorf("%s of %s: subpage 99: %v", tt.name, c.name, err)
			}
		}
	}
}

func TestPartRefuses(t *testing.T) {
	for _, c := range cutters() {
		for _, data := range []string{
			"", "[]", `{"teletext":1}`, `{"page":{"subpage":[[{}]]}}`, "{",
			"<a", strings.Repeat("<a>", 50), `{"page":{"subpage":[]}}`,
		} {
			if got, err := c.cut([]byte(data), 1); err == nil {
				t.Errorf("%s of %q gave %q", c.name, data, got)
			}
		}
	}
}

func fuzzPart(f *testing.F, c cutter) {
	for _, form := range codecs() {
		data, _ := form.encode(samplePage())
		f.Add(data)
	}
	f.Add([]byte(`{"teletext":{"page":[{"number":"1","subpage":[{"number":"2"},"x",{"number":"9999999"}]}]}}`))
	f.Add([]byte("<page number='1'><subpage/> x <subpage number='7'/><subpage number='7'/></page>"))
	for _, odd := range oddDocuments() {
		f.Add([]byte(odd))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<20 {
			t.Skip("the client never hands over more than its limit")
		}
		whole, err := c.decode(data)
		if err != nil {
			_, _ = c.cut(data, 1)
			return
		}
		for i := range whole.Subpages[:min(len(whole.Subpages), 8)] {
			wanted := &whole.Subpages[i]
			cut, err := c.cut(data, wanted.Number)
			if err != nil {
				continue // some documents can be decoded, but not cut
			}
			part, err := c.decode(cut)
			if err != nil || len(part.Subpages) != 1 || part.Number != whole.Number || part.Name != whole.Name {
				t.Fatalf("%q was cut to %q: %v", data, cut, err)
			}
			part.Subpages[0].Number = wanted.Number // without a number, its position is its number
			if !reflect.DeepEqual(&part.Subpages[0], wanted) || len(cut) > len(data) {
				t.Errorf("%q was cut to %q", data, cut)
			}
		}
	})
}

func FuzzPartJSON(f *testing.F) { fuzzPart(f, cutters()[0]) }
func FuzzPartXML(f *testing.F)  { fuzzPart(f, cutters()[1]) }

// TestByteOrderMark decodes both formats with a byte order mark.
func TestByteOrderMark(t *testing.T) {
	for _, c := range codecs() {
		data, err := c.encode(samplePage())
		if err != nil {
			t.Fatal(err)
		}
		plain, _ := c.decode(data)
		marked, err := c.decode(append(bytes.Clone(byteOrderMark), data...))
		if err != nil || !reflect.DeepEqual(plain, marked) {
			t.Errorf("%s with a byte order mark: %v", c.name, err)
		}
	}
}

// TestPageWithoutNumber checks that such a page is accepted with a warning, unless it has no subpages either.
func TestPageWithoutNumber(t *testing.T) {
	for data, ok := range map[string]bool{
		`{"teletext":{"page":{"subpage":[{"number":"1"}]}}}`:                true,
		`{"teletext":{"page":{"number":"","subpage":[{"number":"1"}]}}}`:    true,
		`{"teletext":{"page":{"number":"0","subpage":[{"number":"1"}]}}}`:   true,
		`{"teletext":{"page":{"number":"abc","subpage":[{"number":"1"}]}}}`: false,
		`{"teletext":{"page":{}}}`:                                          false,
	} {
		p, err := DecodeJSON([]byte(data))
		if (err == nil) != ok {
			t.Errorf("%s: %v", data, err)
		}
		if ok && err == nil &&
			(p.Number != 0 || !slices.Contains(kindsOf(p), WarnNoNumber)) {
			t.Errorf("%s: %d, %q", data, p.Number, p.Warnings)
		}
	}
}
