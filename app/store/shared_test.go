package store

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"sextant/app/api"
	"sextant/app/testkit"
)

// TestSharedDocument checks that the documents shared by tests of several packages are stored unchanged.
func TestSharedDocument(t *testing.T) {
	for _, form := range []string{"json", "xml"} {
		raw := testkit.Must(os.ReadFile(filepath.Join("..", "..", "testdata", "pages", "435."+form)))(t)
		doc := testkit.Must(decode(form, raw))(t)
		s := empty(t)
		s.SavePage(doc, raw, form, noon(), api.Validators{})
		flush(t, s)
		if got := must[*Stored](t)(s.Page(435)); !bytes.Equal(got.Raw, raw) || got.Document.Digest() != doc.Digest() {
			t.Errorf("%s came back as %d bytes rather than %d", form, len(got.Raw), len(raw))
		}
		if hits := find(t, s, "almanac", false, 9); len(hits) != 1 {
			t.Errorf("%s: found %v", form, hits)
		}
	}
}
