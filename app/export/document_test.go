package export

import (
	"io"
	"net/http"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

// Valid answers of a service with much that programs do not have to understand.
const (
	strangeJSON = "\xEF\xBB\xBF" +
		`{ "teletext": {"future":{"a":[1,2.50]}, "page" : {"number":"123","name":"Odd","subpage":[
 {"number":"1","mood":"calm","content":[]},
 {"number":"2","mood":1e3,"content":[]} ], "etag" : null } } }` + "\r\n"
	strangeXML = "<?xml version=\"1.0\"?>\r\n<!-- odd -->\n<teletext future='1'><page number='123' name='Odd'>\n  " +
		"<subpage number='1' mood='calm'/>\n  <subpage number='2'><mood/></subpage>\n</page></teletext>"
)

func serveStrange(t *testing.T) (options []string) {
	t.Helper()
	return serveExport(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/v1/teletext/pages/123.json":
			_, _ = io.WriteString(w, strangeJSON)
		case "/v1/teletext/pages/123.xml":
			_, _ = io.WriteString(w, strangeXML)
		case "/v1/teletext/pages/124.json":
			_, _ = io.WriteString(w, strings.ReplaceAll(strangeJSON, "calm", r.URL.Query().Get("app_key")))
		default:
			http.NotFound(w, r)
		}
	})
}

// TestExportAsTheServiceSendsIt compares the bytes of whole documents, and of documents from which a subpage is cut.
func TestExportAsTheServiceSendsIt(t *testing.T) {
	service := serveStrange(t)
	second := strings.Replace(strangeJSON, `{"number":"1","mood":"calm","content":[]},`+"\n ", "", 1)
	for _, tt := range [][3]string{
		{"123", "json", strangeJSON},
		{"123/all", "json", strangeJSON},
		{"123/2", "json", second},
		{"123", "xml", strangeXML},
		{"123/2", "xml", strings.Replace(strangeXML, "\n  <subpage number='1' mood='calm'/>", "", 1)},
	} {
		if status, out, says := exportCommand(t, append(service, tt[0], "--format", tt[1])...); status != exitDone ||
			out != tt[2] {
			t.Errorf("%s as %s: status %d, %s\n%q, want\n%q", tt[0], tt[1], status, says, out, tt[2])
		}
	}
}

// TestExportOfAnotherPage checks that the error names both pages.
func TestExportOfAnotherPage(t *testing.T) {
	status, _, says := exportCommand(t, append(serveStrange(t), "124")...)
	if status != exitService || !strings.Contains(says, "sent page 123 instead of page 124") {
		t.Errorf("status %d, %q", status, says)
	}
}

// TestExportKeepsTheKey checks that a key in the service's document is not exported.
func TestExportKeepsTheKey(t *testing.T) {
	service := serveExport(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, strings.ReplaceAll(strangeJSON, "calm", r.URL.Query().Get("app_key")))
	})
	status, out, _ := exportCommand(t, append(service, "123", "--format", "json")...)
	if status != exitDone || !strings.Contains(out, `"name":"Odd"`) || strings.Contains(out, exportKey) {
		t.Errorf("status %d, %q", status, out)
	}
}

// TestRawDocumentOfTheStore checks that the stored bytes are only used for the version and the format on the screen.
func TestRawDocumentOfTheStore(t *testing.T) {
	kept, _ := store.Open(filepath.Join(t.TempDir(), "pages.sqlite"), store.Options{Now: time.Now})
	defer kept.Close()
	doc := testkit.Must(teletext.DecodeJSON([]byte(strangeJSON)))(t)
	kept.SavePage(doc, []byte(strangeJSON), "json", time.Now(), api.Validators{})
	_ = kept.Flush(t.Context())
	shown := acquire.Answer{State: acquire.State{Page: 123, Document: doc, Digest: doc.Digest()}}
	if raw := RawDocument(kept, shown, JSON); string(raw) != strangeJSON {
		t.Errorf("as it came: %q", raw)
	}
	if raw := RawDocument(kept, shown, XML); raw != nil {
		t.Errorf("in another format: %q", raw)
	}
	shown.Digest[0]++
	if raw := RawDocument(kept, shown, JSON); raw != nil {
		t.Errorf("of another version: %q", raw)
	}
	if raw := RawDocument(kept, acquire.Answer{State: acquire.State{Page: 124}}, JSON); raw != nil {
		t.Errorf("of another page: %q", raw)
	}
}

func TestExportDocuments(t *testing.T) {
	service := exportService(t)
	one := exportedPage()
	one.Subpages = one.Subpages[1:2] // the others are cut out, and nothing else is changed
	for place, want := range map[string]*teletext.Page{"123": exportedPage(), "123/all": exportedPage(), "123/2": one} {
		for format, decode := range map[string]func([]byte) (*teletext.Page, error){
			"json": teletext.DecodeJSON, "xml": teletext.DecodeXML,
		} {
			_, out, _ := exportCommand(t, append(service, place, "--format", format)...)
			got := testkit.Must(decode([]byte(out)))(t)
			for i := range want.Subpages { // lines that no document can represent
				got.Subpages[i].All[3], got.Subpages[i].Structured[3] = want.Subpages[i].All[3],
					want.Subpages[i].Structured[3]
			}
			if got.Warnings = nil; !reflect.DeepEqual(got, want) {
				t.Errorf("%s as %s came back as\n%+v\nand was\n%+v", place, format, got, want)
			}
		}
	}
}
