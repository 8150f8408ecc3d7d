package page

import (
	"fmt"
	"strconv"
	"strings"

	"sextant/app/say"
	"sextant/app/teletext"
	"sextant/widgets/pageview"
)

// wording makes the sentences about the page.
type wording struct{ page *Presenter }

// view returns what the user should know about how the page is shown.
func (w wording) view() string {
	p, s := w.page, w.page.sheet
	var parts []string
	if s.scene.Grid != nil && s.scene.Picture == nil && p.showsPictures() && !p.Nav.IsRefreshing() &&
		!p.versions.isOn() { // earlier versions never have one
		parts = append(parts, say.Text("bar.drawn"))
	}
	if s.scene.Grid != nil && s.scene.Grid.Concealed() && !s.reveal {
		parts = append(parts, w.concealed())
	}
	if part := map[pageview.Zoom]string{
		pageview.UpperHalf: "bar.upperHalf", pageview.LowerHalf: "bar.lowerHalf",
	}[s.zoom]; part != "" && !s.reads() {
		parts = append(parts, say.Text(part))
	}
	if left := w.budget(); left != "" {
		parts = append(parts, left)
	}
	return strings.Join(parts, "  ·  ")
}

// concealed returns that there is concealed text, with the key that reveals it.
func (w wording) concealed() string {
	if keys := w.page.host.Command("view.reveal").KeysWords(); keys != "" {
		return say.Text("bar.concealed", "Keys", keys)
	}
	return say.Text("bar.hidden")
}

// budget returns a warning if little is left of the hour's requests.
func (w wording) budget() string {
	u := w.page.parts.Tuner.Current().Budget.Usage()
	left := u.Limits.PerHour - u.Hour
	switch {
	case !u.Open.IsZero():
		return say.Text("bar.noRequests", "Time", w.page.calendar().Here().Clock(u.Open))
	case left <= u.Limits.PerHour/10:
		return say.Count("bar.requestsLeft", left)
	}
	return ""
}

// preview returns what is known of the pages for an entry such as "12-".
func (w wording) preview(entry string) string {
	typed := strings.TrimRight(entry, "-")
	size := map[int]int{1: 100, 2: 10}[len(typed)]
	n, _ := strconv.Atoi(typed)
	d := w.page.Nav.Directory()
	known := d.Between(n*size, (n+1)*size)
	if len(known) == 0 {
		for page := n * size; page < (n+1)*size; page++ {
			if d.Existence(page) == teletext.Unknown {
				return ""
			}
		}
		return say.Text("bar.noPage", "Page", entry)
	}
	const most = 4
	var parts []string
	for _, page := range known[:min(most, len(known))] {
		parts = append(parts, strings.TrimSpace(fmt.Sprintf("%d %s", page, d.Name(page))))
	}
	if len(known) > most {
		parts = append(parts, "…")
	}
	return strings.Join(parts, "   ")
}

// link returns the target of a link in words.
func (w wording) link(l teletext.Link) string {
	if l.URL != "" {
		return l.URL
	}
	name := teletext.Address(l.Page, l.Subpage)
	if l.Page == w.page.Nav.Shown().Page {
		return say.Text("subpage.named", "Subpage", name)
	}
	if known := w.page.Nav.Directory().Name(l.Page); known != "" {
		return name + "  " + known
	}
	return say.Text("page.named", "Page", name)
}

// conflictWords returns where two representations of the page disagree, in words.
func conflictWords(conflicts []teletext.Conflict) string {
	const most = 4
	var words []string
	for i, c := range conflicts {
		if i == most {
			words = append(words, say.Count("status.more", len(conflicts)-most))
			break
		}
		words = append(words, say.Text("conflict.at", "Line", c.Row+1, "Column", c.Column, "Field", c.Field))
	}
	return say.Text("conflict.disagree") + "\n" + strings.Join(words, "\n")
}
