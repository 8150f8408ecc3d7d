package dialog

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/reading"
)

// CreateRenderer implements fyne.Widget.
func (d *Dialog) CreateRenderer() fyne.WidgetRenderer {
	r := &dialogRenderer{
		dialog: d, floor: core.NewFloor(d.Keys()), shade: core.NewPlate(theme.ColorNameShadow, 0),
		box: core.NewPlate(theme.ColorNameOverlayBackground, 6).Edged(theme.ColorNameInputBorder),
	}
	return r
}

type dialogRenderer struct {
	dialog     *Dialog
	floor      *core.Floor
	shade, box *core.Plate
}

const (
	dialogMargin = 9 // of the window, around the dialog
	dialogSide   = 16
	dialogTop    = 10
	titleHeight  = 30
	buttonGap    = 6
	dialogFoot   = 10 // above and below the buttons
)

func (r *dialogRenderer) Destroy() {}

// Objects returns what is drawn, in the order in which Tab visits it: the default button follows the last field.
func (r *dialogRenderer) Objects() []fyne.CanvasObject {
	d := r.dialog
	objects := []fyne.CanvasObject{r.shade, r.floor, r.box, d.title, d.body, d.status}
	if d.head != nil {
		objects = append(objects, d.head)
	}
	strong := d.strong()
	if strong != nil {
		objects = append(objects, strong)
	}
	for _, b := range d.buttons {
		if b != strong {
			objects = append(objects, b)
		}
	}
	return objects
}

// MinSize returns a small size: a dialog uses the available room.
func (r *dialogRenderer) MinSize() fyne.Size { return fyne.NewSize(100, 100) }

// Layout centres the dialog in the window, and lays out its parts.
func (r *dialogRenderer) Layout(window fyne.Size) {
	d := r.dialog
	r.shade.Resize(window)
	r.floor.Resize(window)
	inside := d.boxSize().Width - 2*dialogSide
	if d.form != nil {
		d.form.fit(inside - core.ScrollBarRoom)
	}
	if d.rows != nil {
		d.rows.fit(inside - core.ScrollBarRoom)
	}
	d.height = r.height(inside)
	at, size := d.place()
	r.box.Move(at)
	r.box.Resize(size)
	d.title.Move(at.AddXY(dialogSide, dialogTop))
	d.title.Resize(fyne.NewSize(inside, d.title.MinSize().Height))
	foot := layButtons(d.buttons, fyne.NewPos(at.X+dialogSide, at.Y+size.Height-dialogFoot), inside)
	if room := d.statusRoom(inside); room > 0 {
		foot -= room + 4
		d.status.Move(fyne.NewPos(at.X+dialogSide, foot))
		d.status.Resize(fyne.NewSize(inside, room))
	}
	d.status.Hidden = d.status.Text == ""
	top := at.Y + dialogTop + titleHeight
	if d.head != nil {
		d.head.Move(fyne.NewPos(at.X+dialogSide, top))
		d.head.Resize(fyne.NewSize(inside, d.head.MinSize().Height))
		top += d.headHeight()
	}
	left := float32(dialogSide)
	if d.text != nil {
		left -= reading.LinkMargin // so that the text is aligned with the title
	}
	d.body.Move(fyne.NewPos(at.X+left, top))
	d.body.Resize(fyne.NewSize(inside, max(0, foot-dialogFoot-top)))
}

// height returns the height of the box for an inner width, at most that of its size.
func (r *dialogRenderer) height(inside float32) float32 {
	d := r.dialog
	var body float32
	switch {
	case d.text != nil:
		body = d.text.HeightAt(inside)
	case d.pages != nil: // one size for all pages
		return d.size.Height
	case d.scroll != nil:
		body = d.scroll.Content.MinSize().Height
	default:
		return d.size.Height
	}
	foot := -layButtons(d.buttons, fyne.Position{}, inside)
	if room := d.statusRoom(inside); room > 0 {
		foot += room + 4
	}
	return min(d.size.Height, dialogTop+titleHeight+d.headHeight()+body+foot+2*dialogFoot)
}

// statusRoom returns the height of the status for an inner width, at least that of StatusLines lines, or of the highest
// status so far: what is above it must not move under the pointer.
func (d *Dialog) statusRoom(inside float32) float32 {
	if d.status.Text != "" {
		d.status.Resize(fyne.NewSize(inside, 0))
		d.highest = max(d.highest, d.status.MinSize().Height) // which depends on the width
	}
	if d.StatusLines == 0 {
		return d.highest
	}
	line := fyne.MeasureText("", theme.TextSize(), d.status.TextStyle).Height
	return max(d.highest, float32(d.StatusLines)*line+2*theme.InnerPadding())
}

func (r *dialogRenderer) Refresh() {
	r.Layout(r.dialog.Size())
	canvas.Refresh(r.dialog)
}

// place returns the position and size of the box in the window: in the middle at first. A box whose content grows or
// shrinks keeps its top, so that what is above the change stays under the pointer.
func (d *Dialog) place() (fyne.Position, fyne.Size) {
	window, size := d.Size(), d.boxSize()
	middle := float32(int((window.Height - size.Height) / 2))
	if d.topIn != window {
		d.top, d.topIn = middle, window
	}
	top := min(d.top, max(middle, window.Height-size.Height-dialogMargin))
	return fyne.NewPos(float32(int((window.Width-size.Width)/2)), top), size
}

// boxSize returns the size of the box: as high as its content needs, within the window.
func (d *Dialog) boxSize() fyne.Size {
	return fyne.NewSize(d.size.Width, d.height).Min(d.Size().SubtractWidthHeight(2*dialogMargin, 2*dialogMargin))
}

// layButtons lays out buttons at the right of a width, above a position, and returns their top: side by side with equal
// widths if there is room, else with their own widths, else in several rows.
func layButtons(buttons []*control.PushButton, below fyne.Position, width float32) (top float32) {
	widest, sum, height := float32(0), float32(-buttonGap), float32(0)
	for _, b := range buttons {
		size := b.MinSize()
		widest, sum, height = max(widest, size.Width), sum+size.Width+buttonGap, max(height, size.Height)
	}
	count := float32(len(buttons))
	even := count*(widest+buttonGap)-buttonGap <= width
	var rows [][]*control.PushButton
	switch {
	case len(buttons) == 0:
		return below.Y
	case even || sum <= width:
		rows = [][]*control.PushButton{buttons}
	default:
		half := (len(buttons) + 1) / 2
		rows, even = [][]*control.PushButton{buttons[:half], buttons[half:]}, true
		widest = min(widest, (width-buttonGap*float32(half-1))/float32(half))
	}
	top = below.Y - float32(len(rows))*(height+buttonGap) + buttonGap
	for i, row := range rows {
		x, y := below.X+max(0, width-rowWidth(row, widest, even)), top+float32(i)*(height+buttonGap)
		for _, b := range row {
			w := buttonWidth(b, widest, even)
			b.Move(fyne.NewPos(x, y))
			b.Resize(fyne.NewSize(w, height))
			x += w + buttonGap
		}
	}
	return top
}

func buttonWidth(b *control.PushButton, widest float32, even bool) float32 {
	if even {
		return widest
	}
	return b.MinSize().Width
}

func rowWidth(row []*control.PushButton, widest float32, even bool) float32 {
	width := float32(-buttonGap)
	for _, b := range row {
		width += buttonWidth(b, widest, even) + buttonGap
	}
	return width
}
