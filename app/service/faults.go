package service

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"syscall"
)

// What is wrong with an answer that did not come or cannot be read, as the cause of an Error.
var (
	ErrSilent      = errors.New("it did not answer in time")
	ErrHungUp      = errors.New("it closed the connection without an answer")
	ErrNotHTTP     = errors.New("the answer is not HTTP")
	ErrBrokenOff   = errors.New("the answer broke off")
	ErrSlow        = errors.New("the answer came too slowly")
	ErrRedirect    = errors.New("it leads to an address that is not on the web")
	ErrCertificate = errors.New("the certificate is not trusted")
	ErrEncoding    = errors.New("the text is in no known encoding")
)

// A witness knows how far a request has come.
type witness struct{ connected, answered atomic.Bool }

// watch returns a context for a request, with redirects, that tells the witness of it.
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

// fault names what is wrong where a request failed, and its kind; the error is nil where it is nothing special.
func (w *witness) fault(err error) (Kind, error) {
	var known *Error
	var certificate *tls.CertificateVerificationError
	switch connected, answered := w.connected.Load(), w.answered.Load(); {
	case errors.As(err, &known):
		return known.Kind, nil
	case errors.As(err, &certificate):
		return NoNetwork, ErrCertificate
	case errors.Is(err, http.ErrSchemeMismatch):
		return Trouble, ErrNotHTTP
	case answered && (isTimeout(err) || hungUp(err)):
		return Trouble, bodyFault(err)
	case answered:
		return Trouble, ErrNotHTTP
	case isTimeout(err):
		return NoNetwork, ErrSilent
	case connected && hungUp(err):
		return NoNetwork, ErrHungUp
	}
	return NoNetwork, nil
}

// bodyFault names what is wrong where the reading of an answer failed.
func bodyFault(err error) error {
	if isTimeout(err) {
		return ErrSlow
	}
	return ErrBrokenOff
}

func hungUp(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET)
}

func isTimeout(err error) bool {
	var timeout net.Error
	return errors.Is(err, ErrSilent) || errors.As(err, &timeout) && timeout.Timeout()
}
