package export

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"sextant/app/browse"
	"sextant/app/render"
	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/app/words"
)

func emptyEnv(string) string { return "" }

const exportKey = "s3cret/k+y"

// exportCommand runs the command as main does, with a new profile and an empty environment, especially without a
// display.
func exportCommand(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs strings.Builder
	args = append([]string{"--profile", t.TempDir()}, args...)
	status = Run(t.Context(), args, emptyEnv, &out, &errs)
	if status != exitDone &&
		(out.Len() > 0 || strings.Count(errs.String(), "\n") != 1 || !strings.HasPrefix(errs.String(), "sextant: ")) {
		t.Errorf("%q failed with %q on standard output and said %q", args, out.String(), errs.String())
	}
	if strings.Contains(out.String()+errs.String(), exportKey) {
		t.Errorf("%q: the key is in %q, %q", args, out.String(), errs.String())
	}
	return status, out.String(), errs.String()
}

// exportedPage returns a page with content for every format.
func exportedPage() *teletext.Page { return pageWith(" 31m ") }

// servedPage is exportedPage as its service has it, with controls of terminals and of directions, which are cleaned.
func servedPage() *teletext.Page { return pageWith("\u009b31m\u202e") }

func pageWith(middle string) *teletext.Page {
	lines := &teletext.Lines{
		"{GRed}5j~{White}Tide <b>&\"345\" 200 >>>", "{DH}{Yellow}Tall", "", "{Conceal}secret " + middle + "{Flash}on",
	}
	grid := teletext.DecodeAll(lines)
	p := &teletext.Page{
		Network: "HELM <i>", Number: 123, Name: `Harbour & "Tide"</title><script>`,
		SubpageCount: 3, Prev: 100, Next: 345,
		Modified: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), TOPType: "Block", Animated: "yes",
	}
	for _, n := range []int{1, 2, 5} {
		s := teletext.Subpage{Number: n, Dwell: 8 * time.Second, All: lines, Text: grid.TextLines()}
		s.Structured = grid.Structured(func(page int) bool { return page == 345 })
		p.Subpages = append(p.Subpages, s)
	}
	return p
}

// exportService serves exportedPage to clients with the key, and returns the options for it.
func exportService(t *testing.T) (options []string) {
	t.Helper()
	return serveExport(t, func(w http.ResponseWriter, r *http.Request) {
		var data []byte
		switch r.URL.Path {
		case "/v1/teletext/pages/123.json":
			data, _ = servedPage().EncodeJSON()
		case "/v1/teletext/pages/123.xml":
			data, _ = servedPage().EncodeXML()
		}
		if r.URL.Query().Get("app_key") != exportKey || data == nil {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(data)
	})
}

func serveExport(t *testing.T, handler http.HandlerFunc) (options []string) {
	t.Helper()
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	return []string{"--base-url", s.URL, "--app-id", "me", "--app-key", exportKey}
}

// TestExportDemo exports pages of the built-in demo in all formats, without any settings.
func TestExportDemo(t *testing.T) {
	for format, begins := range map[string]string{
		"png": "\x89PNG", "text": "\n", "ansi": "\x1b[0;", "html": "<!DOCTYPE html>",
		"json": `{"teletext":{`, "xml": "<?xml ", "cells": `{"row":1,`,
	} {
		for _, place := range []string{"100", "100/2"} {
			status, out, _ := exportCommand(t, place, "--format", format)
			if status != exitDone || !strings.HasPrefix(out, begins) {
				t.Errorf("%s as %s: status %d, %.40q", place, format, status, out)
			}
		}
	}
	if _, out, _ := exportCommand(t, "100"); strings.Count(out, "\n") != teletext.Rows ||
		!strings.Contains(out, "THE MERIDIAN ISLES") {
		t.Errorf("text is %q", out)
	}
}

func TestExportPNG(t *testing.T) {
	status, out, _ := exportCommand(t,
		append(exportService(t), "123/2", "--format=png", "--size", "801x500", "--palette", "amber", "--reveal")...)
	got, err := png.Decode(strings.NewReader(out))
	if status != exitDone || err != nil {
		t.Fatal(status, err)
	}
	amber, _ := render.PaletteNamed("amber")
	look := render.Look{Colours: amber.Colours, Reveal: true}
	want := render.Paletted(exportedPage().Subpages[1].Grid()[:], image.Pt(801, 500), look)
	if got.Bounds() != want.Bounds() {
		t.Fatalf("the picture is %v", got.Bounds())
	}
	for y := range want.Rect.Dy() {
		for x := range want.Rect.Dx() {
			if got.At(x, y) != want.At(x, y) {
				t.Fatalf("pixel %d,%d is %v, want %v", x, y, got.At(x, y), want.At(x, y))
			}
		}
	}
}

func TestExportCells(t *testing.T) {
	_, out, _ := exportCommand(t, append(exportService(t), "123/all", "--format", "cells")...)
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if len(lines) != 3*teletext.Rows {
		t.Fatalf("%d lines", len(lines))
	}
	for i, line := range lines {
		var cells map[string]any
		if err := json.Unmarshal([]byte(line), &cells); err != nil || cells["row"] != float64(i%teletext.Rows+1) {
			t.Fatalf("line %d: %v, %v", i, err, cells["row"])
		}
		delete(cells, "row")
		for name, value := range cells {
			if s, _ := value.(string); utf8.RuneCountInString(s) != teletext.Columns {
				t.Errorf("line %d: %s has %q", i, name, value)
			}
		}
	}
}

func TestExportText(t *testing.T) {
	service := exportService(t)
	_, out, _ := exportCommand(t, append(service, "123/all")...)
	parts := strings.Split(out, "-- 123/")
	if len(parts) != 4 || parts[0] != "" || !strings.HasPrefix(parts[3], "5 --\n     Tide <b>") ||
		!strings.HasSuffix(parts[1], "\n\n") {
		t.Errorf("it is\n%s", out)
	}
	if strings.Contains(out, "secret") || strings.ContainsAny(out, "\u009b\u202e") ||
		strings.Count(out, "\n") != 3*(teletext.Rows+1)+2 {
		t.Errorf("it is %q", out)
	}
	_, out, _ = exportCommand(t, append(service, "123", "--sextants", "--reveal")...)
	if !strings.HasPrefix(out, " ▌▐🬻 Tide") ||
		!strings.Contains(out, "secret  31m ") || strings.Contains(out, "-- 123") {
		t.Errorf("with sextants it is %q", out)
	}
}

func TestExportANSI(t *testing.T) {
	_, out, _ := exportCommand(t, append(exportService(t), "123/all", "--format", "ansi", "--palette", "softer")...)
	if strings.Count(out, "\x1b[0m\n") != 3*teletext.Rows || !strings.Contains(out, "\n-- 123/2 --\n") {
		t.Errorf("it is %q", out)
	}
	softer, _ := render.PaletteNamed("softer")
	var b bytes.Buffer
	_ = render.ANSI(&b, exportedPage().Subpages[0].Grid()[:], render.Look{Colours: softer.Colours})
	if !strings.Contains(out, b.String()) {
		t.Error("it is not the page in the palette's colours")
	}
}

// TestExportHTML checks what the command adds to render's HTML: texts and links.
func TestExportHTML(t *testing.T) {
	service := exportService(t)
	_, all, _ := exportCommand(t, append(service, "123/all", "--format", "html")...)
	_, one, _ := exportCommand(t, append(service, "123/2", "--format", "html")...)
	href := regexp.MustCompile(`<a href="([^"]*)"[^>]* title`)
	links := func(html string) (to []string) {
		for _, m := range href.FindAllStringSubmatch(html, -1) {
			to = append(to, m[1])
		}
		return to
	}
	if got := links(all); !slices.Equal(got, []string{
		"sextant:345", "#subpage-2", "sextant:345", "#subpage-5", "sextant:345", "sextant:345",
	}) {
		t.Errorf("all subpages link to %q", got)
	}
	if got := links(one); !slices.Equal(got, []string{"sextant:345", "sextant:123/5"}) {
		t.Errorf("one subpage links to %q", got)
	}
	for _, want := range []string{
		"<title>123 Harbour &amp; &#34;Tide&#34;&lt;/title&gt;&lt;script&gt; – HELM &lt;i&gt;</title>",
		"<p>HELM &lt;i&gt;, changed 2 January 2026, 03:04",
		`<section id="subpage-5">`, "<h2>Subpage 5</h2>", `id="reveal"`,
	} {
		if !strings.Contains(all, want) {
			t.Errorf("there is no %s", want)
		}
	}
}

// TestExportStatuses checks the exit status and the message of each kind of failure.
func TestExportStatuses(t *testing.T) {
	answer := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", "7")
			http.Error(w, r.URL.String(), status)
		}
	}
	truncated := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "5000")
		_, _ = io.WriteString(w, `{"teletext":{`)
	}
	echo := func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, `{"teletext":{"page":{"number":"`+r.URL.Query().Get("app_key")+`"}}}`)
	}
	gone := httptest.NewServer(nil)
	gone.Close()
	at := func(place string, options ...string) []string { return append(options, place) }
	for _, tt := range []struct {
		name   string
		args   []string
		status int
		says   string
	}{
		{"404", at("123", serveExport(t, answer(404))...), exitNoPage, "there is no page 123"},
		{"401", at("123", serveExport(t, answer(401))...), exitRefused, "request limit"},
		{"403", at("123", serveExport(t, answer(403))...), exitRefused, "did not accept"},
		{"429", at("123", serveExport(t, answer(429))...), exitRefused, "to wait 7\u00a0s"},
		{"500", at("123", serveExport(t, answer(500))...), exitService, "status 500"},
		{"400", at("123", serveExport(t, answer(400))...), exitService, "status 400"},
		{"unreachable", at("123", "--base-url", gone.URL, "--app-key", exportKey), exitService, "cannot reach"},
		{"truncated", at("123", serveExport(t, truncated)...), exitService, "broke off"},
		{"no document", at("123", serveExport(t, echo)...), exitService, "contains no page"},
		{"no subpage", at("123/4", append(exportService(t), "--format", "json")...), exitNoPage, "no subpage 4"},
		{
			"no folder", at("123", append(exportService(t), "-o", filepath.Join(t.TempDir(), "none", "page.txt"))...),
			exitError, "cannot write",
		},
		{"a folder", at("123", append(exportService(t), "-o", t.TempDir())...), exitError, "it is a folder"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if status, _, says := exportCommand(t, tt.args...); status != tt.status ||
				!strings.Contains(says, tt.says) {
				t.Errorf("status %d, %q", status, says)
			}
		})
	}
}

// TestExportFiles writes files: several for pictures, each of which keeps its mode when it is replaced. No other files
// may be left.
func TestExportFiles(t *testing.T) {
	dir := t.TempDir()
	service := exportService(t)
	old := filepath.Join(dir, "page-2.png")
	testkit.NoError(t, os.WriteFile(old, []byte("old"), 0o640))
	before, _ := os.Stat(old)
	for _, name := range []string{"page.png", "page.v2.txt"} {
		if status, out, says := exportCommand(t,
			append(service, "123/all", "-o", filepath.Join(dir, name))...); status != exitDone ||
			out != "" || says != "" {
			t.Fatalf("status %d, %q, %q", status, out, says)
		}
	}
	small := Form{Format: PNG, Size: image.Pt(40, 24)} // as the window does
	if err := small.WriteFiles(filepath.Join(dir, "small.png"), exportedPage(),
		everySubpage(exportedPage()), true, browse.NewDirectory()); err != nil {
		t.Error(err)
	}
	pictures := []string{
		"page-1.png", "page-2.png", "page-5.png", "page.v2.txt", "small-1.png", "small-2.png", "small-5.png",
	}
	if got := namesIn(t, dir); !slices.Equal(got, pictures) {
		t.Errorf("there are %q", got)
	}
	if after, err := os.Stat(old); err != nil || after.Size() < 100 || after.Mode() != before.Mode() {
		t.Errorf("%v, %v", after, err)
	}
}

// TestExportPicturesToDevice checks that several pictures cannot be written to a device, and that writing to a full one
// fails.
func TestExportPicturesToDevice(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no full device")
	}
	for _, args := range []string{
		"123/all -o /dev/full --format png", "123/all -o /dev/full", "123 -o /dev/full --format png",
	} {
		if status, _, says := exportCommand(t,
			append(exportService(t), strings.Fields(args)...)...); status != exitError ||
			!strings.Contains(says, "/dev/full") {
			t.Errorf("%s: status %d, %q", args, status, says)
		}
		if _, err := os.Stat("/dev/full-1"); err == nil {
			_ = os.Remove("/dev/full-1")
			t.Errorf("%s made a file beside it", args)
		}
	}
}

// TestExportThroughLinks writes to the targets of links. Neither links nor a device may be replaced.
func TestExportThroughLinks(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	testkit.NoError(t, os.WriteFile(file, []byte("old"), 0o600))
	for _, target := range []string{file, os.DevNull} {
		link := filepath.Join(dir, "link to "+filepath.Base(target))
		if err := os.Symlink(target, link); err != nil {
			t.Skip("this system has no links: ", err)
		}
		if _, err := os.Lstat(link); err != nil {
			t.Skip("Wine makes no links, and says that it did: ", err)
		}
		if status, _, says := exportCommand(t, "100", "-o", link); status != exitDone {
			t.Errorf("status %d, %q", status, says)
		}
		if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s was replaced: %v", link, err)
		}
	}
	if data, err := os.ReadFile(file); err != nil || len(data) < 100 {
		t.Errorf("the file is %q, %v", data, err)
	}
	if got := namesIn(t, dir); len(got) != 3 {
		t.Errorf("there are %q", got)
	}
}

func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries := testkit.Must(os.ReadDir(dir))(t)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestExportKeepsOldFiles fails in different ways, and checks that the old files stay unchanged.
func TestExportKeepsOldFiles(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "page.png")
	blocked := filepath.Join(dir, "page-5.png")
	for _, err := range []error{
		os.WriteFile(file, []byte("old"), 0o600),
		os.WriteFile(filepath.Join(dir, "page-1.png"), []byte("old"), 0o600), os.Mkdir(blocked, 0o700),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	before := namesIn(t, dir)
	refusing := serveExport(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusInternalServerError)
	})
	exportCommand(t, append(refusing, "123", "-o", file)...)
	if status, _, says := exportCommand(t, append(exportService(t), "123/all", "-o", file)...); status != exitError ||
		!strings.Contains(says, "page-5.png") {
		t.Errorf("status %d, %q", status, says)
	}
	for _, name := range []string{"page.png", "page-1.png"} {
		if data, err := os.ReadFile(filepath.Join(dir, name)); string(data) != "old" || err != nil {
			t.Errorf("%s is %.20q, %v", name, data, err)
		}
	}
	if after := namesIn(t, dir); !slices.Equal(after, before) {
		t.Errorf("there are %q", after)
	}
}

// TestExportIsStopped cancels the command while it waits for the service, and while its output is not read.
func TestExportIsStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	slow := serveExport(t, func(_ http.ResponseWriter, r *http.Request) {
		stop()
		<-r.Context().Done()
	})
	dir := t.TempDir()
	var out, says strings.Builder
	args := append(slow, "123", "--profile", t.TempDir(), "-o", filepath.Join(dir, "page.png"))
	if status := Run(ctx, args, emptyEnv, &out, &says); status != exitError || out.Len() > 0 ||
		!strings.Contains(says.String(), "stopped") || len(namesIn(t, dir)) > 0 {
		t.Errorf("status %d, %q, %q", status, out.String(), says.String())
	}
	ctx, stop = context.WithCancel(t.Context())
	r, w := io.Pipe()
	go func() {
		_, _ = r.Read(make([]byte, 1)) // and nothing more
		stop()
	}()
	says.Reset()
	if status := Run(ctx, []string{"100", "--profile", t.TempDir()}, emptyEnv, w, &says); status != exitError ||
		!strings.Contains(says.String(), "stopped") {
		t.Errorf("status %d, %q", status, says.String())
	}
	_ = r.Close()
}

// TestExportToClosedPipe writes to pipes without a reader: one of the system and one of Go.
func TestExportToClosedPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	_ = r.Close()
	reader, writer := io.Pipe()
	_ = reader.Close()
	for _, out := range []io.Writer{w, writer} {
		var says strings.Builder
		if status := Run(t.Context(), []string{"100", "--profile", t.TempDir()},
			emptyEnv, out, &says); status != exitError || says.Len() > 0 {
			t.Errorf("status %d, %q", status, says.String())
		}
	}
}

// TestZonesOfHTML checks that the date of a page is in the service's zone, on computers in three zones.
func TestZonesOfHTML(t *testing.T) {
	zone := func(name string) *time.Location {
		return testkit.Must(time.LoadLocation(name))(t)
	}
	// the wall clock of Helsinki
	page := &teletext.Page{Network: "HELM", Modified: time.Date(2026, 11, 22, 0, 30, 0, 0, time.UTC)}
	now := time.Date(2026, 11, 21, 22, 45, 0, 0, time.UTC)
	for here, mark := range map[string]string{"UTC": " EET", "Europe/Helsinki": "", "America/Los_Angeles": " EET"} {
		c := words.Calendar{Zone: zone("Europe/Helsinki"), Now: now.In(zone(here))}
		note := htmlDocument(page, nil, nil, c).Note
		if want := "HELM, changed 22 November 2026, 00:30" + mark; note != want {
			t.Errorf("in %s HTML has %q, want %q", here, note, want)
		}
	}
}

// TestExportSaysThatStoreIsDamaged exports with a profile whose page store is truncated.
func TestExportSaysThatStoreIsDamaged(t *testing.T) {
	dir := t.TempDir()
	args := append([]string{"--profile", dir, "123", "--format", "text"}, exportService(t)...)
	var out, errs strings.Builder
	if status := Run(t.Context(), args, emptyEnv, &out, &errs); status != exitDone || errs.Len() > 0 {
		t.Fatalf("status %d, %q", status, errs.String())
	}
	stores, _ := filepath.Glob(filepath.Join(dir, "pages", "*.sqlite"))
	if len(stores) != 1 {
		t.Fatalf("%v", stores)
	}
	info, err := os.Stat(stores[0])
	if err == nil {
		err = os.Truncate(stores[0], info.Size()-4096)
	}
	if err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if status := Run(t.Context(), args, emptyEnv, &out, &errs); status != exitDone ||
		out.Len() == 0 || !strings.Contains(errs.String(), "damaged") {
		t.Errorf("status %d, %q", status, errs.String())
	}
}

// TestFreeName checks that pictures of subpages get names that do not exist.
func TestFreeName(t *testing.T) {
	name, doc := filepath.Join(t.TempDir(), "page.png"), exportedPage()
	all := everySubpage(doc)
	for _, want := range []string{"page.png", "page (2).png", "page (3).png"} {
		free := FreeName(name, doc, all)
		if filepath.Base(free) != want {
			t.Fatalf("%s is free, not %s", free, want)
		}
		testkit.NoError(t, os.WriteFile(numbered(free, doc.Subpages[all[len(all)-1]].Number), nil, 0o600))
	}
}
