package api

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
)

// The content types of the service, and of the pages that a relay has for people.
const (
	TypeJSON  = "application/json; charset=utf-8"
	TypeXML   = "application/xml; charset=utf-8"
	TypePlain = "text/plain; charset=utf-8"
	TypeHTML  = "text/html; charset=utf-8"
	TypeCSS   = "text/css; charset=utf-8"
	TypeAtom  = "application/atom+xml; charset=utf-8"
	TypePNG   = "image/png"
	TypeMP3   = "audio/mpeg"
)

// A Body is immutable and can be sent any number of times. A text is compressed on the first request that accepts that.
// It is safe for concurrent use.
type Body struct {
	modified time.Time
	plain    coded
	texts    bool

	compress sync.Once
	packed   coded
}

// A coded is a body in one content coding, with its headers. They are made once, since a document may be requested
// thousands of times a second.
type coded struct {
	data                             []byte
	tag                              string
	kind, etag, length, lastModified []string
}

// NewBody makes a body of data, which must not change any more. modified may be zero.
func NewBody(contentType string, modified time.Time, data []byte) *Body {
	sum := sha256.Sum256(data)
	compressed := []string{TypeJSON, TypeXML, TypeHTML, TypeCSS, TypeAtom}
	b := &Body{modified: modified, texts: slices.Contains(compressed, contentType)}
	lastModified := []string(nil)
	if !modified.IsZero() {
		lastModified = []string{modified.UTC().Format(http.TimeFormat)}
	}
	b.plain = newCoded(data, hex.EncodeToString(sum[:12]), []string{contentType}, lastModified)
	return b
}

func newCoded(data []byte, tag string, kind, lastModified []string) coded {
	tag = `"` + tag + `"`
	return coded{data, tag, kind, []string{tag}, []string{strconv.Itoa(len(data))}, lastModified}
}

// Data returns the whole body, not compressed.
func (b *Body) Data() []byte { return b.plain.data }

// gzip returns the compressed body. It is another representation, and has an entity tag of its own.
func (b *Body) gzip() *coded {
	b.compress.Do(func() {
		var out bytes.Buffer
		z := gzip.NewWriter(&out)
		_, _ = z.Write(b.plain.data) // a bytes.Buffer refuses nothing
		_ = z.Close()
		tag := b.plain.tag[1 : len(b.plain.tag)-1]
		b.packed = newCoded(bytes.Clone(out.Bytes()), tag+"-gzip", b.plain.kind, b.plain.lastModified)
	})
	return &b.packed
}

// The headers that are the same for all.
var (
	varied  = []string{"Accept-Encoding"}
	gzipped = []string{"gzip"}
	bytely  = []string{"bytes"}
)

// serve sends the body. A range is always one of the plain body.
func (b *Body) serve(w http.ResponseWriter, r *http.Request) {
	r = withoutOtherUnits(r)
	h := w.Header()
	c := &b.plain
	ranged := len(r.Header["Range"]) > 0
	if b.texts {
		if before := h["Vary"]; len(before) > 0 {
			h["Vary"] = append(before, varied...)
		} else {
			h["Vary"] = varied
		}
		if !ranged && acceptsGzip(r.Header["Accept-Encoding"]) {
			c = b.gzip()
			h["Content-Encoding"] = gzipped
		}
	}
	h["Content-Type"], h["Etag"] = c.kind, c.etag
	if ranged {
		http.ServeContent(w, r, "", b.modified, bytes.NewReader(c.data))
		return
	}
	h["Accept-Ranges"] = bytely
	if c.lastModified != nil {
		h["Last-Modified"] = c.lastModified
	}
	if !b.hasChanged(c.tag, r.Header) {
		delete(h, "Content-Type")
		delete(h, "Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h["Content-Length"] = c.length
	if r.Method != http.MethodHead {
		_, _ = w.Write(c.data) // the client has gone
	}
}

// hasChanged reports whether the client lacks this body (RFC 9110, section 13.2.2): If-None-Match comes before
// If-Modified-Since.
func (b *Body) hasChanged(tag string, h http.Header) bool {
	if tags := h["If-None-Match"]; len(tags) > 0 {
		return !matches(tags, tag)
	}
	since := h.Get("If-Modified-Since")
	if since == "" || b.modified.IsZero() {
		return true
	}
	t, err := http.ParseTime(since)
	return err != nil || b.modified.Truncate(time.Second).After(t)
}
