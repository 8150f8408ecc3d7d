package prefs

import (
	"context"
	"errors"

	"sextant/app/api"
	"sextant/app/browse"
	"sextant/app/say"
	"sextant/app/service"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/teletext"
	"sextant/app/ui/host"
	"sextant/app/words"
)

// A finding is the result of requesting page 100 from a service.
type finding struct {
	network, page string
	err           error
}

// A probe requests page 100 from the service of a form.
type probe struct {
	host   host.Host
	parts  Parts
	cancel context.CancelFunc // nil while no request is running
}

// running reports whether a request is running.
func (p *probe) running() bool { return p.cancel != nil }

// stop cancels the request.
func (p *probe) stop() {
	if p.cancel != nil {
		p.cancel()
		p.cancel = nil
	}
}

// start starts a request, and calls done on the UI goroutine unless it is stopped before.
func (p *probe) start(s settings.Service, key string, done func(finding)) {
	p.stop()
	// The gate's budget belongs to the current service; requests to another service must not affect it.
	var gate service.Gate
	if s.BaseURL == p.parts.Box.Get().BaseURL {
		gate = p.parts.Tuner.Current().Budget
	}
	c, err := station.Connect(s,
		station.Access{BaseURL: s.BaseURL, MediaBaseURL: s.MediaBaseURL, AppID: s.AppID, AppKey: key}, p.host.Now, gate)
	if err != nil {
		done(finding{err: err})
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	go func() {
		defer c.Close()
		doc, err := c.Client.Page(ctx, browse.Home, s.Format, api.Validators{})
		p.host.Do(func() {
			if ctx.Err() != nil {
				return
			}
			p.stop()
			f := finding{err: err}
			if err == nil {
				f.network, f.page = doc.Page.Network, doc.Page.Name
			}
			done(f)
		})
	}()
}

// verdict returns a sentence about the result, and the field that an error is about.
func (f finding) verdict(s settings.Service) (sentence string, of field) {
	if f.err == nil {
		return say.Text("connect.works", "Page", f.page, "Network", f.network), noField
	}
	if errors.Is(f.err, api.ErrWebPage) {
		return say.Text("connect.noTeletext"), addressField
	}
	switch api.KindOf(f.err) {
	case api.Refused:
		if s.AppID == "" {
			return say.Text("connect.wantsKey"), idField
		}
		return say.Text("connect.refused"), keyField
	case api.NotFound:
		return say.Text("connect.noPage"), addressField
	case api.BadContent, api.TooLarge:
		return say.Text("connect.noTeletext"), addressField
	case api.NoNetwork, api.Trouble:
		if m, known := words.Fault(f.err); known {
			return m.Sentence, addressField
		}
		if api.KindOf(f.err) == api.NoNetwork {
			return say.Text("connect.noAnswer"), addressField
		}
	}
	m := words.PageMessage(teletext.Place{Page: browse.Home}, f.err)
	return m.Sentence, noField
}

// needsKey reports whether tuning in failed because the service's key is missing.
func needsKey(err error) bool {
	return errors.Is(err, station.ErrKeyWanted) || errors.Is(err, station.ErrKeyUnread)
}

// isGivenUp reports whether tuning in was cancelled, as by tuning in to another service.
func isGivenUp(err error) bool { return errors.Is(err, context.Canceled) }
