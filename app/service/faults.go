package service

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"syscall"

	"sextant/app/api"
	"sextant/app/errno"
	"sextant/app/httpclient"
)

// A witness records how far a request has come.
type witness struct{ connected, answered atomic.Bool }

// watch returns a context for a request and its redirects that reports to the witness.
func (w *witness) watch(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn: func(string) {
			w.connected.Store(false)
			w.answered.Store(false)
		},
		GotConn:              func(httptrace.GotConnInfo) { w.connected.Store(true) },
		GotFirstResponseByte: func() { w.answered.Store(true) },
	})
}

// fault returns the kind and the cause of a failed request; the error is nil where there is no better one than err.
func (w *witness) fault(err error) (api.Kind, error) {
	var known *api.Error
	var scheme *httpclient.SchemeError
	var certificate *tls.CertificateVerificationError
	switch connected, answered := w.connected.Load(), w.answered.Load(); {
	case errors.As(err, &known):
		return known.Kind, nil
	case errors.As(err, &scheme) && scheme.To == "http":
		return api.BadContent, api.ErrDowngrade
	case errors.As(err, &scheme):
		return api.BadContent, api.ErrRedirect
	case errors.Is(err, httpclient.ErrRedirects):
		return api.BadContent, httpclient.ErrRedirects
	case errors.As(err, &certificate):
		return api.NoNetwork, api.ErrCertificate
	case errors.Is(err, http.ErrSchemeMismatch):
		return api.Trouble, api.ErrNotHTTP
	case answered && (isTimeout(err) || hungUp(err)):
		return api.Trouble, bodyFault(err)
	case answered:
		return api.Trouble, api.ErrNotHTTP
	case isTimeout(err):
		return api.NoNetwork, api.ErrSilent
	case connected && hungUp(err):
		return api.NoNetwork, api.ErrHungUp
	}
	return api.NoNetwork, nil
}

// bodyFault returns the cause of an error of reading an answer.
func bodyFault(err error) error {
	if isTimeout(err) {
		return api.ErrSlow
	}
	return api.ErrBrokenOff
}

func hungUp(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errno.Is(err, syscall.ECONNRESET) || errno.Is(err, syscall.ECONNABORTED)
}

func isTimeout(err error) bool {
	return errors.Is(err, api.ErrSilent) || httpclient.IsTimeout(err)
}
