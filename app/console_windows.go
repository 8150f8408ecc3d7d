package app

import (
	"io"
	"os"
	"slices"
	"syscall"
)

// Console returns where a command line's output and errors go. Windows gives no console to a program of windows: a
// command joins the one that it was typed in, and ends with it and with its Ctrl+C. What leads to a file or a pipe
// stays as it is. A shell does not wait for such a program ("start /wait" does), and so its prompt may come before the
// output.
//
// A window, which would end with the console too, joins it only while it writes.
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

// isConnected reports whether a stream leads anywhere, such as to a file, a pipe or a console.
func isConnected(f *os.File) bool {
	kind, err := syscall.GetFileType(syscall.Handle(f.Fd()))
	return err == nil && kind != syscall.FILE_TYPE_UNKNOWN
}

// kernel has the functions for consoles.
var kernel = syscall.NewLazyDLL("kernel32.dll")

// attachConsole joins the console of the program that started this one, and reports whether there is one.
func attachConsole() bool {
	const parent = ^uintptr(0) // ATTACH_PARENT_PROCESS
	ok, _, err := kernel.NewProc("AttachConsole").Call(parent)
	return ok != 0 || err == syscall.ERROR_ACCESS_DENIED // which is that of a program that has joined one
}

// consoleStream returns a stream of the console, unless the one that there was leads somewhere.
func consoleStream(connected bool, f *os.File) *os.File {
	name := "CONOUT$"
	if f == os.Stdin {
		name = "CONIN$"
	}
	if !connected {
		if c, err := os.OpenFile(name, os.O_RDWR, 0); err == nil { // its mode cannot be asked for with less
			return c
		}
	}
	return f
}

// writerFor returns a stream that leads somewhere as it is, and else one that joins the console for each write.
func writerFor(f *os.File) io.Writer {
	if isConnected(f) {
		return f
	}
	return attachingWriter{f}
}

// An attachingWriter joins the console for each write.
type attachingWriter struct{ otherwise *os.File }

func (v attachingWriter) Write(text []byte) (int, error) {
	if !attachConsole() {
		return len(text), nil // nobody is there to read it
	}
	defer kernel.NewProc("FreeConsole").Call()
	c := consoleStream(false, v.otherwise)
	defer c.Close()
	return c.Write(text)
}
