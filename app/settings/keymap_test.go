package settings

import (
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/testkit"
)

// TestKeymap checks that only differences are saved, and that the changes of another program with the profile are kept.
func TestKeymap(t *testing.T) {
	p := testProfile(t)
	if keys, err := p.LoadKeys(); keys != nil || err != nil {
		t.Errorf("in a new profile: %v, %v", keys, err)
	}
	posted := make(chan func(), 10)
	post := func(f func()) { posted <- f }
	one, other := NewKeymap(p, nil, post), NewKeymap(p, nil, post)
	notified := 0
	one.Changed.On(func(struct{}) { notified++ })
	one.Set(map[string][]string{"a": {"F6"}, "b": {}})
	other.Set(map[string][]string{"c": {"H"}})
	other.Set(map[string][]string{"d": {"J"}})
	other.Set(map[string][]string{"d": nil})
	one.Wait()
	other.Wait()
	want := map[string][]string{"a": {"F6"}, "b": {}, "c": {"H"}}
	if keys, err := p.LoadKeys(); err != nil || !reflect.DeepEqual(keys, want) {
		t.Errorf("%v, %v", keys, err)
	}
	if keys, own := one.Of("b"); !own || len(keys) != 0 || notified != 1 {
		t.Errorf("%v %v, notified %d times", keys, own, notified)
	}
	one.Reload()
	one.Wait()
	for len(posted) > 0 {
		(<-posted)()
	}
	if !maps.EqualFunc(one.All(), want, slices.Equal) || notified != 2 {
		t.Errorf("%v, notified %d times", one.All(), notified)
	}
	one.Set(map[string][]string{"a": nil, "b": nil, "c": nil})
	one.Wait()
	if keys, err := p.LoadKeys(); err != nil || len(keys) != 0 {
		t.Errorf("%v, %v", keys, err)
	}
}

// TestKeyWhileLooking changes a key while the file is read. The older contents of the file must not replace it.
func TestKeyWhileLooking(t *testing.T) {
	posted := make(chan func(), 1)
	m := NewKeymap(testProfile(t), nil, func(f func()) { posted <- f })
	m.Reload()
	look := <-posted
	m.Set(map[string][]string{"a": {"F6"}})
	m.Wait()
	if look(); len(m.All()) != 1 {
		t.Errorf("the keys are %v", m.All())
	}
}

// TestDamagedKeys checks that a damaged file is renamed and reported, and that the next change is saved.
func TestDamagedKeys(t *testing.T) {
	for _, bad := range []string{
		"", "{", `["a"]`, `{"a": "F6"}`, `{"` + strings.Repeat("a", 65) + `": []}`, strings.Repeat(" ", maxSettings+1),
	} {
		p := testProfile(t)
		testkit.NoError(t, p.Write(KeysFile, []byte(bad)))
		if keys, err := p.LoadKeys(); len(keys) > 0 || err == nil ||
			!strings.Contains(err.Error(), "now named keys.json.damaged") {
			t.Errorf("%.20q: %v, %v", bad, keys, err)
		}
		if data, err := os.ReadFile(p.Path(KeysFile + ".damaged")); err != nil || string(data) != bad {
			t.Errorf("%.20q is %.20q aside, %v", bad, data, err)
		}
		m := NewKeymap(p, nil, func(f func()) { f() })
		m.Set(map[string][]string{"a": {"F6"}})
		m.Wait()
		if keys, err := p.LoadKeys(); err != nil || len(keys) != 1 {
			t.Errorf("%.20q: %v, %v", bad, keys, err)
		}
	}
}

// TestUnsavedKeys checks that a failure to save is reported, and that the end of the program and the next change save
// all.
func TestUnsavedKeys(t *testing.T) {
	p := testProfile(t)
	p.Dir += "/not/there"
	posted := make(chan func(), 10)
	m := NewKeymap(p, nil, func(f func()) { posted <- f })
	var notified error
	m.Unsaved.On(func(err error) { notified = err })
	m.Set(map[string][]string{"a": {"F6"}})
	m.Wait()
	(<-posted)()
	if notified == nil {
		t.Error("it is not reported")
	}
	testkit.NoError(t, os.MkdirAll(p.Dir, 0o700))
	m.Wait()
	if keys, err := p.LoadKeys(); err != nil || len(keys) != 1 {
		t.Errorf("at the end: %v, %v", keys, err)
	}
	m.Set(map[string][]string{"b": {"F7"}})
	m.Wait()
	if keys, err := p.LoadKeys(); err != nil || len(keys) != 2 {
		t.Errorf("%v, %v", keys, err)
	}
}

// FuzzReadKeys reads arbitrary files, and checks the limits.
func FuzzReadKeys(f *testing.F) {
	f.Add([]byte(`{"page.reload": ["F5"], "x": [], "y": null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		keys, err := readKeys(data)
		if err != nil {
			return
		}
		if len(keys) > mostKeyed {
			t.Errorf("%d commands", len(keys))
		}
		for id, list := range keys {
			if len(list) > mostKeys || list == nil || len(id) > longest {
				t.Errorf("%q has %q", id, list)
			}
		}
	})
}

// TestUnsavedIsTriedAgain checks that what could not be saved is saved later without a further change, and that only
// the first failure is reported.
func TestUnsavedIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := testProfile(t)
		p.Dir += "/later"
		m := NewKeymap(p, nil, func(f func()) { f() })
		failures := 0
		m.Unsaved.On(func(error) { failures++ })
		m.Set(map[string][]string{"a": {"F6"}})
		time.Sleep(3*savingAgain + time.Second)
		testkit.NoError(t, os.MkdirAll(p.Dir, 0o700))
		time.Sleep(savingAgain)
		synctest.Wait()
		if keys, err := p.LoadKeys(); err != nil || len(keys) != 1 || failures != 1 {
			t.Errorf("%v, %v after %d reports", keys, err, failures)
		}
		m.Wait()
	})
}
