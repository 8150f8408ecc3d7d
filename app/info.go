package app

import (
	"fmt"
	"strings"

	"sextant/app/about"
	"sextant/app/acquire"
	"sextant/app/render"
	"sextant/app/teletext"
	"sextant/app/words"
	"sextant/widgets/reading"
)

// showPageInfo shows what is known of the page on screen, and what its document had to be forgiven.
func (w *window) showPageInfo() {
	var passages []reading.Passage
	var addresses []string
	for _, fact := range w.pageFacts() {
		passages = append(passages, field(fact[0], fact[1], &addresses))
	}
	w.showText("Page information", 540, 480, passages, func(link int) { w.openURL(addresses[link]) })
}

// pageFacts lists names and values for the page information.
func (w *window) pageFacts() [][2]string {
	n := w.app.nav
	doc := n.Document()
	if doc == nil {
		return [][2]string{{"Page", "No page document has come."}}
	}
	facts := [][2]string{{"Page", n.Shown().String()}, {"Name", doc.Name}, {"Network", doc.Network}}
	add := func(name, value string) {
		if value != "" {
			facts = append(facts, [2]string{name, value})
		}
	}
	if !doc.Modified.IsZero() {
		add("Last changed", w.app.calendar().Stamp(w.app.calendar().Modified(doc), "2 January 2006, 15:04:05"))
	}
	position, count := n.Subpages()
	add("Subpages", fmt.Sprintf("%d of %d", position, count))
	if s, _ := doc.Subpage(n.Shown().Subpage); s != nil {
		add("Shown for", words.WaitWords(s.Dwell))
		add("Links", fmt.Sprint(len(w.view.links)))
		add("Double-height lines", fmt.Sprint(s.DoubleHeightLines()))
		add("Contents", contentKinds(s))
		if len(w.view.conflicts) > 0 {
			add("Contradiction", conflictWords(w.view.conflicts))
		}
	}
	if a := n.Answer(); a.Picture != nil {
		b := a.Picture.Image.Bounds()
		add("Picture", fmt.Sprintf("%d × %d pixels, %s", b.Dx(), b.Dy(), words.ByteSize(int64(len(a.Picture.PNG)))))
	}
	facts = append(facts, placeFacts(doc)...)
	add("Asked for", n.Answer().Fetched.In(w.app.now().Location()).Format("15:04:05"))
	add("Requests", usageWords(w.app.station.Budget.Usage()))
	if len(doc.Warnings) == 0 {
		add("Document", "as the specification says")
	} else {
		add("Forgiven", strings.Join(doc.Warnings, "\n"))
	}
	return facts
}

// placeFacts are what a document says of its page's place among the others, and of its being animated.
func placeFacts(doc *teletext.Page) (facts [][2]string) {
	if doc.Animated != "" {
		facts = append(facts, [2]string{"Animated", strings.ToLower(strings.Map(render.Printable, doc.Animated))})
	}
	if doc.Prev != 0 {
		facts = append(facts, [2]string{"Previous page", fmt.Sprint(doc.Prev)})
	}
	if doc.Next != 0 {
		facts = append(facts, [2]string{"Next page", fmt.Sprint(doc.Next)})
	}
	return facts
}

// usageWords says what of the budget of requests is used, and for what.
func usageWords(u acquire.Usage) string {
	text := fmt.Sprintf("%d of %d in the last hour, %d of %d in the last day", u.Hour, u.Limits.PerHour, u.Day, u.Limits.PerDay)
	var parts []string
	for c := acquire.User; c <= acquire.Collect; c++ {
		if n := u.ByClass[c]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", c, n))
		}
	}
	if len(parts) > 0 {
		text += "\nthis hour: " + strings.Join(parts, ", ")
	}
	if !u.Paused.IsZero() {
		text += fmt.Sprintf("\nnothing is asked for by itself before %s: %s", u.Paused.Format("15:04"), u.Why)
	}
	return text
}

// keyTable lists the keys and what each does.
func keyTable() [][2]string {
	return [][2]string{
		{"0 – 9", "type a page number; the third digit goes there"},
		{"Enter", "go to a short number: 35 is 350"},
		{"Backspace, Esc", "take a digit back, drop the number"},
		{"F1 – F4", "the red, green, yellow and blue key"},
		{"Ctrl+F", "search, all pages, favourites, history"},
		{"Ctrl+D", "make the page a favourite"},
		{"T", "earlier versions of the page"},
		{"Left, Right", "previous and next page"},
		{"Up, Down", "previous and next subpage"},
		{"H", "turn the subpages by themselves, or hold"},
		{"Home", "page 100"},
		{"Alt+Left, Alt+Right", "back and forward"},
		{"F5", "reload"},
		{"F6", "the service's picture, sharp, or as running text"},
		{"Tab, Enter", "walk through the links, follow one"},
		{"R", "reveal what is concealed"},
		{"Z", "upper half, lower half, whole page"},
		{"Ctrl+C, Ctrl+A", "copy what is selected, select all"},
		{"Ctrl++, Ctrl+−, Ctrl+0", "size of running text"},
		{"PgUp, PgDn", "scroll running text"},
		{"F11", "full screen and back"},
		{"Esc", "take back the nearest thing: a selection, a notice, the search, full screen"},
		{"Ctrl+K, Ctrl+M", "keypad, downloads"},
		{"F10", "the menu"},
		{"Menu, Shift+F10", "the menu of the page, or of a row of a list"},
		{"?", "these keys"},
		{"Q, D, K, U, I, O", "in a list of downloads: queue, download, keep, heard, details, order"},
		{"Space, S", "play or pause, stop"},
		{"P, N", "previous and next recording"},
		{"J, L", "10 seconds back, 30 seconds on"},
		{"+, −, M", "louder, softer; speed, sleep timer, chapters"},
		{"Ctrl+I", "page information"},
		{"Ctrl+,", "settings"},
		{"Ctrl+Q", "quit"},
	}
}

func (w *window) showKeys() {
	var passages []reading.Passage
	for _, k := range keyTable() {
		passages = append(passages, reading.Passage{Kind: reading.Field, Name: k[0], Text: k[1]})
	}
	w.showText("Keys", 540, 600, passages, nil)
}

func (w *window) showAbout() {
	passages := []reading.Passage{
		{Text: "Sextant " + about.Version},
		{Text: "A teletext browser. A sextant is a cell of two by three mosaic blocks, and an instrument to find your way by."},
		{Text: "Teletext is standardised as ETSI EN 300 706."},
		{Kind: reading.Reference, Text: "The standard at ETSI"},
	}
	w.showText("About Sextant", 400, 270, passages, func(int) { w.openURL("https://www.etsi.org/standards") })
}

// contentKinds names the representations in which the subpage's content came.
func contentKinds(s *teletext.Subpage) string {
	var kinds []string
	if s.Text != nil {
		kinds = append(kinds, "text")
	}
	if s.All != nil {
		kinds = append(kinds, "all")
	}
	if s.Structured != nil {
		kinds = append(kinds, "structured")
	}
	return strings.Join(kinds, ", ")
}

// calendar is the one of the service that Sextant is tuned to.
func (s *sextant) calendar() words.Calendar {
	return words.Calendar{Zone: s.station.Zone, Now: s.now()}
}
