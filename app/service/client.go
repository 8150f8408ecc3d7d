package service

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"sextant/app/api"
	"sextant/app/httpclient"
)

// Limits of a body, in bytes (specification: "Limits: not shown").
const (
	MaxDocument = 4 << 20
	MaxImage    = 8 << 20
)

// Default timeouts.
const (
	DefaultTimeout = 20 * time.Second
	DefaultStall   = 30 * time.Second
)

// Config configures a Client.
type Config struct {
	// BaseURL and MediaBaseURL are the specification's {base_url} and {media_base_url}.
	BaseURL, MediaBaseURL string
	// AppID and AppKey are sent as app_id and app_key where they are set. SetKey sets another key.
	AppID, AppKey string
	// MediaCredentials: they are sent to the media endpoints, too. The specification does not say whether these need
	// them.
	MediaCredentials bool
	// Timeout bounds a request for a document or picture as a whole. A download ends after Stall without a byte. Zero
	// means the default.
	Timeout, Stall time.Duration
	// MaxDocument and MaxImage bound the bodies, in bytes. Zero means the default.
	MaxDocument, MaxImage int64
	// UserAgent is the header.
	UserAgent string
	// Now is the clock for dates in Retry-After.
	Now func() time.Time
	// Gate decides when requests are sent. With nil they are sent at once.
	Gate Gate
	// Dial connects to the service without its name, and without a proxy. Nil is the usual way.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// A Gate decides when a request may be sent.
type Gate interface {
	// Enter waits until a request may be sent, or returns why it may not. The caller must call answered once, with the
	// error of the request, nil for success.
	Enter(ctx context.Context) (answered func(error), err error)
}

// A Client sends requests to the service. Their errors are of the type api.Error. It is safe for concurrent use.
type Client struct {
	cfg         Config
	base, media *url.URL
	http        *http.Client
	key         atomic.Pointer[appKey]
	refusals    refusals
}

// New makes a client. It fails where a base address is invalid.
func New(cfg Config) (*Client, error) {
	base, err := baseURL(cfg.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("the service's address: %w", err)
	}
	media := base
	if cfg.MediaBaseURL != "" {
		if media, err = baseURL(cfg.MediaBaseURL); err != nil {
			return nil, fmt.Errorf("the media service's address: %w", err)
		}
	}
	cfg.Timeout = cmp.Or(cfg.Timeout, DefaultTimeout)
	cfg.Stall = cmp.Or(cfg.Stall, DefaultStall)
	cfg.MaxDocument = cmp.Or(cfg.MaxDocument, MaxDocument)
	cfg.MaxImage = cmp.Or(cfg.MaxImage, MaxImage)
	if cfg.Gate == nil {
		cfg.Gate = open{}
	}
	c := &Client{cfg: cfg, base: base, media: media}
	c.SetKey(cfg.AppKey)
	own := func(u *url.URL) bool {
		return httpclient.SameOrigin(u, c.base) || httpclient.SameOrigin(u, c.media)
	}
	c.http = httpclient.New(httpclient.Config{
		HeaderTimeout: cfg.Timeout, Redirect: c.checkRedirect, Dial: cfg.Dial,
		Idle: 4, // a document and a picture are requested together
		Wrap: func(next http.RoundTripper) http.RoundTripper { return &counted{next, cfg.Gate, own} },
	})
	return c, nil
}

// open is a Gate without limits.
type open struct{}

func (open) Enter(context.Context) (func(error), error) { return func(error) {}, nil }

// Close ends idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

func baseURL(address string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimRight(strings.TrimSpace(address), "/"))
	switch {
	case err != nil:
		return nil, errors.New("this is no web address")
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, errors.New("it must begin with http:// or https://")
	case u.Host == "":
		return nil, errors.New("the host is missing")
	case len(u.Port()) > 5 || u.Port() > "65535" && len(u.Port()) == 5:
		return nil, errors.New("the port is too large")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("credentials and queries do not belong in it")
	}
	return u, nil
}

// address returns the URL of a path of the interface, with the credentials where they are wanted.
func (c *Client) address(base *url.URL, credentials bool, path string) *url.URL {
	u := *base
	plain, _ := url.PathUnescape(path) // it was escaped by api
	u.Path, u.RawPath = u.Path+plain, base.EscapedPath()+path
	if credentials {
		c.addCredentials(&u)
	}
	return &u
}

func (c *Client) addCredentials(u *url.URL) {
	q := u.Query()
	if c.cfg.AppID != "" {
		q.Set("app_id", c.cfg.AppID)
	}
	if key := c.key.Load().text; key != "" {
		q.Set("app_key", key)
	}
	u.RawQuery = q.Encode()
}

// checkRedirect keeps the credentials on their own host: an address on another host loses any that the redirecting
// server wrote into it.
func (c *Client) checkRedirect(r *http.Request, via []*http.Request) error {
	if via[0].Method == http.MethodPut { // a report is for the relay alone
		return &api.Error{Kind: api.BadContent, Op: opReport, Err: api.ErrRedirect}
	}
	first := via[0].URL
	// another host does not have the service's changes
	if via[0].Header.Get("Accept") == eventStream && !httpclient.SameOrigin(first, r.URL) {
		return &api.Error{
			Kind: api.BadContent, Op: opChanges, Err: errors.New("they are at another host than the service"),
		}
	}
	q := r.URL.Query()
	if httpclient.SameOrigin(first, r.URL) {
		for _, name := range [...]string{"app_id", "app_key"} {
			if first.Query().Has(name) {
				q.Set(name, first.Query().Get(name))
			}
		}
	} else {
		c.dropCredentials(q)
		r.URL.Path = c.WithoutKey(r.URL.Path)
		r.URL.RawPath, r.URL.User, r.URL.Fragment = "", nil, ""
	}
	r.URL.RawQuery = q.Encode()
	return nil
}

// dropCredentials removes the credentials from a query, under whatever names.
func (c *Client) dropCredentials(q url.Values) {
	q.Del("app_id")
	q.Del("app_key")
	for name, values := range q {
		if c.key.Load().isIn(name) || c.key.Load().isIn(strings.Join(values, "\n")) {
			q.Del(name)
		}
	}
}

// get sends a request once the gate allows it, and returns the answer if its status is one of the wanted ones.
func (c *Client) get(ctx context.Context, op string, u *url.URL,
	header http.Header, wanted ...int,
) (*http.Response, error) {
	answered, err := c.cfg.Gate.Enter(ctx)
	if err != nil {
		return nil, c.failed(ctx, op, api.NoNetwork, err)
	}
	resp, err := c.send(ctx, op, u, header, wanted...)
	answered(err)
	return resp, err
}

// send sends a GET request.
func (c *Client) send(ctx context.Context, op string, u *url.URL,
	header http.Header, wanted ...int,
) (*http.Response, error) {
	return c.do(ctx, http.MethodGet, op, u, header, nil, wanted...)
}

// do sends a request with a body, nil for none.
func (c *Client) do(ctx context.Context, method, op string, u *url.URL,
	header http.Header, body []byte, wanted ...int,
) (*http.Response, error) {
	var w witness
	var sent io.Reader
	if body != nil {
		sent = bytes.NewReader(body)
	}
	r, err := http.NewRequestWithContext(w.watch(ctx), method, u.String(), sent)
	if err != nil {
		return nil, &api.Error{Kind: api.Misused, Op: op, Err: c.scrub(err)}
	}
	for name, values := range header {
		r.Header[name] = values
	}
	r.Header.Set("User-Agent", c.cfg.UserAgent)
	addPurpose(ctx, r.Header)
	start := c.cfg.Now()
	resp, err := c.http.Do(r)
	if err != nil {
		err = c.failure(ctx, op, err, &w)
		slog.Debug("request", "path", u.Path, "took", c.cfg.Now().Sub(start), "error", err)
		return nil, err
	}
	slog.Debug("request", "path", u.Path, "took", c.cfg.Now().Sub(start), "status", resp.StatusCode)
	if slices.Contains(wanted, resp.StatusCode) {
		return resp, nil
	}
	defer resp.Body.Close()
	// Reading a short error body to its end keeps the connection for the next request.
	text, _ := httpclient.ReadAll(resp.Body, maxErrorText)
	return nil, c.statusError(op, u, resp, text)
}

// An answer is a complete body, or a 304.
type answer struct {
	data       []byte
	validators api.Validators
	unchanged  bool
	kind       string // the Content-Type
	shows      string
	from       *url.URL
	monitor    string
}

// getAll reads a bounded body, unless the service answers with 304. Waiting for the gate does not count towards the
// timeout.
func (c *Client) getAll(ctx context.Context, op string, u *url.URL,
	limit int64, known api.Validators,
) (*answer, error) {
	answered, err := c.cfg.Gate.Enter(ctx)
	if err != nil {
		return nil, c.failed(ctx, op, api.NoNetwork, err)
	}
	a, err := c.receive(ctx, op, u, limit, known)
	answered(err)
	return a, err
}

func (c *Client) receive(ctx context.Context, op string, u *url.URL,
	limit int64, known api.Validators,
) (*answer, error) {
	ctx, cancel := withTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	resp, err := c.send(ctx, op, u, known.Conditions(), http.StatusOK, http.StatusNotModified)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	a := &answer{
		validators: c.validatorsOf(resp.Header), kind: resp.Header.Get("Content-Type"),
		shows:     resp.Header.Get(api.SubpageHeader),
		unchanged: resp.StatusCode == http.StatusNotModified, from: c.origin(resp.Request.URL),
	}
	a.monitor = c.monitorOf(resp.Header, resp.Request.URL)
	if a.unchanged {
		if len(known.Conditions()) == 0 {
			return nil, &api.Error{
				Kind: api.BadContent, Op: op, Status: resp.StatusCode,
				Err: errors.New("nothing was asked that could be unchanged"),
			}
		}
		return a, nil
	}
	a.data, err = httpclient.ReadAll(resp.Body, limit)
	switch {
	case errors.Is(err, httpclient.ErrTooLarge):
		return nil, &api.Error{Kind: api.TooLarge, Op: op, Status: resp.StatusCode, Err: err}
	case err != nil:
		return nil, c.bodyFailure(ctx, op, err)
	}
	if isWebPage(a.data) || isTypeOfWebPage(a.kind) && !isData(a.data) {
		return nil, c.webPageError(op, u, resp)
	}
	a.data = c.key.Load().mask(a.data)
	return a, nil
}

// webPageError returns the error of an answer that is a web page, which no endpoint has.
func (c *Client) webPageError(op string, asked *url.URL, r *http.Response) error {
	e := &api.Error{Kind: api.Trouble, Op: op, Status: r.StatusCode, Err: api.ErrWebPage}
	if !httpclient.SameOrigin(asked, r.Request.URL) {
		e.Kind, e.Err = api.NoNetwork, api.ErrPortal
	}
	return e
}

// origin returns the address of an answer, after redirects, without credentials.
func (c *Client) origin(u *url.URL) *url.URL {
	return &url.URL{Scheme: u.Scheme, Host: u.Host, Path: c.WithoutKey(u.Path)}
}
