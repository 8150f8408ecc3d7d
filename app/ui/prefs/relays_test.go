package prefs

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"sextant/app/discover"
)

// fields returns the texts of the form's entries: address, ID, key and media address.
func (r *rig) fields() (texts []string) {
	for _, e := range r.entries() {
		texts = append(texts, e.Text)
	}
	return texts
}

// TestFindRelay chooses a relay that was found in the network. The form gets its address, but no credentials.
func TestFindRelay(t *testing.T) {
	r := newRig(t).form()
	r.press("Find a relay") // one that needs a key unfolds the fields for it
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

// TestFindNoRelay checks what the form says if no relay was found or the search failed.
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
