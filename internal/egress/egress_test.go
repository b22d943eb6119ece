package egress

import (
	"net"
	"net/netip"
	"testing"
	"time"

	"service.example/crm/internal/crm"
)

// forever is beyond every test.
var forever = time.Now().Add(24 * time.Hour)

func TestControl(t *testing.T) {
	var guard Guard
	for _, address := range []string{"", "localhost:80", "127.0.0.1", "127.0.0.1:80", "[::1]:80", "[fe80::1%eth0]:443", "[::ffff:10.0.0.1]:443", "[64:ff9b::a00:1]:443", "93.184.215.14:25"} {
		if guard.control("tcp", address, nil) == nil {
			t.Errorf("%q may be dialled", address)
		}
	}
	for _, address := range []string{"93.184.215.14:443", "[2606:2800:21f:cb07::1]:443"} {
		if err := guard.control("tcp", address, nil); err != nil {
			t.Errorf("%q: %v", address, err)
		}
	}
	open := Guard{Rules: crm.EndpointRules{AllowLoopback: true, AllowPrivate: []netip.Prefix{netip.MustParsePrefix("10.1.0.0/16")}}}
	for address, allowed := range map[string]bool{"127.0.0.1:80": true, "10.1.2.3:443": true, "10.1.2.3:22": false, "10.2.0.1:443": false} {
		if err := open.control("tcp", address, nil); (err == nil) != allowed {
			t.Errorf("%q with rules: %v", address, err)
		}
	}
}

// Nobody is connected to the service itself, by whatever address of this
// machine, nor to what else listens on the machine unless a rule names it.
func TestOurs(t *testing.T) {
	const public = "93.184.215.14"
	for _, c := range []struct {
		listens, address string
		rules            crm.EndpointRules
		allowed          bool
	}{
		{"127.0.0.1:8080", "127.0.0.1:8080", crm.EndpointRules{AllowLoopback: true}, false},
		{"127.0.0.1:8080", "[::ffff:127.0.0.1]:8080", crm.EndpointRules{AllowLoopback: true}, false},
		{"127.0.0.1:8080", "127.0.0.1:8081", crm.EndpointRules{AllowLoopback: true}, true},
		{"127.0.0.1:8080", "127.0.0.2:8080", crm.EndpointRules{AllowLoopback: true}, true},
		{"0.0.0.0:8080", "127.0.0.2:8080", crm.EndpointRules{AllowLoopback: true}, false},
		{"[::]:8080", "127.0.0.1:8080", crm.EndpointRules{AllowLoopback: true}, false},
		{"[::]:8080", public + ":8080", crm.EndpointRules{}, false},
		{"[::]:8080", public + ":8443", crm.EndpointRules{}, false},
		{"[::]:8080", public + ":8443", crm.EndpointRules{AllowPrivate: []netip.Prefix{netip.MustParsePrefix(public + "/32")}}, true},
		{"[::]:8080", public + ":8080", crm.EndpointRules{AllowPrivate: []netip.Prefix{netip.MustParsePrefix(public + "/32")}}, false},
		{"[::]:8080", "93.184.215.15:8080", crm.EndpointRules{}, true},
	} {
		g := Guard{Rules: c.rules}
		g.own, g.ownUntil = []netip.Addr{netip.MustParseAddr(public)}, forever
		g.Listens(net.TCPAddrFromAddrPort(netip.MustParseAddrPort(c.listens)))
		if got := g.Allows(netip.MustParseAddrPort(c.address)); got != c.allowed {
			t.Errorf("listening on %s, %s with %+v: %v", c.listens, c.address, c.rules, got)
		}
	}
	var g Guard
	list, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range list {
		a := netip.MustParsePrefix(n.String()).Addr()
		if g.Allows(netip.AddrPortFrom(a, 443)) {
			t.Errorf("%s of this machine may be connected to", a)
		}
	}
}
