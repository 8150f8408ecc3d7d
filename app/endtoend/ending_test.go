package endtoend

import (
	"syscall"
	"testing"

	"sextant/app/testkit"
	"sextant/app/testkit/servicetest"
)

// TestEnding ends the program in all ways while it waits for something: always with status 0, and with nothing left
// behind.
func TestEnding(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	d := newDisplay(t)
	for _, c := range []struct {
		name string
		wait func(s *session, service *service, home *picture)
		end  func(s *session)
	}{
		{"window closed while a page is awaited", awaitPage, func(s *session) { s.press("Alt+F4") }},
		{"terminated while a list is awaited", awaitList, func(s *session) {
			_ = s.cmd.Process.Signal(syscall.SIGTERM)
		}},
		{"quit while a recording is awaited", awaitRecording, (*session).quit},
	} {
		t.Run(c.name, func(t *testing.T) {
			service, picture := serveDemo(t)
			d.dir = shortDir(t) // a new profile
			s := d.start(t, alsaDevice(t, d.dir, "{ type null }"), service.options()...)
			s.untilPicture(picture(100, 1), plain)
			c.wait(s, service, picture(100, 1))
			c.end(s)
			s.expectEnd()
		})
	}
}

func awaitPage(s *session, service *service, _ *picture) {
	service.Hold()
	s.typed("300")
	s.until("both requests", func() bool {
		return service.Count(servicetest.DocumentPath(300)) > 0 && service.Count(servicetest.PicturePath(300, 1)) > 0
	})
}

func awaitList(s *session, service *service, _ *picture) {
	service.Hold()
	s.press("Ctrl+M")
	s.until("the request", func() bool { return service.Count("/v1/downloads.json") > 0 })
}

func awaitRecording(s *session, service *service, home *picture) {
	s.press("Ctrl+M")
	s.untilPicture(home, withDownloads)
	s.untilNew(firstRow)
	service.Hold()
	s.clickAt(panelWidth/2, firstRow+rowHeight/2)
	s.until("the request", func() bool { return service.Count("/v1/download/7-1001.mp3") > 0 })
}
