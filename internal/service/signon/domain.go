package signon

import (
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
)

const lookupTimeout = 5 * time.Second

// Rule says whether people of a domain must use single sign-on, and who need
// not. It is a people.SignOnRule.
func Rule(tx *db.Tx, domain string) (required bool, but string, err error) {
	_, err = tx.One(selectRuleSQL, []any{&required, &but}, domain)
	return required, but, err
}

// VerifyDomain looks for the TXT record that proves a domain of the connection,
// and makes the domain the connection's if it is there. A domain belongs to one
// connection of the deployment: the first that proves it.
func (s *SignOn) VerifyDomain(ctx context.Context, actor crm.Actor, id, domain string) (crm.SSOConnection, error) {
	if err := actor.Require(crm.ScopeSecurityWrite); err != nil {
		return crm.SSOConnection{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.SSOConnection]) (crm.SSOConnection, error) {
		c, err := s.claimed(ctx, actor, id, domain)
		if err != nil {
			return c, err
		}
		d := claimOf(c, domain)
		if d.VerifiedAt == nil {
			if err := core.Outside(ctx); err != nil {
				return c, err
			}
			if err := s.lookUp(ctx, *d); err != nil {
				return c, err
			}
		}
		return s.take(ctx, actor, c.ID, *d, false, save)
	})
}

// VouchForDomain makes a domain the connection's on the operator's word, and
// takes it from whoever had it. It is for the operator of the deployment, not
// for callers of the API.
func (s *SignOn) VouchForDomain(ctx context.Context, actor crm.Actor, id, domain string) (crm.SSOConnection, error) {
	c, err := s.claimed(ctx, actor, id, domain)
	if err != nil {
		return c, err
	}
	d := claimOf(c, domain)
	return s.take(ctx, actor, c.ID, *d, true, func(*db.Tx, crm.SSOConnection) error { return nil })
}

// claimed returns a connection that claims the domain, or a KindNotFound error.
func (s *SignOn) claimed(ctx context.Context, actor crm.Actor, id, domain string) (c crm.SSOConnection, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		c, _, err = connection(tx, selectConnectionSQL, actor.WorkspaceID, id)
		return err
	})
	if err == nil && claimOf(c, domain) == nil {
		err = crm.NotFound("domain of this SSO connection", domain)
	}
	return c, err
}

// claimOf returns the connection's claim of a domain; nil where there is none.
func claimOf(c crm.SSOConnection, domain string) *crm.SSODomain {
	i := slices.IndexFunc(c.Domains, func(d crm.SSODomain) bool { return strings.EqualFold(d.Domain, domain) })
	if i < 0 {
		return nil
	}
	return &c.Domains[i]
}

// lookUp returns nil if the record that proves the domain is there.
func (s *SignOn) lookUp(ctx context.Context, d crm.SSODomain) error {
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	list, err := s.resolver.LookupTXT(ctx, d.Domain+".")
	var dns *net.DNSError
	switch {
	case err == nil && slices.Contains(list, d.Proof()):
		return nil
	case err == nil || errors.As(err, &dns) && dns.IsNotFound:
		return crm.Errorf(crm.KindConflict, crm.CodeDomainNotProven, "%s has no TXT record %q. A new record may take some time to be seen.", d.Domain, d.Proof())
	}
	return crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "The name server does not answer. Try again.").Because(err)
}

// take makes a domain that was proven the connection's, if it still claims it;
// from another one only with force.
func (s *SignOn) take(ctx context.Context, actor crm.Actor, id string, proven crm.SSODomain, force bool, save core.Saver[crm.SSOConnection]) (c crm.SSOConnection, err error) {
	err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		actor, err := s.access.Current(tx, actor, crm.ScopeSecurityWrite)
		if err != nil {
			return err
		}
		if c, _, err = connection(tx, lockConnectionSQL, actor.WorkspaceID, id); err != nil {
			return err
		}
		d := claimOf(c, proven.Domain)
		if d == nil || d.Token != proven.Token {
			return crm.NotFound("domain of this SSO connection", proven.Domain)
		}
		if d.VerifiedAt != nil {
			return save(tx, c)
		}
		p, found, err := placeOf(tx, d.Domain)
		if err == nil && found && force && p != (place{c.WorkspaceID, c.ID}) {
			forgetDomain(tx, p, d.Domain)
		}
		ours := false
		if err == nil {
			ours, err = settle(tx, c, d.Domain)
		}
		if err == nil && !ours {
			err = crm.Errorf(crm.KindConflict, crm.CodeDomainTaken, "%s belongs to another SSO connection already. Remove it there, or ask the operator of the service.", d.Domain)
		}
		if err != nil {
			return err
		}
		now := tx.Now()
		d.VerifiedAt = &now
		if err := audit.Record(tx, actor, crm.Act{Action: "domain.verified", Targets: []crm.ActTarget{{Type: "domain", ID: d.Domain, Name: d.Domain}, target(c)}}); err != nil {
			return err
		}
		return save(tx, c)
	})
	return c, err
}
