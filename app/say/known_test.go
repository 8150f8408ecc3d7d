package say

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestNoEnglishInSentences wraps frequent errors of the system: in each language the whole sentence is in it, with the
// file but without Go's words. Errors that are not known stay as they are.
func TestNoEnglishInSentences(t *testing.T) {
	full := &fs.PathError{Op: "write", Path: "/p/keys.json", Err: syscall.ENOSPC}
	for tag, want := range map[string]string{
		"en": "could not save the services: /p/keys.json: The disk is full",
		"sv": "/p/keys.json: Disken är full", "fi": "/p/keys.json: Levy on täynnä", "de": "/p/keys.json: ",
	} {
		speak(t, tag)
		for _, err := range []error{full, fmt.Errorf("outer: %w", full)} {
			got := Wrap(err, "presets.unsaved").Error()
			if !strings.Contains(got, want) || strings.Contains(got, "no space") || strings.HasSuffix(got, ".") {
				t.Errorf("%s: %s", tag, got)
			}
		}
		inner := Error("presets.noName")
		if got := Wrap(inner, "presets.unsaved").Error(); !strings.HasSuffix(got, inner.Error()) {
			t.Errorf("%s: a message in a message: %s", tag, got)
		}
		if got := Wrap(errors.New("the sky fell"), "presets.unsaved").Error(); !strings.HasSuffix(got, "the sky fell") {
			t.Errorf("%s: %s", tag, got)
		}
	}
	speak(t, "en")
	if got := Wrap(io.EOF, "presets.unsaved").Error(); !strings.HasSuffix(got, ": The data ended too early") {
		t.Errorf("the end of a file: %s", got)
	}
	if got := Wrap(syscall.EADDRINUSE, "presets.unsaved"); !errors.Is(got, syscall.EADDRINUSE) {
		t.Errorf("%v is no %v", got, syscall.EADDRINUSE)
	}
}

// TestErrorsOfTheNetwork has a sentence for each error with which connecting or listening fails, in each language.
func TestErrorsOfTheNetwork(t *testing.T) {
	for _, tag := range []string{"en", "de", "fi", "sv"} {
		speak(t, tag)
		for _, number := range []syscall.Errno{
			syscall.EACCES, syscall.EADDRINUSE, syscall.EADDRNOTAVAIL, syscall.ENETUNREACH, syscall.ENETDOWN,
			syscall.EHOSTUNREACH, syscall.ECONNREFUSED, syscall.ECONNRESET, syscall.ECONNABORTED, syscall.ETIMEDOUT,
		} {
			err := &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", number)}
			if known := Known(err); known == "" || strings.Contains(known, number.Error()) {
				t.Errorf("%s: %v is %q", tag, number, known)
			}
		}
	}
}
