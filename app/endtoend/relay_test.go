package endtoend

import (
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"sextant/app/demo"
	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
	"sextant/app/testkit/servicetest"
)

// A relayed is a relay in its own process.
type relayed struct {
	t     *testing.T
	cmd   *exec.Cmd
	out   output
	ended chan struct{}
	url   string
	dir   string
}

var listensAt = regexp.MustCompile(`listens on (https?://\S+)`)

// startRelay starts a relay with the profile in a folder, without a display, and waits until it listens.
func startRelay(t *testing.T, dir string, env []string, args ...string) *relayed {
	t.Helper()
	r := &relayed{t: t, ended: make(chan struct{}), dir: dir}
	r.cmd = exec.Command(os.Args[0],
		append([]string{"relay", "--profile", profile(dir), "--listen", "127.0.0.1:0"}, args...)...)
	r.cmd.Env = environment(dir, env...)
	r.cmd.Stdout, r.cmd.Stderr = &r.out, &r.out
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = r.cmd.Wait() // the status is in ProcessState
		close(r.ended)
	}()
	t.Cleanup(r.kill)
	r.until("to listen", func() bool {
		m := listensAt.FindStringSubmatch(r.out.String())
		if m != nil {
			r.url = m[1]
		}
		return m != nil
	})
	return r
}

func (r *relayed) kill() {
	_ = r.cmd.Process.Kill()
	<-r.ended
}

// until waits until something is true while the relay runs.
func (r *relayed) until(what string, ok func() bool) {
	r.t.Helper()
	if !poll(pollEvery, patience, func() bool {
		is := ok()
		if !is && isClosed(r.ended) {
			r.t.Fatalf("the relay ended (%v) while waiting for it %s:\n%s", r.cmd.ProcessState, what, &r.out)
		}
		return is
	}) {
		r.t.Fatalf("timed out waiting for the relay %s:\n%s", what, &r.out)
	}
}

// end ends the relay by SIGTERM, and expects status 0.
func (r *relayed) end() {
	r.t.Helper()
	_ = r.cmd.Process.Signal(syscall.SIGTERM)
	r.expectEnd()
}

// expectEnd waits for the end of a relay after a signal. It sends no other one, which might kill the relay.
func (r *relayed) expectEnd() {
	r.t.Helper()
	select {
	case <-r.ended:
	case <-time.After(patience):
		_ = r.cmd.Process.Signal(syscall.SIGQUIT)
		<-r.ended
		r.t.Fatalf("the relay does not end\n%s", &r.out)
	}
	if status := r.cmd.ProcessState.ExitCode(); status != 0 {
		r.t.Errorf("exit status %d:\n%s", status, &r.out)
	}
}

// status requests a path, and returns the status.
func (r *relayed) status(path string) int {
	answer, err := http.Get(r.url + path)
	if err != nil {
		return 0
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, answer.Body)
	return answer.StatusCode
}

const servicesKey = "the-service's/own+key"

// serveKeyed starts the demo service with credentials. Only the service and the relay may see the key.
func serveKeyed(t *testing.T) *service {
	t.Helper()
	handler, err := demo.New(demo.Options{Now: time.Now, AppID: "id", AppKey: servicesKey})
	if err != nil {
		t.Fatal(err)
	}
	return serve(t, handler)
}

// behind returns the options and environment of a relay for a service with a key.
func behind(s *service) (args, env []string) {
	return []string{"--base-url", s.URL, "--app-id", "id"}, []string{"SEXTANT_APP_KEY=" + servicesKey}
}

// TestRelayInterface requests everything in the specification from a relay, and from the demo service, by a client that
// is not Sextant's. Keys are added and removed meanwhile. The service's own key is nowhere.
func TestRelayInterface(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	for _, program := range []string{"curl", "jq"} {
		if _, err := exec.LookPath(program); err != nil && os.Getenv("SEXTANT_NEED_PROXIES") == "" {
			t.Skipf("%s is not installed", program)
		}
	}
	check := func(base, id, key string) {
		t.Helper()
		if said, err := exec.Command("sh", "../../.ci/interface", base, id, key).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", base, err, said)
		}
	}
	s := serveKeyed(t)
	check(s.URL, "id", servicesKey)
	dir := shortDir(t)
	args, env := behind(s)
	n := newNotifySocket(t, dir)
	r := startRelay(t, dir, append(env, "NOTIFY_SOCKET="+n.path, "WATCHDOG_USEC=2000000"), args...)
	for _, text := range []string{"READY=1", "WATCHDOG=1"} {
		if !n.until(text, patience) {
			t.Fatalf("timed out waiting for %s; there came %q\n%s", text, n.came, &r.out)
		}
	}
	go n.until("nothing that comes", time.Hour) // reads what comes, until the test ends
	if status := r.status(servicetest.DocumentPath(100)); status != 200 {
		t.Errorf("while there are no keys: %d", status)
	}
	id, key := addKey(t, dir, "A desk")
	_ = r.cmd.Process.Signal(syscall.SIGHUP)
	r.until("to read its keys", func() bool { return strings.Contains(r.out.String(), "reloaded") })
	check(r.url, id, key)
	if said, err := relayCommand(dir, "key", "remove", "A desk").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
	addKey(t, dir, "Another desk")
	_ = r.cmd.Process.Signal(syscall.SIGHUP)
	r.until("to forget a key", func() bool {
		return r.status(servicetest.DocumentPath(100)+"?app_id="+id+"&app_key="+key) == 403
	})
	r.end()
	for _, form := range []string{servicesKey, url.QueryEscape(servicesKey)} {
		if strings.Contains(r.out.String(), form) {
			t.Errorf("the service's key is in the log:\n%s", &r.out)
		}
	}
	if strings.Contains(r.out.String(), key) {
		t.Errorf("a client's key is in the log:\n%s", &r.out)
	}
}

// TestCheckRelay runs sextant check on a relay that nobody else uses: it sends as many requests as the relay may.
func TestCheckRelay(t *testing.T) {
	race.Skip(t, "it is a client, and the relay is tried elsewhere")
	testkit.Long(t)
	t.Parallel()
	s, _ := serveDemo(t)
	dir := relayFolder(t)
	id, key := addKey(t, dir, "checker")
	r := startRelay(t, dir, nil, s.options()...)
	c := exec.Command(os.Args[0], "check", r.url, "--deep")
	c.Env = environment(dir, "SEXTANT_APP_ID="+id, "SEXTANT_APP_KEY="+key)
	said, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(said), " 0 broken, 0 with advice, 1 not checked; ") {
		t.Errorf("%v\n%s", err, said)
	}
	r.end()
}

// relayCommand returns a subcommand of "sextant relay".
func relayCommand(dir string, words ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], append(append([]string{"relay"}, words...), "--profile", profile(dir))...)
	c.Env = environment(dir)
	return c
}

// keyAdded matches the credentials of a new client.
var keyAdded = regexp.MustCompile(`SEXTANT_APP_ID=(\S+)\s+SEXTANT_APP_KEY=(\S+)`)

// addKey adds credentials for a client.
func addKey(t *testing.T, dir, name string) (id, key string) {
	t.Helper()
	said, err := relayCommand(dir, "key", "add", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	m := keyAdded.FindSubmatch(said)
	if m == nil {
		t.Fatalf("no credentials: %s", said)
	}
	return string(m[1]), string(m[2])
}

// TestRelay shows a page in two windows that both use a relay, and changes it at the service. The relay is notified,
// sends one request, and announces the change; nothing polls.
func TestRelay(t *testing.T) {
	t.Parallel()
	e := newAnnouncer(t)
	s := serve(t, e)
	r := startRelay(t, relayFolder(t), nil, s.options()...)
	var windows []*session
	for range 2 {
		d := newDisplay(t)
		withSettings(t, d, quick())
		w := d.start(t, nil, "--base-url", r.url, "--media-base-url", r.url)
		w.untilPicture(e.picture(100, 1), plain)
		windows = append(windows, w)
	}
	r.until("to be listened to by both", func() bool {
		return strings.Contains(r.text("/metrics"), "sextant_relay_streams 2\n")
	})
	untilQuiet(windows[0], s)
	before := s.Count(servicetest.DocumentPath(100))
	start := time.Now()
	e.announcer.Change(100, func(p *teletext.Page) { servicetest.Write(p, 1, 13, "{Cyan}News of this very second") })
	changed := e.picture(100, 1)
	var took [2]time.Duration
	for i, w := range windows {
		w.untilPicture(changed, plain)
		took[i] = time.Since(start).Round(time.Millisecond)
	}
	t.Logf("what changed at the service was on the screens after %v", took)
	untilQuiet(windows[0], s)
	if asked := s.Count(servicetest.DocumentPath(100)) - before; asked != 1 {
		t.Errorf("the service was asked %d times", asked)
	}
	for _, w := range windows {
		w.quit()
	}
	r.end()
}

// relayFolder returns a profile's folder for a relay whose pages are fresh for only a second, and with a large quota.
func relayFolder(t *testing.T) string {
	t.Helper()
	d := &display{dir: t.TempDir()}
	withSettings(t, d, quick())
	return d.dir
}

// text returns the body of an answer, empty if there is none.
func (r *relayed) text(path string) string {
	answer, err := http.Get(r.url + path)
	if err != nil {
		return ""
	}
	defer answer.Body.Close()
	body, _ := io.ReadAll(answer.Body)
	return string(body)
}
