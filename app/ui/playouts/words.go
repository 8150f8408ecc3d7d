package playouts

import (
	"fmt"
	"strconv"
	"strings"

	"sextant/app/media"
	"sextant/app/say"
	"sextant/app/service"
	"sextant/app/words"
	"sextant/widgets/compare"
)

// columnOf is the head of a version's column.
func (v *playoutVersions) columnOf(column int) compare.Column {
	a, version := v.answers[column], versionOf(column)
	c := compare.Column{Title: say.Text("playouts.version", "Version", version), Short: fmt.Sprint("v", version), Asks: v.open(column)}
	switch a.state {
	case notAsked:
		c.State, c.Tip = say.Text("playouts.state.ask"), say.Text("playouts.ask.help", "Version", version)
	case asking:
		c.State = "…"
		if a.slow {
			c.State = say.Text("playouts.state.asking")
		}
		c.Tip = say.Text("playouts.asking.help", "Version", version)
	case answered:
		c.State, c.Filled = say.Count("count.values", a.values), true
	case nothingThere:
		c.State, c.Tip = say.Text("playouts.state.nothing"), say.Text("playouts.nothing.help", "Version", version)
	case failed:
		c.State, c.Failed = say.Text("playouts.state.failed"), true
		c.Tip = words.ServiceMessage(words.Playouts, a.err).Sentence + " " + say.Text("playouts.askAgain")
	}
	return c
}

// failure tells of the newest version that failed; nothing where none did.
func (v *playoutVersions) failure() words.Message {
	for column, a := range v.answers {
		if a.state == failed {
			m := words.ServiceMessage(words.Playouts, a.err)
			m.Sentence = say.Text("playouts.versionSays", "Version", versionOf(column), "Sentence", m.Sentence)
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
		text = say.Text("playouts.same", "Versions", came)
	case came > 1:
		text = say.Count("playouts.differ", len(c.Rows), "Versions", came, "Differing", c.Differing)
	}
	if c.Cut {
		text += " " + say.Text("playouts.cut", "Rows", media.MaxRows)
	}
	if offers > maxOffers {
		text += " " + say.Text("playouts.moreOffers", "Shown", maxOffers, "Addresses", offers)
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
		return say.Text("playouts.noDifference")
	case v.count(answered) == 1 && onlyDifferences:
		return say.Text("playouts.onlyOne")
	case v.count(answered) > 0:
		return say.Text("playouts.emptyAnswer")
	case v.count(asking) > 0:
		for column, a := range v.answers {
			if a.state == asking && a.slow {
				return say.Text("playouts.asking", "Version", versionOf(column))
			}
		}
		return ""
	case failure.Sentence != "":
		return strings.TrimSpace(failure.Sentence+" "+failure.Hint) + " " + say.Text("playouts.askAgain.head")
	}
	return say.Text("playouts.nothing")
}

// offerWords say what is offered, in which language and by which versions, and what is protected. A button says
// whether it is played here.
func offerWords(o media.Offer) string {
	kind := say.Text("playouts.unknownFormat")
	switch o.Format {
	case media.MP3:
		kind = "MP3"
	case media.HLS, media.DASH:
		kind = say.Text("playouts.stream", "Format", o.Format)
	}
	if o.Protected {
		kind = say.Text("playouts.protected", "Format", kind)
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
		return say.Text("playouts.allVersions")
	}
	var versions []string
	for _, column := range columns {
		versions = append(versions, strconv.Itoa(versionOf(column)))
	}
	last := len(versions) - 1
	if last == 0 {
		return say.Text("playouts.inVersion", "Version", versions[0])
	}
	return say.Text("playouts.inVersions", "Versions", strings.Join(versions[:last], ", "), "Last", versions[last])
}

// cellOf is what a column of the table says, where the version has answered.
func cellOf(c media.Cell, came bool) compare.Cell {
	switch {
	case !came:
		return compare.Cell{}
	case !c.Present:
		return compare.Cell{Text: "—", Dim: true}
	case c.Kind == media.Object:
		return compare.Cell{Text: named(c, say.Count("count.fields", c.Members)), Dim: true}
	case c.Kind == media.Array:
		return compare.Cell{Text: named(c, say.Count("count.elements", c.Members)), Dim: true}
	case c.Text == "":
		return compare.Cell{Text: say.Text("playouts.empty"), Dim: true}
	}
	return compare.Cell{Text: c.Text}
}

// named says what a version has, and under which name where others have it under the row's.
func named(c media.Cell, what string) string {
	if c.Name == "" {
		return what
	}
	return say.Text("playouts.named", "Name", c.Name, "What", what)
}
