package cli

import (
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"

	"sextant/app/files"
)

// connectPatience bounds connecting to the own machine, which takes no time where a program listens. Where none does
// any more, Windows tries for two seconds.
const connectPatience = 250 * time.Millisecond

// instancePath is the file that says where two starts with a profile meet: at a port of the own machine, with a secret
// that who reads the profile knows, and no other program that may have got the port since. Sockets in files are in
// Windows too, but not in each of its versions that Go runs on.
func instancePath(dir string) (string, error) { return filepath.Join(dir, "instance"), nil }

// dialInstance connects to the program that runs with a profile.
func dialInstance(dir string) (c net.Conn, secret string, err error) {
	p, _ := instancePath(dir) // never fails
	data, err := files.Read(p, longestMessage)
	if err != nil {
		return nil, "", err
	}
	var port uint16
	if _, err = fmt.Sscanf(string(data), "%d %s\n", &port, &secret); err != nil {
		return nil, "", fmt.Errorf("%s: %w", p, err)
	}
	c, err = net.DialTimeout("tcp", fmt.Sprintf("127.0.0.1:%d", port), connectPatience)
	return c, secret, err
}

// listenInstance listens for further starts with a profile.
func listenInstance(dir string) (l net.Listener, secret string, err error) {
	if l, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, "", err
	}
	secret = rand.Text()
	port := l.Addr().(*net.TCPAddr).Port // as was asked for
	p, _ := instancePath(dir)            // never fails
	l = instanceListener{l, p}
	if err = files.Write(p, fmt.Appendf(nil, "%d %s\n", port, secret), 0o600); err != nil {
		_ = l.Close()
	}
	return l, secret, err
}

// A instanceListener is a listener with a file that says where it listens, and that goes with it.
type instanceListener struct {
	net.Listener
	path string
}

// Close ends listening.
func (m instanceListener) Close() error {
	_ = os.Remove(m.path) // which costs the next start connectPatience where it fails
	return m.Listener.Close()
}
