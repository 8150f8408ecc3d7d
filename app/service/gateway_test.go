package service

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"sextant/app/api"
)

// TestGatewayTextsAreRead checks the kinds of errors whose text says more than their status.
func TestGatewayTextsAreRead(t *testing.T) {
	for _, tt := range []struct {
		status int
		text   string
		kind   api.Kind
		cause  error
	}{
		{403, "Limits exceeded", api.QuotaUsed, nil},
		{401, "Limits exceeded", api.QuotaUsed, nil},
		{429, "Limits exceeded", api.RateLimited, nil},
		{403, "Out of call volume quota. Quota will be replenished in 00:42:00.", api.QuotaUsed, nil},
		{403, `{"message":"Limit Exceeded"}`, api.QuotaUsed, nil},
		{403, "Usage limits are exceeded", api.QuotaUsed, nil},
		{403, "You have reached your daily limit of requests.", api.QuotaUsed, nil},
		{403, "Number of calls per hour exceeded", api.QuotaUsed, nil},
		{401, `{"error":"over the request limit"}`, api.QuotaUsed, nil},
		{403, "Access is limited to subscribers", api.Refused, nil},
		{403, `{"message":"Missing Authentication Token"}`, api.Trouble, api.ErrNoRoute},
		{503, "API rate limit exceeded", api.RateLimited, nil},
		{403, "Rate limit exceeded, slow down", api.RateLimited, nil},
		{500, "OutOfMemoryError: GC overhead limit exceeded", api.Trouble, nil},
		{500, "Disk quota exceeded", api.Trouble, nil},
		{500, "No route to host", api.Trouble, nil},
		{400, "The limit exceeded what is allowed", api.BadContent, nil},
		{403, "Authentication failed", api.Refused, nil},
		{401, "Authentication failed", api.Refused, nil},
		{401, `{"error": "Invalid API key"}`, api.Refused, nil},
		{401, "", api.QuotaUsed, nil},
		{403, "Authentication parameters missing", api.Refused, nil},
		{404, "No Mapping Rule matched", api.Trouble, api.ErrNoRoute},
		{404, `{"message":"no Route matched with those values"}`, api.Trouble, api.ErrNoRoute},
		{404, "default backend - 404", api.Trouble, api.ErrNoRoute},
		{404, "Not found", api.NotFound, nil},
		{404, "Page 153 not found: no route", api.NotFound, nil},
		{404, "<!DOCTYPE html><p>The quota of this page cannot be found: no route", api.NotFound, nil},
		{403, "<html><body>Rate limit", api.Refused, nil},
		{200, "  <!DOCTYPE html>\n<title>Log in</title>", api.Trouble, api.ErrWebPage},
		{200, "\ufeff<?xml version='1.0'?><!-- a --><html xmlns='x'>", api.Trouble, api.ErrWebPage},
		{200, "<?xml version='1.0'?>\n<?xml-stylesheet href='a'?>\n<!-- a -->\n<html>", api.Trouble, api.ErrWebPage},
		{200, "<center><h1>Log in</h1></center>", api.Trouble, api.ErrWebPage},
		{200, "<p class='a'>Log in", api.Trouble, api.ErrWebPage},
		{511, "Log in", api.NoNetwork, api.ErrPortal},
		{407, "Log in", api.NoNetwork, api.ErrPortal},
	} {
		c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(tt.status)
			_, _ = io.WriteString(w, tt.text)
		})
		_, err := c.Page(t.Context(), 100, api.JSON, api.Validators{})
		if api.KindOf(err) != tt.kind || tt.cause != nil && !errors.Is(err, tt.cause) {
			t.Errorf("%d %q: %v, want %v, %v", tt.status, tt.text, err, tt.kind, tt.cause)
		}
	}
}

// TestTypeOfWebPage checks that an answer of the type of web pages is one unless it is a document, whatever it is
// called.
func TestTypeOfWebPage(t *testing.T) {
	document, _ := testPage().EncodeJSON()
	for body, want := range map[string]error{
		"Please log in": api.ErrWebPage, string(document): nil, "\ufeff \n" + string(document): nil, " ": api.ErrEmpty,
	} {
		c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = io.WriteString(w, body)
		})
		if _, err := c.Page(t.Context(), 123, api.JSON, api.Validators{}); !errors.Is(err, want) {
			t.Errorf("%.20q: %v, want %v", body, err, want)
		}
	}
}

// TestRefusalAfterGoodAnswersMayPass checks that one 403 between good answers does not say that the key is wrong, and
// that 403s which go on do.
func TestRefusalAfterGoodAnswersMayPass(t *testing.T) {
	status, now := 403, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		if status == 200 {
			data, _ := testPage().EncodeJSON()
			_, _ = w.Write(data)
		}
	}, func(cfg *Config) { cfg.Now = func() time.Time { return now } })
	for i, step := range []struct {
		after  time.Duration
		status int
		kind   api.Kind
	}{
		{0, 403, api.Refused}, // the key was never accepted
		{time.Second, 200, 0},
		{time.Minute, 403, api.Trouble},
		{time.Second, 403, api.Trouble}, // one that was sent at the same time
		{time.Minute, 200, 0},
		{time.Second, 403, api.Trouble},
		{time.Minute, 403, api.Refused},
		{time.Minute, 403, api.Refused},
		{time.Hour, 403, api.Refused},
		{20 * time.Minute, 403, api.Refused},
		{3 * time.Hour, 403, api.Trouble}, // the count begins again
		{time.Minute, 403, api.Refused},
	} {
		status, now = step.status, now.Add(step.after)
		_, err := c.Page(t.Context(), 123, api.JSON, api.Validators{})
		if api.KindOf(err) != step.kind || step.kind == api.Trouble && !errors.Is(err, api.ErrRefusedNow) {
			t.Errorf("step %d: %v, want %v", i, err, step.kind)
		}
	}
	status = 403
	if _, err := c.Picture(t.Context(), 123, 1, api.Validators{}); api.KindOf(err) != api.Refused {
		t.Errorf("a picture, of which none ever came: %v", err)
	}
}

// TestWebPageAcceptsNoKey checks that only a document says that the service has accepted the key: not what a login page
// of the network answers in its place, or a document at another host.
func TestWebPageAcceptsNoKey(t *testing.T) {
	document, _ := testPage().EncodeJSON()
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write(document)
	}))
	defer other.Close()
	for name, answer := range map[string]http.HandlerFunc{
		"a web page": func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>Log in</html>") },
		"no page":    func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"error":"no"}`) },
		"elsewhere": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL+"/123.json", http.StatusFound)
		},
	} {
		refuses := false
		c := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if refuses {
				w.WriteHeader(http.StatusForbidden)
				return
			}
			answer(w, r)
		})
		c.SetAccepted(false, func() { t.Errorf("%s: the key was accepted", name) })
		_, _ = c.Page(t.Context(), 123, api.JSON, api.Validators{})
		refuses = true
		if _, err := c.Page(t.Context(), 123, api.JSON, api.Validators{}); api.KindOf(err) != api.Refused {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPortalIsNamed checks that a login page on another host is one of the network, whatever its status, for documents
// and recordings.
func TestPortalIsNamed(t *testing.T) {
	for _, status := range []int{200, 403, 404} {
		portal := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			checkSecret(t, r.URL.String())
			w.WriteHeader(status)
			_, _ = io.WriteString(w, "<!doctype html><title>Welcome to the hotel</title>")
		}))
		defer portal.Close()
		c := serve(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, portal.URL+"/login?"+r.URL.RawQuery, http.StatusFound)
		})
		_, err := c.Page(t.Context(), 100, api.JSON, api.Validators{})
		if api.KindOf(err) != api.NoNetwork || !errors.Is(err, api.ErrPortal) {
			t.Errorf("status %d, a page: %v", status, err)
		}
		_, err = c.Download(t.Context(), "7", Resume{})
		if api.KindOf(err) != api.NoNetwork || !errors.Is(err, api.ErrPortal) {
			t.Errorf("status %d, a recording: %v", status, err)
		}
	}
}

// TestWebPageIsNoRecording checks the answers to a request for a recording that are none, and that others may call
// themselves what they like.
func TestWebPageIsNoRecording(t *testing.T) {
	for _, tt := range []struct {
		kind, body string
		isNone     bool
	}{
		{"text/html", "<p>Log in", true},
		{"text/html; charset=utf-8", "<!doctype html>", true},
		{"audio/mpeg", "\n<!DOCTYPE HTML PUBLIC>", true},
		{"application/json", `{"error":"no"}`, true},
		{"audio/mpeg", "ID3 and so on", false},
		{"", "\xff\xfb\x90\x00", false},
		{"text/plain", "\xff\xfb\x90\x00", false},
		{"audio/mpeg", "", false},
	} {
		c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", tt.kind)
			first := min(1, len(tt.body))
			_, _ = io.WriteString(w, tt.body[:first])
			_ = http.NewResponseController(w).Flush()
			time.Sleep(20 * time.Millisecond)
			_, _ = io.WriteString(w, tt.body[first:])
		})
		d, err := c.Download(t.Context(), "7", Resume{})
		if isNone := errors.Is(err, api.ErrWebPage) || errors.Is(err, errNoRecording); isNone != tt.isNone {
			t.Errorf("%s %q: %v", tt.kind, tt.body, err)
			continue
		}
		if err == nil {
			if body, err := io.ReadAll(d.Body); err != nil || string(body) != tt.body {
				t.Errorf("%s %q: %q, %v", tt.kind, tt.body, body, err)
			}
			d.Body.Close()
		}
	}
}

// FuzzErrorText reads errors of any status and text: the kind is one that exists, a web page says nothing by its words,
// and neither panics nor takes long.
func FuzzErrorText(f *testing.F) {
	f.Add(403, "Limits exceeded")
	f.Add(404, "No Mapping Rule matched")
	f.Add(200, "<!-- a --><!-- b --><!DOCTYPE html>")
	f.Add(429, `{"message":"Too many requests"}`)
	f.Fuzz(func(t *testing.T, status int, text string) {
		if len(text) > maxErrorText {
			t.Skip("more is not read")
		}
		kind, err := gatewayFault(status, []byte(text))
		if kind != 0 && kind.String() == "" || err != nil && kind == 0 {
			t.Errorf("%d %q: %v, %v", status, text, kind, err)
		}
		if isWebPage([]byte(text)) && kind != 0 {
			t.Errorf("%d %q is a web page, and says %v", status, text, kind)
		}
	})
}
