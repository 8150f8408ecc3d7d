package check

import (
	"bytes"
	"context"
	"net/http"
	"strconv"
	"time"

	"sextant/app/say"
)

// protocol checks the version of HTTP of an answer over TLS.
func (r *run) protocol(a *answer) {
	switch {
	case !a.secure:
		r.skipped("protocol", say.Text("check.found.noTLS"))
	case a.proto != "HTTP/2.0":
		r.advise("protocol", say.Text("check.found.protocol", "Path", a.at, "Protocol", printable(a.proto)))
	default:
		r.kept("protocol")
	}
}

// changed requests the page with validators of a version that it never had (RFC 9110, section 13.1).
func (r *run) changed(ctx context.Context) {
	for name, value := range map[string]string{
		"If-None-Match": `"sextant-check"`, "If-Modified-Since": "Tue, 01 Jan 1980 00:00:00 GMT",
	} {
		a := r.ask.get(ctx, r.ask.page(r.config.Page, "json"), ask{header: http.Header{name: {value}}})
		switch {
		case a.err != nil && a.status == 0:
			r.skipped("validators.changed", a.why())
			return
		case a.status == http.StatusNotModified:
			r.broken("validators.changed", say.Text("check.found.stuck", "Path", a.at, "Header", name))
			return
		case a.status != http.StatusOK:
			found := say.Text("check.found.status", "Path", a.at, "Status", a.status, "Wanted", http.StatusOK)
			r.skipped("validators.changed", found)
			return
		}
	}
	r.kept("validators.changed")
}

// errorText checks the body of an error: programs read it, as that of a gateway.
func (r *run) errorText(a *answer) {
	switch body := bytes.ToLower(a.body); {
	case a.err != nil, a.status < http.StatusBadRequest:
	case a.isType("text/html") || bytes.Contains(body, []byte("<html")):
		r.advise("errors.text", say.Text("check.found.webPage", "Path", a.at, "Status", a.status))
	case a.status == http.StatusNotFound && bytes.Contains(body, []byte("mapping rule")):
		r.broken("errors.text", say.Text("check.found.gateway", "Path", a.at))
	default:
		r.kept("errors.text")
	}
}

// fresh checks that a picture which a cache has held is not older than the document of its page.
func (r *run) fresh(picture, page *answer) {
	age, err := strconv.Atoi(picture.header.Get("Age"))
	changed, noDate := http.ParseTime(page.header.Get("Last-Modified"))
	if made := picture.came.Add(-time.Duration(age) * time.Second); err == nil && noDate == nil &&
		made.Before(changed.Add(-time.Second)) {
		r.broken("image.fresh", say.Text("check.found.oldPicture", "Path", picture.at))
	}
	r.kept("image.fresh")
}
