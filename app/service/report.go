package service

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"sextant/app/api"
	"sextant/app/httpclient"
)

const (
	opReport = "the screen's report"
	// relayChanges is the end of the address where a relay announces changes, and relayScreen that where it wants to
	// hear of public screens.
	relayChanges, relayScreen = "/v1/relay/changes", "/v1/relay/screen"
)

// ReportScreen sends a relay the state of a public screen as JSON, or its picture as PNG. monitor is the address of the
// change notices; where it is not a relay's, nothing is sent and the error has the kind Misused. The service's gate is
// not asked.
func (c *Client) ReportScreen(ctx context.Context, monitor string, body []byte, isPicture bool) error {
	u, err := url.Parse(monitor)
	if err != nil || !httpclient.SameOrigin(u, c.base) || !strings.HasSuffix(u.Path, relayChanges) {
		return &api.Error{Kind: api.Misused, Op: opReport, Err: errors.New("the service is no relay")}
	}
	u.Path, u.RawPath = strings.TrimSuffix(u.Path, relayChanges)+relayScreen, ""
	kind := "application/json"
	if isPicture {
		kind, u.Path = "image/png", u.Path+".png"
	}
	c.addCredentials(u)
	ctx, cancel := context.WithTimeoutCause(ctx, c.cfg.Timeout, api.ErrSilent)
	defer cancel()
	resp, err := c.do(ctx, http.MethodPut, opReport, u, http.Header{"Content-Type": {kind}}, body, http.StatusNoContent)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
