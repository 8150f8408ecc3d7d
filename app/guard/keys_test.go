package guard

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sextant/app/testkit"
)

var made = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// place returns the path of a file of keys that does not exist.
func place(t testing.TB) string { return filepath.Join(t.TempDir(), KeysFile) }

// add adds a client, which must succeed.
func add(t testing.TB, path, name string, isKiosk bool) (id, key string) {
	t.Helper()
	id, key, err := AddKey(path, name, isKiosk, made)
	if err != nil {
		t.Fatal(err)
	}
	return id, key
}

func open(t testing.TB, path string) *Ring {
	t.Helper()
	return testkit.Must(OpenRing(path))(t)
}

// TestCheckAdmitsOnlyKnownKeys checks that only the right pairs of ID and key are accepted.
func TestCheckAdmitsOnlyKnownKeys(t *testing.T) {
	t.Parallel()
	path := place(t)
	id, key := add(t, path, "Kitchen", false)
	screen, screenKey := add(t, path, "Hall, 2nd floor", true)
	r := open(t, path)
	if r.Empty() {
		t.Error("it is empty")
	}
	for _, tt := range []struct {
		name, id, key string
		want          Client
	}{
		{"a reader", id, key, Client{"Kitchen", false}},
		{"a public screen", screen, screenKey, Client{"Hall, 2nd floor", true}},
		{"the key of another one", id, screenKey, Client{}},
		{"an unknown id", "nobody", key, Client{}},
		{"nothing", "", "", Client{}},
		{"a key cut off", id, key[:len(key)-1], Client{}},
		{"a key with more", id, key + "a", Client{}},
		{"one letter wrong", id, string(key[0]^1) + key[1:], Client{}},
		{"capitals", id, strings.ToUpper(key), Client{}},
	} {
		if got, ok := r.Check(tt.id, tt.key); got != tt.want || ok != (tt.want.Name != "") {
			t.Errorf("%s: %v, %v", tt.name, got, ok)
		}
	}
	if data, err := os.ReadFile(path); err != nil ||
		bytes.Contains(data, []byte(key)) || !bytes.Contains(data, []byte(id)) {
		t.Errorf("the file has %s, %v", data, err)
	}
}

// TestNoKeyNoClient checks that without keys nothing is accepted, not even an empty ID, whose hash is compared with a
// placeholder.
func TestNoKeyNoClient(t *testing.T) {
	t.Parallel()
	r := open(t, place(t))
	if !r.Empty() {
		t.Error("there are keys without a file")
	}
	zeros := hashOf(&nobody.salt, strings.Repeat("a", keyLength))
	if bytes.Equal(zeros[:], nobody.hash[:]) {
		t.Error("it would be let in")
	}
	if _, ok := r.Check("", strings.Repeat("a", keyLength)); ok {
		t.Error("it is let in")
	}
}

// TestReload checks that a changed file is loaded, and that the keys stay if the file is invalid or missing.
func TestReload(t *testing.T) {
	t.Parallel()
	path := place(t)
	r := open(t, path)
	id, key := add(t, path, "Kitchen", false)
	if _, ok := r.Check(id, key); ok {
		t.Error("known before the file is read")
	}
	testkit.Check(t, r.Reload())
	whole := testkit.Must(os.ReadFile(path))(t)
	for _, broken := range [][]byte{
		nil, whole[:len(whole)/2], []byte("{}"),
		bytes.Repeat([]byte(" "), maxKeyFile+1), append(bytes.Clone(whole), '{'),
	} {
		testkit.NoError(t, os.WriteFile(path, broken, 0o600))
		if err := r.Reload(); err == nil {
			t.Errorf("%.40q makes sense", broken)
		}
		if _, err := OpenRing(path); err == nil {
			t.Errorf("%.40q is opened", broken)
		}
		if _, _, err := AddKey(path, "Cellar", false, made); err == nil {
			t.Errorf("%.40q is written over", broken)
		}
		if _, ok := r.Check(id, key); !ok {
			t.Error("the key is forgotten")
		}
	}
	testkit.NoError(t, os.Remove(path))
	if err := r.Reload(); !errors.Is(err, fs.ErrNotExist) || r.Empty() {
		t.Errorf("with the file gone: %v", err)
	}
	testkit.NoError(t, os.WriteFile(path, whole, 0o600))
	if err := errors.Join(RemoveKey(path, "Kitchen"), r.Reload()); err != nil || !r.Empty() {
		t.Errorf("with the last key removed: %v", err)
	}
}

// TestKeysByName adds, lists and removes keys by name.
func TestKeysByName(t *testing.T) {
	t.Parallel()
	path := place(t)
	for _, name := range []string{
		"", " ", " a", "a\n", "a\x00", "\u202eevil", strings.Repeat("ä", mostName+1), "\xff",
	} {
		if _, _, err := AddKey(path, name, false, made); err == nil {
			t.Errorf("%q is a name", name)
		}
	}
	names := []string{"b", "a", strings.Repeat("ä", mostName)}
	for i, name := range names {
		add(t, path, name, i == 1)
	}
	if _, _, err := AddKey(path, "a", false, made); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("twice: %v", err)
	}
	list, err := ListKeys(path)
	if err != nil || len(list) != 3 {
		t.Fatalf("%v, %v", list, err)
	}
	for i, e := range list {
		if e.Name != names[i] || e.Kiosk() != (i == 1) || !e.Made.Equal(made) {
			t.Errorf("%+v", e)
		}
	}
	if err := RemoveKey(path, "c"); err == nil {
		t.Error("removed what is not there")
	}
	testkit.Check(t, RemoveKey(path, "b"))
	if list, err := ListKeys(path); err != nil || len(list) != 2 || list[0].Name != "a" {
		t.Errorf("%v, %v", list, err)
	}
	if list, err := ListKeys(place(t)); err != nil || list != nil {
		t.Errorf("without a file: %v, %v", list, err)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

// TestAddAtOnce adds many keys in parallel, of which none may be lost.
func TestAddAtOnce(t *testing.T) {
	t.Parallel()
	path := place(t)
	var work sync.WaitGroup
	var want []string
	for i := range 20 {
		name := fmt.Sprintf("%02d", i)
		want = append(want, name)
		work.Go(func() { _, _, err := AddKey(path, name, false, made); fail(t, err) })
	}
	work.Wait()
	list := testkit.Must(ListKeys(path))(t)
	var got []string
	for _, e := range list {
		got = append(got, e.Name)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("there are %q", got)
	}
}

func fail(t *testing.T, err error) {
	if err != nil {
		t.Error(err)
	}
}

// TestCheckBesideReload checks keys while the file is reloaded, without allocations.
func TestCheckBesideReload(t *testing.T) {
	path := place(t)
	id, key := add(t, path, "Kitchen", false)
	r := open(t, path)
	var work sync.WaitGroup
	work.Go(func() {
		for range 50 {
			fail(t, r.Reload())
		}
	})
	for range 1000 {
		if _, ok := r.Check(id, key); !ok {
			t.Fatal("not known for a moment")
		}
	}
	work.Wait()
	for _, who := range []string{id, "nobody"} {
		if n := testing.AllocsPerRun(100, func() { r.Check(who, key) }); n != 0 {
			t.Errorf("%v allocations for %s", n, who)
		}
	}
}

// FuzzKeys parses arbitrary files. Valid ones must be the same after they were written again.
func FuzzKeys(f *testing.F) {
	path := place(f)
	add(f, path, "Kitchen", true)
	whole := testkit.Must(os.ReadFile(path))(f)
	f.Add(whole)
	f.Add([]byte(`{"clients":[]}`))
	f.Add(bytes.Replace(whole, []byte("kiosk"), []byte("king"), 1))
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := parseKeys(data)
		if err != nil {
			return
		}
		for _, e := range all {
			if wrongName(e.Name) != nil || e.newHolder().client.Name != e.Name {
				t.Errorf("%+v", e)
			}
		}
		path := place(t)
		testkit.NoError(t, os.WriteFile(path, data, 0o600))
		if _, _, err := AddKey(path, "a name that the file cannot have, I suppose", false, made); err != nil {
			return // the name exists, or the file is too large
		}
		again, err := ListKeys(path)
		if err != nil || len(again) != len(all)+1 {
			t.Fatalf("%v, %v", again, err)
		}
		for i, e := range all {
			if got := again[i]; got.Name != e.Name || got.ID != e.ID || !got.Made.Equal(e.Made) {
				t.Errorf("%+v became %+v", e, got)
			}
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	path := place(b)
	id, key := add(b, path, "Kitchen", false)
	r := open(b, path)
	for _, who := range []string{id, "nobody"} {
		b.Run(who[:1], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r.Check(who, key)
			}
		})
	}
}
