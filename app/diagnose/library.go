package diagnose

import (
	"bytes"
	"io"
	"log"
	"log/slog"
	"regexp"
	"strings"
)

// mostNoise is the length in bytes to which a line of the standard library is cut.
const mostNoise = 200

var (
	// quoted matches a text as %q writes it, which may be cut off: bytes of an answer.
	quoted = regexp.MustCompile(`"(\\.|[^"\\])*("|\\?$)`)
	// keyed matches a key in an address.
	keyed = regexp.MustCompile(`(?i)(app_?key(=|%3d))[^&\s"]*`)
	// netHTTP matches the beginning of what net/http writes.
	netHTTP = regexp.MustCompile(`^(Unsolicited response|(net/)?http2?: |protocol error: |RoundTripper returned )`)
	// stamped matches the time that the standard logger writes.
	stamped = regexp.MustCompile(`^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d(\.\d+)? `)
)

// QuietHTTP moves what net/http writes to the standard logger, such as the bytes of an answer that nobody asked for,
// into the default logger of slog, at its lowest level, cut, and without bytes and keys. Other lines go where they did.
// It must be called again after the standard logger was given another output.
func QuietHTTP() {
	if _, is := log.Writer().(*httpNoise); !is {
		log.SetOutput(&httpNoise{to: log.Writer()})
	}
}

// httpNoise is an output of the standard logger. Its Write is called with that one's lock, so the default logger of
// slog must not be one that writes to it at this level.
type httpNoise struct{ to io.Writer }

func (n *httpNoise) Write(line []byte) (int, error) {
	text := stamped.ReplaceAllLiteralString(strings.TrimSpace(string(line)), "")
	if !isHTTPNoise(text) {
		return n.to.Write(line)
	}
	slog.Debug("net/http", "said", withoutBytes(text))
	return len(line), nil
}

// isHTTPNoise reports whether a line is one of net/http's. A panic of a handler is none.
func isHTTPNoise(text string) bool {
	return netHTTP.MatchString(text) && !strings.Contains(text, "panic")
}

// withoutBytes returns a line without quoted bytes, other controls, and keys, cut.
func withoutBytes(text string) string {
	text = quoted.ReplaceAllLiteralString(text, `"…"`)
	text = keyed.ReplaceAllString(text, "$1…")
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text)
	if len(text) > mostNoise {
		text = string(bytes.ToValidUTF8([]byte(text[:mostNoise]), nil)) + "…"
	}
	return text
}
