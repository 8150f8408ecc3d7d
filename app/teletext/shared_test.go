package teletext

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

// TestSharedDocument decodes the document that tests of several packages share, in both formats.
func TestSharedDocument(t *testing.T) {
	read := func(name string, decode func([]byte) (*Page, error)) *Page {
		data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "pages", name))
		if err != nil {
			t.Fatal(err)
		}
		p, err := decode(data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return p
	}
	p := read("435.json", DecodeJSON)
	if x := read("435.xml", DecodeXML); !reflect.DeepEqual(p.Subpages, x.Subpages) || p.Digest() != x.Digest() {
		t.Error("the two forms say different things")
	}
	if p.Number != 435 || p.Prev != 432 || p.Next != 436 || len(p.Subpages) != 2 ||
		p.Animated != "yes" || !p.Modified.Equal(time.Date(2026, 11, 22, 5, 5, 0, 0, time.UTC)) {
		t.Errorf("%+v", p)
	}
	s := &p.Subpages[0]
	if s.Dwell != 9*time.Second || s.DoubleHeightLines() != 1 || len(p.Warnings) > 0 {
		t.Errorf("%v, %d double-height lines, %v", s.Dwell, s.DoubleHeightLines(), p.Warnings)
	}
	if _, conflicts := s.Decode(); len(conflicts) > 0 {
		t.Errorf("its representations disagree: %v", conflicts)
	}
}
