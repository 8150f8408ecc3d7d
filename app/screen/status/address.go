package status

import (
	"net"
	"net/netip"
	"strconv"
	"strings"
	"unicode/utf8"

	"sextant/app/say"
)

// leastToken is how many characters a token must have. A network can guess every five seconds, and so would find four
// digits within a day, but eight only after years.
const leastToken = 8

// Address returns where to listen for an address as it was written, such as "8080", ":8080", "localhost:8080" or
// "192.0.2.7:8080". Without a host that is this machine only, or with a token every network. It fails for an address
// that makes no sense, for one that others can reach without a token, and for a token that is too short.
func Address(written, token string) (string, error) {
	if !strings.Contains(written, ":") {
		written = ":" + written
	}
	host, port, err := net.SplitHostPort(written)
	if err != nil {
		return "", say.Error("status.noAddress", "Address", written)
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 && host == "" {
		return "", say.Error("status.noPort", "Address", written)
	}
	switch {
	case token != "" && utf8.RuneCountInString(token) < leastToken:
		return "", say.Error("token.short", "Least", leastToken)
	case host == "localhost" || host == "" && token == "":
		host = "127.0.0.1"
	case token == "" && !isLoopback(host):
		return "", say.Error("token.needed", "Address", written, "Host", host, "Port", port)
	}
	return net.JoinHostPort(host, port), nil
}

// isLoopback reports whether a host is written as an address that only this machine reaches.
func isLoopback(host string) bool {
	a, err := netip.ParseAddr(host)
	return err == nil && a.Unmap().IsLoopback()
}
