//go:build unix

package settings

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"testing"

	"sextant/app/files"
	"sextant/app/testkit"
)

// TestPipesInProfileBlockNobody replaces the profile's files by named pipes. They must not block, but be reported and
// stay.
func TestPipesInProfileBlockNobody(t *testing.T) {
	p := testProfile(t)
	for _, name := range []string{File, KeysFile, PresetsFile, WindowsFile, KeyFile} {
		testkit.NoError(t, syscall.Mkfifo(p.Path(name), 0o600))
	}
	s, err := p.LoadSettings()
	if !errors.Is(err, files.ErrNotPlain) || s != DefaultSettings() {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := p.LoadKey(&Service{KeyPlace: InFile}); !errors.Is(err, files.ErrNotPlain) {
		t.Errorf("%v", err)
	}
	s.Theme = DarkTheme
	if err := p.SaveSettings(DefaultSettings(), s); err == nil {
		t.Error("a pipe is written to or replaced")
	}
	if info, err := os.Lstat(p.Path(File)); err != nil || info.Mode().Type() != fs.ModeNamedPipe {
		t.Errorf("%v, %v", info, err)
	}
}
