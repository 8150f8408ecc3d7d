package cli

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"sextant/app/testkit"
)

// newTerminal returns both ends of a pseudoterminal: the user's and the program's.
func newTerminal(t *testing.T) (user, program *os.File) {
	t.Helper()
	user, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { user.Close() })
	testkit.NoError(t, unix.IoctlSetPointerInt(int(user.Fd()), unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(int(user.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { program.Close() })
	return user, program
}

// echoes reports whether a terminal echoes input.
func echoes(t *testing.T, f *os.File) bool {
	t.Helper()
	state := testkit.Must(unix.IoctlGetTermios(int(f.Fd()), unix.TCGETS))(t)
	return state.Lflag&unix.ECHO != 0
}

// A typist types an answer to each question while the terminal does not echo.
type typist struct {
	t             *testing.T
	user, program *os.File
	answers       []string
	asked         strings.Builder
	typing        sync.WaitGroup
}

func (t *typist) Write(text []byte) (int, error) {
	t.asked.Write(text)
	if strings.HasSuffix(string(text), ": ") && len(t.answers) > 0 {
		answer := t.answers[0]
		t.answers = t.answers[1:]
		t.typing.Go(func() {
			for echoes(t.t, t.program) {
			}
			_, _ = t.user.WriteString(answer)
		})
	}
	return len(text), nil
}

func TestTerminal(t *testing.T) {
	for _, tt := range []struct{ first, second, pin, wrong string }{
		{"2468\n", "2468\n", "2468", ""},
		{"2468\n", "2469\n", "", "differ"},
	} {
		p := &typist{t: t, answers: []string{tt.first, tt.second}}
		p.user, p.program = newTerminal(t)
		got, err := askPIN(t.Context(), p.program, p)
		p.typing.Wait()
		if tt.wrong == "" && (err != nil || got != tt.pin) ||
			tt.wrong != "" && (err == nil || !strings.Contains(err.Error(), tt.wrong)) {
			t.Errorf("%q, %v", got, err)
		}
		if !strings.Contains(p.asked.String(), "Once more: ") || !echoes(t, p.program) {
			t.Errorf("asked %q; the terminal is not as it was", p.asked.String())
		}
	}
}

// TestTerminalGivenUp presses Ctrl+C at the question, which sends a signal.
func TestTerminalGivenUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := &typist{t: t}
	p.user, p.program = newTerminal(t)
	go func() {
		for echoes(t, p.program) {
		}
		cancel()
	}()
	if got, err := askPIN(ctx, p.program, p); err == nil ||
		!strings.Contains(err.Error(), "cancelled") || !echoes(t, p.program) {
		t.Errorf("%q, %v", got, err)
	}
}
