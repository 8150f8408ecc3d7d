package sound

import (
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/say"
	"sextant/app/ui/host"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
)

// askID asks for a media ID, which need not be in the service's list, to play it or show its playouts.
func (p *Presenter) askID() {
	d := p.host.NewServiceDialog(say.Text("mediaID.title"))
	keys := d.Keys()
	entry := control.NewEntry(keys, say.Text("mediaID.example"))
	// with closes the dialog and calls do with the ID, or asks for one.
	with := func(do func(id string)) func() {
		return func() {
			id := strings.TrimSpace(entry.Text)
			if id == "" {
				d.SetStatus(say.Text("mediaID.missing"))
				d.Focus(entry)
				return
			}
			d.Close()
			do(id)
		}
	}
	play := with(p.parts.Listen.PlayID)
	entry.OnSubmitted = func(string) { play() }
	entry.OnChanged = func(string) { d.SetStatus("") }
	d.SetRows(dialog.NewRow(keys, say.Text("mediaID.title"), say.Text("mediaID.help"), entry, nil))
	d.SetButtons(
		host.CloseButton(d, say.Text("button.cancel")),
		control.NewPushButton(keys, say.Text("playouts.menu"), with(p.parts.Playouts)),
		control.NewPushButton(keys, say.Text("play.begin"), play).Strong(),
	)
	p.host.Open(d, fyne.NewSize(460, 240), entry, nil)
}
