package prefs

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"sextant/app/discover"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/control"
)

// listenFor is how long a search waits for relays to answer.
const listenFor = 2 * time.Second

// relays searches the network for relays and sets fields to the chosen one.
type relays struct {
	host   host.Host
	parts  Parts
	fields *fields
	say    func(string)
	asked  func() // shows the fields for a key, which the chosen relay needs
	cancel context.CancelFunc
}

// takeRelay replaces the service by a relay. The service's credentials are removed, because they are not the relay's.
func (r *relays) takeRelay(found discover.Relay) {
	r.fields.fillIn(settings.Service{BaseURL: found.URL, MediaCredentials: found.NeedsKey}, "")
	if found.NeedsKey {
		r.asked()
		r.say(say.Text("relays.wantsKey"))
		return
	}
	r.say(say.Text("relays.taken"))
}

// search searches the network for relays and offers those that answer, by name. It makes no request to any of them.
func (r *relays) search() {
	r.stop()
	var ctx context.Context
	ctx, r.cancel = context.WithCancel(context.Background())
	r.say(say.Text("relays.looking"))
	go func() {
		found, err := r.parts.Browse(ctx, listenFor)
		r.host.Do(func() {
			switch {
			case ctx.Err() != nil:
			case err != nil:
				r.say(words.Why(err))
			case len(found) == 0:
				r.say(say.Text("relays.none"))
			default:
				r.say(say.Text("relays.which"))
				r.offer(found)
			}
		})
	}()
}

// stop cancels the search.
func (r *relays) stop() {
	if r.cancel != nil {
		r.cancel()
	}
}

// offer opens a menu of relays.
func (r *relays) offer(found []discover.Relay) {
	var items []*fyne.MenuItem
	for _, relay := range found {
		label := relay.Name + "  –  " + relay.URL
		if relay.NeedsKey {
			label = say.Text("relays.withKey", "Relay", label)
		}
		items = append(items, fyne.NewMenuItem(label, func() { r.takeRelay(relay) }))
	}
	control.Open(r.host.Canvas(), fyne.NewMenu("", items...), control.Under(r.fields.address)).ActivateFirst()
}
