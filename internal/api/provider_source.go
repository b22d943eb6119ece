package api

import (
	"net/http"
	"net/netip"
	"strings"
)

// sourceOf returns where a post of the provider goes to and comes from. Behind a
// proxy of the same network that is the address that the proxy names. All
// addresses of an IPv6 network count as one: they are given out by the network.
func sourceOf(r *http.Request) webhookSource {
	s := webhookSource{account: r.PathValue("account")}
	from := callerAddress(r)
	if from.IsValid() {
		s.from = network(from)
	}
	return s
}

// callerAddress returns where a request comes from; behind a proxy of the same
// network, what the proxy names. It is the zero address where that is unknown.
func callerAddress(r *http.Request) netip.Addr {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	from := at.Addr().Unmap()
	for rest := strings.Join(r.Header.Values("X-Forwarded-For"), ","); rest != "" && nearby(from); {
		i := strings.LastIndexByte(rest, ',')
		next, err := netip.ParseAddr(strings.TrimSpace(rest[i+1:]))
		if err != nil {
			break // what follows was not written by a proxy
		}
		from, rest = next.Unmap(), rest[:max(i, 0)]
	}
	return from.WithZone("")
}

// callerOf is callerAddress as a text; "" where it is unknown.
func callerOf(r *http.Request) string {
	if from := callerAddress(r); from.IsValid() {
		return from.String()
	}
	return ""
}

// network returns the network that an address counts as.
func network(from netip.Addr) netip.Prefix {
	bits := from.BitLen()
	if from.Is6() {
		bits = 64
	}
	prefix, _ := from.Prefix(bits)
	return prefix
}

// networkOf is network for texts.
func networkOf(ip string) string {
	if from, err := netip.ParseAddr(ip); err == nil {
		return network(from).String()
	}
	return ip
}

// nearby reports whether an address may be that of a proxy of ours.
func nearby(a netip.Addr) bool { return a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast() }
