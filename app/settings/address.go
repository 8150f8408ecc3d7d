package settings

import (
	"net/netip"
	"net/url"
	"strings"
)

// CompleteAddress adds the scheme to the typed address of a service if it has none: https, or http for this machine and
// private networks, where relays run without certificates.
func CompleteAddress(typed string) string {
	typed = strings.TrimSpace(typed)
	if typed == "" || strings.Contains(typed, "://") {
		return typed
	}
	typed = strings.TrimLeft(typed, "/")
	if u, err := url.Parse("http://" + typed); err == nil && isNear(strings.ToLower(u.Hostname())) {
		return "http://" + typed
	}
	return "https://" + typed
}

// isNear reports whether a host is this machine or on a private network.
func isNear(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast()
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasSuffix(host, ".local")
}
