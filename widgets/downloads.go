package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A Download is one row of the list of downloads, in words.
type Download struct {
	Title  string
	Detail string // date, duration and size where there are any
}

// DownloadActions is what the panel of downloads asks for. Rows are counted as given to SetRows.
type DownloadActions struct {
	Play, Details func(row int)
	Filter        func(text string)
	Reload        func()
	Close         func()
	// OpenID plays a recording by its media id, and Playouts shows its playouts.
	OpenID, Playouts func(id string)
}

// A DownloadPanel lists what can be listened to.
type DownloadPanel struct {
	widget.BaseWidget
	rows    []Download
	playing int
	list    *rowList
	empty   *widget.Label
	filter  *Entry
	id      *Entry
	content fyne.CanvasObject
}

var _ fyne.Widget = (*DownloadPanel)(nil)

// NewDownloadPanel makes an empty panel.
func NewDownloadPanel(tips *Tips, keys Keys, actions DownloadActions) *DownloadPanel {
	p := &DownloadPanel{playing: -1, empty: widget.NewLabel("")}
	p.empty.Wrapping = fyne.TextWrapWord
	p.empty.Alignment = fyne.TextAlignCenter
	p.empty.Importance = widget.LowImportance
	p.list = newRowList(p, tips, keys, actions)
	p.filter = NewEntry(keys, "Filter")
	p.filter.OnChanged = actions.Filter
	p.id = NewEntry(keys, "Any media id")
	p.id.OnSubmitted = actions.OpenID
	title := widget.NewLabelWithStyle("Downloads", fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
	head := container.NewBorder(nil, nil, title, container.NewHBox(
		NewButton(tips, theme.ViewRefreshIcon(), "Ask for the list again", actions.Reload),
		NewButton(tips, Icon("clear"), "Close the panel (Ctrl+M)", actions.Close),
	))
	open := container.NewBorder(nil, nil, nil, container.NewHBox(
		NewButton(tips, theme.MediaPlayIcon(), "Play the recording with this id (Enter)", func() { actions.OpenID(p.id.Text) }),
		NewButton(tips, theme.ListIcon(), "Show the playouts of this id", func() { actions.Playouts(p.id.Text) }),
	), p.id)
	inset := layout.NewCustomPaddedLayout(2, 4, 8, 8)
	top := container.NewVBox(head, p.filter)
	p.content = container.New(inset, container.NewBorder(top, open, nil, nil, container.NewStack(p.list, container.NewCenter(container.NewGridWrap(fyne.NewSize(220, 120), p.empty)))))
	p.ExtendBaseWidget(p)
	return p
}

// SetRows shows a list; message stands in its place while it is empty.
func (p *DownloadPanel) SetRows(rows []Download, message string) {
	p.rows = rows
	p.empty.SetText(message)
	p.empty.Hidden = len(rows) > 0
	p.empty.Refresh()
	p.list.UnselectAll()
	p.list.Refresh()
}

// SetPlaying marks the row that is being played, -1 for none.
func (p *DownloadPanel) SetPlaying(row int) {
	if p.playing != row {
		p.playing = row
		p.list.Refresh()
	}
}

// FocusFilter lets the user type a filter.
func (p *DownloadPanel) FocusFilter() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(p); c != nil {
		c.Focus(p.filter)
	}
}

// CreateRenderer makes what is drawn.
func (p *DownloadPanel) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(p.content)
}

// rowList is a list that hands on the keys it does not use.
type rowList struct {
	widget.List
	keys Keys
}

func newRowList(p *DownloadPanel, tips *Tips, keys Keys, actions DownloadActions) *rowList {
	l := &rowList{keys: keys}
	l.Length = func() int { return len(p.rows) }
	l.CreateItem = func() fyne.CanvasObject { return newDownloadRow(tips) }
	l.UpdateItem = func(i widget.ListItemID, o fyne.CanvasObject) {
		row := o.(*downloadRow)
		row.set(p.rows[i], i == p.playing, func() { actions.Details(i) })
	}
	l.OnSelected = func(i widget.ListItemID) {
		l.Unselect(i)
		actions.Play(i)
		keys.Leave()
	}
	l.HideSeparators = true
	l.ExtendBaseWidget(l)
	return l
}

// TypedKey moves in the list, plays on Enter, and hands other keys on.
func (l *rowList) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeySpace:
		l.List.TypedKey(k)
	case fyne.KeyReturn, fyne.KeyEnter:
		l.List.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	case fyne.KeyEscape:
		l.keys.Leave()
	default:
		l.keys.Key(k.Name)
	}
}

// TypedRune hands letters and digits on.
func (l *rowList) TypedRune(r rune) {
	if r != ' ' {
		l.keys.Rune(r)
	}
}

// A downloadRow shows one download on two lines; the button at its end opens its details.
type downloadRow struct {
	widget.BaseWidget
	title, detail *widget.Label
	mark          *canvas.Rectangle
	info          *Button
	details       func()
	content       fyne.CanvasObject
}

func newDownloadRow(tips *Tips) *downloadRow {
	r := &downloadRow{title: widget.NewLabel(""), detail: widget.NewLabel(""), mark: canvas.NewRectangle(theme.Color(theme.ColorNamePrimary))}
	r.title.Truncation = fyne.TextTruncateEllipsis
	r.detail.Truncation = fyne.TextTruncateEllipsis
	r.detail.Importance = widget.LowImportance
	r.detail.SizeName = theme.SizeNameCaptionText
	r.mark.SetMinSize(fyne.NewSize(3, 30))
	r.info = NewButton(tips, theme.InfoIcon(), "Everything that is known of it", func() { r.details() })
	words := container.New(&twoLines{}, r.title, r.detail)
	r.content = container.NewBorder(nil, nil, container.NewCenter(r.mark), container.NewCenter(r.info), words)
	r.ExtendBaseWidget(r)
	return r
}

func (r *downloadRow) set(d Download, playing bool, details func()) {
	r.details = details
	r.title.TextStyle.Bold = playing
	r.title.SetText(d.Title)
	r.detail.SetText(d.Detail)
	r.mark.FillColor = theme.Color(theme.ColorNameBackground)
	if playing {
		r.mark.FillColor = theme.Color(theme.ColorNamePrimary)
	}
	r.mark.Refresh()
}

// CreateRenderer makes what is drawn.
func (r *downloadRow) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(r.content)
}
