// Package egress guards the connections to addresses that customers name:
// receivers of webhooks, files to fetch. A name may resolve to a private
// address, and anew at every connection, so the very address that is dialled
// is checked.
package egress

import (
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"

	"service.example/crm/internal/crm"
)

// ErrForbidden is why a connection was refused by the rules.
var ErrForbidden = errors.New("the address is private, link-local or reserved")

// Control returns a net.Dialer.Control that lets through what the rules allow.
func Control(rules crm.EndpointRules) func(network, address string, _ syscall.RawConn) error {
	return func(_, address string, _ syscall.RawConn) error {
		ap, err := netip.ParseAddrPort(address)
		if err != nil {
			return ErrForbidden
		}
		a := ap.Addr().Unmap().WithZone("")
		if a.IsLoopback() && rules.AllowLoopback || crm.PublicAddress(a, rules.AllowPrivate) {
			return nil
		}
		return ErrForbidden
	}
}

// Transport returns an HTTP transport whose every connection passes Control.
// It ignores the proxy settings of the environment. perHost bounds the
// connections to one host.
func Transport(rules crm.EndpointRules, perHost int) *http.Transport {
	dialer := &net.Dialer{Timeout: 5 * time.Second, KeepAlive: 30 * time.Second, Control: Control(rules)}
	return &http.Transport{
		DialContext:            dialer.DialContext,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    5 * time.Second,
		MaxIdleConns:           4096,
		MaxIdleConnsPerHost:    perHost,
		MaxConnsPerHost:        perHost,
		IdleConnTimeout:        90 * time.Second,
		DisableCompression:     true,
		MaxResponseHeaderBytes: 64 << 10,
		ForceAttemptHTTP2:      true,
	}
}
