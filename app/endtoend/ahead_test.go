package endtoend

import (
	"net/http"
	"sextant/app/testkit/servicetest"
	"testing"
	"time"
)

// TestAhead types the number of a linked page when the service can give no answer any more: the page is
// there, because it was fetched ahead.
func TestAhead(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	e := newEditor(t)
	service := serve(t, after(300*time.Millisecond, e))
	s := d.start(t, nil, service.options()...)
	s.untilPicture(e.picture(100, 1), plain)
	s.untilPictureStored(storePath(d.dir, service), e, 102)
	before := service.Hold()
	s.until("the last answers", func() bool { return len(service.Answered()) == before })
	s.typed("102")
	s.untilTitle("102")
	s.untilPicture(e.picture(102, 1), plain)
	if n := len(service.Answered()); n != before {
		t.Fatalf("the service gave %d answers while it held them back", n-before)
	}
	for _, path := range []string{servicetest.DocumentPath(102), servicetest.PicturePath(102, 1)} {
		if n := service.Count(path); n != 1 {
			t.Errorf("%s was asked for %d times", path, n)
		}
	}
	service.Release()
	s.quit()
}

// after answers as another does, but only after a time.
func after(d time.Duration, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(d)
		h.ServeHTTP(w, r)
	})
}
