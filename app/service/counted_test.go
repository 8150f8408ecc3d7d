package service

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/testkit"
)

// A countingGate counts the requests.
type countingGate struct{ entered, answered atomic.Int32 }

func (g *countingGate) Enter(context.Context) (func(error), error) {
	g.entered.Add(1)
	return func(error) { g.answered.Add(1) }, nil
}

// TestGateCountsEachRequest checks that the gate counts every request that reaches the service, also those sent again
// on another connection, and those after a redirect.
func TestGateCountsEachRequest(t *testing.T) {
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := asked.Add(1)
		switch {
		case r.URL.Path == "/v1/teletext/pages/101.json" && n == 2:
			panic(http.ErrAbortHandler) // on an idle connection
		case r.URL.Path == "/v1/teletext/pages/102.json":
			http.Redirect(w, r, "/elsewhere/102.json", http.StatusTemporaryRedirect)
			return
		}
		_, _ = w.Write([]byte(`{"teletext":{"page":{}}}`))
	}))
	defer server.Close()
	g := &countingGate{}
	c := testkit.Must(New(Config{BaseURL: server.URL, Gate: g, Now: time.Now}))(t)
	for page, want := range []int32{1, 3, 5} {
		_, err := c.Page(t.Context(), 100+page, api.JSON, api.Validators{})
		if kind := api.KindOf(err); kind != 0 && kind != api.BadContent {
			t.Errorf("page %d: %v", 100+page, err)
		}
		if a := asked.Load(); a != want || g.entered.Load() != a || g.answered.Load() != a {
			t.Errorf("after page %d the service was asked %d times, want %d, and the gate %d and %d times", 100+page, a,
				want, g.entered.Load(), g.answered.Load())
		}
	}
}
