package demo

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

func TestMainServesUntilStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out, in := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- Main([]string{"--listen", "127.0.0.1:0", "--app-id", "X", "--app-key", "Y"}, in, io.Discard, ctx)
		_ = in.Close()
	}()
	line := make([]byte, 200)
	n, err := out.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	base := regexp.MustCompile(`http://[\d.:]+`).FindString(string(line[:n]))
	response, err := http.Get(base + "/v1/teletext/pages/100.json?app_id=X&app_key=Y")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Error(response.Status)
	}
	cancel()
	if got := <-code; got != exitOK {
		t.Errorf("exit code %d", got)
	}
}

func TestMainUsage(t *testing.T) {
	for _, c := range []struct {
		args   []string
		code   int
		stdout string
		stderr string
	}{
		{[]string{"--help"}, exitOK, "Usage: sextant demo", ""},
		{[]string{"--nonsense"}, exitUsage, "", "not defined: -nonsense"},
		{[]string{"--latency", "-1s"}, exitUsage, "", "cannot be negative"},
		{[]string{"--quota", "many"}, exitUsage, "", "quota"},
		{[]string{"now"}, exitUsage, "", "unexpected argument"},
	} {
		var stdout, stderr bytes.Buffer
		if got := Main(c.args, &stdout, &stderr, context.Background()); got != c.code {
			t.Errorf("%v: exit code %d", c.args, got)
		}
		if !strings.Contains(stdout.String(), c.stdout) || !strings.Contains(stderr.String(), c.stderr) {
			t.Errorf("%v: %q and %q", c.args, stdout.String(), stderr.String())
		}
	}
}

func TestMainWhenTheAddressIsTaken(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	var stderr bytes.Buffer
	if got := Main([]string{"--listen", taken.Addr().String()}, io.Discard, &stderr, context.Background()); got != exitFailed {
		t.Errorf("exit code %d", got)
	}
	if s := stderr.String(); strings.Count(s, "\n") != 1 || !strings.Contains(s, taken.Addr().String()) {
		t.Errorf("said %q", s)
	}
}
