package serve

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// pieceSize is how much must go out in the time for a write: at a kilobyte a second it does.
const pieceSize = 32 << 10

// Writer returns a writer for an answer that is long or has no end. What is written to it is sent at once. The client
// has 30 seconds for each write, and for each 32 kB of a larger one: where it takes longer, Write fails, and the answer
// has to end. Where there is nothing to be sent for so long, something must be sent all the same, or the answer ends.
func Writer(w http.ResponseWriter, now func() time.Time) io.Writer {
	return &writer{w, http.NewResponseController(w), now}
}

type writer struct {
	w       http.ResponseWriter
	control *http.ResponseController
	now     func() time.Time
}

func (w *writer) Write(data []byte) (n int, err error) {
	for {
		piece := data[n:min(n+pieceSize, len(data))]
		err := w.control.SetWriteDeadline(w.now().Add(writePatience))
		if err != nil && !errors.Is(err, http.ErrNotSupported) { // without deadlines none has to be moved
			return n, err
		}
		m, err := w.w.Write(piece)
		if n += m; err == nil {
			err = w.control.Flush()
		}
		if err != nil || n == len(data) {
			return n, err
		}
	}
}
