package endtoend

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
)

// A proxied is a relay with a proxy in front of it, and a service behind it whose pages contain their version.
type proxied struct {
	t       *testing.T
	editor  *editor
	service *httptest.Server
	down    atomic.Bool // the service
	relay   *exec.Cmd
	address string        // of the relay
	proxy   string        // address
	slack   time.Duration // the error of the header Age

	mu        sync.Mutex
	announced [][]time.Time // when each version of each page was published
}

// proxiedPages is the number of pages, of which the last few are rarely requested, and proxysKey the key that a relay
// requires from its proxy.
const (
	clientsAsk   = 20 * time.Millisecond // the interval of requests
	proxiedPages = 44
	seldomPages  = 4
	proxysKey    = "5ecret-of-the-proxy"
)

// newProxied starts a service, and a relay for it with options.
func newProxied(t *testing.T, options ...string) *proxied {
	p := &proxied{t: t, editor: newEditor(t), announced: make([][]time.Time, proxiedPages)}
	page := p.editor.Page(100)
	for i := range proxiedPages {
		page.Number = 100 + i
		copied, _ := teletext.DecodeJSON(must(page.EncodeJSON()))
		p.editor.Put(copied)
		p.change(i)
	}
	p.service = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p.down.Load() {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		p.editor.ServeHTTP(w, r)
	}))
	t.Cleanup(p.service.Close)
	d := &display{dir: shortDir(t)}
	settings := quick()
	settings["freshSeconds"] = 2
	withSettings(t, d, settings)
	options = append(options, "--listen", "127.0.0.1:0", "--name", "", "--profile",
		profile(d.dir), "--base-url", p.service.URL, "--media-base-url", p.service.URL)
	p.relay = exec.Command(os.Args[0], append([]string{"relay"}, options...)...)
	said, err := p.relay.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	launch(t, p.relay, environment(d.dir)...)
	lines := bufio.NewScanner(said)
	for p.address == "" && lines.Scan() {
		_, rest, _ := strings.Cut(lines.Text(), "the relay listens on http://")
		p.address, _, _ = strings.Cut(rest, " ")
	}
	go func() { _, _ = io.Copy(io.Discard, said) }() // until it ends
	return p
}

func must(data []byte, err error) []byte {
	if err != nil {
		panic(err) // cannot happen: the page was decoded before
	}
	return data
}

// change publishes the next version of a page.
func (p *proxied) change(i int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.announced[i] = append(p.announced[i], time.Now())
	p.editor.Rewrite(100+i, func(doc *teletext.Page) {
		servicetest.Write(doc, 1, 13, fmt.Sprintf("{Cyan}Version %d of it", len(p.announced[i])-1))
	})
}

// changing changes one page after the other until ctx ends.
func (p *proxied) changing(ctx context.Context) {
	tick := time.NewTicker(50 * time.Millisecond) // twenty changes a second
	defer tick.Stop()
	for i := 0; ctx.Err() == nil; i = (i + 7) % proxiedPages {
		p.change(i)
		<-tick.C
	}
}

// validUntil returns the latest time at which a version of a page was valid: now for the current one. ok is false for a
// version that was not published yet.
func (p *proxied) validUntil(i, version int) (at time.Time, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if version+1 < len(p.announced[i]) {
		return p.announced[i][version+1].Add(100 * time.Millisecond), true // while it is being replaced, both are valid
	}
	return time.Now(), version < len(p.announced[i])
}

var (
	versionIn  = regexp.MustCompile(`Version (\d+) of it`)
	directives = regexp.MustCompile(`max-age=(\d+), stale-while-revalidate=(\d+)`)
)

// rounding is the error of a time in whole seconds, plus the delay of a busy machine.
const rounding = 1500 * time.Millisecond

// ask requests a page from the proxy, and checks that it is not older than its headers allow. bounded is false if there
// is no limit.
func (p *proxied) ask(c *http.Client, i int, noCache, bounded bool) (version int, age time.Duration, err error) {
	// cannot fail
	q, _ := http.NewRequest(http.MethodGet, "http://"+p.proxy+servicetest.DocumentPath(100+i), nil)
	q.URL.RawQuery = fmt.Sprintf("app_id=me&app_key=%d", rand.Int64()) // different for each client
	if noCache {
		q.Header.Set("Cache-Control", "no-cache")
	}
	asked := time.Now()
	answer, err := c.Do(q)
	if err != nil {
		return 0, 0, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	found := versionIn.FindSubmatch(body)
	if err != nil || answer.StatusCode != http.StatusOK || found == nil {
		return 0, 0, fmt.Errorf("page %d: %s, %v: %.100q", 100+i, answer.Status, err, body)
	}
	version, _ = strconv.Atoi(string(found[1]))
	seconds, err := strconv.Atoi(answer.Header.Get("Age"))
	if err != nil {
		return 0, 0, fmt.Errorf("page %d: %w", 100+i, err)
	}
	age = time.Duration(seconds) * time.Second
	date, err := http.ParseTime(answer.Header.Get("Date"))
	if err != nil {
		return version, age, fmt.Errorf("page %d: %w", 100+i, err)
	}
	counted := max(age, asked.Sub(date)) // RFC 9111, section 4.2.3
	end, known := p.validUntil(i, version)
	if old := asked.Sub(end); !known || old > counted+rounding || bounded && old > age+p.slack {
		return version, age, fmt.Errorf("page %d: version %d ended %v ago, the age is given as %v, and counted as %v",
			100+i, version, old, age, counted)
	}
	most := directives.FindStringSubmatch(answer.Header.Get("Cache-Control"))
	if len(most) == 0 {
		return version, age, fmt.Errorf("page %d: Cache-Control is %q", 100+i, answer.Header.Get("Cache-Control"))
	}
	life, _ := strconv.Atoi(most[1])
	stale, _ := strconv.Atoi(most[2])
	// Age and Date are rounded up or down
	if bound := time.Duration(life+stale) * time.Second; bounded && counted > bound+p.slack+time.Second {
		err = fmt.Errorf("page %d: it is %v old, and is to be used for %v", 100+i, counted, bound)
	}
	return version, counted, err
}

// cycle runs 50 clients for a time that request all but the rarely requested pages in turn, and returns the number of
// requests.
func (p *proxied) cycle(long time.Duration) (asked int64) {
	var count, wrong atomic.Int64
	var all sync.WaitGroup
	end := time.Now().Add(long)
	for n := range 50 {
		all.Go(func() {
			c := &http.Client{Transport: &http.Transport{}, Timeout: patience}
			defer c.CloseIdleConnections()
			tick := time.NewTicker(clientsAsk)
			defer tick.Stop()
			for i := n; time.Now().Before(end); i++ {
				count.Add(1)
				if _, _, err := p.ask(c, i%(proxiedPages-seldomPages), i%200 == 199, true); err != nil &&
					wrong.Add(1) <= 5 {
					p.t.Error(err)
				}
				<-tick.C
			}
		})
	}
	all.Wait()
	if n := wrong.Load(); n > 0 {
		p.t.Errorf("%d of %d answers were wrong", n, count.Load())
	}
	return count.Load()
}

// answers returns the number of documents that the relay has sent.
func (p *proxied) answers() (sum int64) {
	answer, err := http.Get("http://" + p.address + "/metrics?app_id=proxy&app_key=" + proxysKey)
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		if name, value, _ := strings.Cut(lines.Text(), " "); strings.HasPrefix(name,
			`sextant_relay_answers_total{kind="document"`) {
			n, _ := strconv.ParseFloat(value, 64)
			sum += int64(n)
		}
	}
	return sum
}
