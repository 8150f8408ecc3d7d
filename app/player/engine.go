package player

import (
	"errors"
	"fmt"
	"io"

	mp3 "github.com/hajimehoshi/go-mp3"
)

var errLeans = errors.New("the sound before this frame is missing")

// engine is go-mp3, fed with one packed frame at a time.
type engine struct {
	in  oneFrame
	dec *mp3.Decoder
}

// oneFrame is all that go-mp3 gets to see. It cannot seek: a decoder that finds a Seeker would
// read the whole recording before it begins.
type oneFrame struct{ rest []byte }

// Read implements io.Reader.
func (o *oneFrame) Read(p []byte) (int, error) {
	if len(o.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, o.rest)
	o.rest = o.rest[n:]
	return n, nil
}

// reset forgets the sound before.
func (e *engine) reset() { e.dec = nil }

// decode turns a packed frame into 16-bit stereo and fills pcm with it. After an error, or a panic
// of the decoder, which damaged sound can cause, it restarts with the next frame.
func (e *engine) decode(packed, pcm []byte) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the decoder failed: %v", r)
		}
		if err != nil {
			e.dec = nil
		}
	}()
	if e.dec == nil && leans(packed) {
		return errLeans
	}
	e.in.rest = packed
	if e.dec == nil {
		if e.dec, err = mp3.NewDecoder(&e.in); err != nil {
			return err
		}
	}
	_, err = io.ReadFull(e.dec, pcm)
	return err
}
