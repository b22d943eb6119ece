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
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return s
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
	bits := from.BitLen()
	if from.Is6() {
		bits = 64
	}
	s.from, _ = from.WithZone("").Prefix(bits)
	return s
}

// nearby reports whether an address may be that of a proxy of ours.
func nearby(a netip.Addr) bool { return a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast() }
