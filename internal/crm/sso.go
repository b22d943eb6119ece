package crm

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// SSOConnection lets the people of a workspace sign in at an OpenID provider.
// Its client secret is sealed and never shown.
type SSOConnection struct {
	ID          string
	WorkspaceID string
	Name        string
	// Issuer is the provider, exactly as it calls itself.
	Issuer   string
	ClientID string
	// Domains are those of the addresses that the connection is for. Only those
	// that are verified count.
	Domains []SSODomain
	// GroupsClaim names the claim of the identity token that has the groups; "" for
	// none. The first of GroupRoles whose group a person has gives them their role
	// at each sign-in, DefaultRoleID whoever has none of them.
	GroupsClaim   string
	GroupRoles    []GroupRole
	DefaultRoleID string
	// Provision lets people in who are not members yet.
	Provision bool
	Enabled   bool
	// Enforced refuses every other way to sign in to people with an address of the
	// domains, except the break-glass owner.
	Enforced         bool
	BreakGlassUserID string
	CreatedAt        time.Time
	UpdatedAt        time.Time
}

// GroupRole is the role of those who are in a group at the provider.
type GroupRole struct {
	Group  string `json:"group"`
	RoleID string `json:"roleId"`
}

// SSODomain is a domain of e-mail addresses that a workspace claims.
type SSODomain struct {
	Domain string
	// Token proves the domain where a TXT record of it has the text SSOProof.
	Token string
	// VerifiedAt is when the claim was proven; nil before.
	VerifiedAt *time.Time
}

// Proof is the TXT record that proves the domain.
func (d SSODomain) Proof() string { return "crm-verification=" + d.Token }

// Limits of connections.
const (
	MaxSSOConnections = 10 // of a workspace
	maxSSODomains     = 20
	maxGroupRoles     = 100
	maxSSOName        = 100
	maxClientID       = 255
	maxClientSecret   = 1024
	maxGroupName      = 256
	maxClaimName      = 100
	maxDomain         = 253
)

// Validate adds every fault of a connection that can be told without looking
// anything up. The rules say which addresses the deployment lets through.
func (c *SSOConnection) Validate(rules EndpointRules, f *Faults) {
	switch {
	case strings.TrimSpace(c.Name) == "":
		f.Add("/name", CodeRequired, "name is required: what people see when they sign in.")
	case utf8.RuneCountInString(c.Name) > maxSSOName:
		f.Add("/name", CodeTooLong, "name has at most %d characters.", maxSSOName)
	}
	var found Faults
	u := CheckURL(c.Issuer, rules, &found)
	for _, e := range found.list {
		f.Add("/issuer", e.Code, "%s", strings.Replace(e.Detail, "url", "issuer", 1))
	}
	if u != nil && u.RawQuery != "" {
		f.Add("/issuer", CodeURLInvalid, "issuer may not have a query.")
	}
	if c.ClientID == "" {
		f.Add("/clientId", CodeRequired, "clientId is required: what the provider calls this service.")
	} else if !visible(c.ClientID, maxClientID) {
		f.Add("/clientId", CodeParameterInvalid, "clientId may have at most %d visible ASCII characters and no spaces.", maxClientID)
	}
	if c.GroupsClaim != "" && !visible(c.GroupsClaim, maxClaimName) {
		f.Add("/groupsClaim", CodeParameterInvalid, "groupsClaim may have at most %d visible ASCII characters and no spaces.", maxClaimName)
	}
	if c.GroupsClaim == "" && len(c.GroupRoles) > 0 {
		f.Add("/groupsClaim", CodeRequired, "groupsClaim is required with groupRoles: the claim that has the groups.")
	}
	if len(c.GroupRoles) > maxGroupRoles {
		f.Add("/groupRoles", CodeTooLong, "groupRoles has at most %d entries.", maxGroupRoles)
		return
	}
	for i, g := range c.GroupRoles {
		if g.Group == "" || len(g.Group) > maxGroupName {
			f.Add("/groupRoles/"+strconv.Itoa(i)+"/group", CodeParameterInvalid, "group has 1 to %d bytes.", maxGroupName)
		}
	}
}

// visible reports whether a text has 1 to most visible ASCII characters.
func visible(text string, most int) bool {
	return text != "" && len(text) <= most && !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' })
}

// CheckClientSecret adds the faults of a client secret.
func CheckClientSecret(secret string, f *Faults) {
	if secret == "" {
		f.Add("/clientSecret", CodeRequired, "clientSecret is required: by which the provider knows this service.")
	} else if !visible(secret, maxClientSecret) {
		f.Add("/clientSecret", CodeParameterInvalid, "clientSecret may have at most %d visible ASCII characters and no spaces.", maxClientSecret)
	}
}

// CheckDomains returns the domains in the one form in which they are compared,
// each once, or adds their faults.
func CheckDomains(list []string, f *Faults) []string {
	if len(list) > maxSSODomains {
		f.Add("/domains", CodeTooLong, "domains has at most %d entries.", maxSSODomains)
		return nil
	}
	var out []string
	for i, text := range list {
		domain := strings.ToLower(text)
		switch {
		case !isDomain(domain):
			f.Add("/domains/"+strconv.Itoa(i), CodeParameterInvalid, "%s is not a domain; write for example example.com, and xn--… for an international name.", clip(text))
		case !slices.Contains(out, domain):
			out = append(out, domain)
		}
	}
	return out
}

// isDomain reports whether a text is a domain of at least two labels that ends
// in no number.
func isDomain(text string) bool {
	labels := strings.Split(text, ".")
	if len(labels) < 2 || len(text) > maxDomain || strings.Trim(labels[len(labels)-1], "0123456789") == "" {
		return false
	}
	return !slices.ContainsFunc(labels, func(l string) bool {
		return l == "" || len(l) > 63 || l[0] == '-' || l[len(l)-1] == '-' || strings.Trim(l, "abcdefghijklmnopqrstuvwxyz0123456789-") != ""
	})
}

// DomainOf returns the domain of an address key.
func DomainOf(addressKey string) string {
	return addressKey[strings.LastIndexByte(addressKey, '@')+1:]
}

// ReturnPath returns the path within the service that a browser goes back to, or
// false where a text leads elsewhere. "" is the root.
func ReturnPath(text string) (string, bool) {
	if text == "" {
		return "/", true
	}
	odd := func(r rune) bool { return r <= ' ' || r > '~' || r == '\\' }
	if len(text) > 1024 || text[0] != '/' || strings.HasPrefix(text, "//") || strings.ContainsFunc(text, odd) {
		return "", false
	}
	return text, true
}
