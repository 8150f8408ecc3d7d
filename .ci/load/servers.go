package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"sextant/app/api"
	"sextant/app/demo"
	"sextant/app/teletext"
)

// pageCount is the number of pages of the service.
const pageCount = 200

// A page is a page with the expected answers.
type page struct {
	path    string
	plain   []byte
	packed  []byte // as compressed by the relay
	wanted  []byte // one of both
	request []byte // the complete request of a client
}

// Servers are the measured servers, and the service behind the relay. They end with their context.
type servers struct {
	ctx     context.Context
	program string
	dir     string
	pages   []page
	service *httptest.Server
	asked   atomic.Int64
	relay   *exec.Cmd
	nginx   *exec.Cmd
}

// newServers starts the service behind the relay, which has the demo's pages under more numbers.
func newServers(ctx context.Context, program, dir string) (*servers, error) {
	s := &servers{ctx: ctx, program: program, dir: dir}
	d, err := demo.New(demo.Options{Now: time.Now})
	if err != nil {
		return nil, err
	}
	documents, err := documents(d)
	if err != nil {
		return nil, err
	}
	bodies := map[string]*api.Body{}
	for i := range pageCount {
		doc := *documents[i%len(documents)]
		doc.Number = 100 + i
		data, err := doc.EncodeJSON()
		if err != nil {
			return nil, err
		}
		path := fmt.Sprintf("/v1/teletext/pages/%d.json", doc.Number)
		bodies[path] = api.NewBody(api.TypeJSON, time.Now(), data)
		s.pages = append(s.pages, page{path: path, plain: data})
	}
	s.service = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked.Add(1)
		if b := bodies[r.URL.Path]; b != nil {
			api.Serve(w, r, b)
			return
		}
		api.Refuse(w, api.ErrNone)
	}))
	return s, nil
}

// documents returns the page documents of the demo.
func documents(d http.Handler) (all []*teletext.Page, err error) {
	for number := 100; number < 900; number++ {
		answer := httptest.NewRecorder()
		d.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, fmt.Sprintf("/v1/teletext/pages/%d.json", number), nil))
		if answer.Code != http.StatusOK {
			continue
		}
		doc, err := teletext.DecodeJSON(answer.Body.Bytes())
		if err != nil {
			return nil, err
		}
		all = append(all, doc)
	}
	return all, nil
}

// fill starts a relay without an hourly limit, requests all pages, and records its answers.
func (s *servers) fill(plain bool) error {
	address, err := s.startRelay(`{"requestsPerSecond":1000,"requestsPerHour":10000,"requestsPerDay":10000}`)
	if err != nil {
		return err
	}
	coding := "Accept-Encoding: gzip\r\n"
	if plain {
		coding = ""
	}
	for i := range s.pages {
		p := &s.pages[i]
		p.request = []byte("GET " + p.path + " HTTP/1.1\r\nHost: " + address +
			"\r\nUser-Agent: Sextant\r\n" + coding + "Priority: u=3\r\n\r\n")
		if p.packed, err = get(s.ctx, "http://"+address+p.path); err != nil {
			return err
		}
		unpacked, err := unpack(p.packed)
		if err != nil || !bytes.Equal(unpacked, p.plain) {
			return fmt.Errorf("%s has other bytes than the service's (%w)", p.path, err)
		}
		if p.wanted = p.packed; plain {
			p.wanted = p.plain
		}
	}
	relay := s.relay
	s.relay = nil
	return end(relay)
}

// get requests a compressed answer, and returns it compressed.
func get(ctx context.Context, address string) ([]byte, error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	q.Header.Set("Accept-Encoding", "gzip")
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Encoding") != "gzip" {
		return nil, fmt.Errorf("%s: %s, packed as %q", address, answer.Status, answer.Header.Get("Content-Encoding"))
	}
	return io.ReadAll(answer.Body)
}

func unpack(packed []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// startRelay starts the relay with settings, and returns its address.
func (s *servers) startRelay(settings string) (address string, err error) {
	profile := filepath.Join(s.dir, "profile")
	if err := os.MkdirAll(profile, 0o700); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(profile, "settings.json"), []byte(settings), 0o600); err != nil {
		return "", err
	}
	s.relay = exec.CommandContext(s.ctx, s.program, "relay", "--listen", "127.0.0.1:0",
		"--name", "", "--profile", profile, "--base-url", s.service.URL)
	said, err := s.relay.StderrPipe()
	if err != nil {
		return "", err
	}
	if err := s.relay.Start(); err != nil {
		return "", err
	}
	lines := bufio.NewScanner(said)
	for lines.Scan() {
		if _, rest, ok := strings.Cut(lines.Text(), "the relay listens on http://"); ok {
			go func() { _, _ = io.Copy(io.Discard, said) }()
			address, _, _ = strings.Cut(rest, " ")
			return address, nil
		}
		fmt.Fprintln(os.Stderr, lines.Text())
	}
	return "", errors.New("the relay does not listen")
}

// nginxSettings configure a server that only sends files, and only writes below its own folder.
const nginxSettings = `user root; daemon off; worker_processes 2; pid nginx.pid; error_log stderr error;
events { worker_connections 4096; }
http {
	access_log off; sendfile on; tcp_nopush on; open_file_cache max=1000; gzip_static on; gzip_vary on;
	default_type "application/json; charset=utf-8"; types { }
	keepalive_requests 1000000000; keepalive_timeout 10m;
	add_header Cache-Control "max-age=60, stale-while-revalidate=60, stale-if-error=86400";
	client_body_temp_path t; proxy_temp_path t; fastcgi_temp_path t; uwsgi_temp_path t; scgi_temp_path t;
	server { listen %s backlog=4096; root files; }
}
`

// startNginx starts nginx with the same bytes as files, and returns its address.
func (s *servers) startNginx() (address string, err error) {
	if address, err = freeAddress(); err != nil {
		return "", err
	}
	files := map[string][]byte{"nginx.conf": fmt.Appendf(nil, nginxSettings, address)}
	for _, p := range s.pages {
		files["files"+p.path], files["files"+p.path+".gz"] = p.plain, p.packed
	}
	for name, data := range files {
		path := filepath.Join(s.dir, "nginx", name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, data, 0o644)); err != nil {
			return "", err
		}
	}
	s.nginx = exec.CommandContext(s.ctx, "nginx", "-e", "stderr",
		"-p", filepath.Join(s.dir, "nginx"), "-c", "nginx.conf")
	s.nginx.Cancel = func() error { return s.nginx.Process.Signal(os.Interrupt) } // otherwise its workers would stay
	if err := s.nginx.Start(); err != nil {
		return "", err
	}
	for range 100 {
		if _, err = get(s.ctx, "http://"+address+s.pages[0].path); err == nil {
			return address, nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return "", err
}

// freeAddress returns an address that is not in use.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// end ends a program gracefully.
func end(c *exec.Cmd) error {
	if err := c.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	return c.Wait()
}

// wait waits for the programs after their context has ended.
func (s *servers) wait() {
	for _, c := range []*exec.Cmd{s.relay, s.nginx} {
		if c != nil {
			_ = c.Wait() // it was ended by a signal
		}
	}
	s.service.Close()
}

// requests returns the number of requests to the service.
func (s *servers) requests() int { return int(s.asked.Load()) }

// memory returns the peak memory of the relay, in megabytes.
func (s *servers) memory() float64 {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.relay.Process.Pid))
	for l := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(l, "VmHWM:"); ok {
			kb, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kb / 1024
		}
	}
	return 0
}

// worked returns the processor time of a program and its child processes.
func worked(pid int) (sum time.Duration) {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*", pid)) // cannot fail: the pattern is valid
	for _, t := range threads {
		data, _ := os.ReadFile(t + "/schedstat")
		if f := strings.Fields(string(data)); len(f) > 0 {
			ns, _ := strconv.ParseInt(f[0], 10, 64)
			sum += time.Duration(ns)
		}
		data, _ = os.ReadFile(t + "/children")
		for _, child := range strings.Fields(string(data)) {
			n, _ := strconv.Atoi(child)
			sum += worked(n)
		}
	}
	return sum
}
