package service

import (
	"context"
	"errors"
	"fmt"

	"sextant/app/api"
)

// Picture asks for the picture of a subpage (specification, section "Teletext page image"). known is as
// for [Client.Page].
func (c *Client) Picture(ctx context.Context, page, subpage int, known api.Validators) (*api.Picture, error) {
	op := fmt.Sprintf("the picture of page %d/%d", page, subpage)
	u := c.address(c.base, true, api.PicturePath(page, subpage))
	if text, ok := ctx.Value(pastKey{}).(string); ok {
		q := u.Query()
		q.Set("t", text)
		u.RawQuery = q.Encode()
	}
	a, err := c.getAll(ctx, op, u, c.cfg.MaxImage, known)
	if err != nil {
		return nil, err
	}
	if a.unchanged {
		return &api.Picture{Validators: a.validators, Unchanged: true}, nil
	}
	p, err := api.DecodePicture(a.data)
	switch {
	case errors.Is(err, api.ErrTooManyPixels):
		return nil, &api.Error{Kind: api.TooLarge, Op: op, Err: err}
	case err != nil:
		return nil, &api.Error{Kind: api.BadContent, Op: op, Err: err}
	}
	p.Validators, p.Shows = a.validators, a.shows
	return p, nil
}
