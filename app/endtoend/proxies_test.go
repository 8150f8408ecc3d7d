package endtoend

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
	"sextant/app/testkit/servicetest"
)

// needProxies skips a test if nginx or Varnish is not installed, unless SEXTANT_NEED_PROXIES is set.
func needProxies(t *testing.T, program string) {
	t.Helper()
	if os.Getenv("SEXTANT_NEED_PROXIES") == "" {
		need(t, program)
	}
}

// example returns the first code block of a chapter of the guide to proxies, with replacements.
func example(t *testing.T, chapter string, replace ...string) string {
	t.Helper()
	guide, err := os.ReadFile(filepath.Join("..", "..", "assets", "docs", "proxies.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(guide), "\n## "+chapter+"\n")
	if !ok {
		t.Fatalf("the guide to proxies has no chapter %q", chapter)
	}
	_, rest, _ = strings.Cut(rest, "\n\n    ")
	var block strings.Builder
	for line := range strings.Lines("    " + rest) {
		if line != "\n" && !strings.HasPrefix(line, "    ") {
			break
		}
		block.WriteString(strings.TrimPrefix(line, "    "))
	}
	text := block.String()
	for i := 0; i < len(replace); i += 2 {
		if !strings.Contains(text, replace[i]) {
			t.Fatalf("the guide's example for %q has no %q", chapter, replace[i])
		}
		text = strings.ReplaceAll(text, replace[i], replace[i+1])
	}
	return text
}

// freeAddress returns an address that is not in use.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// TestProxies tests the guide's configurations of nginx and Varnish between a relay and its clients.
func TestProxies(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "it is about the proxies")
	t.Parallel()
	t.Run("nginx", func(t *testing.T) {
		t.Parallel()
		needProxies(t, "nginx")
		p := newProxied(t, "--client-key", "proxy:"+proxysKey)
		p.slack = 2*time.Second + rounding // it caches pages for up to 2 s without adding that to Age
		p.startNginx()
		p.tried()
	})
	t.Run("varnish", func(t *testing.T) {
		t.Parallel()
		needProxies(t, "varnishd")
		p := newProxied(t, "--client-key", "proxy:"+proxysKey)
		p.slack = time.Second + rounding // both the relay and the proxy round ages down
		p.startVarnish()
		p.tried()
	})
}

func (p *proxied) startNginx() {
	p.proxy = freeAddress(p.t)
	dir := p.t.TempDir()
	settings := example(p.t, "nginx", "127.0.0.1:8081", p.address,
		"listen 8080", "listen "+p.proxy, "/var/cache/nginx/sextant", "cache",
		"# set $args", "set $args", "app_id=ID&app_key=KEY", "app_id=proxy&app_key="+proxysKey)
	whole := "user root; daemon off; pid pid; error_log stderr crit; events {}\nhttp { access_log off; " +
		"client_body_temp_path t; fastcgi_temp_path t; uwsgi_temp_path t; scgi_temp_path t; proxy_temp_path t;\n" +
		settings + "}\n"
	p.launch(dir, "nginx.conf", whole, exec.Command("nginx", "-e", "stderr", "-p", dir, "-c", "nginx.conf"))
}

func (p *proxied) startVarnish() {
	p.proxy = freeAddress(p.t)
	dir := p.t.TempDir()
	settings, c := varnish(p.t, dir, p.proxy, p.address)
	p.launch(dir, "default.vcl", settings, c)
}

// varnish returns the guide's configuration of Varnish at an address in front of a relay, and its command.
func varnish(t *testing.T, dir, address, relay string) (settings string, c *exec.Cmd) {
	host, port, _ := net.SplitHostPort(relay)
	settings = example(t, "Varnish", `.host = "127.0.0.1"; .port = "8081";`,
		fmt.Sprintf(".host = %q; .port = %q;", host, port),
		"# set req.url", "set req.url", "app_id=ID&app_key=KEY", "app_id=proxy&app_key="+proxysKey)
	return settings, exec.Command("varnishd", "-F", "-j", "none", "-a", address, "-T", "none", "-n",
		filepath.Join(dir, "work"), "-f", filepath.Join(dir, "default.vcl"), "-s", "malloc,32m")
}

// launch writes a proxy's configuration, starts it, and waits until it serves pages.
func (p *proxied) launch(dir, file, settings string, c *exec.Cmd) {
	p.t.Helper()
	launchProxy(p.t, dir, file, settings, c, func() bool {
		_, _, err := p.ask(http.DefaultClient, 0, false, true)
		return err == nil
	})
}

// launchProxy writes a proxy's configuration, starts it, and waits until it is ready.
func launchProxy(t *testing.T, dir, file, settings string, c *exec.Cmd, isReady func() bool) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, file), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	c.Stderr = &said
	t.Cleanup(func() { // after it has ended
		if t.Failed() {
			t.Logf("%s says: %s", c.Args[0], said.String())
		}
	})
	launch(t, c, "PATH="+os.Getenv("PATH"), "HOME="+dir, "TMPDIR="+dir)
	eventually(t, c.Args[0], isReady)
}

// tried runs all checks of a proxy.
func (p *proxied) tried() {
	for i := range proxiedPages { // so that the relay has them
		if _, _, err := p.ask(http.DefaultClient, i, false, true); err != nil {
			p.t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(p.t.Context())
	var changing sync.WaitGroup
	changing.Go(func() { p.changing(ctx) })
	before := p.answers()
	start := time.Now()
	asked := p.cycle(5 * time.Second)
	answered := p.answers() - before
	p.t.Logf("%d requests, of which %d came to the relay", asked, answered)
	// once a second for each page, independent of the number of clients, and for each request with no-cache
	seconds := int64(time.Since(start)/time.Second) + 2
	if answered > proxiedPages*seconds+asked/100 {
		p.t.Errorf("of %d requests %d came to the relay in %d s", asked, answered, seconds)
	}
	stop()
	changing.Wait()
	p.untilKnown()
	p.readers()
	p.renews()
	p.partOfRecording()
	p.away()
}

// readers expects that the proxy does not cache the pages for browsers.
func (p *proxied) readers() {
	p.t.Helper()
	for _, words := range []string{"harbour", "weather"} {
		r, err := http.NewRequest(http.MethodGet, "http://"+p.proxy+"/search?q="+words, nil)
		if err != nil {
			p.t.Fatal(err)
		}
		r.SetBasicAuth("proxy", proxysKey)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			p.t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		open := resp.StatusCode == http.StatusOK && strings.Contains(string(body), `value="`+words+`"`)
		if !open {
			p.t.Errorf("a search for %s: %d\n%s", words, resp.StatusCode, body)
		}
	}
}

// untilKnown waits until the relay has the current versions of all but the rarely requested pages.
func (p *proxied) untilKnown() {
	p.t.Helper()
	for i := range proxiedPages - seldomPages {
		eventually(p.t, "the newest version", func() bool {
			version, _, err := p.ask(http.DefaultClient, i, false, true)
			return err == nil && version == len(p.announced[i])-1
		})
	}
}

// renews checks that change notices pass the proxy at once, that a reload returns the change, and that a rarely
// requested page is not older than allowed.
func (p *proxied) renews() {
	ctx, cancel := context.WithTimeout(p.t.Context(), patience)
	defer cancel()
	// cannot fail
	q, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.proxy+servicetest.ChangesPath, nil)
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	for i := range 3 {
		p.awaitChange(lines, i)
		for _, noCache := range []bool{true, false} {
			version, _, err := p.ask(http.DefaultClient, i, noCache, true)
			if err != nil || version != len(p.announced[i])-1 {
				p.t.Errorf("page %d: version %d came after version %d was announced (%v)",
					100+i, version, len(p.announced[i])-1, err)
			}
		}
	}
	for i := proxiedPages - seldomPages; i < proxiedPages; i++ {
		if _, _, err := p.ask(http.DefaultClient, i, false, true); err != nil {
			p.t.Error(err)
		}
	}
}

// awaitChange changes a page, and waits for the notice.
func (p *proxied) awaitChange(lines *bufio.Scanner, i int) {
	p.change(i)
	defer p.asking(i)()
	for page := 0; page != 100+i; {
		if !lines.Scan() {
			p.t.Fatalf("page %d: no announcement of its change came: %v", 100+i, lines.Err())
		}
		_, data, _ := strings.Cut(lines.Text(), "data: ")
		_, _ = fmt.Sscanf(data, `{"page":%d,`, &page) // other lines are skipped
	}
}

// asking requests a page repeatedly until enough is called, so that the proxy caches it.
func (p *proxied) asking(i int) (enough func()) {
	ctx, stop := context.WithCancel(p.t.Context())
	var all sync.WaitGroup
	all.Go(func() {
		tick := time.NewTicker(clientsAsk)
		defer tick.Stop()
		for ctx.Err() == nil {
			if _, _, err := p.ask(http.DefaultClient, i, false, true); err != nil {
				p.t.Error(err)
			}
			<-tick.C
		}
	})
	return func() { stop(); all.Wait() }
}

var recordingIn = regexp.MustCompile(`http://([^/"]+)/v1/download/[^"]+\.mp3`)

// partOfRecording requests a range of the first recording in the list of downloads through the proxy.
func (p *proxied) partOfRecording() {
	list, err := http.Get("http://" + p.proxy + "/v1/downloads.json")
	if err != nil {
		p.t.Fatal(err)
	}
	defer list.Body.Close()
	data, err := io.ReadAll(list.Body)
	found := recordingIn.FindSubmatch(data)
	if err != nil || found == nil || string(found[1]) != p.proxy {
		p.t.Fatalf("%s, %v, and no recording of %s: %.200q", list.Status, err, p.proxy, data)
	}
	q, _ := http.NewRequest(http.MethodGet, string(found[0]), nil) // cannot fail
	q.Header.Set("Range", "bytes=100-299")
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	part, err := io.ReadAll(answer.Body)
	whole := servicetest.Answer(p.t, p.editor, q.URL.Path)
	if err != nil || answer.StatusCode != http.StatusPartialContent || string(part) != string(whole[100:300]) {
		p.t.Errorf("%s, %d bytes of a part, %v", answer.Status, len(part), err)
	}
}

// away stops the service, by which pages become older, and starts it again; then the same with the relay.
func (p *proxied) away() {
	p.down.Store(true)
	p.change(0)
	start := time.Now()
	oldest := time.Duration(0)
	tick := time.NewTicker(5 * clientsAsk)
	defer tick.Stop()
	for time.Since(start) < 3*time.Second {
		version, age, err := p.ask(http.DefaultClient, 0, false, false)
		if err != nil {
			p.t.Fatal(err)
		}
		if version == len(p.announced[0])-1 {
			p.t.Fatal("a version came that the service could not give")
		}
		oldest = max(oldest, age)
		<-tick.C
	}
	if oldest < 2*time.Second {
		p.t.Errorf("the age is given as %v after the service has been away for 3 s", oldest)
	}
	p.down.Store(false)
	eventually(p.t, "the service's page", func() bool {
		version, _, err := p.ask(http.DefaultClient, 0, false, false)
		return err == nil && version == len(p.announced[0])-1
	})
	p.t.Logf("it came back %v after it had gone", time.Since(start).Round(100*time.Millisecond))
	_ = p.relay.Process.Signal(syscall.SIGTERM) // launch waits for it
	eventually(p.t, "the relay's end", func() bool {
		_, err := net.DialTimeout("tcp", p.address, time.Second)
		return err != nil
	})
	eventually(p.t, "what the proxy has to be older than its max-age", func() bool {
		_, age, err := p.ask(http.DefaultClient, 0, false, false)
		return err == nil && age > 3*time.Second
	})
	for i := range proxiedPages {
		if _, _, err := p.ask(http.DefaultClient, i, false, false); err != nil {
			p.t.Error(err)
		}
	}
}
