package media

import (
	"net/url"
	"path"
	"slices"
	"strings"
)

// Format is the kind of stream or file at an address.
type Format string

// The formats that can be recognised from an address and the fields beside it.
const (
	MP3   Format = "MP3"
	HLS   Format = "HLS"
	DASH  Format = "DASH"
	Other Format = "other"
)

// A Playable is a stream or file that a playout offers.
type Playable struct {
	URL       string
	Format    Format
	Protected bool // by DRM
	Language  string
}

// Here reports whether Sextant can play it: an MP3 that is not protected.
func (p *Playable) Here() bool { return p.Format == MP3 && !p.Protected }

// Playables returns all web addresses in a playout document that may lead to sound or video, those that Sextant can
// play first. Relative ones are resolved against the document's address.
func Playables(doc Value) []Playable {
	var found []Playable
	seen := map[string]bool{}
	var walk func(v Value, hints []string, protected bool, language string)
	walk = func(v Value, hints []string, protected bool, language string) {
		protected = protected || v.protected()
		if s := v.text("language", "lang"); s != "" {
			language = s
		}
		hints = append(hints[:len(hints):len(hints)], v.text("protocol"),
			v.text("format"), v.text("type", "mimetype", "contenttype"))
		for _, m := range v.Members {
			inner := append(hints[:len(hints):len(hints)], m.Name)
			if m.Value.Kind != Scalar {
				walk(m.Value, inner, protected || isProtection(m.Name), language)
				continue
			}
			address, _ := resolve(m.Value.Text, doc.Base, isAddressName(m.Name))
			if f, ok := formatOf(address, inner); ok && !seen[address] {
				seen[address] = true
				found = append(found, Playable{URL: address, Format: f, Protected: protected, Language: language})
			}
		}
	}
	if doc.Kind == Scalar {
		doc.Members = []Member{{Value: doc}}
	}
	walk(doc, nil, false, "")
	slices.SortStableFunc(found, func(a, b Playable) int {
		switch {
		case a.Here() == b.Here():
			return 0
		case a.Here():
			return -1
		}
		return 1
	})
	return found
}

// protected reports whether a record states DRM: by a flag, or by other fields about rights management.
func (v Value) protected() bool {
	for _, m := range v.Members {
		if isProtection(m.Name) &&
			(m.Value.Kind == Scalar && truthy(m.Value.Text) || isNamed(m.Name, "drm") && truthy(v.text("drm"))) {
			return true
		}
	}
	return false
}

// isProtection reports whether a field's name is one of DRM.
func isProtection(name string) bool {
	return isNamed(name, "drm") || isNamed(name, "protected") || isNamed(name, "encrypted")
}

// formatOf returns the format of an address by its ending, else by the values around it. It reports false for pictures
// and web pages.
func formatOf(address string, hints []string) (Format, bool) {
	if !isWebAddress(address) {
		return "", false
	}
	u, _ := url.Parse(address)
	switch strings.ToLower(path.Ext(u.Path)) {
	case ".mp3":
		return MP3, true
	case ".m3u8":
		return HLS, true
	case ".mpd":
		return DASH, true
	case ".jpg", ".jpeg", ".png", ".gif", ".webp", ".svg", ".html", ".htm", ".vtt", ".srt", ".json", ".xml":
		return "", false
	}
	all := strings.ToLower(strings.Join(hints, " "))
	for _, hint := range [...]struct {
		word   string
		format Format
	}{{"mp3", MP3}, {"audio/mpeg", MP3}, {"hls", HLS}, {"mpegurl", HLS}, {"dash", DASH}} {
		if strings.Contains(all, hint.word) {
			return hint.format, true
		}
	}
	return Other, true
}

func truthy(s string) bool {
	switch strings.ToLower(s) {
	case "", "false", "no", "none", "0", "null":
		return false
	}
	return true
}
