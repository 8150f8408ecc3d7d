package status

import (
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
)

// leastToken is how long a token must be. It may be guessed at five times a minute by every address there is.
const leastToken = 8

// Address is where to listen for an address that somebody wrote, such as "8080", ":8080", "localhost:8080" or
// "192.0.2.7:8080". Without a host that is this machine only, or with a token every network. It fails for an address that
// makes no sense, for one that others can reach without a token, and for a token that is too short.
func Address(written, token string) (string, error) {
	if !strings.Contains(written, ":") {
		written = ":" + written
	}
	host, port, err := net.SplitHostPort(written)
	if err != nil {
		return "", fmt.Errorf("--status %s is no address; write one such as :8080 or 192.0.2.7:8080", written)
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 && host == "" {
		return "", fmt.Errorf("--status %s has no port between 1 and 65535", written)
	}
	switch {
	case token != "" && len(token) < leastToken:
		return "", fmt.Errorf("the token of --status must have at least %d characters, or others guess it", leastToken)
	case host == "localhost" || host == "" && token == "":
		host = "127.0.0.1"
	case token == "" && !isLoopback(host):
		return "", fmt.Errorf("--status %s: others can reach %s, so it needs a token; set SEXTANT_STATUS_TOKEN, or write :%s to serve it to this machine only", written, host, port)
	}
	return net.JoinHostPort(host, port), nil
}

// isLoopback tells whether a host is written as an address that only this machine reaches.
func isLoopback(host string) bool {
	a, err := netip.ParseAddr(host)
	return err == nil && a.Unmap().IsLoopback()
}
