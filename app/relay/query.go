package relay

import (
	"net/url"
	"strings"
)

// credentials returns the first app_id and app_key of a query without parsing the whole. A malformed one is empty.
func credentials(query string) (id, key string) {
	for query != "" {
		var part string
		part, query, _ = strings.Cut(query, "&")
		name, value, _ := strings.Cut(part, "=")
		switch {
		case name == "app_id" && id == "":
			id = unescape(value)
		case name == "app_key" && key == "":
			key = unescape(value)
		}
	}
	return id, key
}

func unescape(s string) string {
	if !strings.ContainsAny(s, "%+") {
		return s
	}
	plain, err := url.QueryUnescape(s)
	if err != nil {
		return ""
	}
	return plain
}
