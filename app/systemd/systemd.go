// Package systemd writes units with which systemd runs Sextant for a user, and notifies it of how the program is.
//
// A unit has its paths and options quoted so that nothing in them means anything else there. One that
// somebody has changed is never lost, and secrets have a file of their own beside it.
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

// maxUnit bounds the unit that is replaced.
const maxUnit = 1 << 20

// A Unit is one of a user's services.
type Unit struct {
	Name string // as systemd calls it, without .service
	By   string // the command that writes it, which its first line names
}

// Supported fails where there is no systemd that units could be for.
func Supported() error {
	if runtime.GOOS != "linux" {
		return errors.New("systemd is only on Linux; --print shows what it would be told")
	}
	return nil
}

// Path is where systemd looks for the unit.
func (u Unit) Path() (string, error) {
	base, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("finding the folder of units: %w", err)
	}
	return filepath.Join(base, "systemd", "user", u.Name+".service"), nil
}

// Text is a unit's file, whose first line reports whether somebody has changed what follows.
func (u Unit) Text(body string) string { return u.seal(body) + body }

func (u Unit) seal(body string) string {
	return fmt.Sprintf("# Written by %s (%08x).\n", u.By, crc32.ChecksumIEEE([]byte(body)))
}

// isUnchanged reports whether a unit is as it was written.
func (u Unit) isUnchanged(text string) bool {
	first, body, _ := strings.Cut(text, "\n")
	return first+"\n" == u.seal(body)
}

// Install writes the unit and returns its path. Another unit that is there, or one that was changed, is kept, which
// is written to out.
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

// Remove takes the unit away, and the link by which it is enabled, and reports it.
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

// keepChanged keeps a unit under another name if somebody has changed it.
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

// KeepSecrets makes the file with the secrets where there is none, and sees that nobody else can read it.
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

// Warn writes a warning where the path of a program cannot be meant for long.
func Warn(program string, w io.Writer) {
	if strings.HasPrefix(program, os.TempDir()) {
		fmt.Fprintf(w, "Note: %s will not stay there. Install from the program at the place where it stays.\n", program)
	}
}
