package egress

import (
	"net/netip"
	"testing"

	"service.example/crm/internal/crm"
)

func TestControl(t *testing.T) {
	guard := Control(crm.EndpointRules{})
	for _, address := range []string{"", "localhost:80", "127.0.0.1", "127.0.0.1:80", "[::1]:80", "[fe80::1%eth0]:443", "[::ffff:10.0.0.1]:443", "[64:ff9b::a00:1]:443"} {
		if guard("tcp", address, nil) == nil {
			t.Errorf("%q may be dialled", address)
		}
	}
	for _, address := range []string{"93.184.215.14:443", "[2606:2800:21f:cb07::1]:443"} {
		if err := guard("tcp", address, nil); err != nil {
			t.Errorf("%q: %v", address, err)
		}
	}
	open := Control(crm.EndpointRules{AllowLoopback: true, AllowPrivate: []netip.Prefix{netip.MustParsePrefix("10.1.0.0/16")}})
	for address, allowed := range map[string]bool{"127.0.0.1:80": true, "10.1.2.3:443": true, "10.2.0.1:443": false} {
		if err := open("tcp", address, nil); (err == nil) != allowed {
			t.Errorf("%q with rules: %v", address, err)
		}
	}
}
