package endtoend

import (
	"sync"
	"testing"

	"github.com/godbus/dbus/v5"

	"sextant/app/settings"
	"sextant/app/testkit/race"
)

// The objects of a keyring on the bus (Secret Service API, draft 0.2).
const (
	secrets     = "org.freedesktop.secrets"
	secretsPath = "/org/freedesktop/secrets"
	loginPath   = secretsPath + "/collection/login"
	keyItemPath = loginPath + "/1"
	promptPath  = secretsPath + "/prompt/1"
	sessionPath = secretsPath + "/session/1"
)

// A vault is a keyring that asks its user for the password. Its answers are whether that is given.
type vault struct {
	bus     *dbus.Conn
	key     string
	answers chan bool

	mu      sync.Mutex
	open    bool
	wanted  dbus.ObjectPath
	prompts int
}

func newVault(t *testing.T, desk *desktop, key string) *vault {
	t.Helper()
	v := &vault{bus: desk.conn, key: key, answers: make(chan bool)}
	for at, interfaces := range map[dbus.ObjectPath][]string{
		secretsPath: {"org.freedesktop.Secret.Service", "org.freedesktop.DBus.Properties"},
		loginPath:   {"org.freedesktop.Secret.Collection"}, keyItemPath: {"org.freedesktop.Secret.Item"},
		promptPath: {"org.freedesktop.Secret.Prompt"}, sessionPath: {"org.freedesktop.Secret.Session"},
	} {
		for _, name := range interfaces {
			if err := v.bus.Export(v, at, name); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := v.bus.RequestName(secrets, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	return v
}

// Get is the property of the service with its collections.
func (v *vault) Get(string, string) (dbus.Variant, *dbus.Error) {
	return dbus.MakeVariant([]dbus.ObjectPath{loginPath}), nil
}

// OpenSession is a method of the service.
func (v *vault) OpenSession(string, dbus.Variant) (dbus.Variant, dbus.ObjectPath, *dbus.Error) {
	return dbus.MakeVariant(""), sessionPath, nil
}

// Close is a method of a session.
func (v *vault) Close() *dbus.Error { return nil }

// Unlock is a method of the service, which needs a prompt while it is locked.
func (v *vault) Unlock(paths []dbus.ObjectPath) ([]dbus.ObjectPath, dbus.ObjectPath, *dbus.Error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.open {
		return paths, "/", nil
	}
	v.wanted = paths[0]
	return []dbus.ObjectPath{}, promptPath, nil
}

// Prompt is the method of the prompt.
func (v *vault) Prompt(string) *dbus.Error {
	v.mu.Lock()
	v.prompts++
	v.mu.Unlock()
	go func() {
		given := <-v.answers
		v.mu.Lock()
		v.open = given
		unlocked := []dbus.ObjectPath{v.wanted}
		v.mu.Unlock()
		if !given {
			unlocked = []dbus.ObjectPath{}
		}
		_ = v.bus.Emit(promptPath, "org.freedesktop.Secret.Prompt.Completed", !given, dbus.MakeVariant(unlocked))
	}()
	return nil
}

func (v *vault) prompted() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.prompts
}

// SearchItems is a method of the collection.
func (v *vault) SearchItems(map[string]string) ([]dbus.ObjectPath, *dbus.Error) {
	return []dbus.ObjectPath{keyItemPath}, nil
}

// A vaultSecret is the structure of a secret.
type vaultSecret struct {
	Session     dbus.ObjectPath
	Parameters  []byte
	Value       []byte
	ContentType string
}

// GetSecret is the method of the item.
func (v *vault) GetSecret(session dbus.ObjectPath) (vaultSecret, *dbus.Error) {
	return vaultSecret{session, []byte{}, []byte(v.key), "text/plain"}, nil
}

// TestLockedKeyring starts the program while the keyring with its key is locked. The window opens at once and says so,
// and nothing is sent. After a dismissed question F5 asks again; with the password the page comes, with the key.
func TestLockedKeyring(t *testing.T) {
	race.Skip(t, "what the program does at the same time is tried elsewhere")
	t.Parallel()
	service, picture := serveDemo(t)
	d := newDisplay(t)
	desk := newDesktop(t)
	v := newVault(t, desk, secretKey+"\n"+service.URL)
	withSettings(t, d, map[string]any{
		"baseURL": service.URL, "mediaBaseURL": service.URL,
		"appID": secretID, "keyPlace": string(settings.InKeyring), "knowsDemo": true,
	})
	s := d.start(t, desk.environment())
	if v.prompted() != 1 {
		t.Errorf("the window opens after %d questions for the password", v.prompted())
	}
	v.answers <- false
	s.settled()
	s.press("F5")
	s.until("another question", func() bool { return v.prompted() == 2 })
	if asked := len(service.Asked()); asked > 0 {
		t.Errorf("%d requests without the key", asked)
	}
	s.keepShot()
	v.answers <- true
	s.untilPicture(picture(100, 1), plain)
	for _, r := range service.Asked() {
		if r.URL.Query().Get("app_key") != secretKey {
			t.Errorf("the service is asked by %v", r.URL)
		}
	}
	s.quit()
}
