// Package signon lets people sign in at the OpenID provider of their business:
// the connections of a workspace, the domains that it proved, and who somebody
// is at a provider.
package signon

import (
	"context"
	"net"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/egress"
	"service.example/crm/internal/issuer"
	"service.example/crm/internal/secret"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/core"
)

// Options are what a deployment decides.
type Options struct {
	// Guard opens the connections to providers, which customers name.
	Guard *egress.Guard
	// NameServer is asked for the records that prove domains, HOST:PORT; "" for
	// those of the system.
	NameServer string
}

// SignOn has the use cases about single sign-on.
type SignOn struct {
	db       *db.DB
	box      *secret.Box
	calls    *core.Calls
	rules    crm.EndpointRules
	issuers  *issuer.Client
	resolver *net.Resolver
	access   *access.Access
}

// New returns the use cases.
func New(p core.Parts, o Options, access *access.Access) *SignOn {
	s := &SignOn{db: p.DB, box: p.Box, calls: p.Calls, rules: o.Guard.Rules, issuers: issuer.New(o.Guard, p.DB.Source().Now), resolver: net.DefaultResolver, access: access}
	if o.NameServer != "" {
		s.resolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, network, o.NameServer)
		}}
	}
	return s
}

func (s *SignOn) now() time.Time { return s.db.Source().Now() }

// Sweep forgets sign-ins whose time is over, a bounded part at each call.
func (s *SignOn) Sweep(ctx context.Context) error {
	return core.Remove(ctx, s.db, core.SweepPart, sweepFlows)
}
