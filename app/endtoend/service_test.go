package endtoend

import (
	"net/http"
	"testing"

	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
)

// A service is a service that the program is configured with.
type service struct{ *servicetest.Service }

// serve starts a service that ends with the test.
func serve(t *testing.T, handler http.Handler) *service {
	t.Helper()
	return &service{servicetest.Serve(t, handler)}
}

// options returns the options that make the program use the service.
func (s *service) options() []string {
	return []string{"--base-url", s.URL, "--media-base-url", s.URL}
}

// serveDemo starts the demo service, and returns a function for its pictures.
func serveDemo(t *testing.T) (s *service, picture func(page, subpage int) *picture) {
	t.Helper()
	handler := servicetest.Demo(t)
	return serve(t, handler), pictures(t, handler)
}

// pictures returns a function for the pictures of a handler, which does not count as requests to the service.
func pictures(t *testing.T, handler http.Handler) func(page, subpage int) *picture {
	known := map[string]*picture{}
	return func(page, subpage int) *picture {
		t.Helper()
		at := teletext.Address(page, subpage)
		if known[at] == nil {
			known[at] = newPicture(t, at, servicetest.Answer(t, handler, servicetest.PicturePath(page, subpage)))
		}
		return known[at]
	}
}

// A failing service is the demo, unless another answer is set.
type failing struct {
	*service
	*servicetest.Failing
}

func serveFailing(t *testing.T) (f *failing, picture func(page, subpage int) *picture) {
	t.Helper()
	handler := &servicetest.Failing{Handler: servicetest.Demo(t)}
	return &failing{serve(t, handler), handler}, pictures(t, handler.Handler)
}
