package service

import "net/http"

// Served is what the service said of an answer's age, as its headers had it (RFC 9110 and 9111). Fields
// are empty where a header was absent.
type Served struct{ ETag, LastModified, CacheControl, Age, Date string }

// servedOf reads an answer's headers. A value that gives the key back is left out: what was served is
// kept on disk.
func (c *Client) servedOf(h http.Header) Served {
	get := func(name string) string {
		if v := h.Get(name); !c.holdsSecret(v) {
			return v
		}
		return ""
	}
	return Served{get("ETag"), get("Last-Modified"), get("Cache-Control"), get("Age"), get("Date")}
}

// conditions are the headers that ask for an answer only where it is another than the one so served.
func (s Served) conditions() http.Header {
	h := http.Header{}
	if s.ETag != "" {
		h.Set("If-None-Match", s.ETag)
	}
	if s.LastModified != "" {
		h.Set("If-Modified-Since", s.LastModified)
	}
	return h
}
