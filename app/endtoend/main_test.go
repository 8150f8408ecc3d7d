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

// programVariable is set in the environment of the second process, which is the program.
const programVariable = "SEXTANT_ENDTOEND_PROGRAM"

// exitLeftBehind is the status of a program that ended well but for a goroutine that still waits on
// the network.
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

// waitTogether has one test more at once than there are processors, where the command line says nothing else: the
// programs that are tested mostly wait.
func waitTogether() {
	flag.Parse()
	const parallel = "test.parallel"
	if f := flag.Lookup(parallel); f.Value.String() == strconv.Itoa(runtime.GOMAXPROCS(0)) {
		_ = flag.Set(parallel, strconv.Itoa(runtime.GOMAXPROCS(0)+1)) // a number is a good one
	}
}

// program runs Sextant and then looks for goroutines that it left behind.
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

// toolkit names what the toolkit keeps open for as long as the process lives: the watch on its settings file, and the
// session bus where there is one. Beside that a picture that was copied is offered to other programs through the X
// server. None of it is the network.
var toolkit = []string{"github.com/fsnotify/fsnotify.", "github.com/godbus/dbus/", "github.com/jezek/xgb."}

// networkWaits gives the stacks of goroutines that wait on the network. They are given some time to
// end, for a connection that was closed a moment ago takes one to be torn down.
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

// TestWaitsAreSeen makes sure that the search for goroutines left behind would find one.
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
