package status

import (
	"bytes"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"
)

// What bodies may cost: how large one may be, and how many are read at once.
const (
	mostBody    = 4 << 10
	mostReading = 16
)

// Bodies are those of requests that are being read, the longest waiting one first. It goes where too many come.
type bodies struct {
	mu      sync.Mutex
	reading []*http.ResponseController
}

// read reads a request's body as a whole before anything else is done, so that nothing of it counts if it never comes.
func (b *bodies) read(w http.ResponseWriter, r *http.Request) error {
	if r.ContentLength == 0 {
		return nil
	}
	control := http.NewResponseController(w)
	b.begin(control)
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
	b.end(control)
	r.Body = io.NopCloser(bytes.NewReader(body))
	return err
}

func (b *bodies) begin(c *http.ResponseController) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.reading = append(b.reading, c); len(b.reading) > mostReading {
		// Under the lock, without which its connection may have another request.
		_ = b.reading[0].SetReadDeadline(time.Unix(1, 0))
		b.reading = b.reading[1:]
	}
}

func (b *bodies) end(c *http.ResponseController) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reading = slices.DeleteFunc(b.reading, func(other *http.ResponseController) bool { return other == c })
}
