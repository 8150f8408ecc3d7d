package settings

import (
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"sextant/app/testkit"
)

// TestUnreadableFiles checks that a file that cannot be read, such as one of another user, is not replaced, because its
// contents would be lost.
func TestUnreadableFiles(t *testing.T) {
	p := testProfile(t)
	keys, services := []byte(`{"a": ["F6"]}`), []byte(`{"services": []}`)
	for name, data := range map[string][]byte{KeysFile: keys, PresetsFile: services, File: []byte("{}")} {
		testkit.NoError(t, p.Write(name, data))
		testkit.NoError(t, os.Chmod(p.Path(name), 0))
	}
	if os.Getuid() == 0 { // root can read everything, so become another user
		const nobody = 65534
		testkit.NoError(t, os.Chmod(p.Dir, 0o777))
		for dir := p.Dir; dir != os.TempDir(); dir = filepath.Dir(dir) {
			if info, err := os.Stat(dir); err == nil && info.Mode().Perm()&0o11 != 0o11 {
				testkit.NoError(t, os.Chmod(dir, info.Mode().Perm()|0o11))
			}
		}
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		testkit.NoError(t, syscall.Setfsuid(nobody))
		defer func() { _ = syscall.Setfsuid(0) }()
	}
	if err := p.SaveSettings(DefaultSettings(), DefaultSettings()); err == nil {
		t.Error("the settings are written")
	}
	if _, err := keysFile().change(p, func(map[string][]string, error) map[string][]string {
		return map[string][]string{"b": {"F7"}}
	}); err == nil {
		t.Error("the keys are written")
	}
	if list, err := presetsFile().change(p, func(list []Preset, _ error) []Preset {
		return append(list, NewPreset("New", DefaultSettings().Service))
	}); err == nil {
		t.Errorf("the services are written: %v", list)
	}
}
