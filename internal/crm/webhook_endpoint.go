package crm

import (
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// WebhookEndpoint is a customer's registered receiver of events.
type WebhookEndpoint struct {
	ID          string
	WorkspaceID string
	URL         string
	Subscription
	Description    string
	Enabled        bool
	DisabledReason string
	EndpointSettings
	Health        EndpointHealth
	Notices       []EndpointNotice
	Secrets       []EndpointSecret
	SealedSecrets []byte `json:"-"` // as they are stored
	CreatedAt     time.Time
	UpdatedAt     time.Time
}

// Limits of endpoints.
const (
	MaxEndpoints = 100
	maxURLLength = 2048
)

// EndpointRules say which receivers a deployment allows.
type EndpointRules struct {
	// AllowLoopback lets http and loopback addresses through: demo and development.
	AllowLoopback bool
	// AllowPrivate lists networks that may be reached in spite of the guard.
	AllowPrivate []netip.Prefix
	// NAT64 lists the networks whose addresses a translator turns into the IPv4
	// address that they carry (RFC 6052), by which they are judged.
	NAT64 []netip.Prefix
}

// Names reports whether the rules let an address through by name: as loopback
// or as one of the private networks.
func (r EndpointRules) Names(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	return a.IsLoopback() && r.AllowLoopback || slices.ContainsFunc(r.AllowPrivate, func(p netip.Prefix) bool { return p.Contains(a) })
}

// AllowsAddress reports whether an address may be connected to: it is globally
// routable or named by the rules. IPv4 in IPv6 is judged as IPv4.
func (r EndpointRules) AllowsAddress(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	for _, p := range r.NAT64 {
		if carried, ok := carriedIPv4(p, a); ok {
			a = carried
			break
		}
	}
	return r.Names(a) || public(a)
}

// Allows reports whether an address and port may be connected to.
func (r EndpointRules) Allows(ap netip.AddrPort) bool {
	return r.AllowsAddress(ap.Addr()) && (portAllowed(ap.Port()) || r.AllowLoopback && ap.Addr().Unmap().IsLoopback())
}

// portAllowed reports whether receivers may be on a port. The others below 1024
// belong to services that are no receivers: mail, shells, directories.
func portAllowed(port uint16) bool { return port == 80 || port == 443 || port >= 1024 }

// CheckEndpointURL returns the URL as it is used, with /webhook where it has
// no path (specification 4.1), or records what is wrong with it.
func CheckEndpointURL(raw string, rules EndpointRules, f *Faults) string {
	u := CheckURL(raw, rules, f)
	if u == nil {
		return ""
	}
	if u.Path == "" || u.Path == "/" {
		u.Path = "/webhook"
	}
	out := u.String()
	if len(raw) <= maxURLLength && len(out) > maxURLLength {
		f.Add("/url", CodeTooLong, "url may have at most %d characters, as %s.", maxURLLength, clip(out))
	}
	return out
}

// SameReceiver reports whether two URLs of endpoints lead to the same receiver:
// the case of the host and a port that goes without saying do not matter.
func SameReceiver(a, b string) bool { return receiver(a) == receiver(b) }

func receiver(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return raw
	}
	u.Host = strings.ToLower(u.Host)
	if port := map[string]string{"https": ":443", "http": ":80"}[u.Scheme]; port != "" {
		u.Host = strings.TrimSuffix(u.Host, port)
	}
	return u.String()
}

// CheckURL reads a URL that the service is to call, or records what is wrong
// with it. The URL is nil only where it cannot be read.
func CheckURL(raw string, rules EndpointRules, f *Faults) *url.URL {
	const p = "/url"
	if raw == "" {
		f.Add(p, CodeRequired, "url is required: an absolute https URL.")
		return nil
	}
	u, err := url.Parse(raw)
	switch {
	case err != nil || u.Host == "" || u.Hostname() == "":
		f.Add(p, CodeURLInvalid, "url must be an absolute https URL.")
		return nil
	case len(raw) > maxURLLength:
		f.Add(p, CodeTooLong, "url may have at most %d characters.", maxURLLength)
	case u.User != nil:
		f.Add(p, CodeURLInvalid, "url may not contain a user name or password.")
	case u.Fragment != "":
		f.Add(p, CodeURLInvalid, "url may not have a fragment.")
	case u.Scheme != "https" && u.Scheme != "http":
		f.Add(p, CodeURLInvalid, "url must begin with https://.")
	case strings.ContainsFunc(u.Hostname(), func(r rune) bool { return r <= ' ' || r >= unicode.MaxASCII }):
		// Some of these letters stand for digits and dots, and so for addresses.
		f.Add(p, CodeURLInvalid, "url must have an ASCII host: write xn--… for an international name.")
	}
	loopback := isLoopbackHost(u.Hostname())
	checkPort(u.Port(), loopback && rules.AllowLoopback, f)
	if u.Scheme == "http" && !(loopback && rules.AllowLoopback) {
		f.Add(p, CodeURLInvalid, "url must begin with https:// (http is allowed only for loopback addresses in development).")
	}
	if addr, ok := literalAddress(u.Hostname()); ok || loopback {
		if !(loopback && rules.AllowLoopback) && (loopback || !rules.AllowsAddress(addr)) {
			f.Add(p, CodeURLForbidden, "url points to a private, loopback, link-local or reserved address.")
		}
	}
	return u
}

func checkPort(port string, loopback bool, f *Faults) {
	if port == "" {
		return
	}
	n, err := strconv.ParseUint(port, 10, 16)
	switch {
	case err != nil || n == 0:
		f.Add("/url", CodeURLInvalid, "url must have a port from 1 to 65535, or none.")
	case !loopback && !portAllowed(uint16(n)):
		f.Add("/url", CodeURLForbidden, "url must have port 80, port 443, or a port from 1024 on.")
	}
}

func isLoopbackHost(host string) bool {
	host = strings.ToLower(strings.TrimRight(host, "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	addr, ok := literalAddress(host)
	return ok && addr.Unmap().IsLoopback()
}

// literalAddress reads a host that is an address, also in the shortened,
// octal and hexadecimal spellings that some resolvers accept.
func literalAddress(host string) (netip.Addr, bool) {
	if a, err := netip.ParseAddr(host); err == nil {
		return a.WithZone(""), true
	}
	host = strings.TrimRight(host, ".")
	if host == "" {
		return netip.IPv4Unspecified(), true
	}
	// A name never ends in a number (RFC 3696, 2), so this is meant as an
	// address, in a spelling of which none is taken.
	last := strings.ToLower(host[strings.LastIndexByte(host, '.')+1:])
	if strings.Trim(last, "0123456789") == "" || strings.HasPrefix(last, "0x") && strings.Trim(last[2:], "0123456789abcdef") == "" {
		return netip.IPv4Unspecified(), true
	}
	return netip.Addr{}, false
}

// reserved are the special-purpose networks (IANA registries for IPv4 and
// IPv6), and what is nobody's receiver: the hosts of cloud machines' metadata
// that are outside of them, and IPv6 addresses that carry IPv4 ones.
var reserved = func() []netip.Prefix {
	var out []netip.Prefix
	for _, s := range []string{"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
		"168.63.129.16/32", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24",
		"192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
		"2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"} {
		out = append(out, netip.MustParsePrefix(s))
	}
	return out
}()

// Outside of it, IPv6 has loopback, link-local, local, multicast, mapped,
// compatible and NAT64 (64:ff9b::/96, 64:ff9b:1::/48) addresses.
var globalUnicast6 = netip.MustParsePrefix("2000::/3")

// public reports whether an address is globally routable.
func public(a netip.Addr) bool {
	if !a.IsValid() || a.Is6() && (!globalUnicast6.Contains(a) || isatap(a)) {
		return false
	}
	return !slices.ContainsFunc(reserved, func(p netip.Prefix) bool { return p.Contains(a) })
}

// isatap reports whether an address carries an IPv4 address in the manner of
// RFC 5214: its interface is 0000:5efe or 0200:5efe and the IPv4 address.
func isatap(a netip.Addr) bool {
	b := a.As16()
	return b[8]&^2 == 0 && b[9] == 0 && b[10] == 0x5e && b[11] == 0xfe
}

// carriedIPv4 returns the IPv4 address in an IPv6 one of a translator's
// network (RFC 6052, 2.2): after the prefix, leaving byte 8 out.
func carriedIPv4(p netip.Prefix, a netip.Addr) (netip.Addr, bool) {
	if !a.Is6() || !p.Contains(a) || p.Bits()%8 != 0 || p.Bits() < 32 || p.Bits() > 96 {
		return netip.Addr{}, false
	}
	b := a.As16()
	var out [4]byte
	from := p.Bits() / 8
	for i := range out {
		if from == 8 {
			from++
		}
		out[i] = b[from]
		from++
	}
	return netip.AddrFrom4(out), true
}

// CheckProxy reports whether a URL can be a proxy's: a way to ask it, a host, a
// port or none, and nothing else but a user and password.
func CheckProxy(u *url.URL) bool {
	return (u.Scheme == "http" || u.Scheme == "https" || u.Scheme == "socks5") && u.Hostname() != "" &&
		(u.Path == "" || u.Path == "/") && u.RawQuery == "" && u.Fragment == ""
}

// CheckNAT64 reports whether a network can be a translator's (RFC 6052, 2.2).
func CheckNAT64(p netip.Prefix) bool {
	return p.Addr().Is6() && slices.Contains([]int{32, 40, 48, 56, 64, 96}, p.Bits())
}
