package recordings

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/service"
	"sextant/app/testkit"
)

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

func (a asked) String() string { return fmt.Sprintf("%d if %q", a.from, a.condition) }

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
func (r reply) write(w io.Writer) {
	if r.status == 0 {
		return
	}
	var head strings.Builder
	fmt.Fprintf(&head, "HTTP/1.1 %d Odd\r\nConnection: close\r\n", r.status)
	for _, line := range r.header {
		head.WriteString(line + "\r\n")
	}
	switch {
	case r.length >= 0:
		fmt.Fprintf(&head, "Content-Length: %d\r\n", r.length)
	case r.length == -1:
		head.WriteString("Transfer-Encoding: chunked\r\n")
	}
	head.WriteString("\r\n")
	if _, err := io.WriteString(w, head.String()); err != nil {
		return
	}
	if r.length != -1 {
		_, _ = w.Write(r.body)
		return
	}
	for rest := r.body; ; {
		n := min(len(rest), 10_000)
		if _, err := fmt.Fprintf(w, "%x\r\n%s\r\n", n, rest[:n]); err != nil || n == 0 {
			return
		}
		rest = rest[n:]
	}
}

// cut is an answer that ends after so many bytes of its body.
func (r reply) cut(after int) reply {
	if r.length == -1 {
		r.length = 1 << 20 // what is chunked is cut with a length, which is no other to a client
	}
	r.body = r.body[:min(after, len(r.body))]
	return r
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
		w := testkit.NewPipes()
		server := &http.Server{Handler: o}
		go func() { _ = server.Serve(w) }()
		c := testkit.Must(service.New(service.Config{BaseURL: "http://sea.example", Dial: w.Dial, Now: time.Now}))(t)
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

// expectFetched reads the recording, and checks that it is complete after a number of requests at most.
func (o *odd) expectFetched(t *testing.T, most int) {
	t.Helper()
	o.serve(t, func(t *testing.T, ask Opener) {
		tr, _ := openTest(t)
		defer tr.Close()
		tr.Read(ask)
		o.expectStored(t, tr, most)
	})
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
				testkit.NoError(t, tr.Close())
				o.become(func(o *odd, q asked) reply { return o.right(q).cut(150_000) })
				tr = testkit.Must(OpenTransfer(path))(t)
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
