package servicetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// A Shop is the demo service with a list of recordings of its own, which it can send slowly.
type Shop struct {
	http.Handler
	// Data are the recordings by id. If Slow is set they are sent at 100 kB/s.
	Data map[string][]byte
	Slow atomic.Bool
	// Most is the largest number of recordings sent at the same time.
	Most atomic.Int32

	list []byte
	now  atomic.Int32 // the number of recordings being sent
}

// NewShop returns a shop with a number of recordings, m0 and so on, of which only the first nine have data.
func NewShop(t testing.TB, recordings int) *Shop {
	t.Helper()
	s := &Shop{Handler: Demo(t), Data: map[string][]byte{}}
	type item struct {
		ID          string `json:"id"`
		Title       string `json:"title"`
		Description string `json:"description"`
		Duration    int    `json:"duration"`
		Date        string `json:"date"`
	}
	var list []item
	newest := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	for i := range recordings {
		id := fmt.Sprintf("m%d", i)
		list = append(list, item{
			id, fmt.Sprintf("Recording %d", i+1), "About the sea; more on page 101.",
			60 + i%7200, newest.AddDate(0, 0, -i).Format(time.DateOnly),
		})
		if i < 9 {
			s.Data[id] = noise(600<<10+i, uint64(i))
		}
	}
	var err error
	if s.list, err = json.Marshal(list); err != nil {
		t.Fatal(err)
	}
	return s
}

// noise returns n bytes that depend on the seed, and start with the frames of an MP3 so that they are taken for one.
func noise(n int, seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 1))
	data := make([]byte, n)
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	const frame = 417 // bytes, at 128 kbit/s and 44.1 kHz
	for at := 0; at < 8*frame; at += frame {
		copy(data[at:], "\xff\xfb\x90\x64")
	}
	return data
}

func (s *Shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id, isRecording := strings.CutPrefix(r.URL.Path, "/v1/download/")
	data, ok := s.Data[strings.TrimSuffix(id, ".mp3")]
	switch {
	case r.URL.Path == "/v1/downloads.json":
		_, _ = w.Write(s.list)
	case isRecording && !ok:
		http.NotFound(w, r)
	case isRecording:
		s.Most.Store(max(s.Most.Load(), s.now.Add(1)))
		defer s.now.Add(-1)
		w.Header().Set("ETag", `"1"`)
		http.ServeContent(&trickle{w, s}, r, id, time.Time{}, bytes.NewReader(data))
	default:
		s.Handler.ServeHTTP(w, r)
	}
}

// A trickle is an answer that is sent at 100 kB/s while the shop is slow.
type trickle struct {
	http.ResponseWriter
	shop *Shop
}

func (t *trickle) Write(p []byte) (n int, err error) {
	const piece = 10_000
	for len(p) > 0 && err == nil {
		m := 0
		m, err = t.ResponseWriter.Write(p[:min(piece, len(p))])
		n, p = n+m, p[m:]
		if t.shop.Slow.Load() {
			_ = http.NewResponseController(t.ResponseWriter).Flush()
			<-time.After(100 * time.Millisecond)
		}
	}
	return n, err
}
