package check

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"sextant/app/api"
	"sextant/app/httpclient"
	"sextant/app/say"
)

const (
	// mostDocument, mostPicture and mostSound are the limits of answers, in bytes.
	mostDocument = 8 << 20
	mostPicture  = 4 << 20
	mostSound    = 64 << 10
	// mostRedirects is the limit of redirects that are followed, all on the same server.
	mostRedirects = 5
)

// An ask is the options of a request.
type ask struct {
	header   http.Header
	most     int64 // the limit of the answer in bytes, 0 for mostDocument
	partial  bool  // only the start of the answer is read
	keyless  bool  // without the credentials
	wrongKey bool  // with wrong credentials
	media    bool  // a media endpoint, which may or may not require credentials
}

// An answer is the response to a request.
type answer struct {
	status int
	header http.Header
	came   time.Time
	proto  string // the version of HTTP
	secure bool   // over TLS
	body   []byte
	err    error
	at     string // the requested address, without secrets
}

var (
	errAway     = errors.New("another host")
	errTooOften = errors.New("no request is left")
)

// An asker sends requests to a server, and counts them.
type asker struct {
	config   *Config
	http     *http.Client
	requests int
	broken   func(rule, found string)
	stopped  string // why no more requests are sent, empty while they are
	last     time.Time
}

func newAsker(c *Config, broken func(rule, found string)) *asker {
	return &asker{
		config: c, broken: broken,
		http: httpclient.New(httpclient.Config{Timeout: c.Within, Idle: 1, Plain: true}),
	}
}

// page and image return the addresses of a page and of a subpage's picture.
func (a *asker) page(page int, format string) string {
	return a.config.BaseURL + api.PagePath(page, api.Format(format))
}

func (a *asker) image(page, subpage int) string {
	return a.config.BaseURL + api.PicturePath(page, subpage)
}

// get requests an address, and follows redirects on the same server. It waits to keep to the rate limit.
func (a *asker) get(ctx context.Context, address string, how ask) *answer {
	for range mostRedirects {
		got := a.once(ctx, address, how)
		if got.err != nil || got.status < 300 || got.status > 399 || got.status == http.StatusNotModified {
			return got
		}
		from, _ := url.Parse(address)
		to, err := from.Parse(got.header.Get("Location"))
		if err != nil || to.Host != from.Host || to.Scheme != from.Scheme {
			a.broken("redirects", say.Text("check.found.redirect", "Path", got.at, "Host", printable(hostOf(to))))
			got.err = errAway
			return got
		}
		q := to.Query()
		q.Del("app_id")
		q.Del("app_key")
		to.RawQuery = q.Encode()
		address = to.String()
	}
	a.broken("redirects", say.Text("check.found.redirects", "Path", pathOf(address)))
	return &answer{err: errAway, at: pathOf(address)}
}

func hostOf(u *url.URL) string {
	if u == nil {
		return ""
	}
	return u.Host
}

// pathOf returns the part of an address that can be shown.
func pathOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return printable(u.Path)
}

// once sends a request.
func (a *asker) once(ctx context.Context, address string, how ask) *answer {
	got := &answer{at: pathOf(address)}
	if a.stopped != "" || a.requests >= a.config.Most {
		got.err = errTooOften
		return got
	}
	if got.err = a.wait(ctx); got.err != nil {
		return got
	}
	a.requests++
	a.config.Progress(a.requests)
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, a.withCredentials(address, how), nil)
	if err != nil {
		got.err = err
		return got
	}
	for name, values := range how.header {
		q.Header[name] = values
	}
	q.Header.Set("User-Agent", "Sextant-check")
	resp, err := a.http.Do(q)
	if err != nil {
		got.err = err
		return got
	}
	defer resp.Body.Close()
	got.status, got.header, got.came = resp.StatusCode, resp.Header, time.Now()
	got.proto, got.secure = resp.Proto, resp.TLS != nil
	most := how.most
	if most == 0 {
		most = mostDocument
	}
	got.body, got.err = httpclient.ReadAll(resp.Body, most)
	switch {
	case errors.Is(got.err, httpclient.ErrTooLarge) && how.partial:
		got.err = nil
	case errors.Is(got.err, httpclient.ErrTooLarge):
		size := say.Text("measure.kilobytes", "Number", most>>10)
		a.broken("lengths", say.Text("check.found.endless", "Path", got.at, "Most", size))
	case errors.Is(got.err, io.ErrUnexpectedEOF):
		a.broken("lengths", say.Text("check.found.cut", "Path", got.at))
	}
	a.lookForQuota(got)
	return got
}

// lookForQuota sets stopped after an answer with status 429.
func (a *asker) lookForQuota(got *answer) {
	if got.status == http.StatusTooManyRequests {
		a.stopped = say.Text("check.tooOften")
	}
}

// wait waits until the next request may be sent.
func (a *asker) wait(ctx context.Context) error {
	left := a.config.Pause - time.Since(a.last)
	if a.last.IsZero() || left <= 0 {
		a.last = time.Now()
		return ctx.Err()
	}
	t := time.NewTimer(left)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		a.last = time.Now()
		return nil
	}
}

// withCredentials adds the credentials of the configuration, but only for servers of the configuration.
func (a *asker) withCredentials(address string, how ask) string {
	u, err := url.Parse(address)
	if err != nil || how.keyless || a.config.AppID == "" && a.config.AppKey == "" || how.media && !a.sameServer(u) {
		return address
	}
	q := u.Query()
	q.Set("app_id", a.config.AppID)
	q.Set("app_key", a.config.AppKey)
	if how.wrongKey {
		q.Set("app_key", strings.Repeat("0", max(8, len(a.config.AppKey))))
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// sameServer reports whether an address is on the server of the pages.
func (a *asker) sameServer(u *url.URL) bool {
	base, err := url.Parse(a.config.BaseURL)
	return err == nil && base.Scheme == u.Scheme && base.Host == u.Host
}

// why returns why there is no answer.
func (a *answer) why() string {
	var failed net.Error
	switch {
	case errors.Is(a.err, httpclient.ErrTooLarge):
		return say.Text("check.why.tooMuch")
	case errors.Is(a.err, errAway):
		return say.Text("check.why.redirect")
	case errors.Is(a.err, errTooOften):
		return say.Text("check.why.requests")
	case errors.As(a.err, &failed) && failed.Timeout():
		return say.Text("check.why.slow")
	case errors.Is(a.err, io.ErrUnexpectedEOF):
		return say.Text("check.why.cut")
	}
	return say.Text("check.why.away")
}

// printable returns a text of a server without control characters, and not too long.
func printable(s string) string {
	const most = 80
	cleaned := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return '·'
		}
		return r
	}, strings.ToValidUTF8(s, "·"))
	if runes := []rune(cleaned); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return cleaned
}
