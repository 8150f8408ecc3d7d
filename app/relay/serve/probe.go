package serve

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"sextant/app/httpclient"
)

// probeEvery is the time between two attempts of Probe.
const probeEvery = 500 * time.Millisecond

var errOther = errors.New("another program answers at the server's address")

// Probe asks the server for its health as a client does, through its listener, with TLS if it has that. It tries again
// until ctx ends; then the error is that of the last attempt.
func (s *Server) Probe(ctx context.Context) error {
	client := httpclient.New(httpclient.Config{Dial: s.dialSelf})
	for {
		err := s.askHealth(ctx, client)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the server does not answer itself: %w", err)
		case <-time.After(probeEvery):
		}
	}
}

func (s *Server) askHealth(ctx context.Context, client *http.Client) error {
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.cfg.Listener.Addr().String()+healthPath, nil)
	if err != nil {
		return err
	}
	answer, err := client.Do(q)
	if err != nil {
		return err
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", answer.StatusCode)
	}
	return nil
}

// dialSelf connects to the server's listener, which accepts only its own certificate. An address without a host, such
// as [::]:80, is that of this machine.
func (s *Server) dialSelf(ctx context.Context, network, address string) (net.Conn, error) {
	c, err := (&net.Dialer{}).DialContext(ctx, network, address)
	own := s.certificate.Load()
	if err != nil || own == nil {
		return c, err
	}
	secure := tls.Client(c, &tls.Config{
		InsecureSkipVerify: true, // its name may be any: it is compared as a whole
		VerifyConnection: func(state tls.ConnectionState) error {
			if !bytes.Equal(state.PeerCertificates[0].Raw, own.Certificate[0]) {
				return errOther
			}
			return nil
		},
	})
	if err := secure.HandshakeContext(ctx); err != nil {
		_ = c.Close()
		return nil, err
	}
	return secure, nil
}
