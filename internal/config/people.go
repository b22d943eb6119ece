package config

import (
	"net"
	"net/url"
	"strings"
)

// People says how people reach the service.
type People struct {
	PublicURL  string `help:"Address at which people open the service in a browser, such as https://crm.example.com. Passkeys are bound to its host, and links in mails begin with it. Without it, the address of --callback-url counts." env:"CRM_PUBLIC_URL" placeholder:"URL"`
	NameServer string `help:"Name server that is asked for the TXT records that prove domains of single sign-on, for example 192.0.2.53:53. By default those of the system." env:"CRM_NAME_SERVER" placeholder:"HOST:PORT"`
}

func (p *People) validatePeople(bad func(name, format string, args ...any)) {
	u, err := url.Parse(p.PublicURL)
	if p.PublicURL != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.User != nil) {
		bad("public-url", "%q is not the address of a site; write https://HOST", p.PublicURL)
	}
	if _, _, err := net.SplitHostPort(p.NameServer); p.NameServer != "" && err != nil {
		bad("name-server", "%q is not an address; write HOST:PORT, for example 192.0.2.53:53", p.NameServer)
	}
}

// PublicAddress is where clients reach the service, without a slash at its end;
// empty where no setting says it.
func (c *Serve) PublicAddress() string {
	if c.PublicURL != "" {
		return strings.TrimRight(c.PublicURL, "/")
	}
	base, ok := strings.CutSuffix(strings.TrimRight(c.CallbackURL, "/"), "/provider/webhook")
	if !ok {
		return ""
	}
	return base
}

// Site is the address of the service as browsers show it: the public one, or
// localhost where the service listens on this machine only. It is empty where
// neither is known.
func (c *Serve) Site() string {
	if address := c.PublicAddress(); address != "" {
		return address
	}
	host, port, err := net.SplitHostPort(c.Listen)
	if ip := net.ParseIP(host); err != nil || host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return ""
	}
	return "http://localhost:" + port
}
