package endtoend

import (
	"encoding/binary"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
	"sextant/app/testkit/servicetest"
)

// endless serves a recording repeatedly, as one long recording, at a rate.
type endless struct {
	data   []byte
	size   int64
	second int // bytes
	sent   atomic.Int64
}

func (e *endless) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a := &servicetest.Reply{W: w, R: r}
	from := int64(a.From())
	w.Header().Set("Content-Type", "audio/mpeg")
	w.Header().Set("Content-Length", fmt.Sprint(e.size-from))
	if from > 0 {
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, e.size-1, e.size))
		w.WriteHeader(http.StatusPartialContent)
	}
	const perSecond = 50
	for at := from; at < e.size && r.Context().Err() == nil; {
		for end := min(at+int64(e.second/perSecond), e.size); at < end; {
			part := e.data[at%int64(len(e.data)):]
			part = part[:min(int64(len(part)), end-at)]
			a.Send(part)
			at += int64(len(part))
			e.sent.Add(int64(len(part)))
		}
		a.Wait(time.Second / perSecond)
	}
}

// TestListeningAt4K listens to a recording while pages turn in a window of 3840x2160, and while the next recording is
// downloaded at the speed of a fast line: there is no gap, neither in the tones nor between the two recordings.
func TestListeningAt4K(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "it hears in real time")
	const width, height = 3840, 2160
	ear, env := newEar(t)
	d := newDisplayOf(t, width, height)
	tones := tune[:6]
	large := &endless{data: otherTune.encode(t), size: 1 << 30, second: 4 << 20}
	service, _ := serveJukebox(t,
		record{"tones", "", tones.lasts(), plays(tones.encode(t))},
		record{"large", "", time.Hour, large.ServeHTTP})
	withWindow(t, d, width, height)
	s := openJukebox(t, d, append(env, unhurried), service, nil)
	if size := s.bounds().Size(); size.X < width*95/100 || size.Y < height*95/100 {
		t.Fatalf("the window has %v", size)
	}
	drawn := s.watchDrawing()
	stop := s.turnPages(150 * time.Millisecond)
	defer stop()
	frames, bytes := drawn(), large.sent.Load()
	rec := s.hearFirst(ear)
	frames, bytes = drawn()-frames, large.sent.Load()-bytes
	t.Logf("%d times something was drawn, and %d MB came, in %v", frames, bytes>>20, tones.lasts())
	if frames < 10 || bytes < 10<<20 {
		t.Errorf("that is too little to disturb anything")
	}
	if err := withoutGap(rec, tones); err != nil {
		t.Error(err)
	}
	stop()
	s.quit()
}

// hearFirst plays the first recording until the next one is heard.
func (s *session) hearFirst(ear *ear) *recording {
	s.t.Helper()
	rec := ear.record()
	s.playFirst()
	s.until("the recording that follows", func() bool {
		heard := rec.latest(2 * time.Second)
		n := len(heard)
		return n > 1 && heard[n-2].tone == "440 both" &&
			heard[n-1].tone == "880 both" && heard[n-1].lasts > 200*time.Millisecond
	})
	rec.stop()
	return rec
}

// withoutGap returns an error if the sound differs from a melody and the start of another.
func withoutGap(rec *recording, m melody) error {
	heard := trimmed(rec.stretches())
	if err := compare(heard[:len(heard)-1], m.from(0)); err != nil {
		return err
	}
	if gap := longestGap(rec.Bytes()); gap > 5*time.Millisecond {
		return fmt.Errorf("a gap of %v", gap)
	}
	return nil
}

// turnPages turns pages forward and back until stop is called, at least once.
func (s *session) turnPages(every time.Duration) (stop func()) {
	enough, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(every)
		defer tick.Stop()
		for i := 0; ; i++ {
			select {
			case <-enough:
				return
			case <-tick.C:
				s.press([]string{"Right", "Left"}[i/8%2])
			}
		}
	}()
	return sync.OnceFunc(func() {
		close(enough)
		<-ended
	})
}

// longestGap returns the longest silence between sounds.
func longestGap(pcm []byte) time.Duration {
	const quiet = 300
	longest, silent, heard := 0, 0, false
	for ; len(pcm) >= 4; pcm = pcm[4:] {
		if sample := int16(binary.LittleEndian.Uint16(pcm)); -quiet < sample && sample < quiet {
			silent++
			continue
		}
		if heard {
			longest = max(longest, silent)
		}
		heard, silent = true, 0
	}
	return time.Duration(longest) * time.Second / soundRate
}
