package recordings

import (
	"fmt"
	"io"
	"strconv"
	"testing"
	"time"

	"sextant/app/testkit"
)

// tooLong is an answer whose length is too large.
func tooLong(o *odd, _ asked) reply {
	p := o.all()
	p.length = oddSize * 6 / 5
	return p
}

// tooLongParts answers with parts of a recording of a size as stated, and a 416 with a header.
func tooLongParts(size int, nothing ...string) func(o *odd, q asked) reply {
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

// wrongLengths are services with a wrong length, or none.
var wrongLengths = map[string]struct {
	answer  func(o *odd, q asked) reply
	most    int
	shorter bool
}{
	"too large, without ranges":        {tooLong, 2, true},
	"too large, parts of it too":       {tooLongParts(oddSize * 6 / 5), 2, true},
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
			p.length = oddSize * 9 / 10
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
}

// TestWrongLengths states lengths that are not those of the recording: it is stored as it is.
func TestWrongLengths(t *testing.T) {
	for name, tt := range wrongLengths {
		t.Run(name, func(t *testing.T) {
			o := &odd{data: randomBytes(oddSize), etag: `"a"`, answer: tt.answer}
			o.serve(t, func(t *testing.T, ask Opener) {
				tr, _ := openTest(t)
				defer tr.Close()
				tr.endsWell = func(_ io.ReaderAt, size int64) bool { return size == oddSize }
				r := tr.Read(ask)
				expectRead(t, r, o.data)
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
	for _, stated := range [][]string{
		nil, {"Content-Range: bytes 0-299999/300000"}, {"Content-Range: bytes 0-299999/*"},
	} {
		o := &odd{data: randomBytes(oddSize), answer: func(o *odd, q asked) reply {
			p := reply{206, stated, oddSize, o.data}
			if q.no == 1 {
				return p.cut(oddCut)
			}
			return p
		}}
		o.expectFetched(t, 3)
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

// TestChangeThatOnlyTheTagShows changes a little in the middle of a recording, and cuts the answer that says so before
// that: what was not compared does not stay.
func TestChangeThatOnlyTheTagShows(t *testing.T) {
	for name, header := range map[string][]string{"a new tag": {`ETag: "b"`}, "no tag": nil} {
		t.Run(name, func(t *testing.T) {
			now := randomBytes(oddSize)
			copy(now[60_000:], "something else")
			o := &odd{data: randomBytes(oddSize), etag: `"a"`, answer: func(o *odd, q asked) reply {
				switch q.no {
				case 1:
					return o.all().cut(oddCut)
				case 2:
					o.data, o.etag = now, `"b"`
					return reply{200, header, oddSize, now}.cut(30_000)
				}
				return o.right(q)
			}}
			o.expectFetched(t, 4)
		})
	}
}

// TestWrongRangesAreRemembered answers to a part with 400, and cuts each whole answer a little later: a part is asked
// for once, also after a restart.
func TestWrongRangesAreRemembered(t *testing.T) {
	o := &odd{data: randomBytes(oddSize), etag: `"a"`, answer: func(o *odd, q asked) reply {
		if q.from >= 0 {
			return reply{400, nil, 0, nil}
		}
		return o.all().cut(40_000 * q.no)
	}}
	o.serve(t, func(t *testing.T, ask Opener) {
		tr, path := openTest(t)
		r := tr.Read(ask)
		testkit.NoError(t, r.Wait(t.Context(), 150_000))
		_, _ = r.Close(), tr.Close()
		tr = testkit.Must(OpenTransfer(path))(t)
		defer tr.Close()
		tr.Read(ask)
		o.expectStored(t, tr, 10)
		parts := 0
		for _, q := range o.requests() {
			if q.from >= 0 {
				parts++
			}
		}
		if parts != 1 {
			t.Errorf("asked for %v", o.requests())
		}
	})
}
