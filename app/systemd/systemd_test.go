package systemd

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sextant/app/testkit"
)

func example() Unit { return Unit{Name: "sextant-example", By: "sextant example install"} }

// place returns the path of the example's unit in a private configuration folder.
func place(t *testing.T) string {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("systemd is only on Linux")
	}
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	return filepath.Join(dir, "systemd", "user", "sextant-example.service")
}

// TestInstall replaces existing units: its own without a copy, and changed or foreign ones with a copy, one for each.
func TestInstall(t *testing.T) {
	path := place(t)
	u := example()
	text := u.Text("[Unit]\nDescription=One\n")
	for _, tt := range []struct {
		before string
		kept   string // the name of the copy
	}{
		{"", ""},
		{text, ""},
		{u.Text("[Unit]\nDescription=Another\n"), ""},
		{text + " ", ".old1"},
		{"[Unit]\n", ".old2"},
		{Unit{Name: u.Name, By: "sextant other install"}.Text("[Unit]\n"), ".old3"},
	} {
		if tt.before != "" {
			testkit.NoError(t, os.WriteFile(path, []byte(tt.before), 0o600))
		}
		var said strings.Builder
		if where, err := u.Install(text, &said); err != nil || where != path {
			t.Fatalf("%s, %v", where, err)
		}
		if data, err := os.ReadFile(path); err != nil || string(data) != text {
			t.Errorf("%q, %v", data, err)
		}
		if tt.kept == "" {
			if said.Len() > 0 {
				t.Errorf("notified of %q: %s", tt.before, &said)
			}
			continue
		}
		if data, err := os.ReadFile(path + tt.kept); err != nil ||
			string(data) != tt.before || !strings.Contains(said.String(), path+tt.kept) {
			t.Errorf("%q, %v, %s", data, err, &said)
		}
	}
}

// TestRemoveDisablesUnit removes a unit that was enabled.
func TestRemoveDisablesUnit(t *testing.T) {
	path := place(t)
	u := example()
	var said strings.Builder
	if err := u.Remove(&said); err == nil || said.Len() > 0 {
		t.Errorf("%v, %s", err, &said)
	}
	if _, err := u.Install(u.Text("[Unit]\n"), &said); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(filepath.Dir(path), "default.target.wants", filepath.Base(path))
	if err := os.MkdirAll(filepath.Dir(link), 0o700); err != nil || os.Symlink(path, link) != nil {
		t.Fatal(err)
	}
	if err := u.Remove(&said); err != nil || !strings.Contains(said.String(), path) {
		t.Errorf("%v, %s", err, &said)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*", "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("%q, %v", left, err)
	}
}

// TestKeepSecrets creates a file, and does not change an existing one.
func TestKeepSecrets(t *testing.T) {
	path := filepath.Join(t.TempDir(), "secrets")
	for _, mode := range []fs.FileMode{0o644, 0o600} {
		testkit.NoError(t, KeepSecrets(path, "first\n"))
		info, err := os.Stat(path)
		if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info, err)
		}
		if data, err := os.ReadFile(path); err != nil || string(data) != "first\n" {
			t.Errorf("%q, %v", data, err)
		}
		testkit.NoError(t, os.Chmod(path, mode))
	}
	testkit.NoError(t, os.WriteFile(path, []byte("mine\n"), 0o600))
	if data, err := os.ReadFile(path); KeepSecrets(path, "first\n") != nil || err != nil || string(data) != "mine\n" {
		t.Errorf("%q, %v", data, err)
	}
}

// TestPaths quotes paths, and rejects those that cannot be in a unit.
func TestPaths(t *testing.T) {
	t.Parallel()
	for path, want := range map[string][2]string{
		"/home/pi/sextant": {"/home/pi/sextant", "/home/pi/sextant"},
		`/50% off\$`:       {`/50%% off\$`, `"/50%% off\$"`},
		`/a'b`:             {`/a'b`, `"/a'b"`},
		`/a"b`:             {`/a"b`, `'/a"b'`},
		`/"a'b`:            {`/"a'b`, ""},
		"/two\nlines":      {"", ""},
		"/\xff":            {"", ""},
	} {
		file, fileErr := File(path)
		folder, folderErr := Folder(path)
		if file != want[0] || folder != want[1] || (fileErr == nil) != (file != "") ||
			(folderErr == nil) != (folder != "") {
			t.Errorf("%q: %q (%v), %q (%v)", path, file, fileErr, folder, folderErr)
		}
	}
}

// FuzzText checks that changed units are recognised.
func FuzzText(f *testing.F) {
	f.Add("[Unit]\nDescription=x\n", " ")
	f.Add("", "\n")
	f.Fuzz(func(t *testing.T, body, change string) {
		text := example().Text(body)
		if !example().isUnchanged(text) || change != "" && example().isUnchanged(text+change) {
			t.Errorf("%q with %q", text, change)
		}
	})
}
