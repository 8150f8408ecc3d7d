package words

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"syscall"
	"testing"
)

// TestWhy checks that common network errors have messages of the catalogue, and that others stay as they are.
func TestWhy(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{&net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}, "The server does not accept connections."},
		{&net.OpError{Op: "read", Err: syscall.ECONNRESET}, "The connection was lost."},
		{fmt.Errorf("page 100: %w", io.ErrUnexpectedEOF), "The connection was lost."},
		{context.DeadlineExceeded, "There was no answer in time."},
		{&net.OpError{Err: &net.DNSError{Name: "tv.example"}}, "No server named tv.example was found."},
		{&tls.CertificateVerificationError{Err: errors.New("x509")}, "The server’s certificate is not trusted."},
		{syscall.EACCES, "Sextant has no permission to do that."},
		{fmt.Errorf("outer: %w", errors.New("the sky fell")), "The sky fell."},
	} {
		if got := Why(tt.err); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.err, got, tt.want)
		}
	}
}
