package api

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// PlayoutVersions is the number of playout versions: they are offered as /v1 to /v6.
const PlayoutVersions = 6

// A Source has the content of the endpoints. An error of its methods is answered with 404, as the specification says of
// "an error occurred reading the page", unless it is a [Refusal]. It must be safe for concurrent use.
type Source interface {
	// Document returns a page document, in the format "json" or "xml".
	Document(r *http.Request, page int, format string) (Answer, error)
	// Picture returns the picture of a subpage.
	Picture(r *http.Request, page, subpage int) (Answer, error)
	// Downloads returns the list of downloads, and Playouts one version of a recording's playouts.
	Downloads(r *http.Request) (Answer, error)
	Playouts(r *http.Request, version int, id string) (Answer, error)
	// Recording returns a recording.
	Recording(r *http.Request, id string) (Answer, error)
}

// ErrNone is the error of a Source that does not have what was asked for.
var ErrNone = errors.New("there is no such thing")

// An Answer is the response to a request: a Body or a Stream.
type Answer struct {
	Body      *Body
	Stream    *Stream
	Freshness Freshness
	// Headers are further ones, by names in their canonical form. They must not change any more.
	Headers http.Header
	// Writer returns where an answer is written that may take longer than a server allows for others. Nil is the answer
	// itself.
	Writer func(http.ResponseWriter) io.Writer
}

// A Stream is a recording that may still be arriving.
type Stream struct {
	// Content is read to its end or until Read fails, and then closed. It need not know its end.
	Content io.ReadSeekCloser
	// Size is in bytes, -1 while it is not known. Then ranges are ignored.
	Size     int64
	Modified time.Time
	// Tag is the entity tag with its quotes, empty for none.
	Tag string
}

// A long answer is written to out.
type long struct {
	http.ResponseWriter
	out io.Writer
}

func (l *long) Write(p []byte) (int, error) { return l.out.Write(p) }

// A Refusal is an error with an HTTP status.
type Refusal struct {
	Status int
	// RetryAfter is the header of that name, 0 for none.
	RetryAfter time.Duration
}

// Error returns the status and its text.
func (r *Refusal) Error() string { return fmt.Sprintf("%d %s", r.Status, http.StatusText(r.Status)) }

// A Handler answers every endpoint of the specification by GET and HEAD.
type Handler struct {
	Source Source
	// Other answers all other paths. Nil means 404.
	Other http.Handler
}

// ServeHTTP implements http.Handler.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		Refuse(w, &Refusal{Status: http.StatusMethodNotAllowed})
		return
	}
	answer, err := h.answerOf(r)
	switch {
	case errors.Is(err, errElsewhere) && h.Other != nil:
		h.Other.ServeHTTP(w, r)
	case err != nil:
		Refuse(w, err)
	default:
		answer.serve(w, r)
	}
}

// errElsewhere is the error of a path that the specification does not have.
var errElsewhere = errors.New("this is no endpoint of the interface")

// answerOf returns the answer of the path's endpoint.
func (h *Handler) answerOf(r *http.Request) (Answer, error) {
	if IsTeletext(r.URL.Path) {
		return h.askTeletext(r, r.URL.Path[len(teletextRoot):])
	}
	first, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if first == "v1" {
		if rest == "downloads.json" {
			return h.Source.Downloads(r)
		}
		if id, ok := strings.CutPrefix(rest, "download/"); ok {
			if id, ok = strings.CutSuffix(id, ".mp3"); ok && IsID(id) {
				return h.Source.Recording(r, id)
			}
		}
	}
	id, isPlayout := strings.CutSuffix(rest, "/playouts.json")
	if isPlayout && IsID(id) && len(first) == 2 && first[0] == 'v' &&
		first[1] >= '1' && first[1] <= '0'+PlayoutVersions {
		return h.Source.Playouts(r, int(first[1]-'0'), id)
	}
	return Answer{}, errElsewhere
}

// maxID bounds a media id, in bytes.
const maxID = 200

// IsID reports whether a media id is valid.
func IsID(id string) bool {
	return id != "" && len(id) <= maxID && id != "." && id != ".." && !strings.ContainsAny(id, "/\\\x00")
}

// IsTeletext reports whether a path is one of the teletext endpoints, whose authentication the specification describes.
func IsTeletext(path string) bool { return strings.HasPrefix(path, teletextRoot) }

// askTeletext answers the endpoints under /v1/teletext. By the specification every error there is 404.
func (h *Handler) askTeletext(r *http.Request, path string) (Answer, error) {
	if file, ok := strings.CutPrefix(path, "pages/"); ok {
		page, format, _ := strings.Cut(file, ".")
		if n, ok := plainNumber(page); ok && (format == "json" || format == "xml") {
			return h.Source.Document(r, n, format)
		}
	}
	if file, ok := strings.CutPrefix(path, "images/"); ok {
		page, picture, _ := strings.Cut(file, "/")
		subpage, isPNG := strings.CutSuffix(picture, ".png")
		n, ok := plainNumber(page)
		if s, isNumber := plainNumber(subpage); ok && isPNG && isNumber {
			return h.Source.Picture(r, n, s)
		}
	}
	return Answer{}, ErrNone
}

// plainNumber parses a number in its canonical form: no sign, no leading zero.
func plainNumber(s string) (n int, ok bool) {
	if len(s) == 0 || len(s) > 5 || s[0] == '0' {
		return 0, false
	}
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

// serve sends an answer.
func (a *Answer) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	a.Freshness.writeHeaders(h)
	for name, values := range a.Headers {
		h[name] = values
	}
	if a.Writer != nil {
		w = &long{w, a.Writer(w)}
	}
	if a.Body != nil {
		a.Body.serve(w, r)
		return
	}
	a.Stream.serve(w, r)
}

// Serve sends a body that is no answer of a source.
func Serve(w http.ResponseWriter, r *http.Request, b *Body) { b.serve(w, r) }

// serve sends a recording as it arrives.
func (s *Stream) serve(w http.ResponseWriter, r *http.Request) {
	defer s.Content.Close()
	h := w.Header()
	h.Set("Content-Type", TypeMP3)
	if s.Tag != "" {
		h.Set("ETag", s.Tag)
	}
	if s.Size >= 0 {
		http.ServeContent(w, withoutOtherUnits(r), "", s.Modified, s.Content)
		return
	}
	if !s.Modified.IsZero() {
		h.Set("Last-Modified", s.Modified.UTC().Format(http.TimeFormat))
	}
	h.Set("Accept-Ranges", "none")
	if r.Method == http.MethodHead {
		return
	}
	if _, err := io.Copy(w, s.Content); err != nil {
		panic(http.ErrAbortHandler) // otherwise the client would take it for complete
	}
}

// Cache-Control of refusals, since a cache may otherwise choose how long it keeps them (RFC 9110, section 15.1). A
// missing page may be there soon, and any other refusal concerns one request only.
var (
	missing = []string{"max-age=30"}
	refused = []string{"no-store"}
)

// Refuse answers with a refusal's status and its meaning in plain text, 404 for any other error.
func Refuse(w http.ResponseWriter, err error) {
	status := http.StatusNotFound
	var refusal *Refusal
	if errors.As(err, &refusal) {
		status = refusal.Status
		if refusal.RetryAfter > 0 {
			w.Header().Set("Retry-After", string(appendSeconds(nil, refusal.RetryAfter+time.Second-1)))
		}
	}
	w.Header()["Cache-Control"] = refused
	if status == http.StatusNotFound {
		w.Header()["Cache-Control"] = missing
	}
	text := strconv.Itoa(status) + " " + http.StatusText(status) + "\n"
	w.Header().Set("Content-Type", TypePlain)
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text) // the client has gone
}

// Base returns the service's address as the client knows it, by its Host header; empty without one.
func Base(r *http.Request) string {
	if r.Host == "" { // HTTP/1.0 allows that
		return ""
	}
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}
