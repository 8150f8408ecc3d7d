package api

import (
	"fmt"
	"net/http"

	"sextant/app/teletext"
)

// Validators are an answer's headers for caching (RFC 9110 and 9111). Fields are empty where a header was absent.
type Validators struct{ ETag, LastModified, CacheControl, Age, Date string }

// Conditions returns the headers of a conditional request, for an answer that differs from the one with these
// validators.
func (v Validators) Conditions() http.Header {
	h := http.Header{}
	if v.ETag != "" {
		h.Set("If-None-Match", v.ETag)
	}
	if v.LastModified != "" {
		h.Set("If-Modified-Since", v.LastModified)
	}
	return h
}

// Format is the format of a page document.
type Format string

// The formats of the specification.
const (
	JSON Format = "json"
	XML  Format = "xml"
)

// A Document is a page document, raw and decoded.
type Document struct {
	Page       *teletext.Page
	Raw        []byte
	Format     Format
	Validators Validators
	// Unchanged: the known document is current (304), and was not sent again.
	Unchanged bool
	// Monitor is the address of the service's change notices, empty where it has none.
	Monitor string
}

// An OtherPageError is a document of a page that was not asked for.
type OtherPageError struct{ Asked, Got int }

// Error says which page came in place of which.
func (e *OtherPageError) Error() string {
	return fmt.Sprintf("the service gave page %d instead of page %d", e.Got, e.Asked)
}

// DecodePage reads a page document of either format.
func DecodePage(data []byte, format Format) (*teletext.Page, error) {
	if format == XML {
		return teletext.DecodeXML(data)
	}
	return teletext.DecodeJSON(data)
}
