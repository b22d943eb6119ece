package crm

import (
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
)

// never are URLs that no deployment may call, with the code of the fault.
var never = map[string]Code{
	// loopback, in every spelling
	"https://localhost":          CodeURLForbidden,
	"https://LOCALHOST/":         CodeURLForbidden,
	"https://localhost./":        CodeURLForbidden,
	"https://localhost:8443":     CodeURLForbidden,
	"https://api.localhost":      CodeURLForbidden,
	"https://127.0.0.1":          CodeURLForbidden,
	"https://127.0.0.1.":         CodeURLForbidden,
	"https://127.1":              CodeURLForbidden,
	"https://127.255.255.254":    CodeURLForbidden,
	"https://2130706433":         CodeURLForbidden,
	"https://017700000001":       CodeURLForbidden,
	"https://0x7f000001":         CodeURLForbidden,
	"https://0X7F000001":         CodeURLForbidden,
	"https://0177.0.0.1":         CodeURLForbidden,
	"https://0x7f.0.0.1":         CodeURLForbidden,
	"https://0x7f.0x0.0x0.0x1":   CodeURLForbidden,
	"https://127.0.0.0x1":        CodeURLForbidden,
	"https://127.0.1":            CodeURLForbidden,
	"https://127.000.000.001":    CodeURLForbidden,
	"https://[::1]":              CodeURLForbidden,
	"https://[0:0:0:0:0:0:0:1]":  CodeURLForbidden,
	"https://[::1%25lo]":         CodeURLForbidden,
	"https://[::ffff:127.0.0.1]": CodeURLForbidden,
	"https://[::ffff:7f00:1]":    CodeURLForbidden,
	"https://[::127.0.0.1]":      CodeURLForbidden,
	"https://0":                  CodeURLForbidden,
	"https://0.0.0.0":            CodeURLForbidden,
	"https://[::]":               CodeURLForbidden,
	"https://①②⑦.⓪.⓪.①":          CodeURLInvalid,
	"https://127。0。0。1":          CodeURLInvalid,
	"https://ⓛocalhost":          CodeURLInvalid,
	"https://%31%32%37.0.0.1":    CodeURLInvalid,
	// private, shared, link-local and metadata
	"https://10.0.0.1":                     CodeURLForbidden,
	"https://10.255.255.255":               CodeURLForbidden,
	"https://10.1":                         CodeURLForbidden,
	"https://172.16.0.1":                   CodeURLForbidden,
	"https://172.31.255.255":               CodeURLForbidden,
	"https://192.168.1.1":                  CodeURLForbidden,
	"https://192.168.257":                  CodeURLForbidden,
	"https://100.64.0.1":                   CodeURLForbidden,
	"https://100.100.100.200/latest":       CodeURLForbidden, // a metadata service
	"https://169.254.169.254":              CodeURLForbidden,
	"https://169.254.169.254.":             CodeURLForbidden,
	"https://2852039166":                   CodeURLForbidden, // the same
	"https://0xa9fea9fe":                   CodeURLForbidden,
	"https://0251.0376.0251.0376":          CodeURLForbidden,
	"https://169.254.170.2/v2/credentials": CodeURLForbidden,
	"https://192.0.0.192/opc":              CodeURLForbidden,
	"https://168.63.129.16/machine":        CodeURLForbidden,
	"https://[fd00:ec2::254]":              CodeURLForbidden,
	"https://[fe80::1]":                    CodeURLForbidden,
	"https://[fe80::1%25eth0]":             CodeURLForbidden,
	"https://[fc00::1]":                    CodeURLForbidden,
	"https://[fec0::1]":                    CodeURLForbidden,
	"https://[::ffff:169.254.169.254]":     CodeURLForbidden,
	"https://[::ffff:10.0.0.1]":            CodeURLForbidden,
	"https://[64:ff9b::7f00:1]":            CodeURLForbidden, // NAT64
	"https://[64:ff9b::169.254.169.254]":   CodeURLForbidden,
	"https://[64:ff9b:1::a00:1]":           CodeURLForbidden,
	"https://[2002:7f00:1::]":              CodeURLForbidden, // 6to4
	"https://[2002:a9fe:a9fe::1]":          CodeURLForbidden,
	"https://[2001:0:4136:e378::1]":        CodeURLForbidden, // Teredo
	"https://[2001:db8::1]":                CodeURLForbidden,
	"https://[3fff::1]":                    CodeURLForbidden,
	"https://[ff02::1]":                    CodeURLForbidden,
	"https://224.0.0.1":                    CodeURLForbidden,
	"https://240.0.0.1":                    CodeURLForbidden,
	"https://255.255.255.255":              CodeURLForbidden,
	"https://192.0.2.1":                    CodeURLForbidden,
	"https://198.18.0.1":                   CodeURLForbidden,
	"https://198.51.100.1":                 CodeURLForbidden,
	"https://203.0.113.1":                  CodeURLForbidden,
	"https://192.88.99.1":                  CodeURLForbidden,
	"https://10.0.0.1..":                   CodeURLForbidden,
	"https://127.0.0.1...:8443":            CodeURLForbidden,
	"https://..":                           CodeURLForbidden,
	"https://1.2.3.4.5":                    CodeURLForbidden, // no name ends in a number
	"https://example.0x7f":                 CodeURLForbidden,
	"https://example.127":                  CodeURLForbidden,
	"https://0x":                           CodeURLForbidden,
	"https://00000000177.1":                CodeURLForbidden,
	"https://[::ffff:0:169.254.169.254]":   CodeURLForbidden, // SIIT
	"https://[2001:470:1:1:0:5efe:a00:1]":  CodeURLForbidden, // ISATAP
	"https://[100::1]":                     CodeURLForbidden,
	"https://[5f00::1]":                    CodeURLForbidden,
	"https://[2620:4f:8000::1]":            CodeURLForbidden,
	"https://192.31.196.1":                 CodeURLForbidden,
	"https://localhost..":                  CodeURLForbidden,
	// ports of services that are no receivers
	"https://example.com:22":    CodeURLForbidden,
	"https://example.com:25":    CodeURLForbidden,
	"https://example.com:389":   CodeURLForbidden,
	"https://example.com:1023":  CodeURLForbidden,
	"https://93.184.215.14:465": CodeURLForbidden,
	// what is no https URL at all
	"http://example.com":                    CodeURLInvalid,
	"ftp://example.com":                     CodeURLInvalid,
	"file:///etc/passwd":                    CodeURLInvalid,
	"gopher://example.com/_":                CodeURLInvalid,
	"https:example.com":                     CodeURLInvalid,
	"//example.com":                         CodeURLInvalid,
	"example.com":                           CodeURLInvalid,
	"https://":                              CodeURLInvalid,
	"https:///path":                         CodeURLInvalid,
	"https://:443":                          CodeURLInvalid,
	"https://exa mple.com":                  CodeURLInvalid,
	"https://example.com\r\nHost: internal": CodeURLInvalid,
	"https://[::1":                          CodeURLInvalid,
	"https://user:pass@example.com":         CodeURLInvalid,
	"https://user@example.com":              CodeURLInvalid,
	"https://example.com@169.254.169.254/":  CodeURLForbidden,
	"https://169.254.169.254#@example.com/": CodeURLForbidden,
	"https://example.com#top":               CodeURLInvalid,
	"https://example.com:0":                 CodeURLInvalid,
	"https://example.com:99999":             CodeURLInvalid,
	"https://münchen.example":               CodeURLInvalid,
	"":                                      CodeRequired,
	"https://example.com/" + strings.Repeat("a", 2048): CodeTooLong,
}

func TestEndpointURLsThatAreRefused(t *testing.T) {
	for url, code := range never {
		var f Faults
		CheckEndpointURL(url, EndpointRules{}, &f)
		if !slices.ContainsFunc(f.list, func(e FieldError) bool { return e.Code == code && e.Pointer == "/url" }) {
			t.Errorf("%.60s: the faults are %v, want %s", url, f.list, code)
		}
	}
	t.Logf("%d URLs", len(never))
}

func TestEndpointURLsThatAreTaken(t *testing.T) {
	for url, want := range map[string]string{
		"https://example.com":                     "https://example.com/webhook",
		"https://example.com/":                    "https://example.com/webhook",
		"https://example.com:8443":                "https://example.com:8443/webhook",
		"https://example.com:443":                 "https://example.com:443/webhook",
		"https://example.com:1024":                "https://example.com:1024/webhook",
		"https://example.com./hook":               "https://example.com./hook",
		"https://example.com/hook":                "https://example.com/hook",
		"https://example.com/hook/":               "https://example.com/hook/",
		"https://example.com?source=crm":          "https://example.com/webhook?source=crm",
		"HTTPS://Example.COM/Hook":                "https://Example.COM/Hook",
		"https://xn--mnchen-3ya.example/":         "https://xn--mnchen-3ya.example/webhook",
		"https://93.184.215.14/hook":              "https://93.184.215.14/hook",
		"https://172.15.0.1/hook":                 "https://172.15.0.1/hook",
		"https://172.32.0.1/hook":                 "https://172.32.0.1/hook",
		"https://[2606:2800:21f:cb07::1]/hook":    "https://[2606:2800:21f:cb07::1]/hook",
		"https://127.0.0.1.nip.example/hook":      "https://127.0.0.1.nip.example/hook", // the guard at dial time decides
		"https://metadata.google.internal/hook":   "https://metadata.google.internal/hook",
		"https://localhost.example.com/hook":      "https://localhost.example.com/hook",
		"https://0x7f.example.com/hook":           "https://0x7f.example.com/hook",
		"https://decade.example/caf%C3%A9?a=b%20": "https://decade.example/caf%C3%A9?a=b%20",
	} {
		var f Faults
		if got := CheckEndpointURL(url, EndpointRules{}, &f); got != want || !f.Empty() {
			t.Errorf("%s: %q %v, want %q", url, got, f.list, want)
		}
	}
}

func TestEndpointRules(t *testing.T) {
	rules := EndpointRules{AllowLoopback: true, AllowPrivate: []netip.Prefix{netip.MustParsePrefix("10.1.0.0/16")}}
	for url, ok := range map[string]bool{
		"http://127.0.0.1:9000/hook": true, "http://localhost:9000": true, "http://[::1]:9000": true, "https://localhost": true,
		"https://10.1.2.3/hook": true, "http://10.1.2.3/hook": false, "https://10.2.0.1/hook": false,
		"http://example.com": false, "https://169.254.169.254": false, "http://0.0.0.0:9000": false,
	} {
		var f Faults
		if CheckEndpointURL(url, rules, &f); f.Empty() != ok {
			t.Errorf("%s: %v", url, f.list)
		}
	}
}

// Behind a translator that the operator names, an address is judged by the
// IPv4 address that it carries.
func TestNAT64(t *testing.T) {
	var rules EndpointRules
	for _, p := range []string{"64:ff9b::/96", "2001:470:64::/48", "2a00:1::/32", "2a00:2:3:4400::/56", "2a00:3:0:1::/64", "2a00:4:100::/40"} {
		rules.NAT64 = append(rules.NAT64, netip.MustParsePrefix(p))
	}
	rules.AllowPrivate = []netip.Prefix{netip.MustParsePrefix("10.1.0.0/16")}
	for text, allowed := range map[string]bool{
		"64:ff9b::8.8.8.8": true, "64:ff9b::10.0.0.1": false, "64:ff9b::169.254.169.254": false, "64:ff9b::10.1.0.1": true, "64:ff9b:1::808:808": false,
		"2001:470:64:808:8:800::": true, "2001:470:64:a9fe:a9:fe00::": false, "2001:470:64:7f00:0:100::": false,
		"2a00:1:808:808::": true, "2a00:1:a9fe:a9fe::": false, "2a00:4:108:808:8::": true, "2a00:4:1a9:fea9:fe::": false,
		"2a00:2:3:4408:8:808::": true, "2a00:2:3:44a9:fe:a9fe::": false, "2a00:3:0:1:8:808:800:0": true, "2a00:3:0:1:a9:fea9:fe00:0": false,
		"2a00:5::1": true, "10.0.0.1": false, "8.8.8.8": true,
	} {
		if got := rules.AllowsAddress(netip.MustParseAddr(text)); got != allowed {
			t.Errorf("%s: %v", text, got)
		}
	}
	for text, ok := range map[string]bool{"64:ff9b::/96": true, "2a00:1::/32": true, "2a00::/72": false, "2a00::/24": false, "10.0.0.0/32": false} {
		if CheckNAT64(netip.MustParsePrefix(text)) != ok {
			t.Errorf("%s as a translator's network is not %v", text, ok)
		}
	}
}

func TestAllowsPort(t *testing.T) {
	for text, want := range map[string][2]bool{ // by the strict rules, and where loopback is let through
		"93.184.215.14:443": {true, true}, "93.184.215.14:80": {true, true}, "93.184.215.14:8443": {true, true}, "93.184.215.14:25": {false, false},
		"93.184.215.14:0": {false, false}, "127.0.0.1:25": {false, true}, "127.0.0.1:443": {false, true}, "[::ffff:127.0.0.1]:443": {false, true},
		"[2606:2800:21f:cb07::1]:443": {true, true}, "[2606:2800:21f:cb07::1]:22": {false, false},
	} {
		ap := netip.MustParseAddrPort(text)
		if got := [2]bool{EndpointRules{}.Allows(ap), EndpointRules{AllowLoopback: true}.Allows(ap)}; got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// Whatever is taken is an absolute URL on an allowed port, reads the same
// again, and names no address that is forbidden.
func FuzzCheckURL(f *testing.F) {
	for url := range never {
		f.Add(url)
	}
	f.Add("https://example.com:8443/hook?a=b")
	f.Fuzz(func(t *testing.T, raw string) {
		var faults Faults
		taken := CheckEndpointURL(raw, EndpointRules{}, &faults)
		if !faults.Empty() {
			return
		}
		u, err := url.Parse(taken)
		if err != nil || u.Scheme != "https" || u.User != nil || u.Path == "" {
			t.Fatalf("%q is taken as %q: %v", raw, taken, err)
		}
		if a, err := netip.ParseAddr(u.Hostname()); err == nil && !(EndpointRules{}).AllowsAddress(a) {
			t.Fatalf("%q names %s", raw, a)
		}
		// The oldest way to read an address takes 0x7f.1 and 017700000001.
		if strings.Trim(u.Hostname(), "0123456789.") == "" && net.ParseIP(u.Hostname()) == nil {
			t.Fatalf("%q has an address in an odd spelling", raw)
		}
		var again Faults
		if CheckEndpointURL(taken, EndpointRules{}, &again) != taken || !again.Empty() {
			t.Fatalf("%q is taken as %q, which is not: %v", raw, taken, again.list)
		}
	})
}

func TestAllowsAddress(t *testing.T) {
	for text, public := range map[string]bool{
		"93.184.215.14": true, "8.8.8.8": true, "2606:2800:21f:cb07::1": true, "::ffff:8.8.8.8": true, "1.1.1.1": true,
		"127.0.0.1": false, "::ffff:127.0.0.1": false, "::1": false, "::": false, "0.0.0.0": false, "10.0.0.1": false,
		"169.254.169.254": false, "fe80::1": false, "fe80::1%eth0": false, "fd00:ec2::254": false, "64:ff9b::8.8.8.8": false,
		"2002:808:808::": false, "2001:0:1::": false, "ff02::1": false, "224.0.0.1": false, "168.63.129.16": false,
		"2001:470:1f0b::5efe:a00:1": false, "2001:470:1f0b::200:5efe:10.0.0.1": false, "::10.0.0.1": false, "::ffff:0:10.0.0.1": false,
		"64:ff9b:1::a00:1": false, "100::1": false, "5f00::1": false, "fec0::1": false, "2001:1::1": false, "2001:20::1": false, "2620:4f:8000::1": false,
		"192.31.196.1": false, "192.52.193.1": false, "192.175.48.1": false, "::ffff:100.64.0.1": false, "2001:470:1f0b::1": true,
		"100.127.255.255": false, "100.128.0.1": true, "172.15.255.255": true, "172.32.0.0": true, "192.0.1.1": true, "4000::1": false,
	} {
		if got := (EndpointRules{}).AllowsAddress(netip.MustParseAddr(text)); got != public {
			t.Errorf("%s: %v", text, got)
		}
	}
	if (EndpointRules{}).AllowsAddress(netip.Addr{}) {
		t.Error("no address is public")
	}
}

func TestLiveSecrets(t *testing.T) {
	now := time.Unix(1767225600, 0)
	soon, past := now.Add(time.Hour), now
	e := WebhookEndpoint{Secrets: []EndpointSecret{{Secret: "ended", ExpiresAt: &past}, {Secret: "old", ExpiresAt: &soon}, {Secret: "new"}}}
	var got []string
	for _, s := range e.LiveSecrets(now) {
		got = append(got, s.Secret)
	}
	if !slices.Equal(got, []string{"new", "old"}) {
		t.Errorf("the secrets that sign are %v", got)
	}
}
