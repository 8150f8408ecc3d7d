package app

import "testing"

// TestCredentialsOfAnotherService makes sure that an address on the command line does not get the
// credentials that the settings hold for another service.
func TestCredentialsOfAnotherService(t *testing.T) {
	st, o := Settings{BaseURL: "https://home", AppID: "me"}, overrides{}
	if a := o.access(st, "stored"); a != (access{"https://home", "", "me", "stored"}) {
		t.Errorf("%+v", a)
	}
	o.BaseURL = "https://elsewhere"
	if a := o.access(st, "stored"); a != (access{"https://elsewhere", "", "", ""}) {
		t.Errorf("%+v", a)
	}
	o.BaseURL, o.AppKey = "https://home", "given"
	if a := o.access(st, "stored"); a != (access{"https://home", "", "me", "given"}) {
		t.Errorf("%+v", a)
	}
}
