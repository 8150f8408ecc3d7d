package lists

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/widgets/control"
	"sextant/widgets/core"
)

// An Offer is an entry with two lines and buttons beside them.
type Offer struct {
	Title string
	// Address is the second line, and identifies the offer.
	Address string
	// Action is the text of the button, which is highlighted if Strong is set.
	Action string
	Strong bool
	Do     func()
	// Copy copies the address; CopyAction is the text of its button.
	CopyAction string
	Copy       func()
}

// Offers is a scrollable list of offers.
type Offers struct {
	core.Base
	keys   core.Keys
	rows   map[string]*offerRow
	list   *fyne.Container
	scroll *container.Scroll
}

var _ fyne.Widget = (*Offers)(nil)

// NewOffers makes an empty list.
func NewOffers(keys core.Keys) *Offers {
	o := &Offers{keys: keys, rows: map[string]*offerRow{}, list: container.New(layout.NewCustomPaddedVBoxLayout(2))}
	o.scroll = core.NewVScroll(o.list)
	o.ExtendBaseWidget(o)
	return o
}

// SetOffers sets the offers. One that was there before keeps its button, and with it the focus.
func (o *Offers) SetOffers(offers []Offer) {
	rows := make(map[string]*offerRow, len(offers))
	objects := make([]fyne.CanvasObject, 0, len(offers))
	for _, f := range offers {
		row := o.rows[f.Address]
		if row == nil {
			row = o.newRow()
		}
		row.set(f)
		rows[f.Address] = row
		objects = append(objects, row.content)
	}
	o.rows, o.list.Objects = rows, objects
	o.list.Refresh()
	o.Refresh()
}

// Height returns the height of all offers.
func (o *Offers) Height() float32 { return o.list.MinSize().Height }

// MinSize returns the size of one offer, or zero if there is none.
func (o *Offers) MinSize() fyne.Size {
	return fyne.NewSize(200, min(offerHeight, o.Height()))
}

// CreateRenderer implements fyne.Widget.
func (o *Offers) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(o.scroll) }

const offerHeight = 44

// An offerRow draws the two lines and the buttons of one offer.
type offerRow struct {
	offer          Offer
	title, address *core.Line
	button, copier *control.PushButton
	content        *fyne.Container
}

func (o *Offers) newRow() *offerRow {
	r := &offerRow{
		title: core.NewLine(13.5, theme.ColorNameForeground), address: core.NewLine(11.5, theme.ColorNamePlaceHolder),
	}
	r.button = control.NewPushButton(o.keys, "", func() { r.offer.Do() })
	r.copier = control.NewPushButton(o.keys, "", func() { r.offer.Copy() })
	back := core.NewPlate(theme.ColorNameBackground, 6)
	aside := container.New(layout.NewCustomPaddedLayout(0, 0, 4, 12),
		container.NewCenter(container.NewHBox(r.button, r.copier)))
	r.content = container.NewStack(back,
		container.NewBorder(nil, nil, nil, aside, container.New(&core.TwoLines{}, r.title, r.address)))
	r.button.OnReached = func() { o.reach(r) }
	r.copier.OnReached = r.button.OnReached
	return r
}

func (r *offerRow) set(f Offer) {
	r.offer = f
	r.title.SetText(f.Title)
	r.address.SetText(f.Address)
	r.button.SetStrong(f.Strong)
	r.button.SetText(f.Action)
	r.copier.SetText(f.CopyAction)
}

// reach scrolls a row with a focused button into view.
func (o *Offers) reach(r *offerRow) {
	top := r.content.Position().Y
	offset := max(o.scroll.Offset.Y, top+r.content.Size().Height-o.scroll.Size().Height)
	o.scroll.ScrollToOffset(fyne.NewPos(0, min(offset, top)))
}
