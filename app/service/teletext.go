package service

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"

	"sextant/app/api"
)

// Page asks for a page document (specification, section "Teletext page data"). known is what came with
// the document that the caller has of the page; the zero value asks for it in any case.
func (c *Client) Page(ctx context.Context, page int, format api.Format, known api.Validators) (*api.Document, error) {
	op := fmt.Sprintf("page %d", page)
	u := c.address(c.base, true, api.PagePath(page, format))
	a, err := c.getAll(ctx, op, u, c.cfg.MaxDocument, known)
	if err != nil {
		return nil, err
	}
	doc := &api.Document{Format: format, Validators: a.validators, Unchanged: a.unchanged, Monitor: a.monitor}
	if doc.Unchanged {
		return doc, nil
	}
	if len(bytes.TrimSpace(a.data)) == 0 { // some services answer so for a page that is not there
		return nil, &api.Error{Kind: api.NotFound, Op: op, Status: http.StatusOK, Err: api.ErrEmpty}
	}
	if doc.Raw, err = asUTF8(a.data, a.kind, format); err == nil {
		doc.Page, err = api.DecodePage(doc.Raw, format)
	}
	if err != nil {
		return nil, &api.Error{Kind: api.BadContent, Op: op, Err: err}
	}
	if n := doc.Page.Number; n != 0 && n != page {
		return nil, &api.Error{Kind: api.BadContent, Op: op, Err: &api.OtherPageError{Asked: page, Got: n}}
	}
	doc.Page.Number = page // one without a number is taken for the page that was asked for
	return doc, nil
}

// xmlEncoding finds the encoding that an XML document declares (XML 1.0, section 4.3.3).
var xmlEncoding = regexp.MustCompile(`^\s*<\?xml[^>]*\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']`)

// asUTF8 returns a document in UTF-8, which JSON has to be in (RFC 8259, section 8.1). One that is not is read in the
// encoding that its Content-Type or its XML declaration names, and fails with ErrEncoding where there is none.
func asUTF8(data []byte, contentType string, format api.Format) ([]byte, error) {
	_, parameters, _ := mime.ParseMediaType(contentType) // one that makes no sense names no encoding
	name := parameters["charset"]
	if declared := xmlEncoding.FindSubmatchIndex(data); declared != nil && format == api.XML {
		name = cmp.Or(name, string(data[declared[2]:declared[3]]))
		data = slices.Concat(data[:declared[2]], []byte("UTF-8"), data[declared[3]:])
	}
	if utf8.Valid(data) {
		return data, nil
	}
	encoding, err := htmlindex.Get(name)
	if err != nil || encoding == unicode.UTF8 {
		return nil, api.ErrEncoding
	}
	return encoding.NewDecoder().Bytes(data)
}
