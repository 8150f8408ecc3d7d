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

// oneFrame is the reader that go-mp3 gets. It is no io.Seeker: go-mp3 reads the whole of a Seeker
// before it decodes.
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

// reset drops the decoder's state from the frames before.
func (e *engine) reset() { e.dec = nil }

// decode decodes a packed frame into pcm, as 16-bit stereo. go-mp3 can panic on damaged sound; after a
// panic or an error the next frame gets a new decoder.
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
