// Package httpclient makes the HTTP clients of the whole program: for the service, playlists, webhooks and checks. What
// holds for all of them is here: no Referer, no credentials to another host, no redirect from https to http, bounded
// headers and bodies, and no request that waits for a connection which died while nobody looked.
package httpclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"sextant/app/boot"
)

// MaxRedirects is the limit of redirects that a client follows.
const MaxRedirects = 5

// maxHeaders bounds the headers of an answer, in bytes.
const maxHeaders = 256 << 10

// After pingAfter without a byte a connection of HTTP/2 is asked whether it is still there, and closed if no answer
// comes within pingWithin. Without that, requests would wait on a dead one until the kernel gives it up, after some 15
// minutes.
const (
	pingAfter  = 6 * time.Second
	pingWithin = 4 * time.Second
)

// ErrRedirects is the error of a request with more than MaxRedirects.
var ErrRedirects = errors.New("there are too many redirects")

// A SchemeError is the error of a redirect to something that is not on the web, or from https to http.
type SchemeError struct{ From, To string }

func (e *SchemeError) Error() string { return "it leads from " + e.From + " to " + e.To }

// Config configures a client.
type Config struct {
	// Timeout bounds a request with its body, HeaderTimeout the wait for the headers. Zero is no bound.
	Timeout, HeaderTimeout time.Duration
	// Redirect is called before a redirect is followed, after the rules of the package. With nil none is followed: it
	// is the answer.
	Redirect func(to *http.Request, via []*http.Request) error
	// Idle is how many idle connections are kept for each host. With zero each request has a connection of its own.
	Idle int
	// Plain: bodies are neither asked for with gzip nor decompressed.
	Plain bool
	// Dial connects, without a proxy. Nil is the usual way.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// Wrap returns the transport around the package's. It may be nil.
	Wrap func(http.RoundTripper) http.RoundTripper
	// Elapsed is a clock that runs on in sleep. Nil is that of the machine.
	Elapsed func() time.Duration
}

// New makes a client.
func New(c Config) *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DisableCompression, t.ResponseHeaderTimeout, t.MaxResponseHeaderBytes = c.Plain, c.HeaderTimeout, maxHeaders
	t.DisableKeepAlives, t.MaxIdleConnsPerHost = c.Idle == 0, c.Idle
	t.HTTP2 = &http.HTTP2Config{SendPingTimeout: pingAfter, PingTimeout: pingWithin}
	if c.Dial != nil {
		t.DialContext, t.Proxy = c.Dial, nil
	}
	if c.Elapsed == nil {
		c.Elapsed = boot.Elapsed
	}
	var transport http.RoundTripper = newWakeful(t, c.Elapsed, localAddresses)
	if c.Wrap != nil {
		transport = c.Wrap(transport)
	}
	return &http.Client{Timeout: c.Timeout, Transport: transport, CheckRedirect: c.checkRedirect}
}

func (c *Config) checkRedirect(to *http.Request, via []*http.Request) error {
	if c.Redirect == nil {
		return http.ErrUseLastResponse
	}
	from := via[len(via)-1].URL
	to.Header.Del("Referer")
	if !SameOrigin(via[0].URL, to.URL) {
		to.Header.Del("Authorization") // the standard library lets it pass to subdomains
		to.Header.Del("Cookie")
	}
	switch {
	case len(via) > MaxRedirects:
		return ErrRedirects
	case to.URL.Scheme != "https" && (to.URL.Scheme != "http" || from.Scheme == "https"):
		return &SchemeError{from.Scheme, to.URL.Scheme}
	}
	return c.Redirect(to, via)
}

// ErrTooLarge is the error of a body beyond its limit.
var ErrTooLarge = errors.New("the answer is too large")

// ReadAll reads a body of at most limit bytes. A longer one fails with ErrTooLarge, and returns its beginning.
func ReadAll(body io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(body, limit+1))
	if err == nil && int64(len(data)) > limit {
		return data[:limit], fmt.Errorf("%w: more than %d bytes", ErrTooLarge, limit)
	}
	return data, err
}
