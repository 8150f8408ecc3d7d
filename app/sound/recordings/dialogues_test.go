package recordings

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/service"
	"sextant/app/testkit"
)

// A dialogue is one between a transfer and a server, which are drawn from a seed.
type dialogue struct {
	*odd
	t      *testing.T
	random *rand.Rand // the server's
	reader *rand.Rand

	// The chances of an answer: wrong parts, whole ones for parts, failures, cuts, wrong lengths, gzip, other bytes.
	wrongs, ignores, fails, cuts, lengths, packs, changes float64
	tags                                                  string // the kind of validators
	wrong                                                 []string
	endsWell                                              EndChecker

	versions [][]byte
	stated   map[int]bool // lengths that are too small, as stated
	same     map[string]int
	most     int64
	restarts int
	transfer *Transfer
	requests int
	said     []string // what was asked and answered
}

// newDialogue draws a dialogue.
func newDialogue(t *testing.T, seed uint64) *dialogue {
	d := &dialogue{t: t, stated: map[int]bool{}}
	d.random, d.reader = rand.New(rand.NewPCG(seed, 0)), rand.New(rand.NewPCG(seed, 1))
	chance := func(likely, value float64) float64 {
		if d.random.Float64() < likely {
			return value * d.random.Float64()
		}
		return 0
	}
	d.wrongs, d.ignores, d.fails = chance(0.6, 1.2), chance(0.4, 1), chance(0.4, 0.5)
	d.cuts, d.lengths, d.packs, d.changes = chance(0.8, 1.2), chance(0.3, 0.7), chance(0.1, 0.5), chance(0.2, 0.3)
	d.tags = []string{"strong", "weak", "changing", "none", "constant"}[d.random.IntN(5)]
	kinds := slices.Sorted(maps.Keys(wrongParts))
	for range 1 + d.random.IntN(3) {
		d.wrong = append(d.wrong, kinds[d.random.IntN(len(kinds))])
	}
	d.odd = &odd{data: d.content(20_000 + d.random.IntN(130_000)), answer: d.reply}
	d.versions = [][]byte{d.data}
	if d.random.IntN(2) == 0 {
		d.endsWell = func(_ io.ReaderAt, size int64) bool {
			d.mu.Lock()
			defer d.mu.Unlock()
			return slices.ContainsFunc(d.versions, func(v []byte) bool { return int64(len(v)) == size })
		}
	}
	d.tag(asked{})
	return d
}

func (d *dialogue) content(size int) []byte {
	data := make([]byte, size)
	for i := range data {
		data[i] = byte(d.random.Uint32())
	}
	return data
}

func (d *dialogue) happens(chance float64) bool { return d.random.Float64() < chance }

// tag sets the entity tag for an answer.
func (d *dialogue) tag(q asked) {
	switch version := len(d.versions); d.tags {
	case "strong":
		d.etag = strconv.Quote(strconv.Itoa(version))
	case "weak":
		d.etag = fmt.Sprintf(`W/"%d"`, version)
	case "changing":
		d.etag = strconv.Quote(strconv.Itoa(q.no * 1000))
	case "none":
		d.etag = ""
	case "constant":
		d.etag = `"a"`
	}
}

// reply draws an answer.
func (d *dialogue) reply(o *odd, q asked) reply {
	p := d.draw(o, q)
	d.said = append(d.said, fmt.Sprintf("-> %d %v, %d of %d", p.status, p.header, len(p.body), p.length))
	return p
}

func (d *dialogue) draw(o *odd, q asked) reply {
	if d.happens(d.changes) && len(d.versions) < 4 {
		// bytes from the beginning on
		same := d.random.IntN(2) * d.random.IntN(len(d.data))
		// only its tag shows a change in the middle
		if isSaid := d.tags == "strong" || d.tags == "weak"; isSaid && d.random.IntN(2) == 0 {
			d.data = slices.Concat(d.data[:same], d.content(1000), d.data[min(same+1000, len(d.data)):])
		} else {
			d.data = slices.Concat(d.data[:same], d.content(20_000+d.random.IntN(100_000)))
		}
		d.versions = append(d.versions, d.data)
	}
	d.tag(q)
	if d.happens(d.fails) {
		status := []int{0, 400, 404, 500, 503, 503}[d.random.IntN(6)]
		return reply{status, []string{"Retry-After: 1"}, 0, nil}
	}
	p, isPart := o.right(q), q.from >= 0
	switch {
	case isPart && d.happens(d.ignores):
		p = o.all()
	case isPart && d.happens(d.wrongs) && q.from < len(d.data):
		p = wrongParts[d.wrong[d.random.IntN(len(d.wrong))]](o, q)
	}
	if p.status == 200 && d.happens(d.packs) {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		_, _ = z.Write(p.body)
		_ = z.Close()
		p.header = append(p.header, "Content-Encoding: gzip")
		p.body, p.length = packed.Bytes(), packed.Len()
	} else if p.status == 200 && d.happens(d.lengths) {
		p = d.wrongLength(p)
	}
	if len(p.body) > 0 && p.length != -2 && d.happens(d.cuts) {
		p = p.cut(d.random.IntN(len(p.body)))
	}
	return p
}

// wrongLength draws another length for an answer.
func (d *dialogue) wrongLength(p reply) reply {
	switch d.random.IntN(4) {
	case 0:
		p.length += 1 + d.random.IntN(len(p.body))
	case 1:
		p.length = len(p.body) - 1 - d.random.IntN(len(p.body)/5)
		d.stated[p.length] = true
	case 2:
		p.length = -1
	case 3:
		if p.length = -2; d.endsWell != nil && d.happens(d.cuts) {
			p.body = p.body[:d.random.IntN(len(p.body))]
		}
	}
	return p
}

// ask asks the server, and counts requests that are repeated while no byte comes.
func (d *dialogue) ask(ask Opener) Opener {
	return func(ctx context.Context, r service.Resume) (*service.Download, error) {
		p := d.transfer.Progress()
		if p.Arrived > d.most || p.Restarts != d.restarts {
			d.same, d.most, d.restarts = nil, p.Arrived, p.Restarts
		}
		if d.same == nil {
			d.same = map[string]int{}
		}
		name := fmt.Sprint(r.From, r.Known.ETag)
		d.mu.Lock()
		d.said = append(d.said, fmt.Sprintf("\n%d of %d: %s", p.Arrived, p.Size, name))
		d.mu.Unlock()
		d.same[name]++
		if n := d.same[name]; n > mostTries || n > 3 && r.From > 0 {
			d.t.Errorf("%d times asked from %s", n, name)
		}
		if d.requests++; d.requests > 1000 {
			d.t.Errorf("%d requests", d.requests)
			<-ctx.Done()
		}
		return ask(ctx, r)
	}
}

// listen reads here and there, until the transfer ends.
func (d *dialogue) listen(ask Opener) {
	d.same, d.most = nil, d.transfer.Progress().Arrived
	r := d.transfer.Read(ask)
	defer func() {
		_ = r.Close()
		synctest.Wait()
	}()
	for range d.reader.IntN(4) {
		ctx, cancel := context.WithTimeout(d.t.Context(), time.Duration(d.reader.IntN(5000))*time.Millisecond)
		_ = r.Wait(ctx, int64(d.reader.IntN(180_000)))
		cancel()
	}
	ctx, cancel := context.WithTimeout(d.t.Context(), 2*time.Hour)
	defer cancel()
	if err := d.transfer.Wait(ctx); ctx.Err() != nil {
		d.t.Errorf("it loads without an end: %+v, %v", d.transfer.Progress(), err)
	}
}

// isOf reports whether bytes are a recording that the server had, or as much of one as it said.
func (d *dialogue) isOf(got []byte) bool {
	return slices.ContainsFunc(d.versions, func(v []byte) bool {
		return bytes.Equal(v, got) || d.stated[len(got)] && bytes.HasPrefix(v, got)
	})
}

// run plays the dialogue, in which the server becomes good at last.
func (d *dialogue) run(path string) {
	outer := d.t
	defer func() {
		if outer.Failed() { // serve does not return then
			outer.Logf("wrong %.2f %q, ignores %.2f, fails %.2f, cuts %.2f, lengths %.2f, packs %.2f, changes %.2f, "+
				"%s: %v", d.wrongs, d.wrong, d.ignores, d.fails, d.cuts, d.lengths, d.packs, d.changes, d.tags, d.said)
		}
	}()
	d.serve(d.t, func(t *testing.T, ask Opener) {
		d.t = t
		open := func() {
			tr := testkit.Must(OpenTransfer(path))(t)
			tr.endsWell, d.transfer = d.endsWell, tr
		}
		open()
		for range 1 + d.reader.IntN(3) {
			d.listen(d.ask(ask))
			if d.reader.IntN(2) == 0 {
				_ = d.transfer.Close()
				open()
			}
		}
		stored := d.transfer.Progress().Whole
		d.become(func(o *odd, q asked) reply {
			d.tag(q)
			return o.right(q)
		})
		d.listen(d.ask(ask))
		got, err := os.ReadFile(path)
		if p := d.transfer.Progress(); err != nil || !p.Whole {
			t.Errorf("%+v, %v", p, err)
		} else if !stored && !bytes.Equal(got, d.data) || !d.isOf(got) {
			t.Errorf("%d bytes, not the server's %d; stored before: %v", len(got), len(d.data), stored)
		}
		_ = d.transfer.Close()
	})
}

// TestDialogues fetches recordings from servers that answer at random, each drawn from a seed. SEXTANT_SEEDS is the
// number of seeds, and SEXTANT_SEED the only one to run. When the server has become good, the recording comes whole.
func TestDialogues(t *testing.T) {
	number := func(name string, usual uint64) uint64 {
		if n, err := strconv.ParseUint(os.Getenv(name), 10, 64); err == nil {
			return n
		}
		return usual
	}
	first, last := uint64(1), number("SEXTANT_SEEDS", 200)
	if only := number("SEXTANT_SEED", 0); only > 0 {
		first, last = only, only
	}
	dir := t.TempDir()
	memory := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, failed := memory(), 0
	for seed := first; seed <= last; seed++ {
		folder := filepath.Join(dir, strconv.FormatUint(seed, 10))
		isRight := t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			newDialogue(t, seed).run(filepath.Join(folder, "one.mp3"))
		})
		_ = os.RemoveAll(folder)
		if failed++; isRight {
			failed--
		} else if t.Logf("SEXTANT_SEED=%d go test ./app/sound/recordings -run TestDialogues", seed); failed >= 5 {
			t.FailNow()
		}
	}
	if after := memory(); after > before+32<<20 {
		t.Errorf("%d bytes are in use, %d before", after, before)
	}
}
