// Package systemd writes systemd user units for Sextant, and notifies systemd of the program's state.
//
// Paths and options in a unit are quoted. A unit that the user has changed is never lost, and secrets have their own
// file beside it.
package systemd

import (
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"sextant/app/files"
)

// maxUnit limits the size of an existing unit in bytes.
const maxUnit = 1 << 20

// A Unit is one of a user's services.
type Unit struct {
	Name string // without .service
	By   string // the command that writes it, for its first line
}

// Supported fails if there is no systemd.
func Supported() error {
	if runtime.GOOS != "linux" {
		return errors.New("systemd is only on Linux; --print shows what it would be told")
	}
	return nil
}

// Path returns the path of the unit.
func (u Unit) Path() (string, error) {
	base, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("finding the folder of units: %w", err)
	}
	return filepath.Join(base, "systemd", "user", u.Name+".service"), nil
}

// Text returns a unit's file. Its first line has a hash of the rest, by which changes are detected.
func (u Unit) Text(body string) string { return u.seal(body) + body }

func (u Unit) seal(body string) string {
	return fmt.Sprintf("# Written by %s (%08x).\n", u.By, crc32.ChecksumIEEE([]byte(body)))
}

// isUnchanged reports whether a unit has not been changed since it was written.
func (u Unit) isUnchanged(text string) bool {
	first, body, _ := strings.Cut(text, "\n")
	return first+"\n" == u.seal(body)
}

// Install writes the unit and returns its path. An existing unit of another origin, or a changed one, is kept under
// another name, which is written to out.
func (u Unit) Install(text string, out io.Writer) (path string, err error) {
	if path, err = u.Path(); err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	if err := u.keepChanged(path, out); err != nil {
		return "", err
	}
	return path, files.Write(path, []byte(text), 0o644)
}

// Remove removes the unit, and the link by which it is enabled, and writes that to out.
func (u Unit) Remove(out io.Writer) error {
	path, err := u.Path()
	if err != nil {
		return err
	}
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is none: %s", path)
	}
	if err := u.keepChanged(path, out); err != nil {
		return err
	}
	for _, p := range []string{path, filepath.Join(filepath.Dir(path), "default.target.wants", filepath.Base(path))} {
		if err := os.Remove(p); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	fmt.Fprintf(out, "Taken away: %s\n", path)
	return nil
}

// keepChanged keeps a unit under another name if it was changed.
func (u Unit) keepChanged(path string, out io.Writer) error {
	text, err := files.Read(path, maxUnit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil || u.isUnchanged(string(text)) {
		return err
	}
	for n := 1; ; n++ {
		aside := fmt.Sprintf("%s.old%d", path, n)
		if _, err := os.Lstat(aside); errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintf(out, "The unit that was there was another one or has been changed. It is kept: %s\n", aside)
			return os.Rename(path, aside)
		} else if err != nil {
			return err
		}
	}
}

// KeepSecrets creates the file with the secrets if there is none, and makes sure that only the user can read it.
func KeepSecrets(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return os.Chmod(path, 0o600)
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return cmp.Or(err, f.Close())
}

// Begin returns the commands that start an installed unit, as help for the user.
func (u Unit) Begin() string {
	return fmt.Sprintf("To begin it, now and whenever the machine starts:\n"+
		"  systemctl --user daemon-reload\n  systemctl --user enable --now %s\n  loginctl enable-linger\n", u.Name)
}

// End returns the commands that stop a unit that still runs, as help for the user.
func (u Unit) End() string {
	return fmt.Sprintf("  systemctl --user stop %s\n  systemctl --user daemon-reload\n", u.Name)
}

// Warn writes a warning if the path of a program is temporary.
func Warn(program string, w io.Writer) {
	if strings.HasPrefix(program, os.TempDir()) {
		fmt.Fprintf(w, "Note: %s will not stay there. Install from the program at the place where it stays.\n", program)
	}
}
