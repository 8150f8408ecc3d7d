package page

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/acquire"
	"sextant/app/render"
	"sextant/app/teletext"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/reading"
)

// info is what is known of the page on screen.
type info struct{ page *Presenter }

// show shows what is known of the page on screen, and what its document had to be forgiven.
func (i info) show() {
	var passages []reading.Passage
	var addresses []string
	for _, fact := range i.facts() {
		passages = append(passages, host.Field(fact[0], fact[1], &addresses))
	}
	host.ShowText(i.page.host, "Page information", fyne.NewSize(540, 480), passages, func(link int) { host.Browse(i.page.host, addresses[link]) })
}

// facts lists names and values for the page information.
func (i info) facts() [][2]string {
	p, n := i.page, i.page.Nav
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
		add("Last changed", p.calendar().Stamp(p.calendar().Modified(doc), "2 January 2006, 15:04:05"))
	}
	position, count := n.Subpages()
	add("Subpages", fmt.Sprintf("%d of %d", position, count))
	if s, _ := doc.Subpage(n.Shown().Subpage); s != nil {
		facts = append(facts, i.subpageFacts(s)...)
	}
	scene := n.Scene()
	if scene.Picture != nil {
		b := scene.Picture.Image.Bounds()
		add("Picture", fmt.Sprintf("%d × %d pixels, %s", b.Dx(), b.Dy(), words.ByteSize(int64(len(scene.Picture.PNG)))))
	}
	facts = append(facts, placeFacts(doc)...)
	add("Asked for", scene.Asked.In(p.host.Now().Location()).Format("15:04:05"))
	if scene.Fetched.Before(scene.Asked) {
		add("Confirmed", scene.Fetched.In(p.host.Now().Location()).Format("2 January, 15:04:05"))
	}
	add("Requests", usageWords(p.parts.Tuner.Current().Budget.Usage()))
	if len(doc.Warnings) == 0 {
		add("Document", "as the specification says")
	} else {
		add("Forgiven", strings.Join(doc.Warnings, "\n"))
	}
	return facts
}

// subpageFacts are what is known of the subpage on screen.
func (i info) subpageFacts(s *teletext.Subpage) [][2]string {
	facts := [][2]string{
		{"Shown for", words.WaitWords(s.Dwell)},
		{"Links", fmt.Sprint(len(i.page.sheet.links))},
		{"Double-height lines", fmt.Sprint(s.DoubleHeightLines())},
		{"Contents", contentKinds(s)},
	}
	if conflicts := i.page.sheet.scene.Conflicts; len(conflicts) > 0 {
		facts = append(facts, [2]string{"Contradiction", conflictWords(conflicts)})
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
