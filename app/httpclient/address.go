package httpclient

import (
	"fmt"
	"io"
	"net/url"
	"strings"
)

// SameOrigin reports whether two addresses have the same scheme, host and port.
func SameOrigin(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Hostname(), b.Hostname()) && portOf(a) == portOf(b)
}

func portOf(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Port()
	case u.Scheme == "https":
		return "443"
	}
	return "80"
}

// Hidden is the part of an address that is hidden where it is shown.
const Hidden = "…"

// An Address is a web address, or a file's path, that may hold secrets: a password, or a token in its query. However it
// is printed or logged, these are hidden. String(a) with the conversion of the language has them.
type Address string

// String returns the address without its secrets.
func (a Address) String() string {
	scheme, rest, isAddress := strings.Cut(string(a), "://")
	if !isAddress {
		return string(a)
	}
	end := strings.IndexAny(rest+"/", "/?#")
	host, path := rest[:end], rest[end:]
	if at := strings.LastIndexByte(host, '@'); at >= 0 {
		host = Hidden + host[at:]
	}
	if i := strings.IndexAny(path, "?#"); i >= 0 {
		path = path[:i+1] + Hidden
	}
	return scheme + "://" + host + path
}

// Format implements fmt.Formatter, for all verbs.
func (a Address) Format(f fmt.State, verb rune) {
	if verb == 'q' {
		fmt.Fprintf(f, "%q", a.String())
		return
	}
	_, _ = io.WriteString(f, a.String())
}

// MarshalText implements encoding.TextMarshaler, for JSON and slog.
func (a Address) MarshalText() ([]byte, error) { return []byte(a.String()), nil }
