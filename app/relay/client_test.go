package relay

import (
	"fmt"
	"io"
	"net/url"
	"reflect"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/media"
	"sextant/app/service"
	"sextant/app/settings"
)

// A said is an answer as the client decodes it, without the hosts of addresses.
type said struct {
	value any
	kind  api.Kind
}

// TestSameAsTheService sends all kinds of requests to the demo service and to a relay in front of it, with Sextant's
// own client, and checks that the answers are the same.
func TestSameAsTheService(t *testing.T) {
	r := newRig(t, func(p *Parts, s *settings.Service) {
		s.PerSecond = 1000
		p.Know = func(_, id, key string) (string, bool, bool, time.Duration) {
			return "desk", false, id == "desk" && key == "desk's", 0
		}
	})
	client := func(base, id, key string) *service.Client {
		c, err := service.New(service.Config{
			BaseURL: base, AppID: id, AppKey: key, MediaCredentials: true, Now: time.Now,
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		return c
	}
	direct, behind := client(r.service.URL, "id", secret), client(r.server.URL, "desk", "desk's")
	ctx := t.Context()
	type ask = func(c *service.Client) (any, error)
	asks := map[string]ask{
		"downloads": func(c *service.Client) (any, error) { v, err := c.Downloads(ctx); return items(v), err },
		"no page":   func(c *service.Client) (any, error) { return c.Page(ctx, 106, api.JSON, api.Validators{}) },
		"no picture": func(c *service.Client) (any, error) {
			return c.Picture(ctx, 100, 99, api.Validators{})
		},
		"no recording": func(c *service.Client) (any, error) { return c.Download(ctx, "none", service.Resume{}) },
		"no playouts":  func(c *service.Client) (any, error) { return c.Playouts(ctx, 1, "none") },
		"no such version": func(c *service.Client) (any, error) {
			return c.Playouts(ctx, 7, "1003")
		},
	}
	for _, page := range []int{100, 110, 431, 800, 804, 899} {
		for _, format := range []api.Format{api.JSON, api.XML} {
			asks[fmt.Sprintf("page %d as %s", page, format)] = func(c *service.Client) (any, error) {
				d, err := c.Page(ctx, page, format, api.Validators{})
				if err != nil {
					return nil, err
				}
				if again, err := c.Page(ctx, page, format, d.Validators); err != nil || !again.Unchanged {
					t.Errorf("page %d as %s is not known the second time: %v", page, format, err)
				}
				return d.Page, nil
			}
		}
		asks[fmt.Sprintf("picture of %d", page)] = func(c *service.Client) (any, error) {
			p, err := c.Picture(ctx, page, 2, api.Validators{})
			if err != nil {
				return nil, err
			}
			return p.PNG, nil
		}
	}
	for version := 1; version <= api.PlayoutVersions; version++ {
		for _, id := range []string{"7-1001", "1003", "1004"} {
			asks[fmt.Sprintf("playouts %d of %s", version, id)] = func(c *service.Client) (any, error) {
				v, err := c.Playouts(ctx, version, id)
				return items(v), err
			}
		}
	}
	for _, from := range []int64{0, 1000, 99_999_999} {
		asks[fmt.Sprintf("recording from %d", from)] = func(c *service.Client) (any, error) {
			d, err := c.Download(ctx, "1003", service.Resume{From: from})
			if err != nil {
				return nil, err
			}
			defer d.Body.Close()
			body, err := io.ReadAll(d.Body)
			return fmt.Sprint(d.From, d.Size, d.Ranges, len(body), string(body)), err
		}
	}
	for name, ask := range asks {
		answer := func(c *service.Client) said {
			v, err := ask(c)
			if err != nil {
				v = nil
			}
			return said{v, api.KindOf(err)}
		}
		want, got := answer(direct), answer(behind)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: kind %v, directly %v", name, got.kind, want.kind)
		}
	}
	for _, c := range []*service.Client{
		client(r.server.URL, "", ""), client(r.server.URL, "desk", "wrong"), client(r.server.URL, "id", secret),
	} {
		if _, err := c.Page(ctx, 100, api.JSON, api.Validators{}); api.KindOf(err) != api.Refused {
			t.Errorf("wrong credentials: %v", err)
		}
		if _, err := c.Downloads(ctx); api.KindOf(err) != api.Refused {
			t.Errorf("wrong credentials: %v", err)
		}
	}
}

// items returns the recordings of a document, without the hosts of their addresses.
func items(v media.Value) any {
	v.Base = nil
	return withoutHosts(v)
}

// withoutHosts returns a document as text, without the scheme and host of its addresses.
func withoutHosts(v media.Value) string {
	if v.Kind == media.Scalar {
		if u, err := url.Parse(v.Text); err == nil && u.Host != "" {
			return u.Path
		}
		return v.Text
	}
	text := "["
	for _, m := range v.Members {
		text += m.Name + ":" + withoutHosts(m.Value) + ","
	}
	return text + "]"
}
