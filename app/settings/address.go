package settings

import (
	"net/netip"
	"net/url"
	"strings"
)

// CompleteAddress is an address of a service as it was typed, with the scheme that it means where it names none: https,
// or http for this machine and for a private network, where relays are and certificates are not.
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

// isNear reports whether a host is this machine or in a private network.
func isNear(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast()
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasSuffix(host, ".local")
}
