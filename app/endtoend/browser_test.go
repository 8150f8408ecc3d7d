package endtoend

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// elsewhere is a host name that the browser resolves to this machine. It trusts pages of localhost more than others.
const elsewhere = "screen.example"

// A browser is headless Chromium with the size of a phone, driven by WebDriver.
type browser struct {
	t       *testing.T
	session string // its address
	scripts bool   // it runs the scripts of pages
}

// newBrowser starts a browser that ends with the test, with or without JavaScript.
func newBrowser(t *testing.T, width, height int, scripts bool) *browser {
	t.Helper()
	dir := shortDir(t)
	b := &browser{t: t, session: startDriver(t, dir) + "/session", scripts: scripts}
	javascript := 1
	if !scripts {
		javascript = 2
	}
	var made struct{ SessionID string }
	b.call(http.MethodPost, "", map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
		"browserName": "chrome",
		"goog:chromeOptions": map[string]any{
			"args": []string{
				"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
				"--no-first-run", "--disable-background-networking",
				"--disable-component-update", "--disable-sync",
				"--disable-dev-shm-usage", "--user-data-dir=" + dir + "/data",
				"--host-resolver-rules=MAP " + elsewhere + " 127.0.0.1",
			},
			"prefs": map[string]any{"profile.managed_default_content_settings.javascript": javascript},
			"mobileEmulation": map[string]any{
				"deviceMetrics": map[string]any{"width": width, "height": height, "pixelRatio": 2, "touch": true},
			},
		},
	}}}, &made)
	b.session += "/" + made.SessionID
	t.Cleanup(func() { b.call(http.MethodDelete, "", nil, nil) })
	return b
}

// startDriver starts chromedriver, and returns its address. It chooses a free port of IPv6 and then listens on the same
// port of IPv4, which may be in use: then it ends, and is started again.
func startDriver(t *testing.T, dir string) string {
	t.Helper()
	for range 5 {
		c := exec.Command("chromedriver", "--port=0")
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		launch(t, c, "PATH="+os.Getenv("PATH"), "HOME="+dir, "TMPDIR="+dir, "LANG=C.UTF-8")
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if _, port, ok := strings.Cut(lines.Text(), "started successfully on port "); ok {
				go func() { _, _ = io.Copy(io.Discard, out) }()
				return "http://127.0.0.1:" + strings.TrimSuffix(port, ".")
			}
		}
	}
	t.Fatal("chromedriver does not start")
	return ""
}

// call sends a command, and decodes its answer into value, unless that is nil.
func (b *browser) call(method, path string, body, value any) {
	b.t.Helper()
	if err := b.try(method, path, body, value); err != nil {
		b.t.Fatal(err)
	}
}

func (b *browser) try(method, path string, body, value any) error {
	var sent bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&sent).Encode(body); err != nil {
			return err
		}
	}
	r, err := http.NewRequest(method, b.session+path, &sent)
	if err != nil {
		return err
	}
	resp, err := (&http.Client{Timeout: patience}).Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	answer := struct{ Value any }{value}
	if resp.StatusCode != http.StatusOK {
		said, _ := io.ReadAll(io.LimitReader(resp.Body, 300))
		return fmt.Errorf("%s: %s %s", path, resp.Status, said)
	}
	return json.NewDecoder(resp.Body).Decode(&answer)
}

// open goes to an address.
func (b *browser) open(address string) {
	b.t.Helper()
	b.call(http.MethodPost, "/url", map[string]string{"url": address}, nil)
}

// find finds an element by its CSS selector.
func (b *browser) find(selector string) (path string, err error) {
	var found map[string]string
	if err = b.try(http.MethodPost, "/element",
		map[string]string{"using": "css selector", "value": selector}, &found); err != nil {
		return "", err
	}
	for _, id := range found {
		path = "/element/" + id
	}
	return path, nil
}

// do sends a command for an element, and again if the page was replaced meanwhile.
func (b *browser) do(selector, what string, body any) {
	b.t.Helper()
	var err error
	if !poll(pollEvery, patience, func() bool {
		var path string
		if path, err = b.find(selector); err == nil {
			err = b.try(http.MethodPost, path+what, body, nil)
		}
		return err == nil
	}) {
		b.t.Fatal(err)
	}
}

// click clicks an element. Without JavaScript it presses Enter on it, because the driver's click would wait for ever.
func (b *browser) click(selector string) {
	b.t.Helper()
	if !b.scripts {
		b.write(selector, "\uE007")
		return
	}
	b.do(selector, "/click", struct{}{})
}

func (b *browser) write(selector, text string) {
	b.t.Helper()
	b.do(selector, "/value", map[string]string{"text": text})
}

// text returns the text of an element, empty if there is no such element.
func (b *browser) text(selector string) (text string) {
	if path, err := b.find(selector); err == nil {
		_ = b.try(http.MethodGet, path+"/text", nil, &text) // empty if the page was replaced meanwhile
	}
	return text
}

// size returns the size of an element in CSS pixels.
func (b *browser) size(selector string) (width, height float64) {
	b.t.Helper()
	path, err := b.find(selector)
	if err != nil {
		b.t.Fatal(err)
	}
	var rect struct{ Width, Height float64 }
	b.call(http.MethodGet, path+"/rect", nil, &rect)
	return rect.Width, rect.Height
}

// keepShot saves a screenshot of the page if SEXTANT_SHOTS names a folder.
func (b *browser) keepShot(name string) {
	b.t.Helper()
	if dir := os.Getenv("SEXTANT_SHOTS"); dir != "" {
		var shot []byte
		b.call(http.MethodGet, "/screenshot", nil, &shot)
		if err := os.WriteFile(filepath.Join(dir, name+".png"), shot, 0o600); err != nil {
			b.t.Error(err)
		}
	}
}
