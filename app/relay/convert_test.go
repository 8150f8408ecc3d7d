package relay

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sextant/app/teletext"
	"sextant/app/testkit"
)

// oddPages returns documents with missing or inconsistent fields.
func oddPages() map[string]string {
	line := func(text string) string { return `{"number":"1","run":[` + text + `]}` }
	subpage := func(n, rest string) string { return `{"number":"` + n + `","time":"8"` + rest + `}` }
	page := func(rest string) string {
		return `{"teletext":{"network":"N <&\"> ä","xml":"preserve","page":{"number":"100","name":" a  b ` +
			`","time":"2026-03-14T15:09:26"` + rest + `}}}`
	}
	many := []string{}
	for n := range 99 {
		many = append(many,
			subpage(strings.TrimLeft(string(rune('0'+(n+1)/10))+string(rune('0'+(n+1)%10)), "0"),
				`,"content":[{"type":"text","line":[{"number":"3","text":" x\u0026y  "}]}]`))
	}
	return map[string]string{
		"nothing":     page(``),
		"no contents": page(`,"subpagecount":"1","subpage":[` + subpage("1", ``) + `]`),
		"99 subpages": page(`,"subpagecount":"99","subpage":[` + strings.Join(many, ",") + `]`),
		"runs that do not": page(`,"subpage":[` +
			subpage("2",
				`,"content":[{"type":"structured","line":[`+
					line(
						`{"bg":"black","fg":"gred","length":"50","charcode":"7F","text":"ab"},{"bg":"","fg":"white",`+
							`"length":"0","text":""},{"fg":"nocolour","length":"3","text":"\u0007<x"}`)+`]}]`) + `]`),
		"all": page(`,"prevpg":"899","animated":"yes","toptype":"Block","subpage":[` +
			subpage("1",
				`,"content":[{"type":"all","line":[{"number":"24","text":"{Red}{{x} \u00a0 `+
					`{DH}"}]},{"type":"text","line":[]}]`) + `]`),
	}
}

// TestConversions checks that XML and JSON have the same content, for odd pages and for those in the folder that
// SEXTANT_SAMPLES names.
func TestConversions(t *testing.T) {
	documents := oddPages()
	r := newRig(t, nil)
	if folder := os.Getenv("SEXTANT_SAMPLES"); folder != "" {
		files, err := filepath.Glob(filepath.Join(folder, "*.json"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no samples in %s, %v", folder, err)
		}
		for _, file := range files {
			data := testkit.Must(os.ReadFile(file))(t)
			documents[filepath.Base(file)] = string(data)
		}
	}
	for name, document := range documents {
		p, err := teletext.DecodeJSON([]byte(document))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		p.Number = 100
		d := r.documents.newDocument(p, []byte(document), "json", time.Now(), nil)
		body, err := d.bodyIn("xml")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		again, err := teletext.DecodeXML(body.Data())
		if err != nil || again.Digest() != d.digest || !again.Modified.Equal(p.Modified) {
			t.Errorf("%s is another page in XML, %v: %.600s", name, err, body.Data())
			continue
		}
		back, err := r.documents.newDocument(again, body.Data(), "xml", time.Now(), nil).bodyIn("json")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if same, err := teletext.DecodeJSON(back.Data()); err != nil || same.Digest() != d.digest {
			t.Errorf("%s is another page in JSON again, %v", name, err)
		}
	}
}
