//go:build !darwin && !windows

package voice

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sextant/app/demo"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

// A server speaks SSIP on a socket, and records what it receives.
type server struct {
	path  string
	said  chan string // commands, and texts after "> "
	ends  bool        // texts end at once
	early bool        // texts end before their answer
	deaf  bool        // nothing is answered
	noise string      // sent at the start

	dies  string        // the line at which the first connection that sends it ends
	died  atomic.Bool   // one has
	delay time.Duration // before the answer to SPEAK
}

// newServer serves until the test ends.
func newServer(t *testing.T, s *server) *server {
	t.Helper()
	dir, err := os.MkdirTemp("", "ssip") // paths of sockets must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	s.path, s.said = filepath.Join(dir, "s"), make(chan string, 1000)
	l := testkit.Must(net.Listen("unix", s.path))(t)
	var all sync.WaitGroup
	t.Cleanup(all.Wait)
	t.Cleanup(func() { _ = l.Close() })
	all.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			all.Go(func() { s.serve(c) })
		}
	})
	return s
}

func (s *server) serve(c net.Conn) {
	defer c.Close()
	_, _ = c.Write([]byte(s.noise))
	id := 0
	for r := bufio.NewScanner(c); r.Scan(); {
		command := r.Text()
		s.said <- command
		if command == s.dies && !s.died.Swap(true) {
			return
		}
		switch {
		case s.deaf:
		case command == "SPEAK":
			time.Sleep(s.delay)
			fmt.Fprint(c, "230 OK RECEIVING DATA\r\n")
			var lines []string
			for r.Scan() && r.Text() != "." {
				lines = append(lines, r.Text())
			}
			if s.dies == "." && !s.died.Swap(true) {
				return
			}
			id++
			s.said <- "> " + strings.Join(lines, "|")
			if s.early {
				fmt.Fprintf(c,
					"701-%d\r\n701-1\r\n701 BEGIN\r\n702-%d\r\n702-1\r\n702 END\r\n225-%d\r\n225 OK MESSAGE QUEUED\r\n",
					id, id, id)
				continue
			}
			fmt.Fprintf(c, "225-%d\r\n225 OK MESSAGE QUEUED\r\n701-%d\r\n701-1\r\n701 BEGIN\r\n", id, id)
			if s.ends {
				fmt.Fprintf(c, "702-%d\r\n702-1\r\n702 END\r\n", id)
			}
		case command == "CANCEL SELF":
			fmt.Fprintf(c, "210 OK CANCELLED\r\n703-%d\r\n703-1\r\n703 CANCELED\r\n", id)
		case command == "LIST SYNTHESIS_VOICES":
			fmt.Fprint(c, "249-Anna\tfi\tnone\r\n249-Bo\tsv\tnone\r\n249 OK VOICE LIST SENT\r\n")
		default:
			fmt.Fprint(c, "208 OK DONE\r\n")
		}
	}
}

// hears waits until the server receives a line.
func (s *server) hears(t *testing.T, line string) {
	t.Helper()
	limit := time.After(2 * time.Minute)
	for {
		select {
		case l := <-s.said:
			if l == line {
				return
			}
		case <-limit:
			t.Fatalf("the server does not receive %q", line)
		}
	}
}

// A loop queues the functions that an engine posts, until the test runs them.
type loop struct{ posted chan func() }

// newRig returns an engine that speaks with a server.
func newRig(t *testing.T, s *server) (*Engine, *loop) {
	t.Helper()
	l := &loop{make(chan func(), 100)}
	e := New(func(name string) string {
		if name == "SPEECHD_ADDRESS" {
			return "unix_socket:" + s.path
		}
		return ""
	}, func(f func()) { l.posted <- f })
	t.Cleanup(e.Close)
	return e, l
}

// run runs the next posted function.
func (l *loop) run(t *testing.T) {
	t.Helper()
	select {
	case f := <-l.posted:
		f()
	case <-time.After(2 * time.Minute):
		t.Fatal("nothing is posted")
	}
}

// TestEndBeforeAnswer sends the events of a text before the answer with its ID.
func TestEndBeforeAnswer(t *testing.T) {
	t.Parallel()
	e, l := newRig(t, newServer(t, &server{early: true}))
	for range 2 {
		e.Speak("x", Options{Language: "en", Rate: 100}, func(err error) {
			if err != nil {
				t.Error(err)
			}
		})
		l.run(t)
	}
}

// TestSpeak speaks two texts with all options. Lines of the second start with dots, which must be escaped.
func TestSpeak(t *testing.T) {
	t.Parallel()
	s := newServer(t, &server{ends: true})
	e, l := newRig(t, s)
	for _, text := range []string{"First.", ".second\n.\nend\r\n"} {
		done := false
		e.Speak(text, Options{Language: "fi", Rate: 200, Voice: "Anna\r\nQUIT"}, func(err error) { done = err == nil })
		if l.run(t); !done {
			t.Fatalf("%q was not said", text)
		}
	}
	for _, line := range []string{
		"SET SELF CLIENT_NAME user:sextant:page", "SET SELF NOTIFICATION ALL ON",
		"SET SELF PRIORITY TEXT", "SET SELF LANGUAGE fi", "SET SELF RATE 50",
		"SET SELF SYNTHESIS_VOICE AnnaQUIT", "SPEAK", "> First.", "> ..second|..|end",
	} {
		s.hears(t, line)
	}
}

// TestStopSilencesText stops a text and speaks another. The end of the stopped text must not be reported.
func TestStopSilencesText(t *testing.T) {
	t.Parallel()
	s := newServer(t, &server{})
	e, l := newRig(t, s)
	e.Speak("A long one.", Options{Language: "en", Rate: 100}, func(error) {
		t.Error("the end of a text that was stopped is reported")
	})
	s.hears(t, "> A long one.")
	before := time.Now()
	e.Stop()
	s.hears(t, "CANCEL SELF")
	t.Logf("from Stop to CANCEL: %v", time.Since(before))
	l.run(t)
	e.Speak("Another.", Options{Language: "en", Rate: 100}, func(error) {})
	s.hears(t, "> Another.")
}

// TestSecondTextSilencesFirst speaks a second text during the first, which must end with ErrOther.
func TestSecondTextSilencesFirst(t *testing.T) {
	t.Parallel()
	s := newServer(t, &server{})
	e, _ := newRig(t, s)
	var result error
	e.Speak("One.", Options{Language: "en", Rate: 100}, func(err error) { result = err })
	s.hears(t, "> One.")
	e.Speak("Two.", Options{Language: "en", Rate: 100}, func(error) {})
	s.hears(t, "CANCEL SELF")
	s.hears(t, "> Two.")
	if !errors.Is(result, ErrOther) {
		t.Errorf("notified %v", result)
	}
}

// TestVoices lists the voices.
func TestVoices(t *testing.T) {
	t.Parallel()
	e, l := newRig(t, newServer(t, &server{}))
	var names []string
	e.Voices(func(list []string) { names = list })
	if l.run(t); !slices.Equal(names, []string{"Anna", "Bo"}) {
		t.Errorf("voices %q", names)
	}
}

// TestBadServers uses servers that flood, send other protocols, refuse or hang. An error must be reported, and all
// goroutines must end.
func TestBadServers(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]*server{
		"long line":     {noise: strings.Repeat("x", 1<<20)},
		"endless reply": {noise: strings.Repeat("249-x\r\n", 100_000)}, "lie": {noise: "HTTP/1.1 200 OK\r\n"},
		"flood of events": {noise: strings.Repeat("702-1\r\n702 END\r\n", 100_000), deaf: true},
		"refusal":         {noise: "300 ERR\r\n"}, "hangs": {deaf: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, l := newRig(t, newServer(t, s))
			e.open = func(bool) (driver, error) {
				return dial(func(string) string { return "unix_socket:" + s.path }, false)
			}
			var result error
			e.Speak("x", Options{Language: "en", Rate: 100}, func(err error) { result = err })
			if l.run(t); result == nil {
				t.Error("no error")
			}
		})
	}
}

// TestReading speaks a page of the demo. The server must receive its sentences in order.
func TestReading(t *testing.T) {
	t.Parallel()
	s := newServer(t, &server{ends: true})
	e, l := newRig(t, s)
	list := Read(demoPage(t, 102), nobody{}, false)
	for _, u := range list {
		e.Speak(u.Text, Options{Language: "en", Rate: 100}, func(err error) {
			if err != nil {
				t.Error(err)
			}
		})
		l.run(t)
	}
	for _, u := range list {
		s.hears(t, "> "+u.Text)
	}
}

// TestEspeak speaks a text to a file with the real espeak-ng, and ends a program that speaks for long.
func TestEspeak(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath(espeak); err != nil {
		t.Skip("there is no espeak-ng")
	}
	file := filepath.Join(t.TempDir(), "said.wav")
	p := newEspeak("-w", file)
	testkit.NoError(t, p.speak(t.Context(), "Harbour", Options{Language: "en", Rate: 100}))
	if data, err := os.ReadFile(file); err != nil || len(data) < 10_000 {
		t.Errorf("%d bytes are said, %v", len(data), err)
	}
	if err := p.speak(t.Context(), "Harbour", Options{Language: "nonsense", Rate: 100}); err == nil {
		t.Error("a language that there is not is spoken")
	}
	voices, err := p.voices(t.Context())
	if err != nil || !slices.Contains(voices, "Finnish") || slices.Contains(voices, "VoiceName") {
		t.Errorf("the voices are %q, %v", voices, err)
	}
	for _, v := range []string{"Finnish", "English (Great Britain)"} {
		if err := p.speak(t.Context(), "Harbour",
			Options{Language: "en", Rate: 100, Voice: v}); !slices.Contains(voices, v) || err != nil {
			t.Errorf("%s: %v", v, err)
		}
	}
	l := &loop{make(chan func(), 100)}
	started := make(chan struct{})
	slow := process{command: func(ctx context.Context, _ Options) *exec.Cmd {
		close(started)
		return exec.CommandContext(ctx, "sleep", "1000")
	}}
	e := newEngine(func(f func()) { l.posted <- f }, func(bool) (driver, error) { return slow, nil })
	e.Speak("x", Options{}, func(error) {})
	<-started
	e.Close() // returns when the process has ended
}

// TestDispatcher speaks a page with the real speech-dispatcher, with a module that logs its texts.
func TestDispatcher(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath(dispatcher); err != nil {
		t.Skip("there is no speech-dispatcher")
	}
	dir := testkit.Must(os.MkdirTemp("", "sd"))(t)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	log := filepath.Join(dir, "said")
	write(t, filepath.Join(dir, "speechd.conf"),
		"LogLevel 1\nLogDir \""+dir+
			"\"\nAddModule \"log\" \"sd_generic\" \"log.conf\"\nDefaultModule log\nDefaultLanguage "+
			"en\nAudioOutputMethod \"alsa\"\nAudioALSADevice \"null\"\n")
	testkit.NoError(t, os.Mkdir(filepath.Join(dir, "modules"), 0o700))
	write(t, filepath.Join(dir, "modules", "log.conf"),
		"GenericExecuteSynth \"printf '%s\\\\n' \\'$DATA\\' >> "+log+
			"\"\nGenericCmdDependency \"printf\"\nAddVoice \"en\" \"male1\" \"x\"\nGenericLanguage \"en\" \"en\" "+
			"\"utf-8\"\nGenericMaxChunkLength 10000\nGenericDelimiters \"\\n\"\n")
	s := &server{path: filepath.Join(dir, "s")}
	c := exec.Command(dispatcher, "-s", "-c", "unix_socket", "-S",
		s.path, "-C", dir, "-P", filepath.Join(dir, "pid"), "-L", dir)
	c.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+dir, "HOME="+dir)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	testkit.NoError(t, c.Start())
	t.Cleanup(func() {
		_ = c.Process.Signal(os.Interrupt)
		_ = c.Wait()
		if t.Failed() {
			t.Logf("speech-dispatcher: %s", &out)
		}
	})
	testkit.Eventually(t, "speech-dispatcher", func() bool {
		_, err := os.Stat(s.path)
		return err == nil
	})
	e, l := newRig(t, s)
	list := Read(demoPage(t, 102), nobody{}, false)
	var want []string
	for _, u := range list {
		want = append(want, u.Text)
		e.Speak(u.Text, Options{Language: "en", Rate: 100}, func(err error) {
			if err != nil {
				t.Error(err)
			}
		})
		l.run(t)
	}
	data, _ := os.ReadFile(log)
	// the module breaks lines differently
	words := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	if said := words(string(data)); said != words(strings.Join(want, " ")) {
		t.Errorf("said\n%s\nbut the page has\n%s\n%s", said, strings.Join(want, " "), &out)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	testkit.NoError(t, os.WriteFile(path, []byte(text), 0o600))
}

func demoPage(t *testing.T, number int) *teletext.Page {
	t.Helper()
	handler := testkit.Must(demo.New(demo.Options{Now: time.Now}))(t)
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest("GET", fmt.Sprintf("/v1/teletext/pages/%d.json", number), nil))
	return testkit.Must(teletext.DecodeJSON(w.Body.Bytes()))(t)
}

// FuzzReadReply reads arbitrary replies of a server.
func FuzzReadReply(f *testing.F) {
	for _, s := range []string{
		"208 OK\r\n", "225-1\r\n225 OK\r\n", "225-1\r\n226 OK\r\n", "9\n", "702-1\n702-1\n702 END\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := bufio.NewReaderSize(bytes.NewReader(data), mostLine)
		for {
			said, err := readReply(r)
			if err != nil {
				return
			}
			if said.code < 100 || said.code > 999 || len(said.lines) > mostLines ||
				strings.ContainsAny(said.text, "\n") {
				t.Fatalf("%+v", said)
			}
		}
	})
}
