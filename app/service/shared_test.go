package service

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"sextant/app/api"
	"sextant/app/testkit"
)

// TestSharedAnswers requests the documents and the picture that the tests of several packages share.
func TestSharedAnswers(t *testing.T) {
	file := func(name string) []byte {
		return testkit.Must(os.ReadFile(filepath.Join("..", "..", "testdata", "pages", name)))(t)
	}
	answers := map[string][]byte{
		"/api/v1/teletext/pages/435.json": file("435.json"), "/api/v1/teletext/pages/435.xml": file("435.xml"),
		"/api/v1/teletext/images/435/1.png": file("435-1.png"),
	}
	c := serve(t, func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write(answers[r.URL.Path]) })
	for _, format := range []api.Format{api.JSON, api.XML} {
		doc, err := c.Page(t.Context(), 435, format, api.Validators{})
		if err != nil || !bytes.Equal(doc.Raw, file("435."+string(format))) || doc.Page.Name != "Tide tables" {
			t.Errorf("%s: %+v, %v", format, doc, err)
		}
	}
	p, err := c.Picture(t.Context(), 435, 1, api.Validators{})
	if err != nil || p.Image.Bounds().Dy() != 432 {
		t.Errorf("%+v, %v", p, err)
	}
}
