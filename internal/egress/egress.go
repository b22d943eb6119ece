// Package egress guards connections to hosts that customers name: receivers of
// webhooks, and files to fetch. A name may resolve to a private address, and to
// another one at each connection. So the guard resolves the name, checks every
// address, and connects to an address that it checked, directly or by a proxy.
package egress

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"service.example/crm/internal/crm"
)

// Why there is no connection. Whatever else goes wrong is a *net.OpError.
var (
	ErrForbidden = errors.New("the address is private, link-local or reserved, or our own")
	// ErrName is a host that does not exist or has no address.
	ErrName = errors.New("the host is not known")
	// ErrResolver is a look-up without an answer: it says nothing of the host.
	ErrResolver = errors.New("the name server does not answer")
	// ErrProxy is a proxy that cannot be used: it says nothing of the host.
	ErrProxy = errors.New("the proxy does not work")
	ErrTLS   = errors.New("the TLS handshake failed")
)

// Bounds of making a connection. They go on beyond the end of the call that
// asked for it: another call may use the connection.
const (
	lookupTimeout    = 5 * time.Second
	connectTimeout   = 10 * time.Second
	handshakeTimeout = 10 * time.Second
	maxAddresses     = 8 // of one host that are tried
	headStart        = 300 * time.Millisecond
	ownLife          = 10 * time.Second
)

// Guard opens connections that its rules allow. The zero value allows public
// addresses. It is safe for concurrent use once it is set up.
type Guard struct {
	Rules crm.EndpointRules
	// Resolver looks names up; nil for the system's.
	Resolver *net.Resolver
	// Proxy carries every connection: http://, https:// or socks5://, with a
	// user and password or without; nil for none. It gets addresses that were
	// judged, never names.
	Proxy *url.URL
	// Roots are the certificate authorities that are trusted; nil for the
	// system's.
	Roots *x509.CertPool

	mu       sync.Mutex
	listens  []netip.AddrPort
	own      []netip.Addr
	ownUntil time.Time
}

// Listens tells the guard of an address that this process listens on: nobody
// is connected to it.
func (g *Guard) Listens(a net.Addr) {
	ap, err := netip.ParseAddrPort(a.String())
	if err != nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.listens = append(g.listens, netip.AddrPortFrom(ap.Addr().Unmap().WithZone(""), ap.Port()))
}

// Transport returns an HTTP/1.1 transport whose every connection the guard
// opens: one exchange at a time for each, so that an answer that hangs holds up
// no other. It ignores the proxy settings of the environment. perHost bounds
// the connections to one host.
func (g *Guard) Transport(perHost int) *http.Transport {
	return &http.Transport{
		DialContext:            g.DialContext,
		DialTLSContext:         g.dialTLS,
		Protocols:              http1(),
		MaxIdleConns:           4096,
		MaxIdleConnsPerHost:    perHost,
		MaxConnsPerHost:        perHost,
		IdleConnTimeout:        90 * time.Second,
		DisableCompression:     true,
		MaxResponseHeaderBytes: 64 << 10,
	}
}

func http1() *http.Protocols {
	var p http.Protocols
	p.SetHTTP1(true)
	return &p
}

// DialContext connects to host:port, if the rules allow any of its addresses.
func (g *Guard) DialContext(ctx context.Context, _, address string) (net.Conn, error) {
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return nil, ErrForbidden
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return nil, ErrForbidden
	}
	times := timesOf(ctx)
	began := time.Now()
	list, err := g.addresses(ctx, host, uint16(port))
	times.dns.Store(int64(time.Since(began)))
	if err != nil {
		return nil, err
	}
	times.enter(Connect)
	if g.Proxy != nil {
		times.enter(Proxy)
	}
	began = time.Now()
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	conn, err := race(ctx, list, g.connect)
	times.connect.Store(int64(time.Since(began)))
	times.enter(Connected)
	return conn, err
}

// dialTLS is DialContext with a handshake, in which the certificate must be
// the host's.
func (g *Guard) dialTLS(ctx context.Context, network, address string) (net.Conn, error) {
	raw, err := g.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	host, _, _ := net.SplitHostPort(address)
	ctx, cancel := context.WithTimeout(ctx, handshakeTimeout)
	defer cancel()
	began := time.Now()
	conn := tls.Client(raw, &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12, RootCAs: g.Roots})
	err = conn.HandshakeContext(ctx)
	timesOf(ctx).tls.Store(int64(time.Since(began)))
	if err == nil {
		return conn, nil
	}
	_ = raw.Close()
	if errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, context.DeadlineExceeded) {
		return nil, err // the connection's fault
	}
	return nil, fmt.Errorf("%w: %w", ErrTLS, err)
}

// addresses returns those of the host that may be connected to.
func (g *Guard) addresses(ctx context.Context, host string, port uint16) ([]netip.AddrPort, error) {
	all, err := g.lookup(ctx, host)
	if err != nil {
		return nil, err
	}
	var out []netip.AddrPort
	for _, a := range all {
		ap := netip.AddrPortFrom(a.Unmap(), port)
		if g.Allows(ap) && !slices.Contains(out, ap) && len(out) < maxAddresses {
			out = append(out, ap)
		}
	}
	if out == nil {
		return nil, ErrForbidden
	}
	return out, nil
}

func (g *Guard) lookup(ctx context.Context, host string) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{a}, nil
	}
	timesOf(ctx).enter(Lookup)
	r := g.Resolver
	if r == nil {
		r = net.DefaultResolver
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	list, err := r.LookupNetIP(ctx, "ip", host)
	var dns *net.DNSError
	switch {
	case err == nil && len(list) > 0:
		return list, nil
	case err == nil || errors.As(err, &dns) && dns.IsNotFound:
		return nil, ErrName
	}
	return nil, ErrResolver
}

// Allows reports whether an address may be connected to.
func (g *Guard) Allows(ap netip.AddrPort) bool {
	return g.Rules.Allows(ap) && !g.ours(ap)
}

// ours reports whether an address leads back to this process, or to this
// machine where no rule names it: what listens here may be meant for neighbours
// only, whatever its address.
func (g *Guard) ours(ap netip.AddrPort) bool {
	a := ap.Addr().Unmap().WithZone("")
	g.mu.Lock()
	defer g.mu.Unlock()
	here := a.IsLoopback() || a.IsUnspecified() || slices.Contains(g.interfaces(), a)
	for _, l := range g.listens {
		if l.Port() == ap.Port() && (l.Addr() == a || l.Addr().IsUnspecified() && here) {
			return true
		}
	}
	return here && !g.Rules.Names(a)
}

func (g *Guard) interfaces() []netip.Addr {
	if now := time.Now(); now.After(g.ownUntil) {
		list, err := net.InterfaceAddrs()
		if err != nil {
			return g.own
		}
		g.own, g.ownUntil = nil, now.Add(ownLife)
		for _, n := range list {
			if p, err := netip.ParsePrefix(n.String()); err == nil {
				g.own = append(g.own, p.Addr().Unmap().WithZone(""))
			}
		}
	}
	return g.own
}

// connect opens a connection to an address that was judged. Without a proxy it
// is judged once more as it is dialled.
func (g *Guard) connect(ctx context.Context, to netip.AddrPort) (net.Conn, error) {
	if g.Proxy != nil {
		return g.throughProxy(ctx, to)
	}
	dialer := net.Dialer{KeepAlive: 30 * time.Second, Control: g.control}
	return dialer.DialContext(ctx, "tcp", to.String())
}

func (g *Guard) control(_, address string, _ syscall.RawConn) error {
	ap, err := netip.ParseAddrPort(address)
	if err != nil || !g.Allows(ap) {
		return ErrForbidden
	}
	return nil
}

// race returns the first connection to any of the addresses. Each has a head
// start before the next one is tried too, which an address that fails gives up.
func race(ctx context.Context, list []netip.AddrPort, connect func(context.Context, netip.AddrPort) (net.Conn, error)) (net.Conn, error) {
	if len(list) == 1 {
		return connect(ctx, list[0])
	}
	type result struct {
		conn net.Conn
		err  error
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	results := make(chan result, len(list))
	var failure error
	begun, ended := 0, 0
	next := time.NewTimer(0)
	defer next.Stop()
	for {
		select {
		case <-next.C:
			if begun < len(list) {
				to := list[begun]
				begun++
				go func() { conn, err := connect(ctx, to); results <- result{conn, err} }()
				next.Reset(headStart)
			}
		case r := <-results:
			ended++
			if r.err == nil {
				go func() {
					for range begun - ended {
						if late := <-results; late.conn != nil {
							_ = late.conn.Close()
						}
					}
				}()
				return r.conn, nil
			}
			if failure == nil {
				failure = r.err
			}
			if ended == len(list) {
				return nil, failure
			}
			next.Reset(0)
		}
	}
}
