package sound

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"os/exec"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"sextant/app/api"
	"sextant/app/media"
	"sextant/app/say"
	"sextant/app/sound/listen"
	"sextant/app/station"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
	"sextant/widgets/lists"
)

// A playoutsView is the dialog with the playouts of one media id: a choice of versions, and what the version offers.
type playoutsView struct {
	host     host.Host
	listen   *listen.Controller
	id       string
	versions *playoutVersions

	version *control.Choice
	status  *core.Line
	offers  *lists.Offers
	message *core.Message
	again   *control.PushButton
	copier  *control.PushButton
	dialog  *dialog.Dialog
}

// PlayoutParts are the dependencies of Playouts.
type PlayoutParts struct {
	Tuner  *station.Tuner
	Listen *listen.Controller
}

// A Playouts opens the playouts of media ids.
type Playouts struct {
	host  host.Host
	parts PlayoutParts
}

// NewPlayouts makes the presenter.
func NewPlayouts(h host.Host, parts PlayoutParts) *Playouts { return &Playouts{h, parts} }

// Show opens the playouts of a media id.
func (p *Playouts) Show(id string) {
	if id = strings.TrimSpace(id); id == "" {
		p.host.Mention(say.Text("playouts.typeID"))
		return
	}
	c := p.parts.Tuner.Current().Client
	p.open(id, func(ctx context.Context, version int) ([]byte, media.Value, error) {
		d, err := c.PlayoutsDocument(ctx, version, id, api.Validators{})
		if err != nil {
			return nil, media.Value{}, err
		}
		doc, err := d.Parse()
		if err != nil {
			return nil, doc, &api.Error{Kind: api.BadContent, Op: "playouts", Err: err}
		}
		return d.Raw, doc, nil
	})
}

// open opens the dialog; ask requests a version.
func (p *Playouts) open(id string, ask func(context.Context, int) ([]byte, media.Value, error)) *playoutsView {
	v := &playoutsView{host: p.host, listen: p.parts.Listen, id: id}
	v.versions = newPlayoutVersions(ask, p.host.Do, v.update)
	v.build()
	p.host.Open(v.dialog, fyne.NewSize(680, 380), v.version, v.versions.cancel)
	v.versions.seek()
	return v
}

// choiceWidth is the width of a version with its state.
const choiceWidth = 210

// build makes the dialog.
func (v *playoutsView) build() {
	v.dialog = v.host.NewServiceDialog(say.Text("playouts.of", "ID", shortID(v.id)))
	keys := v.dialog.Keys()
	v.version = control.NewChoice(keys, v.versions.choices(), func(string) {
		v.versions.chooseVersion(v.version.SelectedIndex())
	})
	v.version.SetTip(say.Text("playouts.choose"))
	v.status = core.NewLine(12.5, theme.ColorNamePlaceHolder)
	v.offers = lists.NewOffers(keys)
	v.message = core.NewMessage()
	v.again = control.NewPushButton(keys, say.Text("playouts.askAgain"), func() {
		v.versions.chooseVersion(v.versions.chosen)
	})
	v.copier = control.NewPushButton(keys, say.Text("playouts.copyJSON"), v.copyJSON)
	choice := container.NewGridWrap(fyne.NewSize(choiceWidth, v.version.MinSize().Height), v.version)
	head := container.NewBorder(nil, nil, container.NewHBox(choice, v.again), nil,
		container.New(layout.NewCustomPaddedLayout(0, 0, 8, 0), v.status))
	top := container.New(layout.NewCustomPaddedLayout(0, 8, 0, 0), head)
	// Tab visits objects in their order in the container.
	below := container.NewStack(v.offers, v.message.Place)
	v.dialog.SetContent(container.New(layout.NewBorderLayout(top, nil, nil, nil), top, below))
	v.dialog.SetButtons(v.copier, host.CloseButton(v.dialog, say.Text("button.close")))
}

// shortID shortens a typed id for the title.
func shortID(id string) string {
	const most = 40
	if runes := []rune(id); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return id
}

// maxOffers limits the playables shown.
const maxOffers = 50

// update updates the dialog.
func (v *playoutsView) update() {
	choices, a := v.versions.choices(), v.versions.current()
	v.version.SetWords(choices, choices[v.versions.chosen])
	core.SetVisible(v.again, a.isTemporary())
	v.copier.SetEnabled(a.json != nil)
	offers := make([]lists.Offer, 0, len(a.found))
	for _, p := range a.found[:min(len(a.found), maxOffers)] {
		offers = append(offers, v.offer(p))
	}
	v.offers.SetOffers(offers)
	v.message.Say(v.versions.emptyWords(), len(offers) == 0)
	text := ""
	if len(a.found) > maxOffers {
		text = say.Text("playouts.moreOffers", "Shown", maxOffers, "Addresses", len(a.found))
	}
	v.say(text, false)
}

func (v *playoutsView) offer(p media.Playable) lists.Offer {
	o := lists.Offer{
		Title: offerWords(&p), Address: p.URL,
		Action: say.Text("playouts.playElsewhere"), Do: func() { v.openElsewhere(p.URL) },
		CopyAction: say.Text("playouts.copyAddress"), Copy: func() { v.copy(p.URL) },
	}
	if p.Here() {
		o.Action, o.Strong, o.Do = say.Text("playouts.play"), true, func() { v.play(p.URL) }
	}
	return o
}

// play plays a recording in Sextant, by its address.
func (v *playoutsView) play(address string) {
	v.dialog.Close()
	it := v.listen.Catalogue.Named(v.id)
	it.URL = address
	if !it.ByAddress() {
		it.ID = ""
	}
	v.listen.Play(it)
}

// openElsewhere opens an address in the desktop's browser, as it is: without credentials.
func (v *playoutsView) openElsewhere(address string) {
	u, err := url.Parse(address)
	if err == nil && u.Scheme != "http" && u.Scheme != "https" {
		err = say.Error("playouts.scheme", "Scheme", u.Scheme)
	}
	if err == nil {
		err = v.host.OpenURL(address)
	}
	if err != nil {
		m := words.Message{Sentence: say.Text("playouts.noPlayer"), Hint: words.Whole(err)}
		if errors.Is(err, exec.ErrNotFound) {
			m.Hint = say.Text("playouts.noProgram")
		}
		v.say(m.Sentence+" "+m.Hint, true)
		v.host.ShowNotice(host.AboutNothing, m)
		return
	}
	v.say(say.Text("playouts.handedOver"), false)
}

func (v *playoutsView) copy(text string) {
	v.host.Copy(text)
	v.say(say.Text("playouts.copied"), false)
}

// copyJSON copies the document of the version shown, indented.
func (v *playoutsView) copyJSON() {
	var lines bytes.Buffer
	raw := bytes.TrimPrefix(v.versions.current().json, []byte("\xEF\xBB\xBF")) // as media.Parse does
	if err := json.Indent(&lines, raw, "", "  "); err != nil {
		return // cannot happen: it has been parsed before
	}
	v.copy(lines.String())
}

// say shows a text beside the choice.
func (v *playoutsView) say(text string, bad bool) {
	colour := theme.ColorNamePlaceHolder
	if bad {
		colour = theme.ColorNameWarning
	}
	v.status.SetColour(colour)
	v.status.SetText(text)
}
