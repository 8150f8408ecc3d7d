package control

import (
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
)

// An Index is a column of words, one of them chosen, such as the pages of a dialog. It is focused as a whole: Up, Down,
// Home, End and first letters choose. It passes on keys that it does not handle.
type Index struct {
	Pressable
	words   []string
	chosen  int  // or none
	over    int  // the one below the pointer, or none
	taken   bool // Enter was pressed on the chosen one
	changed func(at int)
}

var (
	_ fyne.Widget    = (*Index)(nil)
	_ fyne.Focusable = (*Index)(nil)
)

// NewIndex makes a column of words, with the first one chosen. changed is called with another choice.
func NewIndex(keys core.Keys, words []string, changed func(at int)) *Index {
	x := &Index{words: words, over: core.None, changed: changed}
	x.Extend(x, nil, "", keys, func() {})
	return x
}

// Mark sets the chosen word, or none, without calling changed.
func (x *Index) Mark(at int) {
	if x.chosen != at {
		x.chosen = at
		x.Refresh()
	}
}

func (x *Index) choose(at int) {
	if at = max(0, min(len(x.words)-1, at)); at != x.chosen {
		x.Mark(at)
		x.changed(at)
	}
}

const (
	indexRow = 32
	indexPad = 10
)

// at returns the word at a height, or none.
func (x *Index) at(y float32) int {
	if at := int(y / indexRow); y >= 0 && at < len(x.words) {
		return at
	}
	return core.None
}

// Tapped chooses the word under the pointer, and focuses the index.
func (x *Index) Tapped(e *fyne.PointEvent) {
	if on := core.CanvasOf(x); on != nil {
		on.Focus(x)
	}
	if at := x.at(e.Position.Y); at != core.None {
		x.choose(at)
	}
}

// MouseMoved is called when the pointer moves over the words.
func (x *Index) MouseMoved(e *desktop.MouseEvent) {
	if at := x.at(e.Position.Y); at != x.over {
		x.over = at
		x.Refresh()
	}
}

// MouseOut is called when the pointer leaves the words.
func (x *Index) MouseOut() {
	x.over = core.None
	x.Pressable.MouseOut()
}

// TypedKey chooses, or passes on the key.
func (x *Index) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyUp:
		x.choose(x.chosen - 1)
	case fyne.KeyDown:
		x.choose(x.chosen + 1)
	case fyne.KeyHome:
		x.choose(0)
	case fyne.KeyEnd:
		x.choose(len(x.words) - 1)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		x.taken = true
	default:
		x.keys.Pass(k.Name)
	}
}

// StepOn goes to the next word, cyclically, until Enter is pressed.
func (x *Index) StepOn() bool {
	if x.taken {
		x.taken = false
		return false
	}
	x.choose((x.chosen + 1) % len(x.words))
	return true
}

// TypedRune chooses the next word that starts with a letter.
func (x *Index) TypedRune(r rune) {
	for i := range x.words {
		at := (x.chosen + 1 + i) % len(x.words)
		if strings.HasPrefix(strings.ToLower(x.words[at]), string(unicode.ToLower(r))) {
			x.choose(at)
			return
		}
	}
}

// CreateRenderer implements fyne.Widget.
func (x *Index) CreateRenderer() fyne.WidgetRenderer {
	r := &indexRenderer{index: x, mark: canvas.NewRectangle(nil), over: canvas.NewRectangle(nil), ring: newRing()}
	r.mark.CornerRadius, r.over.CornerRadius = 4, 4
	r.Face = core.Face{r.mark, r.over}
	for _, word := range x.words {
		t := core.NewCanvasText(theme.TextSize())
		core.SetCanvasText(t, word)
		r.texts, r.Face = append(r.texts, t), append(r.Face, t)
	}
	r.Face = append(r.Face, r.ring.Objects()...)
	r.Refresh()
	return r
}

type indexRenderer struct {
	core.Face
	index      *Index
	mark, over *canvas.Rectangle
	ring       *core.Ring
	texts      []*canvas.Text
}

func (r *indexRenderer) MinSize() fyne.Size {
	width := float32(60)
	for _, t := range r.texts {
		width = max(width, t.MinSize().Width+2*indexPad)
	}
	return fyne.NewSize(width, float32(len(r.texts))*indexRow)
}

func (r *indexRenderer) Layout(size fyne.Size) {
	for i, t := range r.texts {
		t.Resize(t.MinSize())
		t.Move(fyne.NewPos(indexPad, float32(i)*indexRow+(indexRow-t.MinSize().Height)/2))
	}
	put := func(o *canvas.Rectangle, at int) {
		o.Hidden = at == core.None
		o.Resize(fyne.NewSize(size.Width, indexRow-2))
		o.Move(fyne.NewPos(0, float32(at)*indexRow+1))
	}
	put(r.mark, r.index.chosen)
	put(r.over, r.index.over)
	r.ring.Put(fyne.NewPos(0, float32(r.index.chosen)*indexRow+1), fyne.NewSize(size.Width, indexRow-2))
}

func (r *indexRenderer) Refresh() {
	x := r.index
	for i, t := range r.texts {
		t.Color = theme.Color(theme.ColorNamePlaceHolder)
		if i == x.chosen {
			t.Color = theme.Color(theme.ColorNameForeground)
		}
	}
	r.mark.FillColor, r.over.FillColor = theme.Color(theme.ColorNameSelection), theme.Color(theme.ColorNameHover)
	r.ring.Show(x.focused && x.chosen != core.None)
	r.Layout(x.Size())
	canvas.Refresh(x)
}
