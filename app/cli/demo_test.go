package cli

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"sextant/app/testkit"
)

func TestDemoServesUntilStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out, in := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- Demo(ctx, []string{"--listen", "127.0.0.1:0", "--app-id", "X", "--app-key", "Y"}, in, io.Discard)
		_ = in.Close()
	}()
	line := make([]byte, 200)
	n := testkit.Must(out.Read(line))(t)
	go func() { _, _ = io.Copy(io.Discard, out) }()
	base := regexp.MustCompile(`http://[\d.:]+`).FindString(string(line[:n]))
	response := testkit.Must(http.Get(base + "/v1/teletext/pages/100.json?app_id=X&app_key=Y"))(t)
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Error(response.Status)
	}
	cancel()
	if got := <-code; got != ExitDone {
		t.Errorf("exit code %d", got)
	}
}

func TestDemoUsage(t *testing.T) {
	for _, c := range []struct {
		args   []string
		code   int
		stdout string
		stderr string
	}{
		{[]string{"--help"}, ExitDone, "sextant demo [options]", ""},
		{[]string{"--quota", "3", "--help"}, ExitDone, "--latency TIME", ""},
		{[]string{"--nonsense"}, ExitUsage, "", "sextant demo: unknown option --nonsense\n"},
		{[]string{"--latency", "-1s"}, ExitUsage, "", "--latency cannot have this value"},
		{[]string{"--latency", "soon"}, ExitUsage, "", "--latency cannot have this value"},
		{[]string{"--quota", "-1"}, ExitUsage, "", "--quota cannot have this value"},
		{[]string{"--quota", "many"}, ExitUsage, "", "--quota cannot have this value"},
		{[]string{"--listen", ":99999"}, ExitUsage, "", "--listen must be an address such as :8080"},
		{[]string{"--quota", "3", "now"}, ExitUsage, "", "unexpected \"now\""},
		{[]string{"now"}, ExitUsage, "", "unknown command \"now\""},
	} {
		var stdout, stderr bytes.Buffer
		if got := Demo(context.Background(), c.args, &stdout, &stderr); got != c.code {
			t.Errorf("%v: exit code %d", c.args, got)
		}
		if !strings.Contains(stdout.String(), c.stdout) || !strings.Contains(stderr.String(), c.stderr) {
			t.Errorf("%v: %q and %q", c.args, stdout.String(), stderr.String())
		}
	}
}

func TestDemoAddressTaken(t *testing.T) {
	taken := testkit.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer taken.Close()
	var stderr bytes.Buffer
	if got := Demo(context.Background(), []string{"--listen", taken.Addr().String()},
		io.Discard, &stderr); got != ExitError {
		t.Errorf("exit code %d", got)
	}
	if s := stderr.String(); strings.Count(s, "\n") != 1 || !strings.Contains(s, taken.Addr().String()) {
		t.Errorf("said %q", s)
	}
}
