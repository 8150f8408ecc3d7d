package export

import (
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"sextant/app/browse"
	"sextant/app/settings"
	"sextant/app/testkit"
)

func TestExportUsage(t *testing.T) {
	for args, says := range map[string]string{
		"": "one page", "100 200": "one page", "99": "page numbers", "abc": "page numbers",
		"123/0": "not a subpage", "123/1/all": "123/all", "/all": "page numbers",
		"100 --format gif": "png, text", "100 --size 10x10": "from 40x24",
		"100 --size 9000x9000": "7680x4320", "100 --size big": "720x456",
		"100 --palette pink": "amber", "100/all --format png": "-o page.png",
		"100 --nonsense": "nonsense", "100 --base-url ftp://h": "http://", "100 -o=": "no name",
		"100 -o x.nope": ".png, .txt", "+100": "page numbers",
		"100 --media-base-url http://h:99999": "--media-base-url",
	} {
		if status, _, got := exportCommand(t, strings.Fields(args)...); status != exitUsage ||
			!strings.Contains(got, says) {
			t.Errorf("%q: status %d, %q", args, status, got)
		}
	}
	status, out, _ := exportCommand(t, "--help")
	if status != exitDone || !strings.Contains(out, "request limit") ||
		!strings.Contains(out, "amber") || strings.Contains(out, "%!") {
		t.Errorf("help: status %d, %s", status, out)
	}
}

func TestExportFormatByEnding(t *testing.T) {
	for name, want := range map[string]string{
		"a.png": "png", "a.PNG": "png", "a.txt": "text", "a.ansi": "ansi",
		"a.ans": "ansi", "a.html": "html", "a.htm": "html",
		"a.json": "json", "a.xml": "xml", "a.cells": "cells",
		"a.jsonl": "cells", "a": "text", "-": "text", "png": "text",
	} {
		if o, err := parseExport([]string{"-o", name, "100"}, emptyEnv); err != nil || o.form.Format != want {
			t.Errorf("%s: %s, %v", name, o.form.Format, err)
		}
	}
	if o, err := parseExport([]string{"100", "--format", "text", "-o", "a.png"}, emptyEnv); err != nil ||
		o.form.Format != "text" {
		t.Errorf("%s, %v", o.form.Format, err)
	}
}

// TestExportTakesSettings sets the service and the key in the environment or in the profile. With an address on the
// command line, the profile's key must not be used.
func TestExportTakesSettings(t *testing.T) {
	service := exportService(t)
	base := service[1]
	env := func(name string) string {
		return map[string]string{"SEXTANT_BASE_URL": base, "SEXTANT_APP_KEY": exportKey}[name]
	}
	var out, says strings.Builder
	if status := Run(t.Context(), []string{"123", "--profile", t.TempDir()}, env, &out, &says); status != exitDone {
		t.Errorf("environment: status %d, %q", status, says.String())
	}
	p := settings.Profile{Dir: t.TempDir()}
	given := settings.DefaultSettings()
	given.BaseURL, given.KeyPlace = base, settings.InFile
	testkit.NoError(t, p.SaveSettings(settings.DefaultSettings(), given))
	testkit.NoError(t, p.Write(settings.KeyFile, []byte(exportKey)))
	if status := Run(t.Context(), []string{"123", "--profile", p.Dir}, emptyEnv, &out, &says); status != exitDone {
		t.Errorf("profile: status %d, %q", status, says.String())
	}
	spoiled := testkit.Must(os.ReadFile(p.Path(settings.File)))(t)
	for from, to := range map[string]string{"Europe/Helsinki": "Mars/North", base: "ftp://nowhere"} {
		q := settings.Profile{Dir: t.TempDir()}
		_ = q.Write(settings.File, []byte(strings.Replace(string(spoiled), from, to, 1)))
		_ = q.Write(settings.KeyFile, []byte(exportKey))
		out.Reset()
		says.Reset()
		status := Run(t.Context(), []string{"123", "--profile", q.Dir}, emptyEnv, &out, &says)
		want := exitDone
		if from == base {
			want = exitError
		}
		if status != want ||
			strings.Count(says.String(), "\n") != 1 || (out.Len() > 0) != (want == exitDone) {
			t.Errorf("%s: status %d, %q", to, status, says.String())
		}
	}
	other := serveExport(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.RawQuery, "key") {
			t.Errorf("another service is asked with %s", r.URL.RawQuery)
		}
		w.WriteHeader(http.StatusNotFound)
	})
	if status := Run(t.Context(), []string{"123", "--profile", p.Dir, "--base-url", other[1]},
		emptyEnv, &out, &says); status != exitNoPage {
		t.Errorf("another service: status %d", status)
	}
	testkit.NoError(t, p.Write(settings.File, []byte("{")))
	out.Reset()
	if status := Run(t.Context(), []string{"100", "--profile", p.Dir}, emptyEnv, &out, &says); status != exitError ||
		out.Len() > 0 {
		t.Errorf("damaged settings: status %d, %q", status, out.String())
	}
}

// TestExportWithoutSubpages exports a page without subpages, which is only possible as a document.
func TestExportWithoutSubpages(t *testing.T) {
	service := serveExport(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".xml") {
			_, _ = io.WriteString(w, `<teletext><page number="123"/></teletext>`)
			return
		}
		_, _ = io.WriteString(w, `{"teletext":{"page":{"number":"123"}}}`)
	})
	for format, want := range map[string]int{"json": exitDone, "xml": exitDone, "text": exitNoPage, "png": exitNoPage} {
		if status, _, says := exportCommand(t, append(service, "123", "--format", format)...); status != want {
			t.Errorf("%s: status %d, %q", format, status, says)
		}
	}
	var none Form
	if err := none.Write(io.Discard, exportedPage(), []int{0}, browse.NewDirectory()); err == nil {
		t.Error("no format at all was written")
	}
}
