package store

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"sextant/app/api"
)

// TestMedia checks that documents are kept by their paths, and that those confirmed longest ago are removed when there
// are too many.
func TestMedia(t *testing.T) {
	s := start(t, filepath.Join(t.TempDir(), "helm.db"), Options{})
	if m, err := s.Media("/v1/downloads.json"); m != nil || err != nil {
		t.Errorf("%v, %v", m, err)
	}
	for n := range mostMedia + 5 {
		s.SetMedia(fmt.Sprintf("/v1/%d/playouts.json", n), Media{
			Text: []byte{byte(n)}, Validators: api.Validators{ETag: `"x"`},
			Confirmed: noon().Add(time.Duration(n) * time.Second),
		})
	}
	s.SetMedia("/v1/5/playouts.json", Media{Text: []byte("new"), Confirmed: noon().Add(-time.Hour)})
	flush(t, s)
	if m := must[*Media](t)(s.Media("/v1/5/playouts.json")); m == nil || string(m.Text) != "new" ||
		!m.Confirmed.Equal(noon().Add(-time.Hour)) || m.Validators != (api.Validators{}) {
		t.Errorf("%+v", m)
	}
	s.SetMedia("/v1/downloads.json", Media{Text: []byte("list"), Confirmed: noon().Add(time.Hour)})
	flush(t, s)
	for path, there := range map[string]bool{
		"/v1/4/playouts.json": false, "/v1/5/playouts.json": false,
		"/v1/6/playouts.json": true, "/v1/downloads.json": true,
	} {
		if m := must[*Media](t)(s.Media(path)); (m != nil) != there {
			t.Errorf("%s: %v", path, m)
		}
	}
}
