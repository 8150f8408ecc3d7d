package player

import (
	"context"
	"errors"
	"io"
)

// Recognise returns nil if a file of a size in bytes starts like an MP3, even one of a kind that a Player cannot play,
// and otherwise an Error of KindNotMP3 or KindSource.
func Recognise(r io.ReaderAt, size int64) error {
	f, err := newFile(io.NewSectionReader(r, 0, size))
	if err != nil {
		return err
	}
	w := walker{win: newWindow(f)}
	_, err = w.next(context.Background(), 0, false)
	switch kind := KindOf(err); {
	case errors.Is(err, io.EOF):
		return &Error{Kind: KindNotMP3}
	case kind == KindUnsupported, kind == KindLowRate:
		return nil
	}
	return err
}
