package words

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"strconv"
	"syscall"

	"sextant/app/browse"
	"sextant/app/errno"
	"sextant/app/files"
	"sextant/app/say"
	"sextant/app/teletext"
)

// Reason returns the innermost error, without the operation and the file. Of joined errors it is that of the first.
func Reason(err error) error {
	for {
		if joined, ok := err.(interface{ Unwrap() []error }); ok && len(joined.Unwrap()) > 0 {
			err = joined.Unwrap()[0]
		} else if inner := errors.Unwrap(err); inner != nil {
			err = inner
		} else {
			return errno.Plain(err)
		}
	}
}

// Place is browse.ParsePlace with an error for users.
func Place(text string) (teletext.Place, error) {
	place, err := browse.ParsePlace(text)
	var wrong *browse.PlaceError
	switch {
	case !errors.As(err, &wrong):
		return place, err
	case wrong.Subpage:
		return place, say.Error("place.noSubpage", "Text", strconv.Quote(wrong.Text))
	}
	return place, say.Error("place.noPage", "Text", strconv.Quote(wrong.Text),
		"First", teletext.FirstPage, "Last", teletext.LastPage)
}

// Why returns the Reason of an error as a sentence. The most frequent errors of systems are translated.
func Why(err error) string {
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
		{files.ErrFolder, "error.folder"},
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
			return say.Text(known.key)
		}
	}
	if host := (*net.DNSError)(nil); errors.As(err, &host) {
		return say.Text("error.noHost", "Host", host.Name)
	}
	if certificate := (*tls.CertificateVerificationError)(nil); errors.As(err, &certificate) {
		return say.Text("error.certificate")
	}
	return Whole(Reason(err))
}
