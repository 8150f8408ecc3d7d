package store

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"sync"
)

// largestDocument bounds what is inflated, so that a damaged length cannot take all memory.
const largestDocument = 64 << 20

// A packer deflates documents and inflates them again. What it works with is used over and over, for
// each takes tens of kilobytes to make. The format has a checksum, so that damage is seen.
type packer struct{ writers, readers sync.Pool }

func (p *packer) pack(data []byte) []byte {
	var b bytes.Buffer
	w, ok := p.writers.Get().(*zlib.Writer)
	if ok {
		w.Reset(&b)
	} else {
		w = zlib.NewWriter(&b)
	}
	_, _ = w.Write(data) // a buffer cannot fail
	_ = w.Close()
	p.writers.Put(w)
	return b.Bytes()
}

// unpack inflates to the length that the document had.
func (p *packer) unpack(packed []byte, length int) ([]byte, error) {
	if length < 0 || length > largestDocument {
		return nil, fmt.Errorf("%w: a document of %d bytes", errDamaged, length)
	}
	r, err := p.reader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	// The spare room lets the buffer find the end, where the checksum is looked at, without growing.
	data := bytes.NewBuffer(make([]byte, 0, length+bytes.MinRead))
	n, err := data.ReadFrom(io.LimitReader(r, int64(length)+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	if n != int64(length) {
		return nil, fmt.Errorf("%w: a document of another length than %d", errDamaged, length)
	}
	p.readers.Put(r)
	return data.Bytes(), nil
}

func (p *packer) reader(from io.Reader) (io.ReadCloser, error) {
	r, ok := p.readers.Get().(io.ReadCloser)
	if !ok {
		return zlib.NewReader(from)
	}
	return r, r.(zlib.Resetter).Reset(from, nil)
}
