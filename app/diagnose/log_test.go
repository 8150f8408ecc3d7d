package diagnose

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"sextant/app/testkit"
)

func open(t *testing.T, level string) (path string, log func(format string, args ...any)) {
	t.Helper()
	dir := testkit.Must(os.MkdirTemp("", "log"))(t)
	// The log stays open, and Windows does not remove open files.
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	path = filepath.Join(dir, "log")
	l := testkit.Must(OpenLog(path, level, func(s string) string { return strings.ReplaceAll(s, "s3cret", "***") }))(t)
	return path, func(format string, args ...any) { l.Info(fmt.Sprintf(format, args...)) }
}

// TestJournal checks that lines of a level are appended without secrets, and that only the user can read the file.
func TestJournal(t *testing.T) {
	path, log := open(t, "info")
	log("the key is %s", "s3cret")
	again := testkit.Must(OpenLog(path, "warn", func(s string) string { return s }))(t)
	again.Info("nothing of this")
	again.Warn("but of this")
	data, _ := os.ReadFile(path)
	text := string(data)
	if strings.Contains(text, "s3cret") || !strings.Contains(text, "the key is ***") ||
		strings.Contains(text, "nothing") || !strings.Contains(text, "but of this") {
		t.Errorf("%s", text)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
		t.Errorf("%v, %v", info, err)
	}
	for _, bad := range [][2]string{{path, "loud"}, {filepath.Join(path, "below"), "info"}} {
		if _, err := OpenLog(bad[0], bad[1], nil); err == nil {
			t.Errorf("%v is opened", bad)
		}
	}
}

// TestJournalIsBounded writes more than the limit of the file. The last lines must be there, and at most twice the
// limit in all.
func TestJournalIsBounded(t *testing.T) {
	path, log := open(t, "info")
	long := strings.Repeat("x", 64<<10)
	var all sync.WaitGroup
	for i := range 400 {
		all.Go(func() { log("%d %s", i, long) })
	}
	all.Wait()
	log("the last")
	data, _ := os.ReadFile(path)
	before, _ := os.ReadFile(path + ".1")
	if !strings.HasSuffix(strings.TrimSpace(string(data)), `msg="the last"`) ||
		len(data) > mostBytes || len(before) > mostBytes || len(before) == 0 {
		t.Errorf("%d and %d bytes", len(data), len(before))
	}
}
