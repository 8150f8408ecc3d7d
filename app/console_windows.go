package app

import (
	"io"
	"os"
	"slices"
	"syscall"
)

// Console returns the streams for a command's output and errors. Windows gives no console to a GUI program: a command
// attaches to the one that it was typed in, and ends with it and with its Ctrl+C. Streams to a file or a pipe stay. A
// shell does not wait for a GUI program ("start /wait" does), so its prompt may come before the output.
//
// A program with a window, which would end with the console too, attaches to it only while it writes.
func Console(args []string) (stdout, stderr io.Writer) {
	command := len(args) > 0 && slices.Contains([]string{"check", "demo", "export", "kiosk", "relay"}, args[0])
	if !command {
		return writerFor(os.Stdout), writerFor(os.Stderr)
	}
	in, out, err := isConnected(os.Stdin), isConnected(os.Stdout), isConnected(os.Stderr)
	if !(in && out && err) && attachConsole() {
		os.Stdin = consoleStream(in, os.Stdin)
		os.Stdout, os.Stderr = consoleStream(out, os.Stdout), consoleStream(err, os.Stderr)
	}
	return os.Stdout, os.Stderr
}

// isConnected reports whether a stream is connected to a file, a pipe or a console.
func isConnected(f *os.File) bool {
	kind, err := syscall.GetFileType(syscall.Handle(f.Fd()))
	return err == nil && kind != syscall.FILE_TYPE_UNKNOWN
}

// kernel has the functions for consoles.
var kernel = syscall.NewLazyDLL("kernel32.dll")

// attachConsole attaches to the console of the parent process, and reports whether there is one.
func attachConsole() bool {
	const parent = ^uintptr(0) // ATTACH_PARENT_PROCESS
	ok, _, err := kernel.NewProc("AttachConsole").Call(parent)
	return ok != 0 || err == syscall.ERROR_ACCESS_DENIED // already attached
}

// consoleStream returns a stream of the console, or f if that is connected.
func consoleStream(connected bool, f *os.File) *os.File {
	name := "CONOUT$"
	if f == os.Stdin {
		name = "CONIN$"
	}
	if !connected {
		if c, err := os.OpenFile(name, os.O_RDWR, 0); err == nil { // its mode can be queried with both only
			return c
		}
	}
	return f
}

// writerFor returns a connected stream as it is, and otherwise one that attaches to the console for each write.
func writerFor(f *os.File) io.Writer {
	if isConnected(f) {
		return f
	}
	return attachingWriter{f}
}

// An attachingWriter attaches to the console for each write.
type attachingWriter struct{ otherwise *os.File }

func (a attachingWriter) Write(text []byte) (int, error) {
	if !attachConsole() {
		return len(text), nil // there is no console
	}
	defer kernel.NewProc("FreeConsole").Call()
	c := consoleStream(false, a.otherwise)
	defer c.Close()
	return c.Write(text)
}
