package endtoend

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sextant/app/testkit/race"
)

// TestCrash makes the program crash while its window is open. The next start reports it, and a run that ends normally
// leaves nothing.
func TestCrash(t *testing.T) {
	race.Skip(t, "what the program does at the same time is tried elsewhere")
	t.Parallel()
	d := newDisplay(t)
	s := d.start(t, nil)
	if err := s.cmd.Process.Signal(syscall.SIGQUIT); err != nil {
		t.Fatal(err)
	}
	<-s.ended
	s = d.start(t, nil)
	var report string
	s.until("the report", func() bool {
		_, report, _ = strings.Cut(s.out.String(), "it crashed; see ")
		return strings.HasSuffix(report, "\n")
	})
	text, err := os.ReadFile(strings.TrimSuffix(report, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"Sextant ", "SIGQUIT", "goroutine ", " start\n", " the service is open\n"} {
		if !strings.Contains(string(text), part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
	_ = s.cmd.Process.Signal(os.Interrupt)
	<-s.ended
	if all, err := filepath.Glob(filepath.Join(profile(d.dir), "crashes", "*")); err != nil || len(all) != 1 {
		t.Errorf("in the end there are %q, %v", all, err)
	}
}
