package recordings

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/service"
)

// A wire joins a client to an HTTP server in one bubble of time.
type wire struct {
	conns chan net.Conn
	close sync.Once
}

func (w *wire) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case w.conns <- there:
		return here, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (w *wire) Accept() (net.Conn, error) {
	c, ok := <-w.conns
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}

func (w *wire) Close() error {
	w.close.Do(func() { close(w.conns) })
	return nil
}

func (w *wire) Addr() net.Addr { return &net.TCPAddr{} }

// An odd is an HTTP server with a recording that answers as it is made to.
type odd struct {
	data   []byte
	etag   string
	answer func(o *odd, q asked) reply

	mu    sync.Mutex
	asked []asked
}

// An asked is a request for a recording.
type asked struct {
	from      int // -1 without Range
	condition string
	no        int // from 1 on
}

func (q asked) String() string { return fmt.Sprintf("%d if %q", q.from, q.condition) }

// A reply is an answer as it is written. The zero value hangs up.
type reply struct {
	status int
	header []string // without the length
	length int      // of the body as stated; -1: in chunks, -2: up to the end of the connection
	body   []byte
}

func (o *odd) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := asked{from: -1, condition: r.Header.Get("If-Range")}
	if first, ok := strings.CutPrefix(r.Header.Get("Range"), "bytes="); ok {
		q.from, _ = strconv.Atoi(strings.TrimSuffix(first, "-"))
	}
	o.mu.Lock()
	q.no = len(o.asked) + 1
	o.asked = append(o.asked, q)
	p := o.answer(o, q)
	o.mu.Unlock()
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(err)
	}
	p.write(conn)
	_ = conn.Close()
}

// write writes an answer up to where it is cut.
func (p reply) write(w io.Writer) {
	if p.status == 0 {
		return
	}
	var head strings.Builder
	fmt.Fprintf(&head, "HTTP/1.1 %d Odd\r\nConnection: close\r\n", p.status)
	for _, line := range p.header {
		head.WriteString(line + "\r\n")
	}
	switch {
	case p.length >= 0:
		fmt.Fprintf(&head, "Content-Length: %d\r\n", p.length)
	case p.length == -1:
		head.WriteString("Transfer-Encoding: chunked\r\n")
	}
	head.WriteString("\r\n")
	if _, err := io.WriteString(w, head.String()); err != nil {
		return
	}
	if p.length != -1 {
		_, _ = w.Write(p.body)
		return
	}
	for rest := p.body; ; {
		n := min(len(rest), 10_000)
		if _, err := fmt.Fprintf(w, "%x\r\n%s\r\n", n, rest[:n]); err != nil || n == 0 {
			return
		}
		rest = rest[n:]
	}
}

// cut is an answer that ends after so many bytes of its body.
func (p reply) cut(after int) reply {
	if p.length == -1 {
		p.length = 1 << 20 // what is chunked is cut with a length, which is no other to a client
	}
	p.body = p.body[:min(after, len(p.body))]
	return p
}

// all is the right answer with all of the recording.
func (o *odd) all() reply {
	return reply{200, []string{"Accept-Ranges: bytes", "ETag: " + o.etag}, len(o.data), o.data}
}

// right is the right answer.
func (o *odd) right(q asked) reply {
	switch size := len(o.data); {
	case q.from < 0, q.condition != "" && q.condition != o.etag:
		return o.all()
	case q.from >= size:
		return reply{416, []string{fmt.Sprintf("Content-Range: bytes */%d", size)}, 0, nil}
	default:
		return o.part(q.from, size)
	}
}

// part is an answer with a part, which states a size.
func (o *odd) part(from, size int) reply {
	from = min(from, len(o.data)-1)
	stated := fmt.Sprintf("Content-Range: bytes %d-%d/%d", from, len(o.data)-1, size)
	return reply{206, []string{"ETag: " + o.etag, stated}, len(o.data) - from, o.data[from:]}
}

// serve makes a client of the server, in a bubble of time, and an opener of its recording.
func (o *odd) serve(t *testing.T, do func(t *testing.T, ask Opener)) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{conns: make(chan net.Conn)}
		server := &http.Server{Handler: o}
		go func() { _ = server.Serve(w) }()
		c, err := service.New(service.Config{BaseURL: "http://sea.example", Dial: w.dial, Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		do(t, func(ctx context.Context, r service.Resume) (*service.Download, error) { return c.Download(ctx, "1", r) })
		c.Close()
		_ = server.Close()
	})
}

// requests returns the requests so far.
func (o *odd) requests() []asked {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.asked
}

// expectStored checks that a transfer ends with the recording of the server.
func (o *odd) expectStored(t *testing.T, tr *Transfer, most int) {
	t.Helper()
	err := tr.Wait(t.Context())
	got := make([]byte, len(o.data)+1)
	n, _ := tr.file.ReadAt(got, 0)
	if err != nil || !bytes.Equal(got[:n], o.data) {
		t.Errorf("%d of %d bytes, %v; asked for %v", n, len(o.data), err, o.requests())
	}
	if asked := o.requests(); len(asked) > most {
		t.Errorf("%d requests: %v", len(asked), asked)
	}
}

const (
	oddSize = 300_000
	oddCut  = 100_000
)

// wrongParts are wrong answers to a request for a part.
var wrongParts = map[string]func(o *odd, q asked) reply{
	"after":     func(o *odd, q asked) reply { return o.part(q.from+5000, len(o.data)) },
	"far after": func(o *odd, q asked) reply { return o.part(len(o.data)-10, len(o.data)) },
	"without Content-Range": func(o *odd, q asked) reply {
		p := o.part(q.from, len(o.data))
		p.header = p.header[:1]
		return p
	},
	"other units": func(o *odd, q asked) reply {
		p := o.part(q.from, len(o.data))
		p.header[1] = "Content-Range: seconds 1-2"
		return p
	},
	"several parts": func(o *odd, q asked) reply {
		p := o.part(q.from, len(o.data))
		p.header = append(p.header, "Content-Type: multipart/byteranges; boundary=x")
		return p
	},
	"a web page": func(o *odd, q asked) reply {
		p := o.part(q.from, len(o.data))
		p.header = append(p.header, "Content-Type: text/html")
		return p
	},
	"gzip": func(o *odd, q asked) reply {
		p := o.part(q.from, len(o.data))
		p.header, p.body = append(p.header, "Content-Encoding: gzip"), bytes.Repeat([]byte{0x1f, 0x8b, 8, 0}, 1000)
		return p
	},
	"bytes from the beginning": func(o *odd, q asked) reply {
		p := o.part(q.from, len(o.data))
		p.body = o.data[:len(p.body)]
		return p
	},
	"bytes a little later": func(o *odd, q asked) reply {
		p := o.part(q.from, len(o.data))
		p.body = append(bytes.Clone(p.body[1:]), 0)
		return p
	},
	"a smaller total": func(o *odd, q asked) reply { return o.part(q.from, len(o.data)-1000) },
	"a larger total":  func(o *odd, q asked) reply { return o.part(q.from, len(o.data)+1000) },
	"another tag": func(o *odd, q asked) reply {
		p := o.part(q.from, len(o.data))
		p.header[0] = fmt.Sprintf(`ETag: "%d"`, q.no)
		return p
	},
	"416": func(*odd, asked) reply { return reply{416, nil, 0, nil} },
	"416 of more": func(o *odd, _ asked) reply {
		return reply{416, []string{fmt.Sprintf("Content-Range: bytes */%d", len(o.data))}, 0, nil}
	},
	"416 of less":      func(*odd, asked) reply { return reply{416, []string{"Content-Range: bytes */500"}, 0, nil} },
	"416 of nothing":   func(*odd, asked) reply { return reply{416, []string{"Content-Range: bytes */0"}, 0, nil} },
	"416 of nonsense":  func(*odd, asked) reply { return reply{416, []string{"Content-Range: bytes */x"}, 0, nil} },
	"400":              func(*odd, asked) reply { return reply{400, nil, 0, nil} },
	"403":              func(*odd, asked) reply { return reply{403, nil, 0, nil} },
	"404":              func(*odd, asked) reply { return reply{404, nil, 0, nil} },
	"405":              func(*odd, asked) reply { return reply{405, nil, 0, nil} },
	"412":              func(*odd, asked) reply { return reply{412, nil, 0, nil} },
	"500":              func(*odd, asked) reply { return reply{500, nil, 0, nil} },
	"501":              func(*odd, asked) reply { return reply{501, nil, 0, nil} },
	"no answer at all": func(*odd, asked) reply { return reply{} },
	"an empty part":    func(o *odd, q asked) reply { return o.part(q.from, len(o.data)).cut(0) },
}

// TestWrongPartsAreAskedForFromTheBeginning cuts the first answer, and answers wrongly to each request for a part: the
// recording comes from its beginning, without a byte of a wrong part.
func TestWrongPartsAreAskedForFromTheBeginning(t *testing.T) {
	for name, wrong := range wrongParts {
		t.Run(name, func(t *testing.T) {
			o := &odd{data: randomBytes(oddSize), etag: `"a"`, answer: func(o *odd, q asked) reply {
				switch {
				case q.from >= 0:
					return wrong(o, q)
				case q.no == 1:
					return o.all().cut(oddCut)
				}
				return o.all()
			}}
			o.serve(t, func(t *testing.T, ask Opener) {
				tr, _ := openTest(t)
				defer tr.Close()
				tr.Read(ask)
				o.expectStored(t, tr, 5)
				if p := tr.Progress(); p.Restarts > 0 || p.Shorter {
					t.Errorf("%+v", p)
				}
			})
		})
	}
}

// TestWrongPartsAreNoDeadEnd answers wrongly to each request for a part, and cuts each other answer at the same byte:
// none is asked for more than three times without a byte more, and the recording comes once the service is good again,
// and over connections that break.
func TestWrongPartsAreNoDeadEnd(t *testing.T) {
	for name, wrong := range wrongParts {
		t.Run(name, func(t *testing.T) {
			o := &odd{data: randomBytes(oddSize), etag: `"a"`, answer: func(o *odd, q asked) reply {
				if q.from >= 0 {
					return wrong(o, q)
				}
				return o.all().cut(oddCut)
			}}
			o.serve(t, func(t *testing.T, ask Opener) {
				tr, path := openTest(t)
				endsWell := func(_ io.ReaderAt, size int64) bool { return size == oddSize }
				tr.endsWell = endsWell
				tr.Read(ask)
				if err := tr.Wait(t.Context()); err == nil {
					t.Fatalf("it is whole; asked for %v", o.requests())
				}
				o.expectFewRepeats(t, 1)
				if err := tr.Close(); err != nil {
					t.Fatal(err)
				}
				o.become(func(o *odd, q asked) reply { return o.right(q).cut(150_000) })
				tr, err := OpenTransfer(path)
				if err != nil {
					t.Fatal(err)
				}
				defer tr.Close()
				tr.endsWell = endsWell
				tr.Read(ask)
				o.expectStored(t, tr, 100)
			})
		})
	}
}

// become makes the server answer otherwise from now on.
func (o *odd) become(answer func(o *odd, q asked) reply) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.answer = answer
}

// expectFewRepeats checks that no request was made more than three times, beside those that brought bytes.
func (o *odd) expectFewRepeats(t *testing.T, useful int) {
	t.Helper()
	same := map[string]int{}
	for _, q := range o.requests() {
		if same[q.String()]++; same[q.String()] > 3+useful {
			t.Errorf("%v was asked for too often: %v", q, o.requests())
		}
	}
}

// TestIfRangeThatIsNeverMet answers to each request with a condition with all of the recording, and cuts each answer:
// it is asked for without a condition after two of them.
func TestIfRangeThatIsNeverMet(t *testing.T) {
	for name, tag := range map[string]func(no int) string{
		"the same tag": func(int) string { return `"a"` }, "another tag each time": strconv.Itoa,
	} {
		t.Run(name, func(t *testing.T) {
			o := &odd{data: randomBytes(oddSize), answer: func(o *odd, q asked) reply {
				if o.etag = tag(q.no); q.condition != "" {
					return o.all().cut(oddCut)
				}
				return o.right(q).cut(oddCut)
			}}
			o.serve(t, func(t *testing.T, ask Opener) {
				tr, _ := openTest(t)
				defer tr.Close()
				tr.endsWell = func(_ io.ReaderAt, size int64) bool { return size == oddSize }
				tr.Read(ask)
				o.expectStored(t, tr, 8)
				if p := tr.Progress(); p.Restarts > 0 {
					t.Errorf("%+v", p)
				}
			})
		})
	}
}

// TestWrongLengths states lengths that are not those of the recording: it is stored as it is.
func TestWrongLengths(t *testing.T) {
	const large, small = oddSize * 6 / 5, oddSize * 9 / 10
	tooLong := func(o *odd, _ asked) reply {
		p := o.all()
		p.length = large
		return p
	}
	tooLongParts := func(size int, nothing ...string) func(o *odd, q asked) reply {
		return func(o *odd, q asked) reply {
			switch {
			case q.from < 0:
				return tooLong(o, q)
			case q.from >= oddSize:
				return reply{416, nothing, 0, nil}
			}
			p := o.part(q.from, size)
			p.length += size - oddSize
			return p
		}
	}
	for name, tt := range map[string]struct {
		answer  func(o *odd, q asked) reply
		most    int
		shorter bool
	}{
		"too large, without ranges":        {tooLong, 2, true},
		"too large, parts of it too":       {tooLongParts(large), 2, true},
		"too large, parts state the truth": {tooLongParts(oddSize, "Content-Range: bytes */300000"), 2, true},
		"too large, 416 with the size": {func(o *odd, q asked) reply {
			if q.from < 0 {
				return tooLong(o, q)
			}
			return reply{416, []string{"Content-Range: bytes */300000"}, 0, nil}
		}, 2, true},
		"too large, then right": {func(o *odd, q asked) reply {
			if q.no == 1 {
				return tooLong(o, q)
			}
			return o.all()
		}, 2, false},
		"too small, parts state the truth": {func(o *odd, q asked) reply {
			if q.from < 0 {
				p := o.all()
				p.length = small
				return p
			}
			return o.part(q.from, oddSize)
		}, 3, false},
		"none, in chunks": {func(o *odd, q asked) reply {
			p := o.all()
			p.length = -1
			return p
		}, 1, false},
		"none": {func(o *odd, q asked) reply {
			p := o.all()
			p.length = -2
			return p
		}, 1, false},
		"none, cut": {func(o *odd, q asked) reply {
			p := o.all()
			if p.length = -2; q.no == 1 {
				p.body = p.body[:oddCut]
			}
			return p
		}, 2, false},
	} {
		t.Run(name, func(t *testing.T) {
			o := &odd{data: randomBytes(oddSize), etag: `"a"`, answer: tt.answer}
			o.serve(t, func(t *testing.T, ask Opener) {
				tr, _ := openTest(t)
				defer tr.Close()
				tr.endsWell = func(_ io.ReaderAt, size int64) bool { return size == oddSize }
				r := tr.Read(ask)
				if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, o.data) {
					t.Errorf("read %d bytes, %v", len(got), err)
				}
				o.expectStored(t, tr, tt.most)
				if p := tr.Progress(); p.Shorter != tt.shorter || p.Size != oddSize || !p.Whole {
					t.Errorf("%+v", p)
				}
			})
		})
	}
}

// TestSeekBeyondTheTrueEnd waits for a byte that a service with a wrong length does not have: the recording comes, and
// the wait ends.
func TestSeekBeyondTheTrueEnd(t *testing.T) {
	for name, part := range map[string]func(o *odd, q asked) reply{
		"without ranges":    nil,
		"416 with the size": func(o *odd, q asked) reply { return o.right(q) },
		"416":               func(*odd, asked) reply { return reply{416, nil, 0, nil} },
		"an empty part": func(o *odd, q asked) reply {
			if q.from < oddSize {
				return o.right(q)
			}
			stated := fmt.Sprintf("Content-Range: bytes %d-%d/%d", q.from, 2*oddSize-1, 2*oddSize)
			return reply{206, []string{stated}, 2*oddSize - q.from, nil}
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := &odd{data: randomBytes(oddSize), etag: `"a"`, answer: func(o *odd, q asked) reply {
				if q.from >= 0 && part != nil {
					return part(o, q)
				}
				p := o.all()
				p.length = 2 * oddSize
				return p
			}}
			o.serve(t, func(t *testing.T, ask Opener) {
				tr, _ := openTest(t)
				defer tr.Close()
				r := tr.Read(ask)
				if _, err := io.ReadFull(r, make([]byte, 1000)); err != nil {
					t.Fatal(err)
				}
				if _, err := r.Seek(2*oddSize-1000, io.SeekStart); err != nil {
					t.Fatal(err)
				}
				if n, err := r.Read(make([]byte, 10)); n != 0 || err != io.EOF {
					t.Errorf("%d bytes, %v", n, err)
				}
				o.expectStored(t, tr, 10)
				o.expectFewRepeats(t, 1)
			})
		})
	}
}

// TestPartsInPieces has a service that sends at most some bytes at a time: they come one after the other, without a
// pause.
func TestPartsInPieces(t *testing.T) {
	o := &odd{data: randomBytes(oddSize), etag: `"a"`, answer: func(o *odd, q asked) reply {
		from := max(q.from, 0)
		before := min(from+30_000, oddSize)
		stated := fmt.Sprintf("Content-Range: bytes %d-%d/%d", from, before-1, oddSize)
		return reply{206, []string{stated}, before - from, o.data[from:before]}
	}}
	o.serve(t, func(t *testing.T, ask Opener) {
		tr, _ := openTest(t)
		defer tr.Close()
		start := time.Now()
		tr.Read(ask)
		o.expectStored(t, tr, 11)
		if took := time.Since(start); took > 0 {
			t.Errorf("it took %v", took)
		}
	})
}

// TestUnaskedPart answers to a request without a range with a part that is all of it, with and without saying so.
func TestUnaskedPart(t *testing.T) {
	for _, stated := range [][]string{nil, {"Content-Range: bytes 0-299999/300000"}, {"Content-Range: bytes 0-299999/*"}} {
		o := &odd{data: randomBytes(oddSize), answer: func(o *odd, q asked) reply {
			p := reply{206, stated, oddSize, o.data}
			if q.no == 1 {
				return p.cut(oddCut)
			}
			return p
		}}
		o.serve(t, func(t *testing.T, ask Opener) {
			tr, _ := openTest(t)
			defer tr.Close()
			tr.Read(ask)
			o.expectStored(t, tr, 3)
		})
	}
}

// TestLyingPartsLeaveNoByte seeks in a recording of a service whose parts have bytes of elsewhere: they are found where
// the parts meet, and none stays.
func TestLyingPartsLeaveNoByte(t *testing.T) {
	o := &odd{data: randomBytes(2 * megabyte), etag: `"a"`, answer: func(o *odd, q asked) reply {
		if q.from < 0 {
			return o.all()
		}
		p := o.part(q.from, len(o.data))
		p.body = o.data[:len(p.body)]
		return p
	}}
	o.serve(t, func(t *testing.T, ask Opener) {
		tr, _ := openTest(t)
		defer tr.Close()
		r := tr.Read(ask)
		if _, err := io.ReadFull(r, make([]byte, 1000)); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Seek(megabyte*3/2, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(r, make([]byte, 1000)); err != nil {
			t.Fatal(err)
		}
		o.expectStored(t, tr, 5)
	})
}
