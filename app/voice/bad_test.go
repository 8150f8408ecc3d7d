//go:build !darwin && !windows

package voice

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sextant/app/testkit"
	"sextant/app/testkit/badserver"
)

// TestLiteral checks that no text of a page is taken for phonemes or settings of the voice.
func TestLiteral(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain": "plain", "[[h@loU]]": "[ [ h@loU]]", "[[[x": "[ [ [ x", "a\x0150Sb\tc\n": "a 50Sb c\n",
	} {
		if got := literal(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// TestBadPrograms speaks by programs that hang, fail, print a lot, ignore signals, or leave another one with their
// pipes. Each call must end, and a good program must work afterwards.
func TestBadPrograms(t *testing.T) {
	const limit = 300 * time.Millisecond
	dir := t.TempDir()
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	program := func(script string) {
		t.Helper()
		path := filepath.Join(dir, espeak)
		testkit.NoError(t, os.WriteFile(path+".new", []byte("#!/bin/sh\n"+script+"\n"), 0o700))
		testkit.NoError(t, os.Rename(path+".new", path))
	}
	p := newEspeak()
	p.limit = limit
	for name, script := range map[string]string{
		"hangs": "exec sleep 1000", "fails": "exit 3", "fails with a message": "echo no >&2; exit 1",
		"prints a lot":       "head -c 50000000 /dev/zero >&2; head -c 50000000 /dev/zero; exit 1",
		"prints for ever":    "exec yes '1 2 3 4 5 6'",
		"ignores signals":    "trap '' TERM INT HUP; while :; do sleep 0.1; done",
		"leaves another one": "sleep 3 & exit 1", "is killed": "kill -9 $$",
	} {
		program(script)
		began := time.Now()
		err := p.speak(t.Context(), "x", Options{Language: "en", Rate: UsualRate})
		if err == nil {
			t.Errorf("%s: the text was said", name)
		}
		ctx, stop := context.WithTimeout(t.Context(), limit)
		if names, err := p.voices(ctx); err == nil {
			t.Errorf("%s: the voices are %.100q", name, names)
		}
		stop()
		if took := time.Since(began); took > time.Minute {
			t.Errorf("%s: it took %v", name, took)
		}
	}
	p.limit = time.Minute
	program("cat >/dev/null")
	testkit.Check(t, p.speak(t.Context(), "x", Options{Language: "en", Rate: UsualRate}))
}

// TestServerReplaced speaks by servers that die during a text, and by one that is late. The next text must be said by
// the good one in their place, and no goroutine may stay.
func TestServerReplaced(t *testing.T) {
	for _, at := range []string{"SET SELF CLIENT_NAME user:sextant:page", "SET SELF RATE 0", "SPEAK", "."} {
		s := newServer(t, &server{ends: true, dies: at, delay: 300 * time.Millisecond})
		e, l := newRig(t, s)
		e.open = func(bool) (driver, error) {
			return dial(func(string) string { return "unix_socket:" + s.path }, false)
		}
		for _, dies := range []bool{true, false} {
			var result error
			e.Speak("x", Options{Language: "en", Rate: UsualRate}, func(err error) { result = err })
			if l.run(t); (result != nil) != dies {
				t.Errorf("%s: %v", at, result)
			}
		}
		e.Close()
	}
	badserver.NoneLeft(t, "sextant/app/voice")
}
