package endtoend

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"image"
	"image/color"
	"io"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"sextant/app/testkit"
)

// A secured is a service over TLS with HTTP/2, as real ones are: the demo behind nginx, and relays in front of that.
type secured struct {
	t         *testing.T
	cert, key string   // files in PEM
	env       []string // with which a program trusts the certificate
	log       string   // of nginx: the version of HTTP and the status of each request
}

const (
	securedID  = "public-screen"
	securedKey = "5ecret-0123456789-of-the-service"
)

func newSecured(t *testing.T) *secured {
	t.Helper()
	needProxies(t, "nginx")
	dir := t.TempDir()
	s := &secured{
		t: t, cert: filepath.Join(dir, "cert.pem"), key: filepath.Join(dir, "key.pem"), log: filepath.Join(dir, "log"),
	}
	s.env = []string{"SSL_CERT_FILE=" + s.cert, "SSL_CERT_DIR=/nonexistent"}
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true,
		BasicConstraintsValid: true, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	for path, block := range map[string]*pem.Block{
		s.cert: {Type: "CERTIFICATE", Bytes: der}, s.key: {Type: "PRIVATE KEY", Bytes: secret},
	} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// startDemo starts the command "sextant demo", which wants credentials, and returns its address.
func (s *secured) startDemo() (address string) {
	s.t.Helper()
	address = freeAddress(s.t)
	dir := shortDir(s.t)
	launch(s.t, exec.Command(os.Args[0], "demo", "--listen", address, "--app-id", securedID, "--app-key", securedKey),
		environment(dir)...)
	eventually(s.t, "the demo", func() bool { return connects(address) })
	return address
}

func connects(address string) bool {
	c, err := net.Dial("tcp", address)
	if err == nil {
		_ = c.Close()
	}
	return err == nil
}

// startNginx starts nginx with TLS and HTTP/2 in front of an address, which speaks TLS, too, if its scheme is https. It
// refuses requests with a body, as some fronts do.
func (s *secured) startNginx(of string) (address string) {
	s.t.Helper()
	address, dir := freeAddress(s.t), s.t.TempDir()
	whole := fmt.Sprintf("user root; daemon off; pid pid; error_log stderr crit; events {}\n"+
		"http { log_format short '$server_protocol $status $request_method $uri'; access_log %s short; "+
		"client_max_body_size 1; client_body_temp_path t; fastcgi_temp_path t; uwsgi_temp_path t; "+
		"scgi_temp_path t; proxy_temp_path t;\n"+
		"server { listen %s ssl http2; ssl_certificate %s; ssl_certificate_key %s;\n"+
		"location / { if ($content_length) { return 403; } if ($http_transfer_encoding) { return 403; }\n"+
		"proxy_pass %s; proxy_http_version 1.1; proxy_set_header Host $http_host; proxy_buffering off; } } }\n",
		s.log, address, s.cert, s.key, of)
	launchProxy(s.t, dir, "nginx.conf", whole, exec.Command("nginx", "-e", "stderr", "-p", dir, "-c", "nginx.conf"),
		func() bool { return connects(address) })
	return address
}

// options returns those with which a program uses the service at an address over TLS.
func (s *secured) options(address string) []string {
	return []string{
		"--base-url", "https://" + address, "--media-base-url", "https://" + address,
		"--app-id", securedID, "--app-key", securedKey,
	}
}

// expectHTTP2 fails unless nginx had requests, all of them by HTTP/2, none of which it refused but a screen's reports,
// which have a body. 499 is its status of a request whose client has left.
func (s *secured) expectHTTP2() {
	s.t.Helper()
	data, err := os.ReadFile(s.log)
	if err != nil || len(data) == 0 {
		s.t.Errorf("nginx has logged nothing, %v", err)
	}
	right := regexp.MustCompile(`^HTTP/2\.0 ((200|304|404|499) GET |413 PUT /v1/relay/screen)`)
	for line := range strings.Lines(string(data)) {
		if !right.MatchString(line) {
			s.t.Error(line)
		}
	}
}

// TestOverTLS runs the programs against a service over TLS with HTTP/2: the demo behind nginx, a relay, a relay behind
// nginx, and one behind nginx and Varnish. The window's connection dies silently, as after a change of the network: of
// two keys pressed after that, the second one shows its page.
func TestOverTLS(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	s := newSecured(t)
	front := s.startNginx("http://" + s.startDemo())
	relay := startRelay(t, shortDir(t), s.env, append(s.options(front), "--name", "", "--tls-cert", s.cert,
		"--tls-key", s.key, "--client-key", securedID+":"+securedKey)...)
	direct, isSecure := strings.CutPrefix(relay.url, "https://")
	if direct = strings.TrimSuffix(direct, "/"); !isSecure {
		t.Fatalf("the relay listens on %s", relay.url)
	}
	services := map[string]string{
		"demo behind nginx": front, "relay": direct, "relay behind nginx": s.startNginx("https://" + direct),
		"relay behind nginx and Varnish": s.behindVarnish(front),
	}
	for name, address := range services {
		export := append([]string{"export", "101"}, s.options(address)...)
		out, status := runIn(t, shortDir(t), s.env, append(export, "--format", "text")...)
		if status != 0 || !strings.Contains(out, "101") {
			t.Errorf("%s: export ended with %d: %s", name, status, out)
		}
		picture := filepath.Join(t.TempDir(), "101.png")
		out, status = runIn(t, shortDir(t), s.env, append(export, "-o", picture)...)
		if data, err := os.ReadFile(picture); status != 0 || err != nil || len(data) < 1000 {
			t.Errorf("%s: export of the picture ended with %d: %s, %v", name, status, out, err)
		}
	}
	d := newDisplay(t)
	withSettings(t, d, quick())
	h, address := newHole(t, front)
	window := d.start(t, s.env, s.options(address)...)
	window.untilTitle("100/1")
	h.cut()
	start := time.Now()
	window.typed("435")
	time.Sleep(2 * time.Second)
	window.typed("202")
	window.untilTitle("202")
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("202 is shown %v after the connection died", took)
	}
	window.quit()
	screen := newDisplay(t).start(t, s.env, append(s.options(services["relay behind nginx"]), "--kiosk", "102")...)
	screen.until("page 102 on a public screen", func() bool { return len(distinct(screen.shot(screen.bounds()))) > 5 })
	s.expectHTTP2()
	for name, address := range services { // with wrong keys, too
		out, status := runIn(t, shortDir(t), s.env,
			"check", "--app-id", securedID, "--app-key", securedKey, "https://"+address)
		if status != 0 {
			t.Errorf("%s: check ended with %d: %s", name, status, out)
		}
	}
}

// distinct returns the colours of a picture.
func distinct(of *image.RGBA) map[color.RGBA]bool {
	colours := map[color.RGBA]bool{}
	for i := 0; i+3 < len(of.Pix); i += 4 {
		colours[color.RGBA{of.Pix[i], of.Pix[i+1], of.Pix[i+2], of.Pix[i+3]}] = true
	}
	return colours
}

// behindVarnish starts a relay without TLS, Varnish in front of it as in the guide, and nginx in front of that.
func (s *secured) behindVarnish(front string) (address string) {
	s.t.Helper()
	needProxies(s.t, "varnishd")
	relay := startRelay(s.t, shortDir(s.t), s.env, append(s.options(front), "--name", "")...)
	proxy, dir := freeAddress(s.t), s.t.TempDir()
	settings, c := varnish(s.t, dir, proxy, strings.TrimSuffix(strings.TrimPrefix(relay.url, "http://"), "/"))
	launchProxy(s.t, dir, "default.vcl", settings, c, func() bool { return connects(proxy) })
	return s.startNginx("http://" + proxy)
}

// A hole is a TCP proxy that stops forwarding on the connections that are open, and serves new ones.
type hole struct {
	to string

	mu   sync.Mutex
	open []chan struct{} // closed for a connection that is cut
}

func newHole(t *testing.T, to string) (h *hole, address string) {
	t.Helper()
	h = &hole{to: to}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go h.serve(c)
		}
	}()
	return h, l.Addr().String()
}

func (h *hole) serve(c net.Conn) {
	defer c.Close()
	back, err := net.Dial("tcp", h.to)
	if err != nil {
		return
	}
	defer back.Close()
	cut := make(chan struct{})
	h.mu.Lock()
	h.open = append(h.open, cut)
	h.mu.Unlock()
	var both sync.WaitGroup
	for _, way := range [][2]net.Conn{{c, back}, {back, c}} {
		both.Go(func() { pump(way[0], way[1], cut) })
	}
	both.Wait()
}

// pump forwards bytes until the connection is cut, and swallows them from then on.
func pump(from, to net.Conn, cut <-chan struct{}) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if isClosed(cut) {
			if err != nil {
				return
			}
			continue
		}
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			if half, ok := to.(*net.TCPConn); ok && err == io.EOF {
				_ = half.CloseWrite()
			}
			return
		}
	}
}

// cut stops forwarding on all open connections.
func (h *hole) cut() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.open {
		close(c)
	}
	h.open = nil
}
