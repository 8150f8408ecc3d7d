package endtoend

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sextant/app/settings"
	"sextant/app/store"
)

// quick returns settings that refresh the page on screen every second, with a large quota.
func quick() map[string]any {
	return map[string]any{
		"freshSeconds": 1, "refreshSeconds": 1, "requestsPerSecond": 1000,
		"requestsPerHour": 1_000_000, "requestsPerDay": 10_000_000,
	}
}

// storePath returns the path of the store of a service.
func storePath(dir string, s *service) string {
	u, _ := url.Parse(s.URL) // cannot fail: it is the address of a server
	sum := sha256.Sum256([]byte(s.URL))
	return filepath.Join(profile(dir), "pages", u.Hostname()+"-"+hex.EncodeToString(sum[:4])+".sqlite")
}

// withStore opens a store, also while the program has it open, and closes it after use, when all writes are on the
// disk.
func withStore(t *testing.T, path string, use func(*store.Store)) {
	t.Helper()
	kept, outcome := store.Open(path, store.Options{Now: time.Now})
	if outcome != (store.Outcome{}) {
		t.Errorf("the stored pages are not as they should be: %+v", outcome)
	}
	use(kept)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := kept.Flush(ctx); err != nil {
		t.Error(err)
	}
	if err := kept.Close(); err != nil {
		t.Error(err)
	}
}

// untilInStore waits until something is in the store.
func (s *session) untilInStore(path, what string, ok func(*store.Store) bool) {
	s.t.Helper()
	withStore(s.t, path, func(kept *store.Store) { s.until(what, func() bool { return ok(kept) }) })
}

// untilStored waits until a page is in the store.
func (s *session) untilStored(path string, page int) {
	s.t.Helper()
	s.untilInStore(path, "the page on the disk", func(kept *store.Store) bool {
		p, err := kept.Page(page)
		return err == nil && p != nil
	})
}

// untilSetting waits until the settings on the disk contain a text.
func (s *session) untilSetting(text string) {
	s.t.Helper()
	s.until("the setting "+text, func() bool {
		data, err := os.ReadFile(filepath.Join(profile(s.dir), "settings.json"))
		return err == nil && bytes.Contains(data, []byte(text))
	})
}

// withWindow writes settings with the size of the window.
func withWindow(t *testing.T, d *display, width, height float32) {
	t.Helper()
	if err := os.MkdirAll(profile(d.dir), 0o700); err != nil {
		t.Fatal(err)
	}
	list := []settings.OpenWindow{{Frame: settings.Frame{Width: width, Height: height}}}
	if err := (settings.Profile{Dir: profile(d.dir)}).SaveWindows(list); err != nil {
		t.Fatal(err)
	}
}

// withSettings writes the settings of a profile before the program starts.
func withSettings(t *testing.T, d *display, settings map[string]any) {
	t.Helper()
	data, err := json.Marshal(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(profile(d.dir), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(profile(d.dir), "settings.json"), data, 0o600); err != nil {
		t.Fatal(err)
	}
}
