package page

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/acquire"
	"sextant/app/budget"
	"sextant/app/render"
	"sextant/app/say"
	"sextant/app/teletext"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/reading"
)

// info makes the page information.
type info struct{ page *Presenter }

// showInfo shows information about the page on screen. What concerns its document and the requests is folded.
func (i info) showInfo() {
	var passages []reading.Passage
	var addresses []string
	for _, fact := range i.facts() {
		passages = append(passages, host.Field(fact[0], fact[1], &addresses))
	}
	if technical := i.technical(); len(technical) > 0 {
		passages = append(passages, reading.Passage{Kind: reading.Fold, Text: say.Text("recording.technical")})
		for _, fact := range technical {
			passages = append(passages, host.Field(fact[0], fact[1], &addresses))
		}
	}
	host.ShowText(i.page.host, say.Text("info.title"), fyne.NewSize(540, 480), passages, func(link int) {
		host.Browse(i.page.host, addresses[link])
	})
}

// facts returns names and values for readers of the page.
func (i info) facts() [][2]string {
	p, n := i.page, i.page.Nav
	doc := n.Document()
	if doc == nil {
		return [][2]string{{say.Text("info.page"), say.Text("info.noDocument")}}
	}
	facts := [][2]string{
		{say.Text("info.page"), n.Shown().String()},
		{say.Text("info.name"), doc.Name},
		{say.Text("info.network"), doc.Network},
	}
	if !doc.Modified.IsZero() {
		changed := p.calendar().Stamp(p.calendar().Modified(doc), "date.longSeconds")
		facts = append(facts, [2]string{say.Text("info.changed"), changed})
	}
	scene, here := n.Scene(), p.calendar().Here()
	facts = append(facts, [2]string{say.Text("info.asked"), here.Seconds(scene.Asked)})
	if scene.Fetched.Before(scene.Asked) {
		facts = append(facts, [2]string{say.Text("info.confirmed"), here.Stamp(scene.Fetched, "date.daySeconds")})
	}
	position, count := n.Subpages()
	facts = append(facts, [2]string{say.Text("info.subpages"), say.Text("count.of", "Number", position, "Of", count)})
	if s, _ := doc.Subpage(n.Shown().Subpage); s != nil {
		facts = append(facts, [2]string{say.Text("info.dwell"), words.WaitWords(s.Dwell)},
			[2]string{say.Text("info.links"), fmt.Sprint(len(p.sheet.links))})
	}
	around := *doc
	around.Prev, around.Next = n.Neighbours()
	return append(facts, placeFacts(&around)...)
}

// technical returns names and values about the page's document, its deviations from the specification, and the
// requests.
func (i info) technical() (facts [][2]string) {
	p, n := i.page, i.page.Nav
	doc := n.Document()
	if doc == nil {
		return nil
	}
	add := func(name, value string) {
		if value != "" {
			facts = append(facts, [2]string{name, value})
		}
	}
	if s, _ := doc.Subpage(n.Shown().Subpage); s != nil {
		facts = append(facts, i.subpageFacts(s)...)
	}
	if picture := n.Scene().Picture; picture != nil {
		b := picture.Image.Bounds()
		add(say.Text("info.picture"), say.Text("info.pixels",
			"Width", b.Dx(), "Height", b.Dy(), "Size", words.ByteSize(int64(len(picture.PNG)))))
	}
	if doc.Animated != "" {
		add(say.Text("info.animated"), animatedWords(doc.Animated))
	}
	add(say.Text("info.requests"), usageWords(p.parts.Tuner.Current().Budget.Usage(), p.calendar().Here()))
	add(say.Text("info.ahead"), guessedWords(p.parts.Tuner.Current().Pages.Guesses.Tallies()))
	if len(doc.Warnings) == 0 {
		add(say.Text("info.document"), say.Text("info.asSpecified"))
	} else {
		add(say.Text("info.forgiven"), warningWords(doc.Warnings))
	}
	return facts
}

// warningWords returns what is odd in a document, a line for each.
func warningWords(warnings []teletext.Warning) string {
	lines := make([]string, len(warnings))
	for i, w := range warnings {
		lines[i] = words.Warning(w)
	}
	return strings.Join(lines, "\n")
}

// subpageFacts returns the facts about the content of the subpage on screen.
func (i info) subpageFacts(s *teletext.Subpage) [][2]string {
	facts := [][2]string{
		{say.Text("info.doubleHeight"), fmt.Sprint(s.DoubleHeightLines())},
		{say.Text("info.contents"), contentKinds(s)},
	}
	if conflicts := i.page.sheet.scene.Conflicts; len(conflicts) > 0 {
		facts = append(facts, [2]string{say.Text("info.contradiction"), conflictWords(conflicts)})
	}
	return facts
}

// placeFacts returns the neighbours of a page.
func placeFacts(doc *teletext.Page) (facts [][2]string) {
	if doc.Prev != 0 {
		facts = append(facts, [2]string{say.Text("go.previous"), fmt.Sprint(doc.Prev)})
	}
	if doc.Next != 0 {
		facts = append(facts, [2]string{say.Text("go.next"), fmt.Sprint(doc.Next)})
	}
	return facts
}

// animatedWords returns whether a page is animated, or the document's value if it is neither yes nor no.
func animatedWords(animated string) string {
	switch said := strings.ToLower(strings.Map(render.Printable, animated)); said {
	case "yes", "true":
		return say.Text("instead.yes")
	case "no", "false":
		return say.Text("instead.no")
	default:
		return said
	}
}

// usageWords describes the usage of the budget of requests, and for what.
func usageWords(u budget.Usage, c words.Calendar) string {
	text := say.Text(
		"requests.used", "Hour", say.Number(int64(u.Hour)), "PerHour", say.Number(int64(u.Limits.PerHour)),
		"Day", say.Number(int64(u.Day)), "PerDay", say.Number(int64(u.Limits.PerDay)),
	)
	var parts []string
	for c, purpose := range [...]string{
		budget.User: "requests.user", budget.Kiosk: "requests.kiosk",
		budget.Refresh: "requests.refresh", budget.Intent: "requests.intent", budget.Pictures: "requests.pictures",
		budget.Prefetch: "requests.prefetch", budget.Collect: "requests.collect",
	} {
		if n := u.ByClass[budget.Class(c)]; n > 0 {
			parts = append(parts, say.Count(purpose, n))
		}
	}
	if len(parts) > 0 {
		text += "\n" + say.Text("requests.lastHour", "Purposes", strings.Join(parts, ", "))
	}
	if !u.Paused.IsZero() {
		text += "\n" + say.Text("requests.paused", "Time", c.Clock(u.Paused), "Reason", words.KindReason(u.Why))
	}
	return text
}

// guessedWords describes how many prefetched pages were opened, empty if none were prefetched.
func guessedWords(g map[budget.Class]acquire.Tally) string {
	var lines []string
	for _, c := range [...]struct {
		class budget.Class
		words string
	}{{budget.Intent, "ahead.intent"}, {budget.Prefetch, "ahead.prefetch"}} {
		if t := g[c.class]; t.Fetched > 0 {
			lines = append(lines, say.Text(c.words,
				"Opened", say.Number(int64(t.Opened)), "Of", say.Number(int64(t.Fetched))))
		}
	}
	return strings.Join(lines, "\n")
}

// contentKinds returns the names of the representations of the subpage's content.
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
