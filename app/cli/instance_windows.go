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

// connectPatience is the timeout for connecting to this machine, which is immediate if a program listens. If none does,
// Windows tries for two seconds.
const connectPatience = 250 * time.Millisecond

// instancePath returns the path of the file with the port on which the program with a profile listens, and a secret,
// which another program that may have got the port since does not know. Windows has Unix sockets too, but not in all of
// the versions that Go supports.
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

// An instanceListener is a listener with the file that has its port, which it removes at the end.
type instanceListener struct {
	net.Listener
	path string
}

// Close stops listening and removes the file.
func (i instanceListener) Close() error {
	_ = os.Remove(i.path) // if that fails, the next start waits for connectPatience
	return i.Listener.Close()
}
