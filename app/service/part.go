package service

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"sextant/app/api"
)

// errNoRecording is the cause of an answer that is neither a recording nor a web page.
var errNoRecording = errors.New("it is no recording")

// withoutPages returns the body of a recording, or an error where it is a web page or another document. isWhole: it
// contains the beginning, which is looked at, since some login pages take any type.
func (c *Client) withoutPages(op string, asked *url.URL,
	resp *http.Response, body io.ReadCloser, isWhole bool,
) (io.ReadCloser, error) {
	stated := resp.Header.Get("Content-Type")
	if isTypeOfWebPage(stated) {
		return nil, c.webPageError(op, asked, resp)
	}
	switch kind, _, _ := mime.ParseMediaType(stated); kind {
	case "application/json", "application/xml", "text/xml":
		return nil, &api.Error{Kind: api.BadContent, Op: op, Status: resp.StatusCode, Err: errNoRecording}
	}
	if !isWhole {
		return body, nil
	}
	start := bufio.NewReaderSize(body, 512)
	first, err := start.Peek(1)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if len(first) > 0 && strings.IndexByte("<\xef \t\r\n", first[0]) >= 0 { // as no recording begins
		first, _ = start.Peek(start.Size())
	}
	if isWebPage(first) {
		return nil, c.webPageError(op, asked, resp)
	}
	return joinedBody{start, body}, nil
}

// header returns Range and If-Range (RFC 9110, sections 13.1.5 and 14.2). Compression would hide the length, and does
// not help an MP3.
func (r Resume) header() http.Header {
	h := http.Header{"Accept-Encoding": {"identity"}}
	if r.From > 0 {
		h.Set("Range", fmt.Sprintf("bytes=%d-", r.From))
		if strong := r.Known.ETag; strong != "" && !strings.HasPrefix(strong, "W/") {
			h.Set("If-Range", strong)
		} else if r.Known.LastModified != "" {
			h.Set("If-Range", r.Known.LastModified)
		}
	}
	return h
}

var errNoPart = errors.New("it does not say which part it is")

// readPart reads which part a 206 has. asked: a part was asked for. Otherwise one without Content-Range counts as a 200
// would.
func (d *Download) readPart(r *http.Response, asked bool) (err error) {
	stated := r.Header.Get("Content-Range")
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); strings.HasPrefix(kind, "multipart/") {
		return errNoPart // its parts stand in the body
	}
	if stated == "" && !asked {
		return nil
	}
	d.Ranges = true
	if d.From, d.Before, d.Size, err = contentRange(stated); err != nil {
		return err
	}
	if length := r.ContentLength; length >= 0 && length != d.Before-d.From {
		d.Before = 0 // one of the two is wrong
	}
	return nil
}

// contentRange parses Content-Range: the first byte, the one behind the last, 0 where that makes no sense, and the size
// of the whole, -1 where it has none.
func contentRange(s string) (from, before, size int64, err error) {
	part, whole, ok := strings.Cut(strings.TrimPrefix(s, "bytes "), "/")
	first, last, dash := strings.Cut(part, "-")
	if !ok || !dash {
		return 0, 0, 0, errNoPart
	}
	if from, err = strconv.ParseInt(first, 10, 64); err != nil || from < 0 {
		return 0, 0, 0, errNoPart
	}
	if end, err := strconv.ParseInt(last, 10, 64); err == nil && end >= from {
		before = end + 1
	}
	if whole == "*" {
		return from, before, -1, nil
	}
	if size, err = strconv.ParseInt(whole, 10, 64); err != nil || size < from {
		return 0, 0, 0, errNoPart
	}
	return from, before, size, nil
}

// A RangeError is the cause of a 416: the recording has no byte where it was asked for.
type RangeError struct {
	Size int64 // of the whole in bytes, -1 where the service does not say
}

func (e *RangeError) Error() string { return "the recording ends before" }

// rangeError reads the Content-Range of a 416, such as "bytes */1000" (RFC 9110, section 14.4).
func rangeError(stated string) *RangeError {
	size, err := strconv.ParseInt(strings.TrimPrefix(stated, "bytes */"), 10, 64)
	if err != nil || size < 0 {
		size = -1
	}
	return &RangeError{size}
}

var gzipMagic = []byte{0x1f, 0x8b, 8} // RFC 1952, section 2.3.1

// decompress decompresses the body of a whole recording that the service has compressed with gzip unasked. The length,
// digest and validators are dropped, since they are those of the compressed one.
func decompress(d *Download, op string, r *http.Response) error {
	if kind := strings.ToLower(r.Header.Get("Content-Encoding")); d.From > 0 || kind != "gzip" && kind != "x-gzip" {
		return nil
	}
	compressed, start := d.Body, bufio.NewReader(d.Body)
	first, err := start.Peek(len(gzipMagic))
	d.Body = joinedBody{start, compressed}
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return err
	case !bytes.Equal(first, gzipMagic): // some services say so and do not
		return nil
	}
	plain, err := gzip.NewReader(start)
	if err != nil {
		return brokenGzip(op, err)
	}
	plain.Multistream(false) // rubbish may follow
	d.Size, d.Before, d.Ranges, d.Unbounded, d.MD5, d.Validators = -1, 0, false, false, nil, api.Validators{}
	d.Body = joinedBody{&gzipBody{plain, op}, compressed}
	return nil
}

// A joinedBody reads from one place, and closes another.
type joinedBody struct {
	io.Reader
	io.Closer
}

// A gzipBody reads what gzip has compressed, with errors of the type api.Error.
type gzipBody struct {
	*gzip.Reader
	op string
}

func (b *gzipBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = brokenGzip(b.op, err)
	}
	return n, err
}

// brokenGzip returns the error for a compressed body that cannot be read.
func brokenGzip(op string, err error) error {
	var known *api.Error
	if errors.As(err, &known) {
		return known
	}
	return &api.Error{Kind: api.NoNetwork, Op: op, Err: err}
}
