package service

import "net/http"

// Served is what the service said of an answer's age, as its headers had it (RFC 9110 and 9111). Fields
// are empty where a header was absent.
type Served struct{ ETag, LastModified, CacheControl, Age, Date string }

func servedOf(h http.Header) Served {
	return Served{h.Get("ETag"), h.Get("Last-Modified"), h.Get("Cache-Control"), h.Get("Age"), h.Get("Date")}
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
