package check

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image/png"
	"mime"
	"net/http"
	"slices"
	"strings"

	"sextant/app/api"
	"sextant/app/render"
	"sextant/app/say"
	"sextant/app/teletext"
	"sextant/app/words"
)

// isType reports whether an answer has one of the media types.
func (a *answer) isType(types ...string) bool {
	kind, _, err := mime.ParseMediaType(a.header.Get("Content-Type"))
	return err == nil && slices.Contains(types, kind)
}

// answered reports whether there is an answer with a status and a type, and otherwise records what is wrong for a rule.
func (r *run) answered(rule string, a *answer, status int, types ...string) bool {
	switch {
	case a.err != nil && a.status == 0:
		r.skipped(rule, a.why())
		return false
	case a.status != status:
		r.broken(rule, say.Text("check.found.status", "Path", a.at, "Status", a.status, "Wanted", status))
		return false
	case a.err != nil:
		r.broken(rule, say.Text("check.found.fails", "Path", a.at, "Why", a.why()))
		return false
	case len(types) > 0 && !a.isType(types...):
		r.broken(rule, say.Text("check.found.type", "Path", a.at, "Type", printable(a.header.Get("Content-Type")),
			"Wanted", types[0]))
		return true
	}
	r.kept(rule)
	return true
}

// document checks a page document, and returns nil if it is invalid.
func (r *run) document(format string, a *answer, number int) *teletext.Page {
	types := []string{"application/json"}
	if format == "xml" {
		types = []string{"application/xml", "text/xml"}
	}
	if !r.answered(format+".answer", a, http.StatusOK, types...) {
		return nil
	}
	page, err := api.DecodePage(a.body, api.Format(format))
	if err != nil {
		r.broken(format+".document", say.Text("check.found.senseless", "Path", a.at, "Why", printable(err.Error())))
		return nil
	}
	if len(page.Warnings) > 0 {
		why := printable(words.Warning(page.Warnings[0]))
		r.broken(format+".document", say.Text("check.found.forgiven", "Path", a.at, "Why", why))
	}
	r.kept(format + ".document")
	if format == "json" {
		r.strings(a)
		if page.Number != number {
			r.broken("json.number", say.Text("check.found.number", "Path", a.at, "Number", page.Number))
		}
		r.neighbours(a, page, number)
		r.kept("json.number")
		for i := range page.Subpages {
			r.subpage(a, &page.Subpages[i])
		}
	}
	return page
}

// neighbours checks the chain of pages.
func (r *run) neighbours(a *answer, p *teletext.Page, number int) {
	wrong := func(n int) { r.broken("json.number", say.Text("check.found.chain", "Path", a.at, "Number", n)) }
	if p.Prev != 0 && (!teletext.ValidPage(p.Prev) || p.Prev >= number) {
		wrong(p.Prev)
	}
	if p.Next != 0 && (!teletext.ValidPage(p.Next) || p.Next <= number) {
		wrong(p.Next)
	}
}

// strings checks that all JSON values are strings.
func (r *run) strings(a *answer) {
	var all any
	if json.Unmarshal(a.body, &all) != nil {
		return // document reports that
	}
	r.lines(a, all)
	if at := notString(all, ""); at != "" {
		r.broken("json.strings", say.Text("check.found.noString", "Path", a.at, "Key", printable(at)))
	}
	r.kept("json.strings")
}

// lines checks that each content has a node for each of the lines 1 to 24.
func (r *run) lines(a *answer, v any) {
	switch v := v.(type) {
	case map[string]any:
		lines, is := v["line"].([]any)
		if kind, typed := v["type"].(string); typed && is {
			if len(lines) != teletext.Rows {
				r.broken("content.lines", say.Text("check.found.lines", "Path", a.at, "Type", printable(kind),
					"Number", len(lines), "Wanted", teletext.Rows))
			}
			r.kept("content.lines")
		}
		for _, one := range v {
			r.lines(a, one)
		}
	case []any:
		for _, one := range v {
			r.lines(a, one)
		}
	}
}

// notString returns the path of the first value that is not a string, an object or a list, empty if there is none.
func notString(v any, at string) string {
	switch v := v.(type) {
	case map[string]any:
		for key, one := range v {
			if found := notString(one, at+"/"+key); found != "" {
				return found
			}
		}
	case []any:
		for _, one := range v {
			if found := notString(one, at); found != "" {
				return found
			}
		}
	case string:
	default:
		return at
	}
	return ""
}

// subpage checks the content of a subpage.
func (r *run) subpage(a *answer, s *teletext.Subpage) {
	where := fmt.Sprintf("%s (%d)", a.at, s.Number)
	for kind, missing := range map[string]bool{
		"text": s.Text == nil, "all": s.All == nil, "structured": s.Structured == nil,
	} {
		if missing {
			r.broken("content.types", say.Text("check.found.noContent", "Path", where, "Type", kind))
		}
	}
	r.kept("content.types")
	if s.Text != nil {
		for _, line := range s.Text {
			if strings.ContainsFunc(line, func(c rune) bool { return c < ' ' }) || keywordIn(line) {
				r.broken("content.text", say.Text("check.found.control", "Path", where))
			}
		}
		r.kept("content.text")
	}
	if _, conflicts := s.Decode(); len(conflicts) > 0 {
		c := conflicts[0]
		r.broken("content.agree", say.Text("check.found.conflict", "Path", where, "Line", c.Row+1, "Column",
			c.Column+1))
	}
	if s.Structured != nil && s.All != nil {
		r.kept("content.agree")
	}
}

// keywordIn reports whether a line has a keyword in braces, which only content type all has.
func keywordIn(line string) bool {
	for _, name := range []string{"Black", "Red", "Green", "Yellow", "Blue", "Magenta", "Cyan", "White", "DH", "NH"} {
		if strings.Contains(line, "{"+name+"}") || strings.Contains(line, "{G"+name+"}") {
			return true
		}
	}
	return false
}

// xml checks the same page as XML.
func (r *run) xml(ctx context.Context, page *teletext.Page) {
	a := r.ask.get(ctx, r.ask.page(r.config.Page, "xml"), ask{})
	other := r.document("xml", a, r.config.Page)
	if other == nil || page == nil {
		return
	}
	if !other.SameContent(page) {
		again := r.ask.get(ctx, r.ask.page(r.config.Page, "json"), ask{}) // the page may have changed meanwhile
		if p, err := api.DecodePage(again.body, api.JSON); err != nil || !p.SameContent(other) {
			r.broken("xml.same", say.Text("check.found.differs", "Path", a.at))
		}
	}
	r.kept("xml.same")
}

// validators requests the page again with its validators.
func (r *run) validators(ctx context.Context, first *answer) {
	r.changed(ctx)
	header := http.Header{}
	if tag := first.header.Get("ETag"); tag != "" {
		header.Set("If-None-Match", tag)
	} else if at := first.header.Get("Last-Modified"); at != "" {
		header.Set("If-Modified-Since", at)
	}
	if len(header) == 0 {
		r.advise("validators", say.Text("check.found.noValidator", "Path", first.at))
		return
	}
	a := r.ask.get(ctx, r.ask.page(r.config.Page, "json"), ask{header: header})
	switch {
	case a.err != nil && a.status == 0:
		r.skipped("validators", a.why())
	case a.status == http.StatusNotModified:
		r.kept("validators")
	case a.status == http.StatusOK && !bytes.Equal(a.body, first.body):
		r.skipped("validators", say.Text("check.found.changed", "Path", a.at))
	default:
		r.broken("validators", say.Text("check.found.status", "Path", a.at, "Status", a.status, "Wanted", 304))
	}
}

// missing requests a page and a format that cannot exist.
func (r *run) missing(ctx context.Context) {
	const none = 999
	a := r.ask.get(ctx, r.ask.page(none, "json"), ask{})
	r.answered("page.missing", a, http.StatusNotFound)
	r.errorText(a)
	r.answered("page.format", r.ask.get(ctx, r.ask.page(r.config.Page, "txt"), ask{}), http.StatusNotFound)
}

// image requests the picture of a subpage of a page, which was answered with a document, and one that cannot exist.
func (r *run) image(ctx context.Context, subpage int, page *answer) {
	a := r.ask.get(ctx, r.ask.image(r.config.Page, subpage), ask{most: mostPicture})
	if a.status == http.StatusNotFound {
		r.advise("image.answer", say.Text("check.found.noPicture", "Path", a.at))
	} else if r.answered("image.answer", a, http.StatusOK, "image/png") {
		r.picture(a)
		r.fresh(a, page)
	}
	const none = 9999
	r.answered("image.missing", r.ask.get(ctx, r.ask.image(r.config.Page, none), ask{most: mostPicture}),
		http.StatusNotFound)
}

// picture checks a picture (PNG, section 11.2.2, for the header).
func (r *run) picture(a *answer) {
	const header = 29
	if _, err := png.DecodeConfig(bytes.NewReader(a.body)); err != nil || len(a.body) < header {
		r.broken("image.form", say.Text("check.found.noPNG", "Path", a.at))
		return
	}
	width, height := binary.BigEndian.Uint32(a.body[16:]), binary.BigEndian.Uint32(a.body[20:])
	depth, colours, interlace := a.body[24], a.body[25], a.body[28]
	const indexed = 3
	if depth != 8 || colours != indexed || interlace != 0 {
		r.broken("image.form", say.Text("check.found.colormap", "Path", a.at))
	}
	if width != render.PictureWidth || height != render.PictureHeight {
		r.advise("image.form", say.Text("check.found.size", "Path", a.at, "Width", int(width), "Height", int(height)))
	}
	r.kept("image.form")
}

// credentials sends a request with wrong credentials, if right ones are configured.
func (r *run) credentials(ctx context.Context) {
	if r.config.AppKey == "" {
		r.skipped("credentials", say.Text("check.found.noKey"))
		return
	}
	a := r.ask.get(ctx, r.ask.page(r.config.Page, "json"), ask{wrongKey: true})
	switch {
	case a.err != nil && a.status == 0:
		r.skipped("credentials", a.why())
	case a.status == http.StatusOK:
		r.advise("credentials", say.Text("check.found.anyKey", "Path", a.at))
	case a.status == http.StatusForbidden, a.status == http.StatusUnauthorized, a.status == http.StatusNotFound:
		r.kept("credentials")
	default:
		r.broken("credentials", say.Text("check.found.status", "Path", a.at, "Status", a.status, "Wanted", 403))
	}
	r.errorText(a)
	if bytes.Contains(a.body, []byte(r.config.AppKey)) {
		r.broken("credentials", say.Text("check.found.echo", "Path", a.at))
	}
}

// mostPages is the limit of checked pages besides the first.
const mostPages = 30

// further checks the pages that the first one leads to, and their pictures.
func (r *run) further(ctx context.Context, page *teletext.Page) {
	for n := 0; n < mostPages && page != nil && page.Next != 0; n++ {
		number := page.Next
		a := r.ask.get(ctx, r.ask.page(number, "json"), ask{})
		if a.err != nil && a.status == 0 {
			return
		}
		if a.status == http.StatusNotFound {
			r.broken("json.number", say.Text("check.found.chain", "Path", pathOf(r.ask.page(number, "json")), "Number",
				number))
			return
		}
		if page = r.document("json", a, number); page != nil && len(page.Subpages) > 0 {
			shot := r.ask.get(ctx, r.ask.image(number, page.Subpages[0].Number), ask{most: mostPicture})
			if shot.status == http.StatusOK && shot.err == nil {
				r.picture(shot)
			}
		}
	}
}
