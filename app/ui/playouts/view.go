// Package playouts presents the playouts of a media id: what can be played, and the answers of all versions of the
// interface side by side.
package playouts

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"os/exec"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"sextant/app/listen"
	"sextant/app/media"
	"sextant/app/say"
	"sextant/app/service"
	"sextant/app/station"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/compare"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
	"sextant/widgets/menus"
)

// A playoutsView is the dialog with the playouts of one media id: what they offer to play, and below it
// the answers of all versions side by side, as far as they were asked for.
type playoutsView struct {
	host     host.Host
	listen   *listen.Controller
	station  *station.Station // whose playouts they are
	id       string
	versions *playoutVersions
	came     int // answers that are shown
	compared media.Comparison
	found    int   // what can be played
	shown    []int // rows of it that are in the table
	folded   map[string]bool

	tips   *core.Tips
	offers *compare.Offers
	all    *control.PushButton
	only   *control.Switch
	status *core.Line
	table  *compare.Table
	reader *cellReader

	content *fyne.Container
	dialog  *dialog.Dialog
}

// Parts are what the presenter is about.
type Parts struct {
	Tuner  *station.Tuner
	Listen *listen.Controller
}

// A Presenter opens the playouts of media ids.
type Presenter struct {
	host  host.Host
	parts Parts
}

// New makes the presenter.
func New(h host.Host, parts Parts) *Presenter { return &Presenter{h, parts} }

// Show opens the playouts of a media id.
func (p *Presenter) Show(id string) {
	if id = strings.TrimSpace(id); id == "" {
		p.host.Mention(say.Text("playouts.typeID"))
		return
	}
	st := p.parts.Tuner.Current()
	v := &playoutsView{host: p.host, listen: p.parts.Listen, station: st, id: id, folded: map[string]bool{}, tips: core.NewTips(p.host.Do)}
	v.versions = newPlayoutVersions(func(ctx context.Context, version int) (media.Value, error) {
		return st.Client.Playouts(ctx, version, id)
	}, p.host.Do, v.show)
	v.build()
	p.host.Open(v.dialog, fyne.NewSize(1280, 860), nil, func() {
		v.versions.cancel()
		v.tips.Hide()
	})
	v.table.TakeKeys(p.host.Canvas())
	v.versions.seek()
}

// build makes the dialog.
func (v *playoutsView) build() {
	v.dialog = v.host.NewDialog(say.Text("playouts.of", "ID", shortID(v.id)))
	keys := v.dialog.Keys()
	v.offers = compare.NewOffers(keys)
	v.all = control.NewPushButton(keys, say.Text("playouts.askAll"), func() {
		v.versions.requestAll()
		v.table.TakeKeys(v.host.Canvas())
	})
	v.only = control.NewSwitch(keys, say.Text("playouts.onlyDifferences"), func(bool) { v.fill() })
	v.status = core.NewLine(12.5, theme.ColorNamePlaceHolder)
	v.table = compare.New(v.tips, v.columns(), compare.Actions{
		Ask: v.versions.request, Fold: v.fold, Chosen: v.read, Copy: v.copy, Menu: v.showMenu, Keys: keys,
	})
	v.reader = newCellReader(keys, func(text string) { v.put(text) })
	tools := container.NewBorder(nil, nil, container.NewHBox(v.all, v.only), nil, v.status)
	v.content = container.New(&playoutsLayout{v}, v.offers, tools, v.table, v.reader.content)
	v.dialog.SetContent(container.NewStack(v.content, v.tips.Layer()))
	v.dialog.SetButtons(host.CloseButton(v.dialog, say.Text("button.close")))
}

// shortID is an id that fits into the title, whatever was typed.
func shortID(id string) string {
	const most = 40
	if runes := []rune(id); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return id
}

// show brings everything up to date.
func (v *playoutsView) show() {
	v.all.SetEnabled(v.versions.anyOpen())
	v.table.SetColumns(v.columns())
	if came := v.versions.count(answered); came != v.came {
		v.came = came
		v.compared = media.Compare(v.versions.docs())
		v.showOffers()
	}
	v.fill()
}

func (v *playoutsView) columns() []compare.Column {
	columns := make([]compare.Column, service.PlayoutVersions)
	for i := range columns {
		columns[i] = v.versions.columnOf(i)
	}
	return columns
}

// fill puts the rows into the table that are to be seen.
func (v *playoutsView) fill() {
	v.shown = v.compared.Visible(func(path string) bool { return v.folded[path] }, v.only.Checked)
	rows := make([]compare.Row, len(v.shown))
	for i, at := range v.shown {
		r := &v.compared.Rows[at]
		rows[i] = compare.Row{
			Name: cmp.Or(r.Name, say.Text("playouts.noName")), Path: r.Path, Depth: r.Depth, Branch: r.Below > 0, Open: !v.folded[r.Path],
			Differs: r.Differs, Within: r.Within, Cells: make([]compare.Cell, len(r.Cells)),
		}
		for column, c := range r.Cells {
			rows[i].Cells[column] = cellOf(c, v.versions.answers[column].doc != nil)
		}
	}
	v.table.SetRows(rows, v.compared.Answers > 1, v.versions.emptyWords(v.only.Checked))
	v.say(v.versions.statusWords(&v.compared, v.found), v.versions.count(failed) > 0)
}

func (v *playoutsView) fold(row int) {
	path := v.compared.Rows[v.shown[row]].Path
	v.folded[path] = !v.folded[path]
	v.fill()
}

// maxOffers is how much of what can be played is offered above the table, which has all of it.
const maxOffers = 50

func (v *playoutsView) showOffers() {
	var rows []compare.Offer
	found := media.Offers(v.versions.found())
	v.found = len(found)
	for _, o := range found[:min(len(found), maxOffers)] {
		row := compare.Offer{Title: offerWords(o), Address: o.URL, Action: say.Text("playouts.playElsewhere"), Do: func() { v.openElsewhere(o.URL) }}
		if o.Here() {
			row.Action, row.Strong, row.Do = say.Text("playouts.play"), true, func() { v.play(o.URL) }
		}
		rows = append(rows, row)
	}
	v.offers.SetOffers(rows)
	v.content.Refresh() // they have another height now
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

// openElsewhere hands an address over as it is: what the service wants to know of its user is not in it.
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
		v.host.Tell(host.AboutNothing, m)
		return
	}
	v.say(say.Text("playouts.handedOver"), false)
}

// cell is what is in a cell of the table: its place in words, its value, and whether there is one to copy.
func (v *playoutsView) cell(row, column int) (place, text string, there bool) {
	r := &v.compared.Rows[v.shown[row]]
	if column == compare.Names {
		return say.Text("playouts.fieldName"), r.Path, r.Path != ""
	}
	c := r.Cells[column]
	if there = c.Present && c.Kind == media.Scalar && c.Text != ""; there {
		text = c.Text
	} else if text = cellOf(c, true).Text; !c.Present {
		text = say.Text("playouts.missing")
	}
	return r.Path + "  ·  " + say.Text("playouts.inVersion", "Version", versionOf(column)), text, there
}

// read shows all of a cell below the table.
func (v *playoutsView) read(row, column int) { v.reader.show(v.cell(row, column)) }

func (v *playoutsView) copy(row, column int) {
	if _, text, there := v.cell(row, column); there {
		v.put(text)
	}
}

// put puts a text on the clipboard.
func (v *playoutsView) put(text string) {
	v.host.Copy(text)
	v.say(say.Text("playouts.copied"), false)
}

// say says something beside the tools.
func (v *playoutsView) say(text string, bad bool) {
	colour := theme.ColorNamePlaceHolder
	if bad {
		colour = theme.ColorNameWarning
	}
	v.status.SetColour(colour)
	v.status.SetText(text)
}

func (v *playoutsView) showMenu(row, column int, at fyne.Position) {
	item := fyne.NewMenuItem(say.Text("edit.copy"), func() { v.copy(row, column) })
	item.Shortcut = &desktop.CustomShortcut{KeyName: fyne.KeyC, Modifier: fyne.KeyModifierShortcutDefault}
	_, _, there := v.cell(row, column)
	item.Disabled = !there
	menus.Open(v.host.Canvas(), fyne.NewMenu("", item), menus.At(at))
}
