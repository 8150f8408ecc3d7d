// Package diagnose records failures, without secrets: in the log of --log, and in crash reports.
//
// No code of the program runs any more during a crash, so its file is prepared at the start: it has a header, a ring
// buffer of the last events, and an end to which the runtime appends its trace. A program that ends normally removes
// its file. Of a file that is left with a trace, the next start makes a readable report.
package diagnose

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"sextant/app/files"
)

// The parts of the file of a running program.
const (
	events      = 200
	recordBytes = 160 // the size of an event, with its line feed
	eventsTitle = "\nThe last events, each in the place of the oldest one:\n"
	traceTitle  = "\nWhat the runtime said of a crash:\n"
)

// stamp is the layout of times, all in UTC.
const stamp = "2006-01-02T15:04:05.000Z"

// patience is how long Note may wait for the disk.
const patience = 10 * time.Millisecond

// A Recorder has the file of the running program. Its methods may be called on any goroutine; those of a nil Recorder
// do nothing.
type Recorder struct {
	now   func() time.Time
	file  *os.File // locked
	dir   string
	start int64         // the offset of the events in the file
	waits time.Duration // how long Note waits for the disk at most

	events chan event
	ended  chan struct{} // closed by End
	done   chan struct{} // closed when writeEvents has returned

	mu      sync.Mutex
	secrets secrets
}

// An event is queued for writing.
type event struct {
	at      time.Time
	text    string
	written chan struct{}
}

// Begin creates a file for this run in the folder dir, which is created if necessary; program is its first line. Of the
// files that were left there, it keeps ten for Tidy. The error is that of the file system: then crashes are not
// recorded, but the program can run.
func Begin(dir, program string, now func() time.Time) (*Recorder, error) {
	r := &Recorder{
		now: now, dir: dir, secrets: hiding(nil), waits: patience,
		events: make(chan event, events), ended: make(chan struct{}), done: make(chan struct{}),
	}
	if err := r.openFile(program); err != nil {
		return nil, fmt.Errorf("a crash would leave no report: %w", err)
	}
	go r.writeEvents()
	return r, nil
}

// openFile creates the file and passes it to the runtime.
func (r *Recorder) openFile(program string) (err error) {
	if err := os.MkdirAll(r.dir, 0o700); err != nil {
		return err
	}
	forgetLeft(r.dir, mostKept)
	if r.file, err = create(r.dir); err != nil {
		return err
	}
	head := fmt.Sprintf("%s\n%s/%s, %s, %d processors\nprocess %d, started %s\n%s",
		program, runtime.GOOS, runtime.GOARCH,
		runtime.Version(), runtime.NumCPU(), os.Getpid(), r.now().UTC().Format(stamp), eventsTitle)
	r.start = int64(len(head))
	blank := strings.Repeat(strings.Repeat(" ", recordBytes-1)+"\n", events)
	if _, err = r.file.WriteAt([]byte(head+blank+traceTitle), 0); err == nil {
		err = catch(r.file.Name())
	}
	if err != nil {
		discard(r.file)
	}
	return err
}

// create creates a locked file.
func create(dir string) (*os.File, error) {
	for range 100 {
		f, err := os.CreateTemp(dir, leftPrefix+"*"+extension)
		if err != nil {
			return nil, err
		}
		// Before it was locked, another program may have taken it for one that was left.
		if info, err := f.Stat(); err == nil && files.Lock(f) && files.IsAt(f.Name(), info) {
			return f, nil
		}
		_ = f.Close()
	}
	return nil, errors.New("other programs remove its file")
}

// catch makes the runtime append its trace to a file, by a handle opened with O_APPEND.
func catch(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	defer f.Close() // the runtime has duplicated the handle
	return debug.SetCrashOutput(f, debug.CrashOptions{})
}

// Hide adds secrets that must not be in reports. Those shorter than four bytes are ignored, because they occur
// everywhere. Credentials in addresses are always hidden.
func (r *Recorder) Hide(more ...string) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.secrets = hiding(append(r.secrets.known, more...))
}

// Redact returns a text without secrets.
func (r *Recorder) Redact(text string) string {
	if r == nil {
		return hiding(nil).replace(text)
	}
	return r.hidden().replace(text)
}

func (r *Recorder) hidden() secrets {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.secrets
}

// Note records an event with the time. It returns when the event is in the file, or after patience if the disk hangs;
// events that cannot be queued then are dropped.
func (r *Recorder) Note(format string, args ...any) {
	if r == nil {
		return
	}
	slog.Info(fmt.Sprintf(format, args...))
	e := event{r.now(), r.hidden().replace(fmt.Sprintf(format, args...)), make(chan struct{})}
	select {
	case r.events <- e:
	default:
		return
	}
	enough := time.NewTimer(r.waits)
	defer enough.Stop()
	select {
	case <-e.written:
	case <-enough.C:
	case <-r.done:
	}
}

// writeEvents writes events until End.
func (r *Recorder) writeEvents() {
	defer close(r.done)
	for n := int64(0); ; n++ {
		select {
		case <-r.ended:
			return
		case e := <-r.events:
			_, _ = r.file.WriteAt(record(n, e), r.start+n%events*recordBytes) // a full disk is reported elsewhere
			close(e.written)
		}
	}
}

// record returns the line of an event with its number, cut or padded to recordBytes.
func record(n int64, e event) []byte {
	text := strings.Map(func(c rune) rune {
		if c < ' ' || c == 0x7F || c == utf8.RuneError {
			return ' '
		}
		return c
	}, e.text)
	line := fmt.Appendf(nil, "%d %s %s", n, e.at.UTC().Format(stamp), text)
	end := min(len(line), recordBytes-1)
	for end < len(line) && !utf8.RuneStart(line[end]) {
		end--
	}
	return append(append(line[:end:end], strings.Repeat(" ", recordBytes-1-end)...), '\n')
}

// End removes the file when the program ends normally. It is called once. It must not be deferred, because then it
// would also run in a panic, before the runtime's trace.
func (r *Recorder) End() {
	if r == nil {
		return
	}
	_ = debug.SetCrashOutput(nil, debug.CrashOptions{}) // cannot fail for nil
	close(r.ended)
	<-r.done
	discard(r.file)
}

// discard removes a file and closes it. It stays locked until it is removed, except on Windows, where open files cannot
// be removed.
func discard(f *os.File) {
	err := os.Remove(f.Name())
	_ = f.Close()
	if err != nil {
		_ = os.Remove(f.Name()) // if it fails, the next start removes it
	}
}

// isOwn reports whether a path is that of the file of this run.
func (r *Recorder) isOwn(path string) bool {
	return filepath.Base(path) == filepath.Base(r.file.Name())
}
