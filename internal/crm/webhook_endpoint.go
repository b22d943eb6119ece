package crm

import (
	"net"
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
	Secrets        []EndpointSecret
	CreatedAt      time.Time
	UpdatedAt      time.Time
}

// Limits of endpoints.
const (
	MaxEndpoints       = 100
	MaxEndpointSecrets = 5
	SecretOverlap      = 24 * time.Hour
	maxURLLength       = 2048
)

// EndpointSecret is one signing secret, whsec_ and 32 random bytes in base64.
// Until ExpiresAt it signs beside its successor.
type EndpointSecret struct {
	Secret    string     `json:"secret"`
	CreatedAt time.Time  `json:"createdAt"`
	ExpiresAt *time.Time `json:"expiresAt,omitempty"`
}

// LiveSecrets returns the secrets that sign at now, newest first.
func (e *WebhookEndpoint) LiveSecrets(now time.Time) []EndpointSecret {
	var live []EndpointSecret
	for _, s := range slices.Backward(e.Secrets) {
		if s.ExpiresAt == nil || now.Before(*s.ExpiresAt) {
			live = append(live, s)
		}
	}
	return live
}

// EndpointRules say which receivers a deployment allows.
type EndpointRules struct {
	// AllowLoopback lets http and loopback addresses through: demo and development.
	AllowLoopback bool
	// AllowPrivate lists networks that may be reached in spite of the guard.
	AllowPrivate []netip.Prefix
}

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
		f.Add(p, CodeTooLong, "url has at most %d characters.", maxURLLength)
	case u.User != nil:
		f.Add(p, CodeURLInvalid, "url may not carry a user name or password.")
	case u.Fragment != "":
		f.Add(p, CodeURLInvalid, "url may not have a fragment.")
	case u.Scheme != "https" && u.Scheme != "http":
		f.Add(p, CodeURLInvalid, "url must begin with https://.")
	case strings.ContainsFunc(u.Hostname(), func(r rune) bool { return r > unicode.MaxASCII }):
		// Some of these letters stand for digits and dots, and so for addresses.
		f.Add(p, CodeURLInvalid, "url must have its host in ASCII: write xn--… for an international name.")
	case !validPort(u.Port()):
		f.Add(p, CodeURLInvalid, "url must have a port between 1 and 65535, or none.")
	}
	loopback := isLoopbackHost(u.Hostname())
	if u.Scheme == "http" && !(loopback && rules.AllowLoopback) {
		f.Add(p, CodeURLInvalid, "url must begin with https:// (http is taken for loopback addresses in development only).")
	}
	if addr, ok := literalAddress(u.Hostname()); ok || loopback {
		if !(loopback && rules.AllowLoopback) && (loopback || !PublicAddress(addr, rules.AllowPrivate)) {
			f.Add(p, CodeURLForbidden, "url names a private, loopback, link-local or reserved address.")
		}
	}
	return u
}

func validPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return port == "" || err == nil && n > 0
}

func isLoopbackHost(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
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
	if host == "" || strings.Trim(strings.ToLower(host), "0123456789abcdefx.") != "" || !strings.ContainsAny(host[:1], "0123456789") {
		return netip.Addr{}, false
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	if strings.Trim(last, "0123456789") == "" || strings.HasPrefix(strings.ToLower(last), "0x") {
		return netip.IPv4Unspecified(), true // an odd spelling of an address: never public
	}
	return netip.Addr{}, false
}

var reserved = func() []netip.Prefix {
	var out []netip.Prefix
	for _, s := range []string{"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
		"168.63.129.16/32", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
		"198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
		"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "64:ff9b::/96", "64:ff9b:1::/48"} {
		out = append(out, netip.MustParsePrefix(s))
	}
	return out
}()

var globalUnicast6 = netip.MustParsePrefix("2000::/3")

// PublicAddress reports whether an address may be connected to: globally
// routable, or in one of the allowed networks. IPv4 in IPv6 is unwrapped.
func PublicAddress(a netip.Addr, allowed []netip.Prefix) bool {
	a = a.Unmap()
	if slices.ContainsFunc(allowed, func(p netip.Prefix) bool { return p.Contains(a) }) {
		return true
	}
	if !a.IsValid() || a.Is6() && !globalUnicast6.Contains(a) {
		return false
	}
	return !slices.ContainsFunc(reserved, func(p netip.Prefix) bool { return p.Contains(a) })
}

// LoopbackAddress reports whether the dialled address host:port is loopback.
func LoopbackAddress(hostPort string) bool {
	host, _, err := net.SplitHostPort(hostPort)
	if err != nil {
		return false
	}
	return isLoopbackHost(host)
}
