package settings

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"

	"sextant/app/testkit"
)

func testProfile(t *testing.T) Profile {
	t.Helper()
	return testkit.Must(OpenProfile(filepath.Join(t.TempDir(), "new", "profile")))(t)
}

func TestSettingsSurvive(t *testing.T) {
	p := testProfile(t)
	s, err := p.LoadSettings()
	if err != nil || !reflect.DeepEqual(s, DefaultSettings()) {
		t.Errorf("a new profile: %+v, %v", s, err)
	}
	s.BaseURL, s.Volume, s.Keypad = "https://example.org/api", 0.3, false
	testkit.NoError(t, p.SaveSettings(DefaultSettings(), s))
	if got, err := p.LoadSettings(); err != nil || got != s {
		t.Errorf("%+v, %v", got, err)
	}
	if left, _ := filepath.Glob(p.Path("*")); len(left) != 2 || left[1] != p.Path(File+".lock") {
		t.Errorf("the profile holds %v", left)
	}
}

func TestDamagedSettingsAreSetAside(t *testing.T) {
	for _, data := range []string{
		"{", "null", `{"baseURL":"nonsense"}`, `{"zone":"Mars/North"}`, `{"timeoutSeconds":0}`,
	} {
		p := testProfile(t)
		testkit.NoError(t, p.Write(File, []byte(data)))
		s, err := p.LoadSettings()
		if err == nil || s != DefaultSettings() {
			t.Errorf("%s: %+v, %v", data, s, err)
		}
		if aside, _ := os.ReadFile(p.Path(File + ".damaged")); string(aside) != data {
			t.Errorf("%s was not set aside", data)
		}
	}
}

// TestEarlierViews converts the three views of versions before 2 to a view and a drawing.
func TestEarlierViews(t *testing.T) {
	for data, want := range map[string]Look{
		`{"view":"image","startView":""}`:        {View: PageView, Drawing: PictureDrawing},
		`{"view":"sharp","startView":"image"}`:   {View: PageView, Drawing: SharpDrawing, StartView: PageView},
		`{"view":"reading","startView":"sharp"}`: {View: TextView, Drawing: SharpDrawing, StartView: PageView},
		`{"startView":"reading"}`:                {View: PageView, Drawing: PictureDrawing, StartView: TextView},
		`{"view":"text","drawing":"picture"}`:    {View: TextView, Drawing: PictureDrawing},
		`{"view":"sharp","drawing":"picture"}`:   {View: PageView, Drawing: PictureDrawing},
		`{"view":"page","drawing":"sharp"}`:      {View: PageView, Drawing: SharpDrawing},
	} {
		s, err := readSettings([]byte(data))
		if err != nil || s.View != want.View || s.Drawing != want.Drawing || s.StartView != want.StartView {
			t.Errorf("%s: %+v, %v", data, s.Look, err)
		}
	}
}

// TestOneInvalidSetting checks that an invalid setting does not affect the others, and that the error names the value
// that is used instead.
func TestOneInvalidSetting(t *testing.T) {
	for _, tt := range []struct{ data, says string }{
		{
			`{"baseURL":"https://home/api","volume":0.3,"zone":"Mars/North"}`,
			"“Time zone” cannot be “Mars/North”; Sextant uses Europe/Helsinki",
		},
		{
			`{"baseURL":"https://home/api","volume":0.3,"timeoutSeconds":0}`,
			"“Response timeout” cannot be 0; Sextant uses 20\u00a0s",
		},
		{
			`{"baseURL":"https://home/api","volume":0.3,"requestsPerHour":"many"}`,
			"“Request limit” cannot be “many”; Sextant uses 300",
		},
		{`{"baseURL":"https://home/api","volume":0.3,"keypad":7}`, "“Keypad” cannot be 7; Sextant uses no"},
		{
			`{"baseURL":"https://home/api","volume":0.3,"palette":{"a":[]}}`,
			"“Palette” cannot be {\"a\":[]}; Sextant uses broadcast",
		},
		{
			`{"baseURL":"https://home/api","volume":0.3,"mediaBaseURL":"ftp://x"}`,
			"“Media address” cannot be “ftp://x”; Sextant uses the service’s own address",
		},
		{
			`{"baseURL":"https://home/api","volume":0.3,"view":"sideways","flash":true}`,
			"“View” cannot be “sideways”; Sextant uses the page. “Flashing text” cannot be true; Sextant uses the " +
				"desktop’s setting",
		},
	} {
		p := testProfile(t)
		testkit.NoError(t, p.Write(File, []byte(tt.data)))
		s, err := p.LoadSettings()
		want := DefaultSettings()
		want.BaseURL, want.Volume = "https://home/api", 0.3
		if err == nil || !strings.Contains(err.Error(), tt.says) || s != want {
			t.Errorf("%s: %+v, %v", tt.data, s, err)
		}
		if aside, _ := os.ReadFile(p.Path(File + ".damaged")); string(aside) != tt.data {
			t.Errorf("%s: the old file is kept as %q", tt.data, aside)
		}
	}
}

func TestNoKeyHasWords(t *testing.T) {
	if NoKey.String() != "No app key is stored." {
		t.Errorf("%q", NoKey)
	}
}

// TestEverySettingHasWords checks that each setting has a label, and is not forgotten when settings are read.
func TestEverySettingHasWords(t *testing.T) {
	known := map[string]bool{}
	for _, a := range aspects() {
		if known[a.field] || (&Settings{}).field(a.field) == nil {
			t.Errorf("%s is there twice, or is no setting", a.field)
		}
		if words := a.words(); strings.Contains(words, ".") {
			t.Errorf("%s is called %q, which is no label", a.field, words)
		}
		known[a.field] = true
	}
	n := 0
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Settings]()) {
		if !f.Anonymous {
			n++
		}
	}
	if n != len(known) {
		t.Errorf("%d of %d settings have words", len(known), n)
	}
}

// FuzzReadSettings reads arbitrary files. The result must always be valid.
func FuzzReadSettings(f *testing.F) {
	f.Add([]byte(`{"baseURL":"https://home/api","zone":"Mars/North","volume":1e400,"readingSize":-1,"width":null}`))
	f.Add([]byte("\xEF\xBB\xBF{}"))
	f.Add([]byte("[1,2"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := readSettings(data)
		if wrong := s.Validate(); wrong != nil {
			t.Errorf("%q gave %+v: %v", data, s, wrong)
		}
		if err != nil && len(err.Error()) > 1<<14 {
			t.Errorf("%q is reported in %d bytes", data, len(err.Error()))
		}
	})
}

// isOpen reports whether a file's mode lets other users read it. On Windows the mode has no meaning: the access control
// list of the folder applies to its files.
func isOpen(info os.FileInfo) bool { return info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" }

func TestKeyGoesToTheKeyring(t *testing.T) {
	keyring.MockInit()
	p := testProfile(t)
	place, err := p.SaveKey("", "s3cret")
	if place != InKeyring || err != nil {
		t.Fatalf("%q, %v", place, err)
	}
	if key, err := p.LoadKey(&Service{KeyPlace: place}); key != "s3cret" || err != nil {
		t.Errorf("%q, %v", key, err)
	}
	if left, _ := os.ReadDir(p.Dir); len(left) != 0 {
		t.Errorf("the profile holds %v", left)
	}
	if place, err := p.SaveKey("", ""); place != NoKey || err != nil {
		t.Errorf("forgetting: %q, %v", place, err)
	}
	if key, err := p.LoadKey(&Service{KeyPlace: InKeyring}); err == nil {
		t.Errorf("the forgotten key is %q", key)
	}
}

func TestKeyGoesToAPrivateFile(t *testing.T) {
	keyring.MockInitWithError(keyring.ErrUnsupportedPlatform)
	t.Cleanup(keyring.MockInit)
	p := testProfile(t)
	place, err := p.SaveKey("", "s3cret")
	if place != InFile || err != nil {
		t.Fatalf("%q, %v", place, err)
	}
	info, err := os.Stat(p.Path(KeyFile))
	if err != nil || isOpen(info) {
		t.Errorf("%v, %v", info, err)
	}
	if key, err := p.LoadKey(&Service{KeyPlace: place}); key != "s3cret" || err != nil {
		t.Errorf("%q, %v", key, err)
	}
	testkit.NoError(t, p.SaveSettings(DefaultSettings(), Settings{Service: Service{KeyPlace: place}}))
	if data, _ := os.ReadFile(p.Path(File)); strings.Contains(string(data), "s3cret") {
		t.Error("the key is in the settings")
	}
	if place, err := p.SaveKey("", ""); place != NoKey || err != nil {
		t.Errorf("forgetting: %q, %v", place, err)
	}
	if _, err := os.Stat(p.Path(KeyFile)); err == nil {
		t.Error("the file of the forgotten key is still there")
	}
}

// TestTwoProgramsSaveSettings changes different settings in two programs. Neither may lose the other's.
func TestTwoProgramsSaveSettings(t *testing.T) {
	p := Profile{t.TempDir()}
	before := DefaultSettings()
	testkit.NoError(t, p.SaveSettings(before, before))
	louder, amber := before, before
	louder.Volume, amber.Palette, amber.AppID = 0.25, "amber", "me"
	for _, after := range []Settings{louder, amber} {
		testkit.NoError(t, p.SaveSettings(before, after))
	}
	if got, err := p.LoadSettings(); err != nil || got.Volume != 0.25 || got.Palette != "amber" || got.AppID != "me" {
		t.Errorf("%+v, %v", got, err)
	}
	if err := os.WriteFile(p.Path(File),
		[]byte(`{"volume":0.25,"appID":"me","palette":"amber","zone":"Mars/North"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	wide := before
	wide.KnowsDemo = true
	testkit.NoError(t, p.SaveSettings(before, wide))
	if got, err := p.LoadSettings(); err != nil || got.AppID != "me" || !got.KnowsDemo || got.Zone != before.Zone {
		t.Errorf("beside a bad one: %+v, %v", got, err)
	}
	without := amber
	without.AppID = ""
	testkit.NoError(t, p.SaveSettings(amber, without))
	if got, err := p.LoadSettings(); err != nil || got.Volume != 0.25 || got.AppID != "" {
		t.Errorf("%+v, %v", got, err)
	}
}
