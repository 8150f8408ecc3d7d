package guard

import (
	"path/filepath"
	"testing"
	"time"

	"sextant/app/testkit"
)

// TestLastKey checks that the door is open if there never was a key, and closed for all after the last key was removed.
func TestLastKey(t *testing.T) {
	file := filepath.Join(t.TempDir(), KeysFile)
	d := testkit.Must(OpenDoor(file, "", time.Now))(t)
	reload := func() {
		t.Helper()
		testkit.Check(t, d.Reload())
	}
	if _, _, ok, _ := d.Know("", "", ""); !ok {
		t.Error("without keys not everybody may ask")
	}
	if reload(); d.Closed() {
		t.Error("it is closed without a key")
	}
	id, key, err := AddKey(file, "shop", false, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	reload()
	if _, _, ok, _ := d.Know("", "", ""); ok {
		t.Error("with a key everybody may ask")
	}
	if name, _, ok, _ := d.Know("", id, key); !ok || name != "shop" {
		t.Errorf("%s, %v", name, ok)
	}
	testkit.NoError(t, RemoveKey(file, "shop"))
	reload()
	for _, given := range []string{"", key} {
		if _, _, ok, _ := d.Know("", id, given); ok {
			t.Error("after the last key was taken away one may ask")
		}
	}
	if !d.Closed() {
		t.Error("it is not closed")
	}
}
