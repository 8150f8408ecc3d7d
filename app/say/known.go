package say

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"strings"
	"syscall"

	"sextant/app/errno"
)

// Known returns a sentence for a frequent error of the system or of a connection, "" for another error.
func Known(err error) string { return now().known(err) }

func (t *Tongue) known(err error) string {
	for _, known := range []struct {
		err error
		key string
	}{
		{fs.ErrPermission, "error.permission"},
		{fs.ErrNotExist, "error.notExist"},
		{fs.ErrExist, "error.exists"},
		{syscall.ENOSPC, "disk.full"},
		{syscall.EROFS, "disk.readOnly"},
		{syscall.EISDIR, "error.folder"},
		{syscall.ENOTDIR, "error.notFolder"},
		{syscall.EADDRINUSE, "error.inUse"},
		{syscall.EADDRNOTAVAIL, "error.notLocal"},
		{syscall.ENETUNREACH, "error.noNetwork"},
		{syscall.ENETDOWN, "error.noNetwork"},
		{syscall.EHOSTUNREACH, "error.unreachable"},
		{syscall.ECONNREFUSED, "error.connectionRefused"},
		{syscall.ECONNRESET, "error.connectionLost"},
		{syscall.ECONNABORTED, "error.connectionLost"},
		{io.ErrUnexpectedEOF, "error.connectionLost"},
		{io.EOF, "error.connectionLost"},
		{syscall.ETIMEDOUT, "error.timeout"},
		{os.ErrDeadlineExceeded, "error.timeout"},
		{context.DeadlineExceeded, "error.timeout"},
	} {
		if errno.Is(err, known.err) {
			return t.Text(known.key)
		}
	}
	if host := (*net.DNSError)(nil); errors.As(err, &host) {
		return t.Text("error.noHost", "Host", host.Name)
	}
	if certificate := (*tls.CertificateVerificationError)(nil); errors.As(err, &certificate) {
		return t.Text("error.certificate")
	}
	return ""
}

// because returns the text of a wrapped error, to follow a colon. A frequent error is in the language in use, behind
// its file, and others as they are.
func (t *Tongue) because(err error) string {
	if message := (*messageError)(nil); errors.As(err, &message) {
		return t.Error(err)
	}
	known := strings.TrimSuffix(t.known(err), ".")
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) { // of a file, a terminal or a connection
		known = strings.TrimSuffix(t.Text("error.cut"), ".")
	}
	if known == "" {
		return err.Error()
	}
	if file := (*fs.PathError)(nil); errors.As(err, &file) {
		return file.Path + ": " + known
	}
	return known
}
