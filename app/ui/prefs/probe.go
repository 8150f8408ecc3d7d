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
	"sextant/app/ui/host"
	"sextant/app/words"
)

// A finding is what came of asking a service for page 100.
type finding struct {
	network, page string
	err           error
}

// A probe asks the service of a form for page 100.
type probe struct {
	host   host.Host
	parts  Parts
	cancel context.CancelFunc // nil while nothing is asked
}

// running reports whether something is asked.
func (p *probe) running() bool { return p.cancel != nil }

// stop gives up what is asked.
func (p *probe) stop() {
	if p.cancel != nil {
		p.cancel()
		p.cancel = nil
	}
}

// start asks, and calls done on the UI goroutine unless that is given up before.
func (p *probe) start(s settings.Service, key string, done func(finding)) {
	p.stop()
	// The budget is that of the present service alone; what another one refuses is none of its business.
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

// verdict says what was found, and which field it is about where something is wrong.
func (f finding) verdict(s settings.Service) (sentence string, of field) {
	if f.err == nil {
		return say.Text("connect.works", "Page", f.page, "Network", f.network), noField
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
	m := words.PageMessage(browse.Place{Page: browse.Home}, false, f.err)
	return m.Sentence, noField
}

// needsKey reports whether a service cannot be tuned in for want of its key.
func needsKey(err error) bool {
	return errors.Is(err, station.ErrKeyWanted) || errors.Is(err, station.ErrKeyUnread)
}

// isGivenUp reports whether something else was tuned in before.
func isGivenUp(err error) bool { return errors.Is(err, context.Canceled) }
