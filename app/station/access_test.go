package station

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/settings"
	"sextant/app/testkit/servicetest"
)

// TestCredentialsOfAnotherService checks that an address on the command line does not get the credentials that the
// settings have for another service.
func TestCredentialsOfAnotherService(t *testing.T) {
	st, o := settings.Service{BaseURL: "https://home", AppID: "me"}, Overrides{}
	if a := o.Access(st, "stored"); a != (Access{BaseURL: "https://home", AppID: "me", AppKey: "stored"}) {
		t.Errorf("%+v", a)
	}
	o.BaseURL = "https://elsewhere"
	if a := o.Access(st, "stored"); a != (Access{BaseURL: "https://elsewhere"}) {
		t.Errorf("%+v", a)
	}
	o.BaseURL, o.AppKey = "https://home", "given"
	if a := o.Access(st, "stored"); a != (Access{BaseURL: "https://home", AppID: "me", AppKey: "given"}) {
		t.Errorf("%+v", a)
	}
}

// TestRefusalAfterARestart refuses the key right after a restart: that may pass if the service has accepted the same
// key before, and says that it is wrong otherwise.
func TestRefusalAfterARestart(t *testing.T) {
	var refuses atomic.Bool
	document := servicetest.NewEditor(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if refuses.Load() {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		document.ServeHTTP(w, r)
	}))
	defer server.Close()
	profile := settings.Profile{Dir: t.TempDir()}
	ask := func(key string) api.Kind {
		s := settings.DefaultSettings().Service
		a := Access{BaseURL: server.URL, MediaBaseURL: server.URL, AppID: "id", AppKey: key}
		st, err := Open(s, a, profile, time.Now, NoEvents(), &Libraries{})
		if err != nil {
			t.Fatal(err)
		}
		defer leave(st)
		_, err = st.Client.Page(t.Context(), 100, api.JSON, api.Validators{})
		return api.KindOf(err)
	}
	for i, step := range []struct {
		key     string
		refuses bool
		want    api.Kind
	}{
		{"one", true, api.Refused},
		{"one", false, 0},
		{"one", true, api.Trouble},
		{"two", true, api.Refused},
		{"one", true, api.Trouble},
		{"two", false, 0},
		{"two", true, api.Trouble},
		{"one", true, api.Refused},
	} {
		refuses.Store(step.refuses)
		if got := ask(step.key); got != step.want {
			t.Errorf("step %d, key %s: %v, want %v", i, step.key, got, step.want)
		}
	}
}
