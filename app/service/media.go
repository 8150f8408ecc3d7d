package service

import (
	"context"
	"crypto/md5"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"sextant/app/api"
	"sextant/app/httpclient"
	"sextant/app/media"
)

// A MediaDocument is a raw list of downloads or playout.
type MediaDocument struct {
	Raw        []byte
	Validators api.Validators
	// Unchanged: the known document is current (304), and was not sent again.
	Unchanged bool

	from *url.URL
}

// Parse decodes the document.
func (d *MediaDocument) Parse() (media.Value, error) {
	v, err := media.Parse(d.Raw)
	v.Base = d.from
	return v, err
}

// Downloads asks for the list of downloads.
func (c *Client) Downloads(ctx context.Context) (media.Value, error) {
	d, err := c.DownloadsDocument(ctx, api.Validators{})
	return parsed("the list of recordings", d, err)
}

// DownloadsDocument asks for the raw list of downloads. known is as for [Client.Page].
func (c *Client) DownloadsDocument(ctx context.Context, known api.Validators) (*MediaDocument, error) {
	return c.fetchMediaDocument(ctx, "the list of recordings",
		c.address(c.media, c.cfg.MediaCredentials, api.DownloadsPath), known)
}

// Playouts asks for one version of a recording's playouts.
func (c *Client) Playouts(ctx context.Context, version int, id string) (media.Value, error) {
	d, err := c.PlayoutsDocument(ctx, version, id, api.Validators{})
	return parsed(playoutsOp(version), d, err)
}

// PlayoutsDocument asks for one version of a recording's raw playouts. known is as for [Client.Page].
func (c *Client) PlayoutsDocument(ctx context.Context, version int,
	id string, known api.Validators,
) (*MediaDocument, error) {
	op := playoutsOp(version)
	if version < 1 || version > api.PlayoutVersions {
		return nil, &api.Error{Kind: api.Misused, Op: op, Err: errors.New("there are versions 1 to 6")}
	}
	if err := checkID(op, id); err != nil {
		return nil, err
	}
	return c.fetchMediaDocument(ctx, op,
		c.address(c.media, c.cfg.MediaCredentials, api.PlayoutsPath(version, id)), known)
}

func playoutsOp(version int) string { return fmt.Sprintf("playouts version %d", version) }

func (c *Client) fetchMediaDocument(ctx context.Context, op string,
	u *url.URL, known api.Validators,
) (*MediaDocument, error) {
	a, err := c.getAll(ctx, op, u, c.cfg.MaxDocument, known)
	if err != nil {
		return nil, err
	}
	return &MediaDocument{
		Raw: c.withoutCredentials(a.data), Validators: a.validators, Unchanged: a.unchanged, from: a.from,
	}, nil
}

// parsed reads a document that came for something.
func parsed(op string, d *MediaDocument, err error) (media.Value, error) {
	if err != nil {
		return media.Value{}, err
	}
	v, err := d.Parse()
	if err != nil {
		return media.Value{}, &api.Error{Kind: api.BadContent, Op: op, Err: err}
	}
	return v, nil
}

// RecordingID returns the media id of an address of the download endpoint, and false for any other.
func (c *Client) RecordingID(address string) (id string, ok bool) {
	u, err := url.Parse(address)
	if err != nil || u.Host != "" && !httpclient.SameOrigin(u, c.media) {
		return "", false
	}
	id, ok = strings.CutPrefix(u.Path, c.media.Path+api.DownloadRoot)
	id, isMP3 := strings.CutSuffix(id, ".mp3")
	return id, ok && isMP3 && !strings.Contains(id, "/") && checkID("", id) == nil
}

func checkID(op, id string) error {
	if id == "" || id == "." || id == ".." {
		return &api.Error{Kind: api.Misused, Op: op, Err: errors.New("this is no media id")}
	}
	return nil
}

// A Resume is the part of a recording to ask for.
type Resume struct {
	// From is the first byte.
	From int64
	// Known are the validators of the bytes before. With the zero value it is not checked that the recording is the
	// same.
	Known api.Validators
}

// A Download is a recording as it arrives.
type Download struct {
	// Body ends with an Error when the connection breaks, and when no byte comes for the stall limit.
	Body io.ReadCloser
	// From is the offset of the body in the recording. It is 0 where the service has no ranges, and where the recording
	// has changed.
	From int64
	// Before is the offset behind the last byte of a part, as the service states it, 0 where it does not.
	Before int64
	// Size is the whole length in bytes, -1 where the service does not say.
	Size int64
	// Unbounded: the body ends where the connection does, so that a cut looks like its end.
	Unbounded  bool
	Validators api.Validators
	// Ranges: the service supports ranges.
	Ranges bool
	// MD5 is that of the whole recording, nil where the service does not say.
	MD5 []byte
}

// Download asks for a recording by its media id.
func (c *Client) Download(ctx context.Context, id string, r Resume) (*Download, error) {
	op := "the recording"
	if err := checkID(op, id); err != nil {
		return nil, err
	}
	return c.fetchDownload(ctx, op, c.address(c.media, c.cfg.MediaCredentials, api.DownloadPath(id)), r)
}

// DownloadFrom asks for a recording by an address from a list or playout. The credentials are sent only where that is
// on the media host.
func (c *Client) DownloadFrom(ctx context.Context, address string, r Resume) (*Download, error) {
	op := "the recording"
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, &api.Error{Kind: api.Misused, Op: op, Err: errors.New("this is no web address")}
	}
	if c.cfg.MediaCredentials && httpclient.SameOrigin(u, c.media) {
		c.addCredentials(u)
	}
	return c.fetchDownload(ctx, op, u, r)
}

func (c *Client) fetchDownload(ctx context.Context, op string, u *url.URL, r Resume) (*Download, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	resp, err := c.get(ctx, op, u, r.header(), http.StatusOK, http.StatusPartialContent)
	if err != nil {
		cancel(nil)
		return nil, err
	}
	d := &Download{
		Size: resp.ContentLength, Validators: c.validatorsOf(resp.Header),
		Ranges:    resp.Header.Get("Accept-Ranges") == "bytes",
		Unbounded: resp.ContentLength < 0 && len(resp.TransferEncoding) == 0 && resp.ProtoMajor == 1,
	}
	if resp.StatusCode == http.StatusPartialContent {
		if err := d.readPart(resp, r.From > 0); err != nil {
			cancel(nil)
			_ = resp.Body.Close()
			return nil, &api.Error{Kind: api.BadContent, Op: op, Status: resp.StatusCode, Err: err}
		}
	}
	if sum, err := base64.StdEncoding.DecodeString(resp.Header.Get("Content-MD5")); err == nil &&
		len(sum) == md5.Size && d.From == 0 {
		d.MD5 = sum
	}
	body := c.untilStall(ctx, cancel, op, resp.Body, c.cfg.Stall)
	if d.Body, err = c.withoutPages(op, u, resp, body, d.From == 0); err == nil {
		err = decompress(d, op, resp)
	}
	if err != nil {
		_ = body.Close()
		return nil, err
	}
	return d, nil
}

var errStalled = errors.New("no data came for a while")

// A stallReader is a body that fails after a time without a byte.
type stallReader struct {
	client *Client
	op     string
	ctx    context.Context
	cancel context.CancelCauseFunc
	body   io.ReadCloser
	stall  time.Duration
	timer  *time.Timer
}

// untilStall wraps a body in a stallReader. cancel ends ctx, the request's.
func (c *Client) untilStall(ctx context.Context, cancel context.CancelCauseFunc,
	op string, body io.ReadCloser, stall time.Duration,
) *stallReader {
	r := &stallReader{client: c, op: op, ctx: ctx, cancel: cancel, body: body, stall: stall}
	r.timer = time.AfterFunc(stall, func() { cancel(errStalled) })
	r.timer.Stop() // it runs only while something waits for a byte
	return r
}

func (r *stallReader) Read(p []byte) (int, error) {
	r.timer.Reset(r.stall)
	n, err := r.body.Read(p)
	r.timer.Stop()
	if err != nil && !errors.Is(err, io.EOF) {
		if errors.Is(context.Cause(r.ctx), errStalled) {
			err = errStalled
		}
		return n, r.client.failed(r.ctx, r.op, api.NoNetwork, err)
	}
	return n, err
}

func (r *stallReader) Close() error {
	r.timer.Stop()
	r.cancel(context.Canceled)
	return r.body.Close()
}
