package relay

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"sextant/app/service"
	"sextant/app/sound/recordings"
	"sextant/app/testkit"
)

// TestWrongLengthEndsThroughRelay has a service whose length of a recording is too large: a client of the relay gets
// all of it, its true end, and no wait without an end, also where it seeks beyond.
func TestWrongLengthEndsThroughRelay(t *testing.T) {
	r := newRig(t, nil)
	sound := bytes.Repeat([]byte("\xff\xfb\x90\x64 a little sound"), 10_000)
	r.upstream.demo = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "audio/mpeg")
		w.Header().Set("Content-Length", fmt.Sprint(len(sound)*6/5))
		_, _ = w.Write(sound)
	})
	c := testkit.Must(service.New(service.Config{BaseURL: r.server.URL, Now: time.Now}))(t)
	defer c.Close()
	tr := testkit.Must(recordings.OpenTransfer(filepath.Join(t.TempDir(), "one.mp3")))(t)
	defer tr.Close()
	rec := tr.Read(func(ctx context.Context, resume service.Resume) (*service.Download, error) {
		return c.Download(ctx, "1003", resume)
	})
	if got, err := io.ReadAll(rec); err != nil || !bytes.Equal(got, sound) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if err := tr.Wait(t.Context()); err != nil || !tr.Progress().Shorter {
		t.Errorf("%+v, %v", tr.Progress(), err)
	}
	if _, err := rec.Seek(int64(len(sound))*11/10, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if n, err := rec.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		t.Errorf("%d bytes beyond the end, %v", n, err)
	}
}
