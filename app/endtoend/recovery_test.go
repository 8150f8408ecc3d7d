package endtoend

import (
	"os"
	"strings"
	"testing"
)

// keepPicture keeps a picture of the screen to see what a test saw.
func keepPicture(t *testing.T, s *session, name string) {
	t.Helper()
	if os.Getenv("SEXTANT_SHOTS") != "" {
		whole := s.t
		s.t = t
		t.Log(name + strings.TrimPrefix(s.keepShot(), ";"))
		s.t = whole
	}
}
