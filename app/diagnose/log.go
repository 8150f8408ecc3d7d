package diagnose

import (
	"cmp"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"sextant/app/files"
	"sextant/app/say"
)

// mostBytes is the limit of the file. A full one is renamed to FILE.1, and a new one started.
const mostBytes = 10 << 20

// LogLevels returns the names of the levels, the most verbose first.
func LogLevels() []string { return []string{"debug", "info", "warn", "error"} }

// KeepLog sets the default logger to one that writes to a file, empty for none, from a level on, empty for info. name
// is that of the program.
func KeepLog(path, level, name string, redact func(string) string) error {
	if path == "" {
		slog.SetDefault(slog.New(slog.DiscardHandler))
		return nil
	}
	log, err := OpenLog(path, cmp.Or(level, "info"), redact)
	if err == nil {
		slog.SetDefault(log.With("process", os.Getpid()))
		slog.Info(name, "system", runtime.GOOS+"/"+runtime.GOARCH)
	}
	return err
}

// OpenLog returns a logger that writes to a file, or for "-" to standard error. Each line passes through redact, which
// removes secrets. It fails for an invalid level, and for a file that cannot be written.
func OpenLog(path, level string, redact func(string) string) (*slog.Logger, error) {
	least, err := parseLevel(level)
	if err != nil {
		return nil, err
	}
	w := &writer{path: path, redact: redact, to: os.Stderr}
	if path != "-" {
		if err := w.openFile(); err != nil {
			return nil, say.Wrap(err, "log.unopened")
		}
	}
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: least})), nil
}

// CheckLogLevel fails for an invalid level.
func CheckLogLevel(level string) error {
	_, err := parseLevel(level)
	return err
}

func parseLevel(level string) (l slog.Level, err error) {
	if !slices.Contains(LogLevels(), strings.ToLower(level)) || l.UnmarshalText([]byte(level)) != nil {
		return l, say.Error("log.noLevel", "Level", strconv.Quote(level), "Levels", strings.Join(LogLevels(), ", "))
	}
	return l, nil
}

// A writer writes lines without secrets. It is safe for concurrent use.
type writer struct {
	path   string
	redact func(string) string

	mu      sync.Mutex
	to      io.Writer
	file    *os.File // nil for standard error
	size    int64
	bounded bool
}

// openFile opens the file at its end. It does not wait for the reader of a pipe. Pipes and devices have no limit.
func (w *writer) openFile() error {
	if info, err := os.Stat(w.path); err == nil && info.Mode().Type() == fs.ModeNamedPipe {
		return say.Error("log.pipe", "File", w.path)
	}
	f, err := os.OpenFile(w.path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	w.to, w.file, w.size, w.bounded = f, f, info.Size(), info.Mode().IsRegular()
	return nil
}

func (w *writer) Write(line []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	clean := w.redact(string(line))
	if w.bounded && w.size+int64(len(clean)) > mostBytes {
		w.startFile()
	}
	n, err := io.WriteString(w.to, clean)
	w.size += int64(n)
	return len(line), err
}

// startFile renames the full file, unless another program has, and starts a new one. If it cannot be renamed, it grows
// further; if none can be started, the reason is written to standard error. The file is closed first, because not every
// system can rename an open one.
func (w *writer) startFile() {
	mine, err := w.file.Stat()
	_ = w.file.Close()
	if now, other := os.Stat(w.path); err == nil && other == nil && os.SameFile(mine, now) {
		_ = files.Rename(w.path, w.path+".1")
	}
	if w.openFile() != nil {
		w.to, w.file, w.bounded = os.Stderr, nil, false
	}
}
