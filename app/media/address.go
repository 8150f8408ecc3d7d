package media

import (
	"net/url"
	"path"
	"strings"
	"unicode"
)

// resolve returns an absolute web address; a relative one is resolved against the document's. A relative one must end
// like a recording. If the field's name is that of an address, a path or the name of any file will do.
func resolve(s string, base *url.URL, named bool) (address string, ok bool) {
	if isWebAddress(s) {
		return s, true
	}
	isOdd := func(r rune) bool { return unicode.IsSpace(r) || r == '\\' }
	if base == nil || s == "" || strings.ContainsFunc(s, isOdd) || isCipher(s) {
		return "", false
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "" || u.User != nil || u.Path == "" {
		return "", false
	}
	if !named || !isPath(s) && !strings.Contains(path.Base(u.Path), ".") {
		switch strings.ToLower(path.Ext(u.Path)) {
		case ".mp3", ".m3u8", ".mpd":
		default:
			return "", false
		}
	}
	full := base.ResolveReference(u).String()
	return full, isWebAddress(full)
}

// isPath reports whether a relative address is a path from the document's folder or host.
func isPath(s string) bool {
	return strings.HasPrefix(s, "/") || strings.HasPrefix(s, "./") || strings.HasPrefix(s, "../")
}

// isCipher reports whether a text is in base64, as services have enciphered addresses.
func isCipher(s string) bool {
	const long = 24
	letters := strings.TrimRight(s, "=")
	other := func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && !strings.ContainsRune("+/-_", r)
	}
	if strings.IndexFunc(letters, other) >= 0 {
		return false
	}
	return len(letters) < len(s) || len(s) > long && len(s)%4 == 0 && !isPath(s)
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
