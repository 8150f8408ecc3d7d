package service

import (
	"context"
	"fmt"
	"strconv"

	"sextant/app/teletext"
)

// Format is the form of a page document.
type Format string

// The forms the specification offers.
const (
	JSON Format = "json"
	XML  Format = "xml"
)

// A Document is a page document, as it came and decoded.
type Document struct {
	Page   *teletext.Page
	Raw    []byte
	Format Format
	Served Served
	// Unchanged tells that the known document is still the right one, and so was not sent again.
	Unchanged bool
	// Private tells that the service gave the key back in it, so that it must not be kept on disk.
	Private bool
	// Monitor is the address where the service tells of changes, for [Client.Changes]; empty where it does not.
	Monitor string
}

// Page asks for a page document (specification, section "Teletext page data"). known is what came with
// the document that the caller has of the page; the zero value asks for it in any case.
func (c *Client) Page(ctx context.Context, page int, format Format, known Served) (*Document, error) {
	op := fmt.Sprintf("page %d", page)
	u := c.address(c.base, true, "v1", "teletext", "pages", strconv.Itoa(page)+"."+string(format))
	a, err := c.getAll(ctx, op, u, c.cfg.MaxDocument, known)
	if err != nil {
		return nil, err
	}
	doc := &Document{Raw: a.data, Format: format, Served: a.served, Unchanged: a.unchanged, Private: a.private, Monitor: a.monitor}
	if doc.Unchanged {
		return doc, nil
	}
	if doc.Page, err = DecodePage(a.data, format); err != nil {
		return nil, &Error{Kind: BadContent, Op: op, Err: err}
	}
	if n := doc.Page.Number; n != 0 && n != page {
		return nil, &Error{Kind: BadContent, Op: op, Err: &OtherPageError{Asked: page, Came: n}}
	}
	doc.Page.Number = page // one without a number is taken for the page that was asked for
	return doc, nil
}

// An OtherPageError is a document of another page than the one that was asked for.
type OtherPageError struct{ Asked, Came int }

// Error tells which page came in place of which.
func (e *OtherPageError) Error() string {
	return fmt.Sprintf("the service gave page %d instead of page %d", e.Came, e.Asked)
}

// DecodePage reads a page document of either form.
func DecodePage(data []byte, format Format) (*teletext.Page, error) {
	if format == XML {
		return teletext.DecodeXML(data)
	}
	return teletext.DecodeJSON(data)
}
