package api

import (
	"fmt"
	"net/http"

	"sextant/app/teletext"
)

// Validators is what the service said of an answer's age, as its headers had it (RFC 9110 and 9111). Fields
// are empty where a header was absent.
type Validators struct{ ETag, LastModified, CacheControl, Age, Date string }

// Conditions are the headers that ask for an answer only where it is another than the one so served.
func (s Validators) Conditions() http.Header {
	h := http.Header{}
	if s.ETag != "" {
		h.Set("If-None-Match", s.ETag)
	}
	if s.LastModified != "" {
		h.Set("If-Modified-Since", s.LastModified)
	}
	return h
}

// Format is the form of a page document.
type Format string

// The forms the specification offers.
const (
	JSON Format = "json"
	XML  Format = "xml"
)

// A Document is a page document, as it came and decoded.
type Document struct {
	Page       *teletext.Page
	Raw        []byte
	Format     Format
	Validators Validators
	// Unchanged: the known document is still the right one, and so was not sent again.
	Unchanged bool
	// Private: the service gave the key back in it, so that it must not be kept on disk.
	Private bool
	// Monitor is the address where the service announces changes, for the change notices; empty where it does not.
	Monitor string
}

// An OtherPageError is a document of another page than the one that was asked for.
type OtherPageError struct{ Asked, Got int }

// Error says which page came in place of which.
func (e *OtherPageError) Error() string {
	return fmt.Sprintf("the service gave page %d instead of page %d", e.Got, e.Asked)
}

// DecodePage reads a page document of either form.
func DecodePage(data []byte, format Format) (*teletext.Page, error) {
	if format == XML {
		return teletext.DecodeXML(data)
	}
	return teletext.DecodeJSON(data)
}
