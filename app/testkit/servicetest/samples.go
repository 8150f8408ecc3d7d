package servicetest

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"
)

// SampleDocument is a page of four subpages.
const SampleDocument = "page-100-four-subpages.json"

// Sample reads a recorded response of a real service, from a folder beside the repository that is not part of the
// project. Without it the test is skipped.
func Sample(t testing.TB, name string) []byte {
	t.Helper()
	top, err := os.Getwd() // the folder of the test's package
	for err == nil {
		if _, err = os.Stat(filepath.Join(top, "go.mod")); err == nil {
			break
		}
		if filepath.Dir(top) != top {
			top, err = filepath.Dir(top), nil
		}
	}
	data, err := os.ReadFile(filepath.Join(top, "..", "shared", "samples", name))
	if err != nil {
		t.Skipf("the recorded samples are not here: %v", err)
	}
	return data
}

// Samples returns a handler with the recorded responses of a real service, except for the dwell times of subpages, and
// the four pictures of page 100.
func Samples(t testing.TB) (h http.Handler, pictures [4][]byte) {
	t.Helper()
	document := Sample(t, SampleDocument)
	quick := bytes.ReplaceAll(document, []byte(`"time": "8"`), []byte(`"time": "1"`))
	if bytes.Equal(quick, document) {
		t.Fatal("the sample has no dwell times of 8 s")
	}
	mux := http.NewServeMux()
	answer := func(path, contentType string, data []byte) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", contentType)
			_, _ = w.Write(data) // the client may have disconnected
		})
	}
	answer(DocumentPath(100), "application/json", quick)
	for i := range pictures {
		pictures[i] = Sample(t, fmt.Sprintf("image-100-%d.png", i+1))
		answer(PicturePath(100, i+1), "image/png", pictures[i])
	}
	return mux, pictures
}
