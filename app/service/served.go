package service

import (
	"net/http"

	"sextant/app/api"
)

// validatorsOf reads an answer's headers. A value that gives the key back is left out: what was served is
// kept on disk.
func (c *Client) validatorsOf(h http.Header) api.Validators {
	get := func(name string) string {
		if v := h.Get(name); !c.key.Load().isIn(v) {
			return v
		}
		return ""
	}
	return api.Validators{
		ETag: get("ETag"), LastModified: get("Last-Modified"),
		CacheControl: get("Cache-Control"), Age: get("Age"), Date: get("Date"),
	}
}
