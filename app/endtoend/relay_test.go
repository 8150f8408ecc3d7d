package endtoend

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
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
	dir := t.TempDir()
	args, env := behind(s)
	r := startRelay(t, dir, env, args...)
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

// TestRelayWindows shows a page in three windows that all use a relay, and changes it at the service. The relay is
// notified, sends one request, and announces the change; nothing polls.
func TestRelayWindows(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	e := newAnnouncer(t)
	s := serve(t, e)
	r := startRelay(t, relayFolder(t), nil, s.options()...)
	var windows []*session
	for range 3 {
		d := newDisplay(t)
		withSettings(t, d, quick())
		w := d.start(t, nil, "--base-url", r.url, "--media-base-url", r.url)
		w.untilPicture(e.picture(100, 1), plain)
		windows = append(windows, w)
	}
	r.until("to be listened to by all", func() bool {
		return strings.Contains(r.text("/metrics"), "sextant_relay_streams 3\n")
	})
	untilQuiet(windows[0], s)
	before := s.Count(servicetest.DocumentPath(100))
	start := time.Now()
	e.announcer.Change(100, func(p *teletext.Page) { servicetest.Write(p, 1, 13, "{Cyan}News of this very second") })
	changed := e.picture(100, 1)
	var took [3]time.Duration
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

// TestRelayRecording downloads a recording through a relay. It is identical to the service's, and requested from the
// service only once for two clients.
func TestRelayRecording(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	whole, err := demo.New(demo.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, whole)
	r := startRelay(t, relayFolder(t), nil, s.options()...)
	for n := range 2 {
		d := newDisplay(t)
		w := d.start(t, nil, "--base-url", r.url)
		w.untilTitle("100")
		w.press("Ctrl+M")
		w.until("a list", func() bool {
			return !w.isBare(60, firstRow, 50, rowHeight) && !w.isBare(60, secondRow, 50, rowHeight)
		})
		w.rest() // it is focused by then
		w.press("D")
		w.until("the recording on the disk", func() bool { return len(recordings(t, d.dir, ".mp3")) == 1 })
		var asked []string
		for _, q := range s.Asked() {
			if strings.HasSuffix(q.URL.Path, ".mp3") {
				asked = append(asked, q.URL.Path)
			}
		}
		if len(asked) != 1 {
			t.Fatalf("after window %d the service was asked for %q", n+1, asked)
		}
		kept, err := os.ReadFile(recordings(t, d.dir, ".mp3")[0])
		if want := servicetest.Body(whole, asked[0]); err != nil || !bytes.Equal(kept, want) {
			t.Errorf("window %d has %d bytes of %d, %v", n+1, len(kept), len(want), err)
		}
		w.quit()
	}
	r.end()
}

// TestRelayKilled kills a relay twenty times at random times while clients send requests. They only see that the
// connection ends, and the store stays intact.
func TestRelayKilled(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "a process that is killed reports no race")
	t.Parallel()
	handler, err := demo.New(demo.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, handler)
	dir := relayFolder(t)
	for round := range 20 {
		r := startRelay(t, dir, nil, s.options()...)
		var answers atomic.Int64
		stop := make(chan struct{})
		var clients sync.WaitGroup
		for n := range 20 {
			clients.Go(func() { askUntil(t, r.url, n, stop, &answers) })
		}
		r.until("to answer", func() bool { return answers.Load() > 50 })
		time.Sleep(rand.N(400 * time.Millisecond)) // until a random time
		r.kill()
		close(stop)
		clients.Wait()
		checkStore(t, dir, s)
		if t.Failed() {
			t.Fatalf("in round %d", round+1)
		}
	}
	r := startRelay(t, dir, nil, s.options()...)
	if status := r.status(servicetest.DocumentPath(100)); status != 200 {
		t.Errorf("at the end %d", status)
	}
	r.end()
}

// askUntil requests pages until the channel is closed, or the connection ends.
func askUntil(t *testing.T, base string, n int, stop <-chan struct{}, answers *atomic.Int64) {
	client := http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	pages := []int{100, 101, 102, 103, 110, 199, 201, 300, 400, 430, 500, 600, 700, 800}
	for ; ; n++ {
		select {
		case <-stop:
			return
		default:
		}
		answer, err := client.Get(base + servicetest.DocumentPath(pages[n%len(pages)]))
		if err != nil {
			return
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil {
			return
		}
		if p, bad := teletext.DecodeJSON(body); answer.StatusCode == 200 &&
			(bad != nil || p.Number != pages[n%len(pages)]) || answer.StatusCode >= 500 && answer.StatusCode != 503 {
			t.Errorf("page %d: status %d, %v", pages[n%len(pages)], answer.StatusCode, bad)
		}
		answers.Add(1)
	}
}

// checkStore checks the stored pages, without the package that wrote them.
func checkStore(t *testing.T, dir string, s *service) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(storePath(dir, s))+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var verdict string
	if err := db.QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		t.Errorf("the file is damaged: %s (%v)", verdict, err)
	}
}

// TestRelayUnderAttack tries 100,000 keys from one host, opens idle connections, and sends invalid requests. Clients
// with a key are answered meanwhile, and the memory stays limited.
func TestRelayUnderAttack(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "it is about how much is answered")
	t.Parallel()
	s := serveKeyed(t)
	dir := t.TempDir()
	id, key := addKey(t, dir, "A desk")
	args, env := behind(s)
	r := startRelay(t, dir, env, args...)
	good := servicetest.DocumentPath(100) + "?app_id=" + id + "&app_key=" + key
	if status := r.status(good); status != 200 {
		t.Fatalf("status %d", status)
	}
	address := strings.TrimPrefix(r.url, "http://")
	stop := make(chan struct{})
	var attackers sync.WaitGroup
	var tried, compared, refused atomic.Int64
	start := time.Now()
	for range 16 {
		attackers.Go(func() {
			for n := tried.Add(1); n <= 100_000; n = tried.Add(1) {
				switch guess(address,
					fmt.Sprintf("GET %s?app_id=%s&app_key=%d HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
						servicetest.DocumentPath(100), id, n)) {
				case 403:
					compared.Add(1)
				case 429:
					refused.Add(1)
				}
			}
		})
	}
	attackers.Go(func() { holdConnections(address, stop) })
	attackers.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			default:
			}
			nonsense := []string{
				"GET /" + strings.Repeat("x", 40_000) + " HTTP/1.1\r\nHost: x\r\n\r\n",
				"GET / HTTP/1.1\r\nX: " + strings.Repeat("y", 1<<20), "\x16\x03\x01\x00\xff\x00",
				"GET /v1/teletext/pages/../../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n",
				"GET //v1//download/%2e%2e%2fx.mp3 HTTP/1.1\r\nHost: x\r\nRange: " +
					"bytes=5-1,-0,9999999999999999999-\r\n\r\n",
			}
			guess(address, nonsense[n%len(nonsense)])
		}
	})
	answered := 0
	client := http.Client{Timeout: 10 * time.Second}
	poll(pollEvery, patience, func() bool {
		answer, err := client.Get(r.url + good)
		if err != nil {
			t.Errorf("after %d answers: %v", answered, err)
			return true
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
		if answer.StatusCode != 200 {
			t.Errorf("after %d answers: status %d", answered, answer.StatusCode)
			return true
		}
		answered++
		return tried.Load() >= 100_000
	})
	resident := memory(t, r.cmd.Process.Pid, "Rss:")
	close(stop)
	tried.Store(1 << 40)
	attackers.Wait()
	t.Logf("%d keys were compared, %d refused, %d right requests answered meanwhile, %.0f MB resident",
		compared.Load(), refused.Load(), answered, resident)
	if most := 6 + time.Since(start)/(5*time.Second); compared.Load() > int64(most) {
		t.Errorf("more than %d keys were compared", most)
	}
	if refused.Load() < 10_000 || answered < 10 || resident > 300 {
		t.Errorf("%d refused, %d answered, %.0f MB", refused.Load(), answered, resident)
	}
	if status := r.status(good); status != 200 {
		t.Errorf("afterwards %d", status)
	}
}

// guess sends a request on a new connection, and returns the status of the answer, 0 for none.
func guess(address, request string) (status int) {
	c, err := net.DialTimeout("tcp", address, 5*time.Second)
	if err != nil {
		return 0
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(10 * time.Second))
	if _, err := io.WriteString(c, request); err != nil {
		return 0
	}
	head := make([]byte, 512)
	n, err := c.Read(head)
	if err != nil && !errors.Is(err, io.EOF) {
		return 0
	}
	_, _ = fmt.Sscanf(string(head[:n]), "HTTP/1.1 %d", &status)
	return status
}

// holdConnections opens connections, sends one byte on each, and keeps them open.
func holdConnections(address string, stop <-chan struct{}) {
	var kept []net.Conn
	for {
		select {
		case <-stop:
			for _, c := range kept {
				c.Close()
			}
			return
		case <-time.After(2 * time.Millisecond):
		}
		if c, err := net.DialTimeout("tcp", address, time.Second); err == nil && len(kept) < 6000 {
			_, _ = c.Write([]byte("G"))
			kept = append(kept, c)
		}
	}
}

// TestCheckRelay runs sextant check on a relay for the demo: it keeps to all rules of the interface.
func TestCheckRelay(t *testing.T) {
	race.Skip(t, "it is a client, and the relay is tried elsewhere")
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
