package playlist

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"time"

	"sextant/app/backoff"
	"sextant/app/httpclient"
	"sextant/app/say"
	"sextant/app/words"
	"sextant/assets"
)

// An address is asked over HTTP. Nothing of the teletext service goes there.
type address struct {
	url    *url.URL
	signed bool
	client *http.Client
}

// How often an address is asked, how soon again after a failure, which doubles with each, and at most how late.
const (
	addressEvery = time.Minute
	retryFirst   = 10 * time.Second
	retryMost    = 15 * time.Minute
)

// addressPatience is how long an answer may take, all of it.
const addressPatience = 20 * time.Second

func newAddress(where, scheme string, signed bool) (*address, error) {
	if scheme != "http" && scheme != "https" {
		return nil, say.Error("playlist.scheme", "Scheme", scheme)
	}
	u, err := url.Parse(where)
	if err != nil || u.Host == "" {
		return nil, say.Error("playlist.noAddress")
	}
	follow := func(*http.Request, []*http.Request) error { return nil }
	return &address{
		u, signed, httpclient.New(httpclient.Config{Timeout: addressPatience, Redirect: follow}),
	}, nil
}

// wait has some chance in it, so that many screens do not ask at the same moment.
func (a *address) wait(failures int) time.Duration {
	if failures > 0 {
		return backoff.After(failures, retryFirst, retryMost)
	}
	return backoff.After(1, addressEvery, addressEvery)
}

// fetch asks for the playlist, unless it is still the good one.
func (a *address) fetch(ctx context.Context, good *content) (*content, error) {
	header := http.Header{}
	if good != nil && good.ETag != "" {
		header.Set("If-None-Match", good.ETag)
	} else if good != nil && good.Modified != "" {
		header.Set("If-Modified-Since", good.Modified)
	}
	data, answer, err := a.get(ctx, a.url, header, MaxFile)
	switch {
	case err != nil:
		return nil, say.Wrap(err, "playlist.unfetched")
	case answer.StatusCode == http.StatusNotModified && len(header) > 0:
		return good, nil
	case answer.StatusCode != http.StatusOK:
		return nil, say.Wrap(say.Error("playlist.answer", "Status", answer.Status), "playlist.unfetched")
	}
	c := &content{Data: data, ETag: answer.Header.Get("ETag"), Modified: answer.Header.Get("Last-Modified")}
	if a.signed {
		c.Signature, err = a.fetchSignature(ctx)
	}
	return c, err
}

// fetchSignature asks for the signature of the playlist.
func (a *address) fetchSignature(ctx context.Context) ([]byte, error) {
	u := *a.url
	u.Path, u.RawPath = u.Path+signatureEnding, ""
	data, answer, err := a.get(ctx, &u, nil, maxSignature)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = say.Error("playlist.answer", "Status", answer.Status)
	}
	if err != nil {
		return nil, say.Wrap(err, "playlist.signatureUnfetched", "Ending", signatureEnding)
	}
	return data, nil
}

// get asks for an address, and reads up to one byte more than the answer may have.
func (a *address) get(ctx context.Context, u *url.URL,
	header http.Header, limit int64,
) ([]byte, *http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, nil, err
	}
	for name := range header {
		request.Header.Set(name, header.Get(name))
	}
	request.Header.Set("User-Agent", "Sextant/"+assets.Version)
	answer, err := a.client.Do(request)
	if err != nil {
		return nil, nil, reasonOf(err)
	}
	defer answer.Body.Close()
	data, err := httpclient.ReadAll(answer.Body, limit+1) // it is for the caller to say that it is too large
	if err != nil && !errors.Is(err, httpclient.ErrTooLarge) {
		return nil, nil, reasonOf(err)
	}
	return data, answer, nil
}

// reasonOf is why an address did not answer, without what it is.
func reasonOf(err error) error {
	var late net.Error
	var scheme *httpclient.SchemeError
	switch {
	case errors.As(err, &late) && late.Timeout():
		return say.Error("playlist.late")
	case errors.Is(err, httpclient.ErrRedirects):
		return say.Error("playlist.redirects")
	case errors.As(err, &scheme):
		return say.Error("playlist.downgrade", "From", scheme.From, "To", scheme.To)
	}
	return words.Reason(err)
}
