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
	// Sort was asked for, at the button for it.
	Sort   func(at fyne.CanvasObject)
	Reload func()
	Close  func()
	// OpenID plays a recording by its media id, and Playouts shows its playouts.
	OpenID, Playouts func(id string)
}

// A DownloadPanel lists what can be listened to. Its parts are made when it is shown for the first
// time, since most windows never show it.
type DownloadPanel struct {
	widget.BaseWidget
	tips    *Tips
	keys    Keys
	actions DownloadActions

	rows    []Download
	message string
	playing int
	list    *rowList
	empty   *message
}

var _ fyne.Widget = (*DownloadPanel)(nil)

// NewDownloadPanel makes an empty panel.
func NewDownloadPanel(tips *Tips, keys Keys, actions DownloadActions) *DownloadPanel {
	p := &DownloadPanel{tips: tips, keys: keys, actions: actions, playing: -1}
	p.ExtendBaseWidget(p)
	return p
}

// CreateRenderer makes what is drawn.
func (p *DownloadPanel) CreateRenderer() fyne.WidgetRenderer {
	p.list = newRowList(p)
	p.empty = newMessage()
	p.empty.say(p.message, len(p.rows) == 0)
	filter := NewEntry(p.keys, "Filter")
	filter.OnChanged = p.actions.Filter
	id := NewEntry(p.keys, "Any media id")
	id.OnSubmitted = p.actions.OpenID
	title := NewLine(15, theme.ColorNameForeground)
	title.SetText("Downloads")
	var sort *Button
	sort = NewButton(p.tips, Icon("sort"), "Sort", func() { p.actions.Sort(sort) })
	head := container.NewBorder(nil, nil, nil, container.NewHBox(
		sort,
		NewButton(p.tips, theme.ViewRefreshIcon(), "Ask for the list again", p.actions.Reload),
		NewButton(p.tips, Icon("clear"), "Close the panel (Ctrl+M)", p.actions.Close),
	), title)
	open := container.NewBorder(nil, nil, nil, container.NewHBox(
		NewButton(p.tips, theme.MediaPlayIcon(), "Play the recording with this id (Enter)", func() { p.actions.OpenID(id.Text) }),
		NewButton(p.tips, theme.ListIcon(), "Show the playouts of this id", func() { p.actions.Playouts(id.Text) }),
	), id)
	content := container.NewBorder(container.NewVBox(head, filter), open, nil, nil, container.NewStack(p.list, p.empty.place))
	return widget.NewSimpleRenderer(container.New(layout.NewCustomPaddedLayout(4, 6, 8, 8), content))
}

// SetRows shows a list; message stands in its place while it is empty.
func (p *DownloadPanel) SetRows(rows []Download, message string) {
	p.rows, p.message = rows, message
	if p.list == nil {
		return
	}
	p.empty.say(message, len(rows) == 0)
	p.list.UnselectAll()
	p.list.Refresh()
}

// SetPlaying marks the row that is being played, -1 for none.
func (p *DownloadPanel) SetPlaying(row int) {
	if p.playing == row {
		return
	}
	p.playing = row
	if p.list != nil {
		p.list.Refresh()
	}
}

func setVisible(o fyne.CanvasObject, visible bool) {
	if visible {
		o.Show()
	} else {
		o.Hide()
	}
}

// rowList is a list that hands on the keys it does not use.
type rowList struct {
	widget.List
	keys Keys
}

func newRowList(p *DownloadPanel) *rowList {
	l := &rowList{keys: p.keys}
	l.Length = func() int { return len(p.rows) }
	l.CreateItem = func() fyne.CanvasObject { return newDownloadRow(p.tips) }
	l.UpdateItem = func(i widget.ListItemID, o fyne.CanvasObject) {
		row := o.(*downloadRow)
		row.set(p.rows[i], i == p.playing, func() { p.actions.Details(i) })
	}
	l.OnSelected = func(i widget.ListItemID) {
		l.Unselect(i)
		p.actions.Play(i)
		p.keys.Leave()
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
	title, detail *Line
	mark          *canvas.Rectangle
	info          *Button
	details       func()
	content       fyne.CanvasObject
}

func newDownloadRow(tips *Tips) *downloadRow {
	r := &downloadRow{title: NewLine(14, theme.ColorNameForeground), detail: NewLine(11.5, theme.ColorNamePlaceHolder), mark: canvas.NewRectangle(theme.Color(theme.ColorNamePrimary))}
	r.mark.SetMinSize(fyne.NewSize(3, 30))
	r.info = NewButton(tips, theme.InfoIcon(), "Everything that is known of it", func() { r.details() })
	words := container.New(&twoLines{}, r.title, r.detail)
	r.content = container.NewBorder(nil, nil, container.NewCenter(r.mark), container.NewCenter(r.info), words)
	r.ExtendBaseWidget(r)
	return r
}

func (r *downloadRow) set(d Download, playing bool, details func()) {
	r.details = details
	r.title.SetText(d.Title)
	r.title.SetColour(theme.ColorNameForeground)
	if playing {
		r.title.SetColour(theme.ColorNamePrimary)
	}
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
