package service

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"slices"

	"sextant/app/api"
	"sextant/app/httpclient"
	"sextant/app/teletext"
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
	isOwn := httpclient.SameOrigin(a.from, c.base)
	if doc.Unchanged {
		if isOwn {
			c.refusals.accept()
		}
		return doc, nil
	}
	if len(bytes.TrimSpace(a.data)) == 0 { // some services answer so for a page that is not there
		return nil, &api.Error{Kind: api.NotFound, Op: op, Status: http.StatusOK, Err: api.ErrEmpty}
	}
	text, wrong := asUTF8(a.data, a.kind, format)
	text = c.key.Load().mask(text) // which other encodings hide
	doc.Raw = text
	if doc.Page, err = api.DecodePage(text, format); err != nil {
		return nil, &api.Error{Kind: api.BadContent, Op: op, Err: err}
	}
	if isOwn {
		c.refusals.accept()
	}
	if wrong != "" {
		doc.Page.Warnings = slices.Insert(doc.Page.Warnings, 0, teletext.EncodingWarning(wrong))
	}
	if n := doc.Page.Number; n != 0 && n != page {
		return nil, &api.Error{Kind: api.BadContent, Op: op, Err: &api.OtherPageError{Asked: page, Got: n}}
	}
	doc.Page.Number = page // one without a number is taken for the page that was asked for
	return doc, nil
}
