package demo

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The content types of the service.
const (
	typeJSON  = "application/json; charset=utf-8"
	typeXML   = "application/xml; charset=utf-8"
	typePlain = "text/plain; charset=utf-8"
	typePNG   = "image/png"
	typeMP3   = "audio/mpeg"
	typeHLS   = "application/vnd.apple.mpegurl"
)

// A response is a body that can be sent any number of times, whole, in part, or not at all where the
// client has it already. A text is compressed when first somebody accepts that.
type response struct {
	contentType string
	modified    time.Time
	body        []byte
	tag         string

	compress   sync.Once
	compressed []byte
}

func newResponse(contentType string, modified time.Time, body []byte) *response {
	sum := sha256.Sum256(body)
	return &response{
		contentType: contentType,
		modified:    modified,
		body:        bytes.Clone(body), // without the spare room that it was written with
		tag:         hex.EncodeToString(sum[:8]),
	}
}

// serve sends the response. A range is always one of the plain body.
func (d *response) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", d.contentType)
	body, tag := d.body, d.tag
	if d.compresses() {
		h.Set("Vary", "Accept-Encoding")
		if acceptsGzip(r) && r.Header.Get("Range") == "" {
			body, tag = d.gzip(), tag+"-gzip"
			h.Set("Content-Encoding", "gzip")
			h.Set("Content-Length", strconv.Itoa(len(body)))
		}
	}
	h.Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, "", d.modified, bytes.NewReader(body))
}

func (d *response) compresses() bool {
	return d.contentType == typeJSON || d.contentType == typeXML
}

func (d *response) gzip() []byte {
	d.compress.Do(func() {
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed) // a level that exists
		_, _ = z.Write(d.body)                          // a bytes.Buffer refuses nothing
		_ = z.Close()
		d.compressed = b.Bytes()
	})
	return d.compressed
}

// acceptsGzip tells whether the client takes gzip: it is named without a weight of nought.
func acceptsGzip(r *http.Request) bool {
	for _, part := range strings.Split(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		coding, parameter, _ := strings.Cut(strings.TrimSpace(part), ";")
		if !strings.EqualFold(strings.TrimSpace(coding), "gzip") {
			continue
		}
		weight, found := strings.CutPrefix(strings.ReplaceAll(parameter, " ", ""), "q=")
		q, err := strconv.ParseFloat(weight, 64)
		return !found || err == nil && q > 0
	}
	return false
}

// refuse answers with a status and its meaning in plain text.
func refuse(w http.ResponseWriter, status int) {
	text := fmt.Sprintf("%d %s\n", status, http.StatusText(status))
	w.Header().Set("Content-Type", typePlain)
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text) // nobody is left to tell of a client that has gone
}
