package api

import (
	"net/http"
	"net/netip"
	"strings"

	"service.example/crm/internal/crm"
)

// sourceOf returns where a post of the provider goes to and comes from. Behind a
// proxy of the same network that is the address that the proxy names. All
// addresses of an IPv6 network count as one: they are given out by the network.
func sourceOf(r *http.Request) webhookSource {
	s := webhookSource{account: r.PathValue("account")}
	from := callerAddress(r)
	if from.IsValid() {
		s.from = crm.NetworkOf(from)
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

// fromProxy reports whether a request may come from a proxy of ours.
func fromProxy(r *http.Request) bool {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && nearby(at.Addr().Unmap())
}

// nearby reports whether an address may be that of a proxy of ours.
func nearby(a netip.Addr) bool { return a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast() }
