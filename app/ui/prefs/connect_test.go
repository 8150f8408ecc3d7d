package prefs

import (
	"strings"
	"testing"

	"sextant/app/settings"
)

// fill fills in the form, of which it shows all fields.
func (r *rig) fill(address, id, key string) {
	if r.button("More") != nil {
		r.press("More")
	}
	e := r.entries()
	e[0].SetText(address)
	e[1].SetText(id)
	e[2].SetText(key)
}

// TestConnect adds a service, which gets its network's name, tunes in to it and back to the demo. The key must be
// stored.
func TestConnect(t *testing.T) {
	r := newRig(t).form()
	address := demoAt(t, "me", "s3cret")
	r.fill(strings.TrimPrefix(address, "http://"), "me", "s3cret")
	r.press("Test")
	if r.button("Stop") == nil {
		t.Error("it cannot be stopped")
	}
	r.Until(t, "a finding", func() bool {
		return strings.HasPrefix(r.status(), "The connection works: page 100 is “Index” from HELM")
	})
	if got := r.fields()[0]; got != address {
		t.Errorf("the address is %q", got)
	}
	r.press("Connect")
	r.Until(t, "the service", func() bool { return !r.tuner.Current().IsDemo })
	r.Until(t, "the end of the form", func() bool { return r.Dialogs[0].Closed() })
	now := r.tuner.Preset()
	if !strings.HasPrefix(now.Name, "HELM") || now.BaseURL != address ||
		r.tuner.Key() != "s3cret" || !strings.HasPrefix(r.Mentioned, "Switched to HELM") {
		t.Errorf("%+v, %q", now, r.Mentioned)
	}
	if list := r.presenter.Services(); len(list) != 2 || list[0].Checked() ||
		!list[1].Checked() || list[0].Title != "Built-in demo" {
		t.Errorf("%+v", list)
	}
	r.presenter.Services()[0].Do()
	r.Until(t, "the demo", func() bool { return r.tuner.Current().IsDemo })
	r.presenter.Services()[1].Do()
	r.Until(t, "the service again", func() bool { return !r.tuner.Current().IsDemo && r.tuner.Key() == "s3cret" })
}

// TestConnectMarksWhatIsWrong checks that an error is shown below its field, which gets the focus.
func TestConnectMarksWhatIsWrong(t *testing.T) {
	wants, web := demoAt(t, "me", "s3cret"), pageAt(t)
	for _, tt := range []struct{ address, id, key, says string }{
		{"", "", "", "The address is missing."},
		{"ftp://x", "", "", "it must begin with http:// or https://."},
		{"https://me:pw@x", "", "", "credentials and queries do not belong in it."},
		{"http://127.0.0.1:1", "", "", "Nothing answers at this address."},
		{web, "", "", "is not a teletext service."},
		{wants + "/nowhere", "me", "s3cret", "it has no page 100."},
		{wants, "", "", "needs an app ID"},
		{wants, "me", "wrong", "did not accept this app ID or app key."},
	} {
		r := newRig(t).form()
		r.fill(tt.address, tt.id, tt.key)
		r.enterFirst()
		r.Until(t, tt.says, func() bool { return strings.Contains(r.texts(), tt.says) })
		e := r.entries()
		want := 0
		switch {
		case strings.HasPrefix(tt.says, "needs"):
			want = 1
		case tt.key == "wrong":
			want = 2
		}
		if r.Canvas().Focused() != e[want] {
			t.Errorf("%q: the keyboard is elsewhere", tt.says)
		}
		if !r.tuner.Current().IsDemo || len(r.tuner.Presets.All()) != 1 {
			t.Errorf("%q: something has changed", tt.says)
		}
		if e[want].SetText(e[want].Text + "x"); strings.Contains(r.texts(), tt.says) {
			t.Errorf("%q stays although something else is typed", tt.says)
		}
	}
}

func (r *rig) enterFirst() { r.entries()[0].OnSubmitted("") }

// TestConnectAnyway adds a service that does not answer.
func TestConnectAnyway(t *testing.T) {
	r := newRig(t).form()
	r.fill("http://127.0.0.1:1", "", "")
	r.press("Connect")
	r.Until(t, "the way on", func() bool { return r.button("Connect anyway") != nil })
	r.press("Connect anyway")
	r.Until(t, "the service", func() bool { return !r.tuner.Current().IsDemo })
	if now := r.tuner.Preset(); now.Name != "127.0.0.1" {
		t.Errorf("%+v", now)
	}
}

// TestKeyIsAskedFor tunes in to an imported service, whose key is missing. The form asks for the key only.
func TestKeyIsAskedFor(t *testing.T) {
	r := newRig(t)
	p := settings.NewPreset("Kitchen", settings.DefaultSettings().Service)
	p.BaseURL, p.AppID, p.WantsKey = demoAt(t, "me", "s3cret"), "me", true
	r.tuner.Presets.Put(p)
	r.presenter.Services()[1].Do()
	r.Until(t, "the form", func() bool { return len(r.Dialogs) == 1 })
	e := r.entries()
	if r.Canvas().Focused() != e[2] || e[0].Text != p.BaseURL ||
		e[1].Text != "me" || !strings.Contains(r.status(), "needs an app key") {
		t.Errorf("%q, %q", r.fields(), r.status())
	}
	e[2].SetText("s3cret")
	r.enterFirst()
	r.Until(t, "the service", func() bool { return r.tuner.Preset().ID == p.ID })
	if now := r.tuner.Preset(); now.Name != "Kitchen" || len(r.tuner.Presets.All()) != 2 {
		t.Errorf("%+v", now)
	}
}

// TestConnectAsksForAddressFirst checks that the form has one field until the service asks for a key or the user wants
// more, and that it explains where one gets an address.
func TestConnectAsksForAddressFirst(t *testing.T) {
	r := newRig(t).form()
	if n := len(r.entries()); n != 1 {
		t.Fatalf("it asks for %d things", n)
	}
	r.press("Where do I get one?")
	if d := r.top(); d.Text() == nil {
		t.Error("it explains nothing")
	}
	r.top().Close()
	r.press("More")
	if n := len(r.entries()); n != 4 {
		t.Errorf("with more it has %d fields", n)
	}
	r.press("Less")
	e := r.entries()
	if len(e) != 1 {
		t.Fatalf("with less it has %d fields", len(e))
	}
	e[0].SetText(demoAt(t, "me", "s3cret"))
	r.press("Connect")
	r.Until(t, "the question for a key", func() bool { return len(r.entries()) == 4 })
	if r.Canvas().Focused() != r.entries()[1] || !strings.Contains(r.texts(), "needs an app ID") {
		t.Errorf("it says %q", r.texts())
	}
}
