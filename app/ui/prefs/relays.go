package prefs

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"sextant/app/discover"
	"sextant/app/words"
	"sextant/widgets/menus"
)

// listenFor is how long the relays in the network have to answer.
const listenFor = 2 * time.Second

// findRelays looks for relays in the network and offers those that answer by their names. Nothing is asked of any of them.
func (f *settingsForm) findRelays() {
	f.cancel()
	var ctx context.Context
	ctx, f.cancel = context.WithCancel(context.Background())
	f.dialog.SetStatus("Looking for relays in this network …")
	go func() {
		found, err := f.parts.Browse(ctx, listenFor)
		f.host.Do(func() {
			switch {
			case ctx.Err() != nil:
			case err != nil:
				f.dialog.SetStatus(words.FirstUpper(words.Reason(err).Error()) + ".")
			case len(found) == 0:
				f.dialog.SetStatus("No relay has answered. One is begun with the command: sextant relay")
			default:
				f.dialog.SetStatus("Which relay shall be asked? It is used when you save.")
				f.offer(found)
			}
		})
	}()
}

// offer opens a menu of relays.
func (f *settingsForm) offer(found []discover.Relay) {
	var items []*fyne.MenuItem
	for _, r := range found {
		label := r.Name + "  –  " + r.URL
		if r.NeedsKey {
			label += ", with a key"
		}
		items = append(items, fyne.NewMenuItem(label, func() { f.take(r) }))
	}
	menus.Open(f.host.Canvas(), fyne.NewMenu("", items...), menus.Below(f.base)).ActivateFirst()
}

// take puts a relay in the place of the service. The credentials of that are not the relay's.
func (f *settingsForm) take(r discover.Relay) {
	f.base.SetText(r.URL)
	f.media.SetText("")
	f.id.SetText("")
	f.key.SetText("")
	f.mediaCredentials.SetChecked(r.NeedsKey)
	if r.NeedsKey {
		f.dialog.SetStatus("This relay wants an app id and an app key of its own. Who runs it has them.")
		return
	}
	f.dialog.SetStatus("Save to ask this relay.")
}
