package compare

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/app/say"
	"sextant/widgets/core"
	"sextant/widgets/lists"
)

// A Column is the head of a column of a [Table].
type Column struct {
	// Title names the column, and Short does where there is little room.
	Title, Short string
	// State is a word below the title, and Tip more of them.
	State, Tip string
	// Filled columns share the room; of others there is only the head.
	Filled bool
	// Asks tells that a click on the head fills the column, and Failed that the last one did not.
	Asks, Failed bool
}

// A Row is a row of a [Table]: a name, and what each column has under it.
type Row struct {
	Name  string
	Path  string // tells the row from others
	Depth int
	// A branch has rows below it, which are there while it is open.
	Branch, Open bool
	// Differs tells that the columns do not have the same here, and Within that they do not below.
	Differs, Within bool
	Cells           []Cell
}

// A Cell is what one column has in a row.
type Cell struct {
	Text string
	// Dim is no value, but words about one.
	Dim bool
}

// Actions is what a comparison calls back. Rows and columns are counted from 0; the column of
// the names is [Names].
type Actions struct {
	Ask    func(column int)
	Fold   func(row int)
	Chosen func(row, column int)
	Copy   func(row, column int)
	Menu   func(row, column int, at fyne.Position)
	Keys   core.Keys
}

// Names is the column of the names.
const Names = -1

// A Table shows several documents side by side: a tree of names, and a column for each document. It
// draws no more rows than are in view. Rows that differ have a bar at their left and bright text.
type Table struct {
	core.Base
	tips    *core.Tips
	actions Actions

	columns  []Column
	heads    []*columnHead
	nameHead *core.Line
	back     *core.Plate
	rules    []*core.Plate // between columns
	list     *tableRows
	frame    *fyne.Container // of the list
	empty    *widget.Label   // in the place of rows
	spans    []columnSpan
}

var _ fyne.Widget = (*Table)(nil)

// New makes a comparison without rows, which always has so many columns. actions are called on the UI
// goroutine.
func New(tips *core.Tips, columns []Column, actions Actions) *Table {
	c := &Table{tips: tips, actions: actions, columns: columns, nameHead: core.NewLine(core.SmallText, theme.ColorNamePlaceHolder), back: core.NewPlate(theme.ColorNameBackground, 6), empty: widget.NewLabel("")}
	c.empty.Wrapping, c.empty.Alignment, c.empty.Importance = fyne.TextWrapWord, fyne.TextAlignCenter, widget.LowImportance
	c.spans = spread(columns, 0)
	c.nameHead.SetText(say.Text("compare.field"))
	for i := range columns {
		c.heads = append(c.heads, newColumnHead(tips, actions.Keys, func() { actions.Ask(i) }))
		c.rules = append(c.rules, core.NewRule())
	}
	c.rules = append(c.rules, core.NewRule()) // below the heads
	c.list = newTableRows(c)
	c.frame = c.list.Frame()
	c.ExtendBaseWidget(c)
	return c
}

// SetColumns changes the heads. There are as many as before.
func (c *Table) SetColumns(columns []Column) {
	filled := func(a, b Column) bool { return a.Filled == b.Filled }
	same := slices.EqualFunc(c.columns, columns, filled)
	c.columns = columns
	if same {
		c.showHeads()
		return
	}
	c.lay(c.Size())
	c.list.stale()
	canvas.Refresh(c)
}

// SetRows shows other rows, or a message in their place while there are none. Where several columns are
// compared, rows that do not differ are dim. What was chosen stays so if it is still there.
func (c *Table) SetRows(rows []Row, compared bool, message string) {
	if c.empty.Text != message {
		c.empty.SetText(message)
	}
	core.SetVisible(c.empty, len(rows) == 0)
	c.layEmpty()
	c.list.setRows(rows, compared)
	if c.list.Focused() && c.list.At() == core.None {
		c.list.choose(0, Names) // so that it is seen where the keyboard is
	}
	for _, r := range c.rules[:len(c.heads)] {
		r.Resize(fyne.NewSize(1, c.ruleHeight(c.Size())))
	}
}

// TakeKeys gives the table the keyboard on the canvas where it is shown.
func (c *Table) TakeKeys(on fyne.Canvas) { on.Focus(c.list) }

// A columnSpan is where a column is, from its left to its right.
type columnSpan struct{ left, width float32 }

const (
	headHeight   = 42
	narrowColumn = 64 // of a column that is not filled
	leastFilled  = 80
	leastNames   = 84 // of the names
	mostNames    = 320
	scrollRoom   = 10 // at the right, for the scroll bar
)

// spread shares a width among the columns: the names come first, then one span a column. As long as no
// column is filled, the heads share the room.
func spread(columns []Column, width float32) []columnSpan {
	filled := 0
	for _, c := range columns {
		if c.Filled {
			filled++
		}
	}
	width -= scrollRoom
	bare := float32(len(columns) - filled)
	narrow := max(0, min(narrowColumn, (width-leastNames-leastFilled*float32(filled))/max(1, bare)))
	rest := width - narrow*bare
	names := max(leastNames, min(mostNames, rest*0.3, rest*1.5/(float32(filled)+1.5)))
	if filled == 0 {
		names = max(leastNames, min(mostNames, width*0.2))
		narrow = max(0, (width-names)/bare)
	}
	wide := max(0, (rest-names)/float32(max(1, filled)))
	spans := []columnSpan{{0, names}}
	left := names
	for _, c := range columns {
		w := wide
		if !c.Filled {
			w = narrow
		}
		spans = append(spans, columnSpan{left, w})
		left += w
	}
	return spans
}

// lay places everything for a size.
func (c *Table) lay(size fyne.Size) {
	c.spans = spread(c.columns, size.Width)
	c.back.Resize(size)
	core.PutMiddle(c.nameHead, lists.Edge+4, 0, c.spans[0].width-lists.Edge-8, headHeight)
	for i, h := range c.heads {
		s := c.spans[i+1]
		h.Move(fyne.NewPos(s.left+2, 2))
		h.Resize(fyne.NewSize(max(0, s.width-4), headHeight-4))
		c.rules[i].Move(fyne.NewPos(s.left, 0))
		c.rules[i].Resize(fyne.NewSize(1, c.ruleHeight(size)))
	}
	below := c.rules[len(c.heads)]
	below.Move(fyne.NewPos(0, headHeight))
	below.Resize(fyne.NewSize(size.Width, 1))
	c.frame.Move(fyne.NewPos(0, headHeight+1))
	c.frame.Resize(fyne.NewSize(size.Width, max(0, size.Height-headHeight-1)))
	c.layEmpty()
	c.showHeads()
	c.list.Update()
}

// layEmpty puts the message into the middle of where the rows would be.
func (c *Table) layEmpty() {
	const most = 380
	room := c.frame.Size()
	width := min(most, room.Width)
	c.empty.Resize(fyne.NewSize(width, 0))
	c.empty.Resize(fyne.NewSize(width, c.empty.MinSize().Height)) // it breaks its lines at the width
	c.empty.Move(fyne.NewPos((room.Width-width)/2, headHeight+max(0, (room.Height-c.empty.Size().Height)/2)))
}

// ruleHeight is how far the lines between columns go down: to where the message begins, if there is one.
func (c *Table) ruleHeight(size fyne.Size) float32 {
	if len(c.list.rows) == 0 {
		return headHeight
	}
	return size.Height
}

// showHeads gives each head its words, the long title where there is room for it.
func (c *Table) showHeads() {
	for i, h := range c.heads {
		h.set(c.columns[i])
	}
}

// CreateRenderer makes what is drawn.
func (c *Table) CreateRenderer() fyne.WidgetRenderer {
	r := &tableRenderer{comparison: c, Face: core.Face{c.back}}
	for _, o := range c.rules {
		r.Face = append(r.Face, o)
	}
	r.Face = append(r.Face, c.nameHead)
	for _, h := range c.heads {
		r.Face = append(r.Face, h)
	}
	r.Face = append(r.Face, c.empty, c.frame)
	c.lay(c.Size())
	return r
}

type tableRenderer struct {
	core.Face
	comparison *Table
}

func (r *tableRenderer) MinSize() fyne.Size {
	return fyne.NewSize(leastNames+float32(len(r.comparison.heads))*40, headHeight+3*rowHeight)
}

func (r *tableRenderer) Layout(size fyne.Size) { r.comparison.lay(size) }

func (r *tableRenderer) Refresh() {
	c := r.comparison
	c.lay(c.Size())
	c.list.stale()
	canvas.Refresh(c)
}
