package serve

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sextant/app/testkit"
)

// certify writes a self-signed certificate for the host "relay" with its key, and returns a pool that trusts it.
func certify(t *testing.T, dir string, serial int64) (cert, key string, pool *x509.CertPool) {
	t.Helper()
	private := testkit.Must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), DNSNames: []string{"relay"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der := testkit.Must(x509.CreateCertificate(rand.Reader, template, template, private.Public(), private))(t)
	secret := testkit.Must(x509.MarshalPKCS8PrivateKey(private))(t)
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	pool = x509.NewCertPool()
	for path, block := range map[string]*pem.Block{
		cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: secret},
	} {
		data := pem.EncodeToMemory(block)
		testkit.NoError(t, os.WriteFile(path, data, 0o600))
		if path == cert && !pool.AppendCertsFromPEM(data) {
			t.Fatal("no certificate")
		}
	}
	return cert, key, pool
}

// browser returns a client of HTTP/2, or of HTTP/1.1 if http2 is false.
func browser(t *testing.T, pool *x509.CertPool, http2 bool) *http.Client {
	t.Helper()
	transport := &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: pool, ServerName: "relay"}, ForceAttemptHTTP2: http2,
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: 20 * time.Second}
}

// TestTLS sends requests by both versions of HTTP, also with a body.
func TestTLS(t *testing.T) {
	t.Parallel()
	cert, key, pool := certify(t, t.TempDir(), 1)
	r := begin(t, Config{Handler: http.HandlerFunc(echo), CertFile: cert, KeyFile: key}, nil)
	for _, http2 := range []bool{false, true} {
		b := browser(t, pool, http2)
		for path, body := range map[string]string{"/a": "", "/b": "body", "/c": strings.Repeat("x", 1<<20)} {
			resp, err := b.Post("https://"+r.address+path, "text/plain", strings.NewReader(body))
			if err != nil {
				if len(body) < 10 {
					t.Errorf("%v: %v", http2, err)
				}
				continue // the connection may be closed before it reads the answer
			}
			data, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if (resp.ProtoMajor == 2) != http2 || err != nil {
				t.Errorf("%s, %v", resp.Proto, err)
			}
			if (body == "") != (resp.StatusCode == http.StatusOK && string(data) == path) ||
				body != "" && resp.StatusCode != http.StatusMethodNotAllowed {
				t.Errorf("%s: %d %q", path, resp.StatusCode, data)
			}
		}
	}
	resp, err := browser(t, x509.NewCertPool(), true).Get("https://" + r.address)
	if err == nil {
		resp.Body.Close()
		t.Error("anybody's certificate is trusted")
	}
	c := r.dial()
	c.send("GET /?app_key=secret HTTP/1.1\r\nHost: relay\r\n\r\n")
	c.expectClosed("it does not speak TLS")
	testkit.Eventually(t, "the count", func() bool { return r.Counts().Handshakes == 2 })
	if s := r.lines(); s != "" {
		t.Errorf("logged: %s", s)
	}
}

// TestReload changes the certificate: new connections get the new one, or the old one while the new one is broken.
func TestReload(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cert, key, pool := certify(t, dir, 1)
	r := begin(t, Config{Handler: http.HandlerFunc(echo), CertFile: cert, KeyFile: key}, nil)
	serial := func(pool *x509.CertPool) int64 {
		resp := testkit.Must(browser(t, pool, true).Get("https://" + r.address))(t)
		resp.Body.Close()
		return resp.TLS.PeerCertificates[0].SerialNumber.Int64()
	}
	if n := serial(pool); n != 1 {
		t.Errorf("certificate %d", n)
	}
	whole := testkit.Must(os.ReadFile(key))(t)
	certify(t, dir, 2)
	if err := os.WriteFile(key, whole, 0o600); err != nil { // the key of the certificate before
		t.Fatal(err)
	}
	if err := r.Reload(); err == nil || serial(pool) != 1 {
		t.Errorf("with the key of another certificate: %v", err)
	}
	testkit.NoError(t, os.Remove(key))
	if err := r.Reload(); err == nil || serial(pool) != 1 {
		t.Errorf("without a key: %v", err)
	}
	_, _, next := certify(t, dir, 3)
	if err := r.Reload(); err != nil || serial(next) != 3 {
		t.Errorf("certificate %d, %v", serial(next), err)
	}
	if err := begin(t, Config{Handler: http.HandlerFunc(echo)}, nil).Reload(); err != nil {
		t.Errorf("without TLS: %v", err)
	}
}

// TestHTTP2 sends many requests at once on one connection, which is busy while an answer is under way, and idle after
// that. A stream that its client does not read fails, and the others go on.
func TestHTTP2(t *testing.T) {
	t.Parallel()
	cert, key, pool := certify(t, t.TempDir(), 1)
	failed := make(chan error, 1)
	r := begin(t,
		Config{
			CertFile: cert, KeyFile: key, MostConnections: 1,
			Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/endless" {
					echo(w, r)
					return
				}
				past := func() time.Time { return time.Now().Add(200*time.Millisecond - writePatience) }
				for out, err := Writer(w, past), error(nil); ; {
					if _, err = out.Write(bytes.Repeat([]byte("x"), 64<<10)); err != nil {
						failed <- err
						return
					}
				}
			}),
		}, nil)
	b := browser(t, pool, true)
	resp := testkit.Must(b.Get("https://" + r.address + "/endless"))(t)
	defer resp.Body.Close()
	r.dial().expectClosed("there is an answer under way on the only connection")
	var work sync.WaitGroup
	for range 50 {
		work.Go(func() {
			resp, err := b.Get("https://" + r.address + "/others")
			if err != nil {
				t.Error(err)
				return
			}
			defer resp.Body.Close()
			if data, err := io.ReadAll(resp.Body); err != nil || string(data) != "/others" {
				t.Errorf("%q, %v", data, err)
			}
		})
	}
	work.Wait()
	select {
	case <-failed:
	case <-time.After(20 * time.Second):
		t.Error("writing to who reads nothing goes on")
	}
	if n := r.Counts(); n.Open != 1 || n.TurnedAway != 1 || n.Displaced != 0 {
		t.Errorf("%+v", n)
	}
	testkit.Eventually(t, "the connection to wait", func() bool { return r.connections.places[0].Load() > 0 })
	r.dial().send("x")
	testkit.Eventually(t, "the connection to make room", func() bool { return r.Counts().Displaced == 1 })
}
