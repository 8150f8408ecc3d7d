package media

import (
	"net/url"
	"path"
	"strings"
	"unicode"
)

// resolve returns an absolute web address; a relative one is resolved against the document's. A relative one must end
// like a recording, unless the field's name is that of an address.
func resolve(s string, base *url.URL, named bool) (address string, ok bool) {
	if isWebAddress(s) {
		return s, true
	}
	if base == nil || s == "" || strings.ContainsFunc(s, unicode.IsSpace) || strings.ContainsRune(s, '\\') {
		return "", false
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "" || u.User != nil || u.Path == "" {
		return "", false
	}
	if !named || !strings.ContainsAny(s, "/.") {
		switch strings.ToLower(path.Ext(u.Path)) {
		case ".mp3", ".m3u8", ".mpd":
		default:
			return "", false
		}
	}
	full := base.ResolveReference(u).String()
	return full, isWebAddress(full)
}

func isWebAddress(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// isAddressName reports whether a field's name is that of an address: url, media_url, streamUri.
func isAddressName(name string) bool {
	name = plain(name)
	for _, ending := range [...]string{"url", "uri", "href", "src", "link", "mp3"} {
		if strings.HasSuffix(name, ending) {
			return true
		}
	}
	return false
}
