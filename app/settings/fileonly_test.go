package settings

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sextant/app/testkit"
)

// fileOnly are the settings that are in no window.
func fileOnly() []string {
	return []string{
		"requestsPerSecond", "requestsPerHour", "requestsPerDay", "freshSeconds", "timeoutSeconds", "stallSeconds",
		"documentLimitMB", "pictureLimitMB",
	}
}

// TestFileSettingsOfBeforeStay reads a file that the version before wrote, whose window had all of these settings, and
// saves another one. They are read, and saved back unchanged.
func TestFileSettingsOfBeforeStay(t *testing.T) {
	old := testkit.Must(os.ReadFile("testdata/settings-0.1.0.json"))(t)
	p := testProfile(t)
	testkit.NoError(t, p.Write(File, old))
	before := testkit.Must(p.LoadSettings())(t)
	want := Service{
		Timeout: 45, Stall: 90, DocumentMB: 9, PictureMB: 17, PerSecond: 3, PerHour: 123, PerDay: 4567, Freshness: 300,
		Format: "xml", StoreMB: 500, RecordingsMB: 2000, Zone: "Europe/Helsinki",
	}
	if before.Service != want {
		t.Errorf("read %+v", before.Service)
	}
	after := before
	after.Theme, after.Developers = LightTheme, true
	testkit.NoError(t, p.SaveSettings(before, after))
	saved := testkit.Must(os.ReadFile(p.Path(File)))(t)
	var was, is map[string]any
	testkit.NoError(t, json.Unmarshal(old, &was))
	testkit.NoError(t, json.Unmarshal(saved, &is))
	for _, key := range fileOnly() {
		if was[key] == nil || is[key] != was[key] {
			t.Errorf("%s is %v, and was %v", key, is[key], was[key])
		}
	}
}

// TestGuideNamesFileSettings checks that the guide to reading names each setting that is in no window, with its usual
// value.
func TestGuideNamesFileSettings(t *testing.T) {
	data := testkit.Must(os.ReadFile(filepath.Join("..", "..", "assets", "docs", "reading.md")))(t)
	_, section, found := strings.Cut(string(data), "\n## Settings in the file\n")
	section, _, _ = strings.Cut(section, "\n## ")
	if !found {
		t.Fatal("there is no section")
	}
	usual := DefaultSettings()
	for _, key := range fileOnly() {
		_, line, named := strings.Cut(section, "| `"+key+"` |")
		line, _, _ = strings.Cut(line, "\n")
		if want := fmt.Sprintf("| %d |", *usual.field(key).(*int)); !named || !strings.HasSuffix(line, want) {
			t.Errorf("%s: it says %q, not %q", key, line, want)
		}
	}
}
