package page

import (
	"fmt"
	"strconv"
	"strings"

	"sextant/app/settings"
	"sextant/app/teletext"
	"sextant/widgets/pageview"
)

// wording says in words what there is to know of the page.
type wording struct{ page *Presenter }

// view says what the reader should know of how the page is shown.
func (w wording) view() string {
	p, s := w.page, w.page.sheet
	var parts []string
	if s.scene.Grid != nil && s.scene.Picture == nil && p.look().View == settings.ImageView && !p.Nav.IsRefreshing() {
		parts = append(parts, "drawn by Sextant, for want of a picture")
	}
	if s.scene.Grid != nil && s.scene.Grid.Concealed() && !s.reveal {
		parts = append(parts, "something is concealed: R reveals it")
	}
	if part := map[pageview.Zoom]string{pageview.UpperHalf: "upper half", pageview.LowerHalf: "lower half"}[s.zoom]; part != "" && !s.reads() {
		parts = append(parts, part)
	}
	if left := w.budget(); left != "" {
		parts = append(parts, left)
	}
	return strings.Join(parts, "  ·  ")
}

// budget says when there is little left of the hour's requests.
func (w wording) budget() string {
	u := w.page.parts.Tuner.Current().Budget.Usage()
	left := u.Limits.PerHour - u.Hour
	switch {
	case !u.Open.IsZero():
		return "no requests left until " + u.Open.In(w.page.host.Now().Location()).Format("15:04")
	case left <= u.Limits.PerHour/10:
		return fmt.Sprintf("%d requests left this hour", left)
	}
	return ""
}

// preview says what is known of a page number that is being typed, such as "12-".
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
		return "There is no page " + entry
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

// link says where a link leads.
func (w wording) link(l teletext.Link) string {
	if l.URL != "" {
		return l.URL
	}
	name := teletext.Address(l.Page, l.Subpage)
	if l.Page == w.page.Nav.Shown().Page {
		return "Subpage " + name
	}
	if known := w.page.Nav.Directory().Name(l.Page); known != "" {
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
