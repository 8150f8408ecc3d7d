package station

import (
	"testing"

	"sextant/app/settings"
)

// TestCredentialsOfAnotherService checks that an address on the command line does not get the credentials that the
// settings have for another service.
func TestCredentialsOfAnotherService(t *testing.T) {
	st, o := settings.Service{BaseURL: "https://home", AppID: "me"}, Overrides{}
	if a := o.Access(st, "stored"); a != (Access{"https://home", "", "me", "stored"}) {
		t.Errorf("%+v", a)
	}
	o.BaseURL = "https://elsewhere"
	if a := o.Access(st, "stored"); a != (Access{"https://elsewhere", "", "", ""}) {
		t.Errorf("%+v", a)
	}
	o.BaseURL, o.AppKey = "https://home", "given"
	if a := o.Access(st, "stored"); a != (Access{"https://home", "", "me", "given"}) {
		t.Errorf("%+v", a)
	}
}
