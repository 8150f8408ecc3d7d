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

// Page asks for a page document (specification, section "Teletext page data").
func (c *Client) Page(ctx context.Context, page int, format Format) (*teletext.Page, error) {
	op := fmt.Sprintf("page %d", page)
	data, err := c.PageDocument(ctx, page, format)
	if err != nil {
		return nil, err
	}
	decode := teletext.DecodeJSON
	if format == XML {
		decode = teletext.DecodeXML
	}
	p, err := decode(data)
	if err != nil {
		return nil, &Error{Kind: BadContent, Op: op, Err: err}
	}
	if p.Number != page {
		p.Warnings = append(p.Warnings, fmt.Sprintf("the document says it is page %d", p.Number))
		p.Number = page
	}
	return p, nil
}

// PageDocument asks for a page document and hands it over as it came.
func (c *Client) PageDocument(ctx context.Context, page int, format Format) ([]byte, error) {
	op := fmt.Sprintf("page %d", page)
	u := c.address(c.base, true, "v1", "teletext", "pages", strconv.Itoa(page)+"."+string(format))
	return c.getAll(ctx, op, u, c.cfg.MaxDocument)
}
