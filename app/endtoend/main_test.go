package endtoend

import (
	"flag"
	"fmt"
	"net"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sextant/app"
	"sextant/app/endtoend/probe"
	"sextant/app/testkit"
	"sextant/app/ui/loop"
)

// programVariable is the environment variable of the second process, which is the program.
const programVariable = "SEXTANT_ENDTOEND_PROGRAM"

// exitLeftBehind is the status of a program that ended with 0 but left a goroutine that waits on the network.
const exitLeftBehind = 70

// TestMain runs the program or the tests. It is on the main goroutine, which the toolkit needs.
func TestMain(m *testing.M) {
	if what := os.Getenv(loopVariable); what != "" {
		loopWindow(what)
		return
	}
	if dir := os.Getenv(cutVariable); dir != "" {
		os.Exit(recordedSession(dir))
	}
	if os.Getenv(programVariable) == "" {
		decodeDamage()
		waitTogether()
		status := m.Run()
		leaveWine()
		os.Exit(status)
	}
	os.Exit(program())
}

// waitTogether runs one more test in parallel than there are processors, unless the command line sets the number: the
// tested programs mostly wait.
func waitTogether() {
	flag.Parse()
	const parallel = "test.parallel"
	if f := flag.Lookup(parallel); f.Value.String() == strconv.Itoa(runtime.GOMAXPROCS(0)) {
		_ = flag.Set(parallel, strconv.Itoa(runtime.GOMAXPROCS(0)+1)) // cannot fail for a number
	}
}

// program runs Sextant, and then checks for goroutines that it left behind.
func program() int {
	ui, clock := &loop.Loop{}, testkit.NewClock()
	stop, err := probe.Serve(os.Getenv(probe.Variable), ui, clock)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	status := app.MainOn(app.Ground{Loop: ui, Clock: clock}, os.Args[1:], os.Getenv, os.Stdout, os.Stderr)
	stop()
	if left := networkWaits(2 * time.Second); len(left) > 0 {
		fmt.Fprintf(os.Stderr, "still waiting on the network:\n\n%s\n", strings.Join(left, "\n\n"))
		return exitLeftBehind
	}
	return status
}

// toolkit has the packages whose goroutines live as long as the process: the watch on the toolkit's settings file, the
// session bus, and the connection to the X server that offers a copied picture. None of them uses the network.
var toolkit = []string{"github.com/fsnotify/fsnotify.", "github.com/godbus/dbus/", "github.com/jezek/xgb."}

// networkWaits returns the stacks of goroutines that wait on the network. They have some time to end, because closing a
// connection takes a moment.
func networkWaits(grace time.Duration) (left []string) {
	poll(pollEvery, grace, func() bool {
		left = strings.Split(probe.Stacks(), "\n\n")
		left = slices.DeleteFunc(left, func(s string) bool { return !isNetworkWait(s) })
		return len(left) == 0
	})
	return left
}

func isNetworkWait(stack string) bool {
	for _, name := range toolkit {
		if strings.Contains(stack, name) {
			return false
		}
	}
	first, _, _ := strings.Cut(stack, "\n")
	return strings.Contains(first, "[IO wait") || strings.Contains(stack, "\nnet/http.") ||
		strings.Contains(stack, "\nnet.") || strings.Contains(stack, "\ninternal/poll.")
}

// TestWaitsAreSeen checks that networkWaits finds a goroutine that was left behind.
func TestWaitsAreSeen(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skipf("there is no loopback network: %v", err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = listener.Accept() // ends with the listener
	}()
	defer func() {
		_ = listener.Close()
		<-ended
		if left := networkWaits(10 * time.Second); len(left) > 0 {
			t.Errorf("seen after the end: %s", left)
		}
	}()
	for end := time.Now().Add(10 * time.Second); len(networkWaits(0)) == 0; {
		if time.Now().After(end) {
			t.Fatal("a goroutine that waits for a connection was not seen")
		}
	}
}
