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

// A Source has what lies behind the endpoints. Every error of its methods means 404, as by the specification "an error
// occurred reading the page" does, but for a [Refusal]. Its methods are called from many goroutines.
type Source interface {
	// Document gives a page document, in the format "json" or "xml".
	Document(r *http.Request, page int, format string) (Answer, error)
	// Picture gives the picture of a subpage.
	Picture(r *http.Request, page, subpage int) (Answer, error)
	// Downloads gives the list of downloads, and Playouts one version of a recording's playouts.
	Downloads(r *http.Request) (Answer, error)
	Playouts(r *http.Request, version int, id string) (Answer, error)
	// Recording gives a recording.
	Recording(r *http.Request, id string) (Answer, error)
}

// ErrNone says that there is no such thing.
var ErrNone = errors.New("there is no such thing")

// An Answer is what a request is answered with: a Body or a Stream.
type Answer struct {
	Body      *Body
	Stream    *Stream
	Freshness Freshness
	// Headers are others, by names in their canonical form. Neither they nor their values change any more.
	Headers http.Header
}

// A Stream is a recording that may still be arriving.
type Stream struct {
	// Content is read to its end or until Read fails, and then closed. It need not know its end.
	Content io.ReadSeekCloser
	// Size is -1 while it is not known. Then there are no parts.
	Size     int64
	Modified time.Time
	// Tag is the entity tag with its quotes, empty for none.
	Tag string
}

// A Refusal is an answer without what was asked for.
type Refusal struct {
	Status int
	// RetryAfter is when it makes sense to ask again, 0 for never mind.
	RetryAfter time.Duration
}

// Error returns the status and its text.
func (e *Refusal) Error() string { return fmt.Sprintf("%d %s", e.Status, http.StatusText(e.Status)) }

// A Handler answers every endpoint of the specification by GET and HEAD.
type Handler struct {
	Source Source
	// Other answers all other paths. Nil means 404.
	Other http.Handler
}

// ServeHTTP answers a request.
func (e *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		Refuse(w, &Refusal{Status: http.StatusMethodNotAllowed})
		return
	}
	answer, err := e.answerOf(r)
	switch {
	case errors.Is(err, errElsewhere) && e.Other != nil:
		e.Other.ServeHTTP(w, r)
	case err != nil:
		Refuse(w, err)
	default:
		answer.serve(w, r)
	}
}

// errElsewhere says that a path is none of the specification's.
var errElsewhere = errors.New("this is no endpoint of the interface")

// answerOf finds the endpoint of a path.
func (e *Handler) answerOf(r *http.Request) (Answer, error) {
	if IsTeletext(r.URL.Path) {
		return e.askTeletext(r, r.URL.Path[len(teletextRoot):])
	}
	first, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if first == "v1" {
		if rest == "downloads.json" {
			return e.Source.Downloads(r)
		}
		if id, ok := strings.CutPrefix(rest, "download/"); ok {
			if id, ok = strings.CutSuffix(id, ".mp3"); ok && IsID(id) {
				return e.Source.Recording(r, id)
			}
		}
	}
	id, isPlayout := strings.CutSuffix(rest, "/playouts.json")
	if isPlayout && IsID(id) && len(first) == 2 && first[0] == 'v' &&
		first[1] >= '1' && first[1] <= '0'+PlayoutVersions {
		return e.Source.Playouts(r, int(first[1]-'0'), id)
	}
	return Answer{}, errElsewhere
}

// maxID bounds a media id, in bytes.
const maxID = 200

// IsID reports whether a media id can be one.
func IsID(id string) bool {
	return id != "" && len(id) <= maxID && id != "." && id != ".." && !strings.ContainsAny(id, "/\\\x00")
}

// IsTeletext reports whether a path is one of the teletext endpoints, whose authentication the specification describes.
func IsTeletext(path string) bool { return strings.HasPrefix(path, teletextRoot) }

// askTeletext answers what lies under /v1/teletext. By the specification everything that goes wrong there is 404.
func (e *Handler) askTeletext(r *http.Request, path string) (Answer, error) {
	if file, ok := strings.CutPrefix(path, "pages/"); ok {
		page, format, _ := strings.Cut(file, ".")
		if n, ok := plainNumber(page); ok && (format == "json" || format == "xml") {
			return e.Source.Document(r, n, format)
		}
	}
	if file, ok := strings.CutPrefix(path, "images/"); ok {
		page, picture, _ := strings.Cut(file, "/")
		subpage, isPNG := strings.CutSuffix(picture, ".png")
		n, ok := plainNumber(page)
		if s, isNumber := plainNumber(subpage); ok && isPNG && isNumber {
			return e.Source.Picture(r, n, s)
		}
	}
	return Answer{}, ErrNone
}

// plainNumber reads a number written the only way a path may write it: no sign, no leading nought.
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
		panic(http.ErrAbortHandler) // or the client would take it for whole
	}
}

// How long a cache between here and the client may keep a refusal: it would decide itself without that (RFC
// 9110, section 15.1). What is missing may be there soon, and any other refusal is for this one request.
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

// Base is the service's address as the client knows it, empty where it does not say.
func Base(r *http.Request) string {
	if r.Host == "" { // HTTP/1.0 allows that
		return ""
	}
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}
