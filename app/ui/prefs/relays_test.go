package prefs

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"sextant/app/discover"
)

// fields are the texts of the form's entries: address, id, key and media address.
func (r *rig) fields() (texts []string) {
	for _, e := range r.entries() {
		texts = append(texts, e.Text)
	}
	return texts
}

// TestFindRelay offers the relays of the network by their names, and takes the one that is chosen into the form,
// without credentials.
func TestFindRelay(t *testing.T) {
	r := newRig(t).form()
	r.press("Find a relay")
	if !strings.HasPrefix(r.status(), "Looking") {
		t.Errorf("%q", r.status())
	}
	r.found <- []discover.Relay{
		{Name: "Kitchen", URL: "http://192.0.2.7:8080", NeedsKey: true}, {Name: "Studio", URL: "http://192.0.2.8:8080"},
	}
	r.Until(t, "the menu", func() bool { return r.menu() != nil })
	r.enter()
	r.Until(t, "the relay", func() bool {
		return slices.Equal(r.fields(), []string{"http://192.0.2.7:8080", "", "", ""})
	})
	if !strings.Contains(r.status(), "app key of its own") {
		t.Errorf("%q", r.status())
	}
}

// TestFindNoRelay says that there is none, or why that is not known.
func TestFindNoRelay(t *testing.T) {
	r := newRig(t).form()
	before := r.fields()
	r.press("Find a relay")
	r.found <- nil
	r.Until(t, "word of none", func() bool { return strings.HasPrefix(r.status(), "No relay answered.") })
	r.err = errors.New("there is no network")
	r.press("Find a relay")
	r.found <- nil
	r.Until(t, "the reason", func() bool { return r.status() == "There is no network." })
	if !slices.Equal(r.fields(), before) {
		t.Errorf("the form has %q", r.fields())
	}
}
