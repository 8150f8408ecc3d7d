package sound

import (
	"strings"

	"sextant/app/api"
	"sextant/app/media"
	"sextant/app/say"
	"sextant/app/words"
)

// choices returns the versions for the choice, the newest first, with their states.
func (v *playoutVersions) choices() []string {
	var list []string
	for column := range v.answers {
		version, a := versionOf(column), &v.answers[column]
		text := say.Text("playouts.version", "Version", version)
		switch {
		case a.state == nothingThere:
			text = say.Text("playouts.version.nothing", "Version", version)
		case a.state == failed:
			text = say.Text("playouts.version.failed", "Version", version)
		case a.state == answered:
			text = say.Count("playouts.version.offers", len(a.found), "Version", version)
		}
		list = append(list, text)
	}
	return list
}

// emptyWords returns why there is nothing to play in the version shown, empty while that is not known.
func (v *playoutVersions) emptyWords() string {
	version, a := versionOf(v.chosen), v.current()
	switch {
	case a.state == asking && a.slow:
		return say.Text("playouts.asking", "Version", version)
	case a.state == failed:
		m := words.ServiceMessage(words.Playouts, a.err)
		return strings.TrimSpace(m.Sentence + " " + m.Hint)
	case a.state == asking || a.state == notAsked || len(a.found) > 0:
		return ""
	case v.allEmpty():
		return say.Text("playouts.nothing")
	case a.state == nothingThere:
		return say.Text("playouts.nothingInVersion", "Version", version)
	}
	return say.Text("playouts.nothingToPlay", "Version", version)
}

// allEmpty reports whether no version of the playouts exists.
func (v *playoutVersions) allEmpty() bool {
	for _, a := range v.answers {
		if a.state != nothingThere {
			return false
		}
	}
	return true
}

// offerWords describes a playable: its format, its language, and whether it is protected. The buttons beside it say
// whether it can be played here.
func offerWords(p *media.Playable) string {
	kind := say.Text("playouts.unknownFormat")
	switch p.Format {
	case media.MP3:
		kind = "MP3"
	case media.HLS, media.DASH:
		kind = say.Text("playouts.stream", "Format", p.Format)
	}
	if p.Protected {
		kind = say.Text("playouts.protected", "Format", kind)
	}
	if p.Language != "" {
		kind += "  ·  " + p.Language
	}
	return kind
}

// isTemporary reports whether repeating the request can help.
func (a *versionAnswer) isTemporary() bool {
	return a.state == failed && api.KindOf(a.err) != api.Misused
}
