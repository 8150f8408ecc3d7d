package playouts

import (
	"fmt"
	"strings"

	"sextant/app/media"
	"sextant/app/service"
	"sextant/app/words"
	"sextant/widgets/compare"
)

// columnOf is the head of a version's column.
func (v *playoutVersions) columnOf(column int) compare.Column {
	a, version := v.answers[column], versionOf(column)
	c := compare.Column{Title: fmt.Sprint("Version ", version), Short: fmt.Sprint("v", version), Asks: v.open(column)}
	switch a.state {
	case notAsked:
		c.State, c.Tip = "ask", fmt.Sprintf("Ask for version %d, which is one request", version)
	case asking:
		c.State = "…"
		if a.slow {
			c.State = "asking …"
		}
		c.Tip = fmt.Sprintf("Version %d is being asked for", version)
	case answered:
		c.State, c.Filled = words.CountWords(a.values, "value"), true
	case nothingThere:
		c.State, c.Tip = "nothing", fmt.Sprintf("Version %d has nothing under this id (404)", version)
	case failed:
		c.State, c.Failed = "failed", true
		c.Tip = words.ServiceMessage(thePlayouts, a.err).Sentence + " A click asks again."
	}
	return c
}

const thePlayouts = "the playouts"

// failure tells of the newest version that failed; nothing where none did.
func (v *playoutVersions) failure() words.Message {
	for column, a := range v.answers {
		if a.state == failed {
			m := words.ServiceMessage(thePlayouts, a.err)
			m.Sentence = fmt.Sprintf("Version %d: %s", versionOf(column), m.Sentence)
			return m
		}
	}
	return words.Message{}
}

// statusWords sums up what the versions say, of which so many things to play were found.
func (v *playoutVersions) statusWords(c *media.Comparison, offers int) string {
	var text string
	switch came := v.count(answered); {
	case came == 0:
		return "" // the table says why
	case came > 1 && c.Differing == 0:
		text = fmt.Sprintf("The %d versions say the same.", came)
	case came > 1:
		text = fmt.Sprintf("%d versions, which differ in %d of %s.", came, c.Differing, words.CountWords(len(c.Rows), "row"))
	}
	if c.Cut {
		text += fmt.Sprintf(" Only the first %d rows are shown.", media.MaxRows)
	}
	if offers > maxOffers {
		text += fmt.Sprintf(" The first %d of %d addresses are offered.", maxOffers, offers)
	}
	if m := v.failure(); m.Sentence != "" {
		text = m.Sentence + " " + text
	}
	return strings.TrimSpace(text)
}

// emptyWords say why there is no row.
func (v *playoutVersions) emptyWords(onlyDifferences bool) string {
	failure := v.failure()
	switch {
	case v.count(answered) > 1 && onlyDifferences:
		return "The versions that have answered do not differ."
	case v.count(answered) == 1 && onlyDifferences:
		return "Only one version has answered: there is nothing to compare it with yet."
	case v.count(answered) > 0:
		return "The answer is empty."
	case v.count(asking) > 0:
		for column, a := range v.answers {
			if a.state == asking && a.slow {
				return fmt.Sprintf("Asking for version %d …", versionOf(column))
			}
		}
		return ""
	case failure.Sentence != "":
		return strings.TrimSpace(failure.Sentence+" "+failure.Hint) + " A click on its head asks again."
	}
	return "No version has anything under this id."
}

// offerWords say what is offered, in which language and by which versions, and of what cannot be played
// here why not.
func offerWords(o media.Offer) string {
	kind := "Of an unknown format, which Sextant does not play"
	switch o.Format {
	case media.MP3:
		kind = "MP3"
	case media.HLS, media.DASH:
		kind = string(o.Format) + " stream"
		if !o.Protected {
			kind += ", which Sextant does not play"
		}
	}
	if o.Protected {
		kind = strings.TrimSuffix(kind, ", which Sextant does not play") + ", protected by rights management"
	}
	text := []string{kind}
	if o.Language != "" {
		text = append(text, o.Language)
	}
	return strings.Join(append(text, versionList(o.In)), "  ·  ")
}

// versionList names the versions of columns: "version 6", "versions 6, 5 and 2".
func versionList(columns []int) string {
	if len(columns) == service.PlayoutVersions {
		return "all versions"
	}
	var b strings.Builder
	b.WriteString("version")
	if len(columns) > 1 {
		b.WriteString("s")
	}
	for i, column := range columns {
		switch {
		case i == 0:
			b.WriteString(" ")
		case i == len(columns)-1:
			b.WriteString(" and ")
		default:
			b.WriteString(", ")
		}
		fmt.Fprint(&b, versionOf(column))
	}
	return b.String()
}

// cellOf is what a column of the table says, where the version has answered.
func cellOf(c media.Cell, came bool) compare.Cell {
	switch {
	case !came:
		return compare.Cell{}
	case !c.Present:
		return compare.Cell{Text: "—", Dim: true}
	case c.Kind == media.Object:
		return compare.Cell{Text: ownName(c) + words.CountWords(c.Members, "field"), Dim: true}
	case c.Kind == media.Array:
		return compare.Cell{Text: ownName(c) + words.CountWords(c.Members, "element"), Dim: true}
	case c.Text == "":
		return compare.Cell{Text: "(empty)", Dim: true}
	}
	return compare.Cell{Text: c.Text}
}

// ownName says under which name a version has what others have under the row's.
func ownName(c media.Cell) string {
	if c.Name == "" {
		return ""
	}
	return "as " + c.Name + ", "
}
