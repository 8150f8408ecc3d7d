package app

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"sextant/app/acquire"
	"sextant/app/navigate"
	"sextant/app/render"
	"sextant/app/settings"
	"sextant/app/teletext"
	"sextant/widgets/pageview"
	"sextant/widgets/reading"
)

// A view is what the window shows of the page on screen, and how, beyond the settings.
type view struct {
	answer    acquire.Answer
	grid      *teletext.Grid // nil where there is only a picture
	conflicts []teletext.Conflict
	links     []teletext.Link
	reveal    bool
	zoom      pageview.Zoom
	dark      bool // the phase of the flash clock
	header    teletext.Row
	flash     *time.Timer
	clock     *time.Timer
	motion    motion
	standby   bool // there is no page, but a screen that should not be black
}

// ShowAnswer puts a subpage on the screen, unless the reader looks at an older version of it.
func (w *window) ShowAnswer(a acquire.Answer) {
	if w.times.on && w.times.page == a.Page && w.times.subpage == a.Subpage {
		return
	}
	w.leaveTimeMachine()
	same := w.view.answer.Page == a.Page
	w.put(a)
	if same {
		w.showColourKeys() // they follow a new page one frame later
	}
	if w.sought.page == a.Page && w.view.grid != nil {
		w.page.SetMarks(w.sought.marks(w.view.grid), nil)
	}
}

// Arrived notes a visit, lets the colour keys follow, one frame behind the page, and fetches ahead what may
// be wanted next.
func (w *window) Arrived(a acquire.Answer, from int) {
	if w.sought.page != a.Page {
		w.sought = sought{}
	}
	if from == a.Page {
		from = 0
	}
	if w.app.options.Kiosk {
		w.fetchAhead(a)
		return
	}
	kept := w.app.station.Store
	kept.Visit(a.Page, a.Subpage, from, w.app.now())
	go func() {
		usual, _ := kept.Destinations(a.Page, len(w.targets)) // none where that cannot be read
		w.app.do(func() {
			if w.app.nav.Shown().Page == a.Page {
				w.usual = usual
				w.showColourKeys()
				w.fetchAhead(a)
			}
		})
	}()
}

func (w *window) fetchAhead(a acquire.Answer) {
	around := acquire.Around{Answer: a, Pictures: w.app.nav.Pictures, Turns: w.app.nav.Turning(), Stays: w.app.options.Kiosk}
	if !around.Stays {
		around.Links, around.Usual = w.view.links, w.usual
		for _, f := range w.app.favourites {
			around.Favourites = append(around.Favourites, f.Page)
		}
	}
	w.app.station.Ahead.Plan(around.Ahead())
}

// put draws a subpage. What is concealed is so again on another one.
func (w *window) put(a acquire.Answer) {
	v := &w.view
	v.standby = false
	if a.Page != v.answer.Page || a.Subpage != v.answer.Subpage {
		v.reveal = false
	}
	v.answer, v.grid, v.conflicts, v.links = a, nil, nil, nil
	if s := navigate.CellsOf(a); s != nil {
		_, index := a.Document.Subpage(a.Subpage)
		v.grid, v.conflicts = s.Decode()
		v.links = a.Document.Links(index, v.grid, w.app.nav.Directory)
	}
	sheet := pageview.Sheet{Place: teletext.Address(a.Page, a.Subpage), Grid: v.grid, Links: v.links}
	if a.Picture != nil {
		sheet.Picture = a.Picture.Image
	}
	w.page.SetSheet(sheet)
	w.showView()
}

// showView shows the page in the view, look and phase of the moment.
func (w *window) showView() {
	reading := w.reads()
	if reading {
		w.reading.SetTextSize(w.app.settings.ReadingSize)
		w.reading.SetPassages(w.passages())
	}
	if reading != w.reading.Visible() {
		setVisible(w.reading, reading)
		setVisible(w.page, !reading)
		w.win.Canvas().Unfocus()
	}
	w.keepTime()
	w.page.SetDisplay(w.display())
}

// reads tells whether the page is shown as running text, which needs some.
func (w *window) reads() bool {
	return w.app.settings.View == settings.ReadingView && w.view.grid != nil
}

// display is how the page view shows its sheet.
func (w *window) display() pageview.Display {
	s, v := w.app.settings, &w.view
	palette, _ := render.PaletteNamed(s.Palette)
	d := pageview.Display{
		Sharp:       s.View == settings.SharpView,
		Look:        render.Look{Colours: palette.Colours, Reveal: v.reveal, Dark: v.dark},
		FourToThree: s.FourToThree,
		Zoom:        v.zoom,
	}
	if d.ShowHeader = s.Header && v.answer.Page != 0; d.ShowHeader {
		d.Header = v.header
	}
	return d
}

// viewChanged follows a change of the settings.
func (w *window) viewChanged() {
	w.app.nav.WantPictures(w.app.settings.View == settings.ImageView)
	w.showView()
	w.Changed()
}

// setView changes to another view, and remembers it.
func (w *window) setView(k settings.ViewKind) {
	if w.app.options.Kiosk || w.app.settings.View == k {
		return
	}
	w.app.settings.View = k
	w.app.saveSettings()
	w.viewChanged()
	if w.full {
		w.Mention(k.Title())
	}
}

// nextView goes round the views.
func (w *window) nextView() {
	kinds := settings.ViewKinds()
	for i, k := range kinds {
		if k == w.app.settings.View {
			w.setView(kinds[(i+1)%len(kinds)])
			return
		}
	}
}

// toggleReveal shows what is concealed, or conceals it again.
func (w *window) toggleReveal() {
	v := &w.view
	if v.grid == nil || !v.grid.Concealed() {
		w.Mention("Nothing is concealed on this page.")
		return
	}
	v.reveal = !v.reveal
	w.showView()
	w.Changed()
}

// nextZoom goes round the whole page, its upper and its lower half.
func (w *window) nextZoom() { w.setZoom((w.view.zoom + 1) % (pageview.LowerHalf + 1)) }

func (w *window) setZoom(z pageview.Zoom) {
	w.view.zoom = z
	w.showView()
	w.Changed()
}

// toggleHeader shows row 0 above the page, or takes it away.
func (w *window) toggleHeader() {
	w.app.settings.Header = !w.app.settings.Header
	w.app.saveSettings()
	w.showView()
}

// toggleShape shows the page in the shape of an old television, or in its own.
func (w *window) toggleShape() {
	w.app.settings.FourToThree = !w.app.settings.FourToThree
	w.app.saveSettings()
	w.showView()
}

func (w *window) setPalette(name string) {
	w.app.settings.Palette = name
	w.app.saveSettings()
	w.showView()
}

// enlarge changes the size of running text, and back to the usual one by 0.
func (w *window) enlarge(step int) {
	s := &w.app.settings
	if s.View != settings.ReadingView {
		w.Mention("The size of the text changes in the reading view (F6).")
		return
	}
	size := s.ReadingSize * map[int]float32{-1: 1 / 1.2, 0: 1, 1: 1.2}[step]
	if step == 0 {
		size = reading.UsualSize
	}
	s.ReadingSize = max(reading.LeastSize, min(reading.MostSize, size))
	w.app.saveSettings()
	w.showView()
}

// viewWords says what the reader should know of how the page is shown.
func (w *window) viewWords() string {
	v := &w.view
	var words []string
	if v.grid != nil && v.answer.Picture == nil && w.app.settings.View == settings.ImageView && !w.app.nav.Refresh.Busy {
		words = append(words, "drawn by Sextant, for want of a picture")
	}
	if v.grid != nil && v.grid.Concealed() && !v.reveal {
		words = append(words, "something is concealed: R reveals it")
	}
	if part := map[pageview.Zoom]string{pageview.UpperHalf: "upper half", pageview.LowerHalf: "lower half"}[v.zoom]; part != "" && !w.reads() {
		words = append(words, part)
	}
	if left := w.budgetWords(); left != "" {
		words = append(words, left)
	}
	return strings.Join(words, "  ·  ")
}

// budgetWords says when there is little left of the hour's requests.
func (w *window) budgetWords() string {
	u := w.app.station.Budget.Usage()
	left := u.Limits.PerHour - u.Hour
	switch {
	case !u.Open.IsZero():
		return "no requests left until " + u.Open.In(w.app.now().Location()).Format("15:04")
	case left <= u.Limits.PerHour/10:
		return fmt.Sprintf("%d requests left this hour", left)
	}
	return ""
}

// previewWords says what is known of a page number that is being typed, such as "12-".
func (w *window) previewWords(entry string) string {
	typed := strings.TrimRight(entry, "-")
	size := map[int]int{1: 100, 2: 10}[len(typed)]
	n, _ := strconv.Atoi(typed)
	d := w.app.nav.Directory
	known := d.Between(n*size, (n+1)*size)
	if len(known) == 0 {
		for page := n * size; page < (n+1)*size; page++ {
			if d.Existence(page) == teletext.Unknown {
				return ""
			}
		}
		return "There is no page " + entry
	}
	const most = 4
	var words []string
	for _, page := range known[:min(most, len(known))] {
		words = append(words, strings.TrimSpace(fmt.Sprintf("%d %s", page, d.Name(page))))
	}
	if len(known) > most {
		words = append(words, "…")
	}
	return strings.Join(words, "   ")
}

// linkName says where a link leads.
func (w *window) linkName(l teletext.Link) string {
	if l.URL != "" {
		return l.URL
	}
	name := teletext.Address(l.Page, l.Subpage)
	if l.Page == w.app.nav.Shown().Page {
		return "Subpage " + name
	}
	if known := w.app.nav.Directory.Name(l.Page); known != "" {
		return name + "  " + known
	}
	return "Page " + name
}

// conflictWords says where two representations of the page disagree.
func conflictWords(conflicts []teletext.Conflict) string {
	const most = 4
	var words []string
	for i, c := range conflicts {
		if i == most {
			words = append(words, fmt.Sprintf("and %d more", len(conflicts)-most))
			break
		}
		words = append(words, fmt.Sprintf("line %d, column %d: %s", c.Row+1, c.Column, c.Field))
	}
	return "structured and all disagree; structured is shown\n" + strings.Join(words, "\n")
}
