//go:build !windows

package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
)

// longestPath is the length of a socket's path in bytes that every system allows.
const longestPath = 100

// instancePath returns the path of a profile's socket: in its folder, or if that path is too long, in a folder of the
// user's below that of temporary files. It fails if others can access that.
func instancePath(dir string) (string, error) {
	if p := filepath.Join(dir, "instance.sock"); len(p) <= longestPath {
		return p, nil
	}
	own := filepath.Join(os.TempDir(), fmt.Sprintf("sextant-%d", os.Getuid()))
	if err := os.Mkdir(own, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	info, err := os.Lstat(own)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is no folder", own)
	}
	if err == nil {
		err = os.Chmod(own, 0o700) // fails unless the user owns it
	}
	return filepath.Join(own, fmt.Sprintf("%.16s.sock", proofOf("", dir))), err
}

// dialInstance connects to the program that runs with a profile. The secret is empty, because no other user can listen
// at the socket.
func dialInstance(dir string) (c net.Conn, secret string, err error) {
	p, err := instancePath(dir)
	if err == nil {
		c, err = net.DialTimeout("unix", p, startPatience)
	}
	return c, "", err
}

// listenInstance listens for further starts with a profile.
func listenInstance(dir string) (l net.Listener, secret string, err error) {
	p, err := instancePath(dir)
	if err == nil {
		l, err = listenAt(p)
	}
	_ = os.Chmod(p, 0o600) // the folder is private already
	return l, "", err
}

// listenAt listens at a path, and replaces a stale socket there.
func listenAt(path string) (net.Listener, error) {
	l, err := net.Listen("unix", path)
	if err != nil && isLeft(path) {
		_ = os.Remove(path)
		l, err = net.Listen("unix", path)
	}
	return l, err
}

// isLeft reports whether there is a stale socket at a path, of a program that was killed.
func isLeft(path string) bool {
	info, err := os.Lstat(path)
	if err != nil || info.Mode().Type()&(os.ModeSocket|os.ModeIrregular) == 0 && info.Size() > 0 {
		return false
	}
	c, err := net.DialTimeout("unix", path, startPatience)
	if err == nil {
		c.Close()
	}
	return err != nil
}
