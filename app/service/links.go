package service

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"sextant/app/httpclient"
)

// monitorRelation is the link relation of a document to the stream of changes (RFC 5989, section 3).
const monitorRelation = "monitor-group"

// monitorOf returns the address of the stream of changes to which an answer links, without credentials; empty for none,
// or for one that does not have the service's origin. at is the answer's own address.
func (c *Client) monitorOf(h http.Header, at *url.URL) string {
	for _, link := range parseLinks(strings.Join(h.Values("Link"), ",")) {
		if !link.hasRelation(monitorRelation) {
			continue
		}
		u, err := at.Parse(link.target)
		if err != nil || u.User != nil || u.Opaque != "" ||
			!httpclient.SameOrigin(u, c.base) || !httpclient.SameOrigin(at, c.base) {
			continue
		}
		q := u.Query()
		c.dropCredentials(q)
		u.RawQuery, u.Fragment, u.RawFragment = q.Encode(), "", ""
		if address := u.String(); !c.key.Load().isIn(u.Path) && !c.key.Load().isIn(address) {
			return address
		}
	}
	return ""
}

// A link is one of a Link field (RFC 8288, section 3).
type link struct {
	target    string
	relations string // separated by spaces
	elsewhere bool   // it is not a link of the answer itself
}

func (l *link) hasRelation(relation string) bool {
	return !l.elsewhere &&
		slices.ContainsFunc(strings.Fields(l.relations), func(r string) bool { return strings.EqualFold(r, relation) })
}

// parseLinks reads the value of a Link field as far as it can be read (RFC 8288, appendix B.2).
func parseLinks(s string) (links []link) {
	for {
		s = strings.TrimLeft(s, " \t,")
		if !strings.HasPrefix(s, "<") {
			return links
		}
		target, rest, ok := strings.Cut(s[1:], ">")
		if !ok {
			return links
		}
		l := link{target: strings.TrimSpace(target)}
		s = l.readParameters(rest)
		links = append(links, l)
	}
}

// readParameters reads the parameters after a link's target, and returns what follows the link.
func (l *link) readParameters(s string) (rest string) {
	for said := false; ; {
		s = strings.TrimLeft(s, " \t")
		if !strings.HasPrefix(s, ";") {
			if i := strings.IndexByte(s, ','); i >= 0 {
				return s[i+1:]
			}
			return ""
		}
		var name, value string
		name, value, s = readParameter(s[1:])
		switch strings.ToLower(name) {
		case "rel":
			if !said { // any other one is to be ignored
				l.relations, said = value, true
			}
		case "anchor":
			l.elsewhere = true
		}
	}
}

// readParameter reads a name and its value, which may be quoted, and returns what follows them.
func readParameter(s string) (name, value, rest string) {
	end := strings.IndexAny(s, "=;,")
	if end < 0 {
		return strings.TrimSpace(s), "", ""
	}
	name = strings.TrimSpace(s[:end])
	if s[end] != '=' {
		return name, "", s[end:]
	}
	if s = strings.TrimLeft(s[end+1:], " \t"); !strings.HasPrefix(s, `"`) {
		if end = strings.IndexAny(s, ";,"); end < 0 {
			end = len(s)
		}
		return name, strings.TrimSpace(s[:end]), s[end:]
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return name, b.String(), s[i+1:]
		case s[i] == '\\' && i+1 < len(s):
			i++
		}
		b.WriteByte(s[i])
	}
	return name, b.String(), ""
}
