package export

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sextant/app/testkit"
)

// servePictures serves page 123, of whose four subpages the first has content and the last blank content, and pictures
// of all but the third.
func servePictures(t *testing.T, status int) (options []string, picture []byte) {
	t.Helper()
	var b bytes.Buffer
	p := image.NewPaletted(image.Rect(0, 0, 72, 43), color.Palette{color.Black, color.White})
	p.SetColorIndex(3, 4, 1)
	testkit.NoError(t, png.Encode(&b, p))
	const document = `{"teletext":{"xml":"preserve","page":{"number":"123","subpagecount":"4","subpage":[` +
		`{"number":"1","content":{"type":"text","line":{"number":"1","Text":"good"}}},` +
		`{"number":"2"},{"number":"3","content":[{"type":"all","line":[]}]},` +
		`{"number":"4","content":[{"type":"text","line":[{"number":"1","Text":"  "},{"number":"2"}]}]}]}}}`
	return serveExport(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/v1/teletext/pages/123.json":
			_, _ = io.WriteString(w, document)
		case "/v1/teletext/images/123/1.png", "/v1/teletext/images/123/2.png", "/v1/teletext/images/123/4.png":
			if status != http.StatusOK {
				http.Error(w, "no", status)
				return
			}
			_, _ = w.Write(b.Bytes())
		default:
			http.NotFound(w, r)
		}
	}), b.Bytes()
}

// TestExportOfASubpageWithoutContent has the service's picture, or a sentence.
func TestExportOfASubpageWithoutContent(t *testing.T) {
	service, picture := servePictures(t, http.StatusOK)
	command := func(args ...string) (int, string, string) {
		return exportCommand(t, append(service[:len(service):len(service)], args...)...)
	}
	status, out, says := command("123/2", "--format", "png")
	if status != exitDone || out != string(picture) || says != "" {
		t.Errorf("PNG: status %d, %d bytes, %q", status, len(out), says)
	}
	if status, out, _ = command("123/4", "--format", "png"); status != exitDone || out != string(picture) {
		t.Errorf("PNG of blank content: status %d, %d bytes", status, len(out))
	}
	if status, out, _ = command("123/2", "--format", "png", "--size", "720x430"); status != exitDone {
		t.Errorf("PNG in another size: status %d", status)
	}
	if c, err := png.DecodeConfig(strings.NewReader(out)); err != nil || c.Width != 720 || c.Height != 430 {
		t.Errorf("in another size it is %+v, %v", c, err)
	}
	for _, format := range []string{"text", "ansi", "html", "cells", "csv"} {
		for _, place := range []string{"123/2", "123/3"} {
			status, out, says := command(place, "--format", format)
			if status == exitDone || out != "" || !strings.Contains(says, place) {
				t.Errorf("%s as %s: status %d, %q, says %q", place, format, status, out, says)
			}
		}
	}
	if status, out, says := command("123/3", "--format", "png"); status == exitDone || out != "" ||
		!strings.Contains(says, "123/3") {
		t.Errorf("without a picture: status %d, %d bytes, says %q", status, len(out), says)
	}
	if status, out, _ := command("123/all", "--format", "text"); status != exitDone || !strings.Contains(out, "good") {
		t.Errorf("all as text: status %d, %q", status, out)
	}
	if status, out, _ := command("123/2", "--format", "json"); status != exitDone || !strings.Contains(out, `"2"`) {
		t.Errorf("the document: status %d, %q", status, out)
	}
}

// TestExportOfAllPicturesWithOneMissing writes no file if one cannot be made.
func TestExportOfAllPicturesWithOneMissing(t *testing.T) {
	service, picture := servePictures(t, http.StatusOK)
	file := filepath.Join(t.TempDir(), "page.png")
	status, _, says := exportCommand(t, append(service, "123/all", "-o", file)...)
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "*")); status == exitDone || len(left) > 0 ||
		!strings.Contains(says, "123/3") {
		t.Errorf("status %d, %q, says %q", status, left, says)
	}
	if status, _, says := exportCommand(t, append(service, "123/2", "-o", file)...); status != exitDone {
		t.Fatal(says)
	}
	if data, err := os.ReadFile(file); err != nil || !bytes.Equal(data, picture) {
		t.Errorf("the file has %d bytes, %v", len(data), err)
	}
}

func TestExportOfAFailingPicture(t *testing.T) {
	for code, want := range map[int]int{
		http.StatusServiceUnavailable: exitService, http.StatusTooManyRequests: exitRefused,
	} {
		service, _ := servePictures(t, code)
		status, out, says := exportCommand(t, append(service, "123/2", "--format", "png")...)
		if status != want || out != "" || says == "" {
			t.Errorf("%d: status %d, %s", code, status, fmt.Sprintf("%d bytes, %q", len(out), says))
		}
	}
}
