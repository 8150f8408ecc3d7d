package service

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"time"

	"sextant/app/api"
	"sextant/app/httpclient"
)

const (
	eventStream = "text/event-stream"
	// changesStall is how long a stream of notices may be without a byte. A relay sends a ping each 15 s.
	changesStall = 45 * time.Second
	opChanges    = "the change notices"
)

var errNoStream = errors.New("it is no stream of events")

// Changes calls notify for each change notice until the stream or ctx ends. The error is why, and never nil. monitor is
// the address that a document gave. since is empty, or the ID of the notice after which to continue. The stream does
// not pass the gate. An answer that is no event stream has the kind BadContent, and so has a malformed notice; unknown
// ones are skipped.
func (c *Client) Changes(ctx context.Context, monitor, since string, notify func(api.Notice)) error {
	u, err := url.Parse(monitor)
	if err != nil || !httpclient.SameOrigin(u, c.base) {
		return &api.Error{Kind: api.Misused, Op: opChanges, Err: errors.New("it is at another host than the service")}
	}
	c.addCredentials(u)
	header := http.Header{"Accept": {eventStream}}
	if since != "" {
		q := u.Query()
		q.Set("since", since)
		u.RawQuery = q.Encode()
		header.Set("Last-Event-ID", since)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	resp, err := c.send(ctx, opChanges, u, header, http.StatusOK)
	if err != nil {
		cancel(nil)
		return err
	}
	body := c.untilStall(ctx, cancel, opChanges, resp.Body, changesStall)
	defer body.Close()
	if kind, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type")); err != nil || kind != eventStream {
		return &api.Error{Kind: api.BadContent, Op: opChanges, Status: resp.StatusCode, Err: errNoStream}
	}
	return c.readNotices(body, notify)
}

// readNotices reads notices until the stream ends. The reader's errors must be of the type Error.
func (c *Client) readNotices(r io.Reader, notify func(api.Notice)) error {
	for events := newEventReader(r); ; {
		e, err := events.nextEvent()
		if err == nil {
			var n api.Notice
			if n, err = api.ParseNotice(e.name, e.id, e.data); err == nil {
				if n.Kind != 0 {
					notify(n)
				}
				continue
			}
			return &api.Error{Kind: api.BadContent, Op: opChanges, Err: err}
		}
		var known *api.Error
		switch {
		case errors.As(err, &known):
			return known
		case isEventTrouble(err):
			return &api.Error{Kind: api.TooLarge, Op: opChanges, Err: err}
		}
		return &api.Error{Kind: api.NoNetwork, Op: opChanges, Err: errors.New("the stream has ended")}
	}
}
