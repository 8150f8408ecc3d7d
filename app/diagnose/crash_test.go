package diagnose

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"sextant/app/testkit"
)

// The key has characters that are written differently in an address or a quotation.
const secret = `Kp7/vX+q2=zR9&w"Tn`

// TestMain is also the program that crashes, if the environment has a folder and a way.
func TestMain(m *testing.M) {
	dir, way := os.Getenv("SEXTANT_CRASH_DIR"), os.Getenv("SEXTANT_CRASH_WAY")
	if dir == "" {
		os.Exit(m.Run())
	}
	r, err := Begin(dir, "Sextant 9.8", time.Now)
	if err != nil {
		fmt.Println(err)
		os.Exit(3)
	}
	r.waits = time.Minute // a busy computer is slower than a healthy disk
	r.Hide(secret)
	for i := range 250 {
		r.Note("page %d", 100+i)
	}
	r.Note("opened http://localhost/123.json?app_id=me&app_key=%s", secret)
	r.Note("long %s%s", strings.Repeat("ä", 59), secret) // the record ends within the key
	crashBy(way, r)
}

// crashBy ends the program in the given way.
func crashBy(way string, r *Recorder) {
	switch way {
	case "panic":
		go func() {
			panic(
				errors.New("no address like app_key=" + secret + " nor " +
					strings.ToLower("Kp7%2FvX%2Bq2%3DzR9%26w%22Tn")))
		}()
	case "fatal error":
		m := map[int]int{}
		var mu sync.Mutex
		mu.Lock()
		for range 4 {
			go func() {
				for i := 0; ; i++ {
					m[i%10] = i
				}
			}()
		}
	case "nil":
		go func() { *(*int)(nil) = 1 }()
	case "deferred":
		defer fmt.Println("a deferred function runs")
		panic("at the end")
	case "end":
		r.End()
		r.Note("after the end")
		os.Exit(0)
	}
	fmt.Println("running")
	time.Sleep(time.Minute)
	os.Exit(4)
}

// child returns the command that starts the crashing program.
func child(t *testing.T, dir, way string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "SEXTANT_CRASH_DIR="+dir, "SEXTANT_CRASH_WAY="+way)
	return c
}

// running starts a child and waits until it has noted its events.
func running(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	c := child(t, dir, "")
	out := testkit.Must(c.StdoutPipe())(t)
	testkit.NoError(t, c.Start())
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "running\n" {
		t.Fatalf("%q, %v", line, err)
	}
	return c
}

// recorder starts a Recorder in this process.
func recorder(t *testing.T, dir string) *Recorder {
	t.Helper()
	r := testkit.Must(Begin(dir, "Sextant", time.Now))(t)
	t.Cleanup(r.End)
	r.Hide(secret)
	return r
}

// expectReport tidies, and returns the only report.
func expectReport(t *testing.T, r *Recorder) string {
	t.Helper()
	reports, err := r.Tidy()
	if err != nil || len(reports) != 1 {
		t.Fatalf("%q, %v", reports, err)
	}
	if info, err := os.Stat(reports[0]); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	data := testkit.Must(os.ReadFile(reports[0]))(t)
	if n := len(named(r.dir, leftPrefix)); n != 1 {
		t.Errorf("%d files of running programs", n)
	}
	return string(data)
}

// checkReport checks that a report has its parts in order, and no secrets.
func checkReport(t *testing.T, text, trace string) {
	t.Helper()
	rest := text
	for _, part := range []string{
		"Sextant 9.8\n", runtime.Version(), trace, "goroutine ", "\nThe last events, the oldest first:\n",
		" page 152\n", " page 153\n", " page 349\n", " opened ", " long ä",
	} {
		var found bool
		if _, rest, found = strings.Cut(rest, part); !found {
			t.Errorf("no %q, or not in its place", part)
		}
	}
	if strings.Contains(text, " page 151\n") {
		t.Error("there is an event that has been overwritten")
	}
	for _, part := range []string{"Kp7", "kp7", "zR9", "Tn", "app_id=me"} {
		if strings.Contains(text, part) {
			t.Errorf("%q is in it", part)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
}

// TestCrashes lets programs crash. After a fatal error, the runtime writes the trace to the file, but the sentence
// before it only to standard error.
func TestCrashes(t *testing.T) {
	for way, trace := range map[string]string{
		"panic": "panic: ", "fatal error": "maps.fatal(", "nil": "nil pointer dereference",
		"deferred": "panic: at the end",
	} {
		t.Run(way, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "[crashes]") // special characters in a pattern
			if out, err := child(t, dir, way).CombinedOutput(); err == nil {
				t.Fatalf("it ended well: %s", out)
			}
			left, err := os.ReadFile(named(dir, leftPrefix)[0])
			if err != nil || !strings.Contains(string(left), trace) || strings.Count(string(left), "\x00") > 0 {
				t.Errorf("%v; what is left is no text:\n%s", err, left)
			}
			checkReport(t, expectReport(t, recorder(t, dir)), trace)
		})
	}
}

// TestSignals ends programs by signals.
func TestSignals(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no signals")
	}
	for _, s := range []syscall.Signal{syscall.SIGABRT, syscall.SIGSEGV, syscall.SIGQUIT} {
		t.Run(s.String(), func(t *testing.T) {
			dir := t.TempDir()
			c := running(t, dir)
			testkit.NoError(t, c.Process.Signal(s))
			_ = c.Wait()
			checkReport(t, expectReport(t, recorder(t, dir)), "SIG")
		})
	}
}

// TestKilled checks that neither a killed program nor one that ended normally has a report, and that their files are
// removed.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	c := running(t, dir)
	_ = c.Process.Kill()
	_ = c.Wait()
	if n := len(named(dir, leftPrefix)); n != 1 {
		t.Errorf("%d files are left", n)
	}
	if out, err := child(t, dir, "end").CombinedOutput(); err != nil {
		t.Errorf("%s, %v", out, err)
	}
	r := recorder(t, dir)
	if reports, err := r.Tidy(); err != nil || len(reports) > 0 {
		t.Errorf("%q, %v", reports, err)
	}
	if all, _ := os.ReadDir(dir); len(all) != 1 {
		t.Errorf("the folder has %v", all)
	}
}

// TestTwoPrograms runs two programs with the same folder. Each must leave the other's file alone.
func TestTwoPrograms(t *testing.T) {
	dir := t.TempDir()
	other := running(t, dir)
	r := recorder(t, dir)
	for range 2 * mostKept {
		forgetLeft(dir, 0)
		if reports, err := r.Tidy(); err != nil || len(reports) > 0 {
			t.Errorf("%q, %v", reports, err)
		}
	}
	if n := len(named(dir, leftPrefix)); n != 2 {
		t.Errorf("%d files of two programs", n)
	}
	if runtime.GOOS == "windows" {
		return
	}
	_ = other.Process.Signal(syscall.SIGQUIT)
	_ = other.Wait()
	checkReport(t, expectReport(t, r), "SIGQUIT")
}

// crashed writes the file of a crashed program.
func crashed(t *testing.T, dir, name, trace string, at time.Time) {
	t.Helper()
	path := filepath.Join(dir, leftPrefix+name+extension)
	content := "Sextant\n" + eventsTitle + string(record(0, event{at: at, text: "start"})) + traceTitle + trace
	testkit.NoError(t, errors.Join(os.WriteFile(path, []byte(content), 0o600), os.Chtimes(path, at, at)))
}

// TestCaught writes the reports of panics that the program survives. They have the events and the stack, no secrets,
// and the ten newest stay. The program's own file is unchanged, so that it ends as if nothing had happened.
func TestCaught(t *testing.T) {
	dir := t.TempDir()
	r := recorder(t, dir)
	r.Note("page 152")
	stack := []byte("goroutine 1 [running]:\nmain.broken()\n")
	path := testkit.Must(r.Caught("index out of range with "+secret, stack))(t)
	data := testkit.Must(os.ReadFile(path))(t)
	rest := string(data)
	for _, part := range []string{
		"Sextant\n", "caught: index out of range with [hidden]\n", "main.broken", "The last events", " page 152\n",
	} {
		var found bool
		if _, rest, found = strings.Cut(rest, part); !found {
			t.Errorf("no %q, or not in its place, in\n%s", part, data)
		}
	}
	for range 12 {
		if _, err := r.Caught("again", nil); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(named(dir, reportPrefix)); n != mostKept {
		t.Errorf("%d reports are left", n)
	}
	if reports, err := r.Tidy(); len(reports) != 0 || err != nil {
		t.Errorf("reported again: %q, %v", reports, err)
	}
	if path, err := (*Recorder)(nil).Caught("nothing", nil); path != "" || err != nil {
		t.Errorf("without a file: %q, %v", path, err)
	}
	if runtime.GOOS == "windows" {
		return // the folder of an open file cannot be removed
	}
	testkit.NoError(t, os.RemoveAll(dir))
	if _, err := r.Caught("no folder", nil); err == nil {
		t.Error("nothing is said of a report that cannot be written")
	}
}

// TestTenAreKept has more crashes than are kept, before one start and over several.
func TestTenAreKept(t *testing.T) {
	dir := t.TempDir()
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	for i := range 25 {
		crashed(t, dir, fmt.Sprint(25-i), "panic", at.Add(time.Duration(i)*time.Second))
	}
	r := recorder(t, dir)
	if n := len(named(dir, leftPrefix)); n != mostKept+1 {
		t.Errorf("%d files are left", n)
	}
	for i := range 15 {
		crashed(t, dir, "x", "panic", at.Add(time.Duration(100+i)*time.Second))
		if _, err := r.Tidy(); err != nil {
			t.Error(err)
		}
	}
	kept := named(dir, reportPrefix)
	if len(kept) != mostKept || filepath.Base(kept[0]) != "crash-20260304T050752.000000Z.txt" ||
		filepath.Base(kept[9]) != "crash-20260304T050801.000000Z.txt" {
		t.Errorf("%d are kept: %q", len(kept), kept)
	}
}

// TestNoPlace uses an invalid folder. The error must be reported, and a nil Recorder must work.
func TestNoPlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	testkit.NoError(t, os.WriteFile(path, nil, 0o600))
	r, err := Begin(filepath.Join(path, "crashes"), "Sextant", time.Now)
	if r != nil || err == nil {
		t.Fatalf("%v, %v", r, err)
	}
	r.Hide(secret)
	r.Note("start")
	if reports, err := r.Tidy(); reports != nil || err != nil {
		t.Errorf("%q, %v", reports, err)
	}
	r.End()
}

// TestReportFails checks that the file of a crash stays if its report cannot be written.
func TestReportFails(t *testing.T) {
	dir := t.TempDir()
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	r := recorder(t, dir)
	crashed(t, dir, "x", "panic", at)
	inTheWay := filepath.Join(dir, "crash-20260304T050607.000000Z.txt")
	testkit.NoError(t, os.Mkdir(inTheWay, 0o700))
	if _, err := r.Tidy(); err == nil {
		t.Error("no error")
	}
	testkit.NoError(t, os.Remove(inTheWay))
	if reports, err := r.Tidy(); err != nil || len(reports) != 1 || reports[0] != inTheWay {
		t.Errorf("%q, %v", reports, err)
	}
}

// TestLongTrace checks that a report is limited, and that it is not cut within a secret.
func TestLongTrace(t *testing.T) {
	dir := t.TempDir()
	r := recorder(t, dir)
	crashed(t, dir, "x", "panic\n"+strings.Repeat(strings.Repeat(secret+" ", 64)+"\n", 1<<10), time.Now())
	text := expectReport(t, r)
	if len(text) > maxReport || strings.Contains(text, "Kp7") {
		t.Errorf("it has %d bytes, and the secret: %v", len(text), strings.Contains(text, "Kp7"))
	}
}

// TestNotesAtOnce writes notes from many goroutines, also after the end.
func TestNotesAtOnce(t *testing.T) {
	r := testkit.Must(Begin(t.TempDir(), "Sextant", time.Now))(t)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for j := range 100 {
				r.Note("%d\n%d\xff\x00", i, j)
				r.Hide("secret")
			}
		})
	}
	all.Wait()
	data := testkit.Must(os.ReadFile(r.file.Name()))(t)
	_, region, _ := strings.Cut(string(data), eventsTitle)
	region, _, _ = strings.Cut(region, traceTitle)
	lines := strings.SplitAfter(region, "\n")
	for i, line := range lines[:events] {
		if len(line) != recordBytes || strings.Fields(line)[0] != fmt.Sprint(600+i) {
			t.Fatalf("%d: %q", i, line)
		}
	}
	for range 4 {
		all.Go(func() { r.Note("late") })
	}
	r.End()
	all.Wait()
	r.Note("later")
}

func FuzzReadable(f *testing.F) {
	f.Add("Sextant\n" + eventsTitle + "2 b\n1 a\n\nx\n" + traceTitle + "panic")
	f.Add("\x00\x00\x00")
	f.Add(eventsTitle + traceTitle + eventsTitle)
	f.Fuzz(func(t *testing.T, content string) {
		text := readable(hiding([]string{secret}).replace(content))
		if strings.Contains(text, secret) {
			t.Error("the secret is in it")
		}
		if text == "" && strings.Contains(content, eventsTitle+traceTitle+"panic") {
			t.Error("a trace is lost")
		}
	})
}

// TestHideAgain hides the same keys repeatedly, as when the user switches between services. The replacement must not
// grow.
func TestHideAgain(t *testing.T) {
	r := &Recorder{secrets: hiding(nil)}
	r.Hide("s3cret one", "s3cret two", "", "abc")
	before := r.secrets.forms.String()
	for range 1000 {
		r.Hide("s3cret one")
		r.Hide("s3cret two")
	}
	if after := r.secrets.forms.String(); len(r.secrets.known) > 4 || after != before {
		t.Errorf("%d secrets, %d bytes of what is looked for", len(r.secrets.known), len(after))
	}
	if got := r.Redact("s3cret one s3cret+two"); got != "[hidden] [hidden]" {
		t.Errorf("%q", got)
	}
}
