package signon

import (
	"cmp"
	"context"
	"crypto/rand"
	"slices"
	"strconv"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/people"
)

// Change is what a caller sets of a connection; nil leaves it alone.
type Change struct {
	Name, Issuer, ClientID, ClientSecret *string
	Domains                              *[]string
	GroupsClaim, DefaultRoleID           *string
	GroupRoles                           *[]crm.GroupRole
	Provision, Enabled, Enforced         *bool
	BreakGlassUserID                     *string
}

// apply sets what is given, adds the faults that can be told without the
// database, and returns the domains in their one form.
func (s *SignOn) apply(c *crm.SSOConnection, change Change, f *crm.Faults) (domains []string) {
	before := *c
	core.Set(&c.Name, change.Name)
	core.Set(&c.Issuer, change.Issuer)
	core.Set(&c.ClientID, change.ClientID)
	core.Set(&c.GroupsClaim, change.GroupsClaim)
	core.Set(&c.GroupRoles, change.GroupRoles)
	core.Set(&c.DefaultRoleID, change.DefaultRoleID)
	core.Set(&c.Provision, change.Provision)
	core.Set(&c.Enabled, change.Enabled)
	core.Set(&c.Enforced, change.Enforced)
	core.Set(&c.BreakGlassUserID, change.BreakGlassUserID)
	c.Validate(s.rules, f)
	switch {
	case change.ClientSecret != nil:
		crm.CheckClientSecret(*change.ClientSecret, f)
	case c.ID == "" || c.Issuer != before.Issuer:
		// Else whoever may change a connection could have its secret sent to them.
		f.Add("/clientSecret", crm.CodeRequired, "clientSecret is required: a stored one is sent to the issuer that it was given for only.")
	}
	if change.Domains != nil {
		domains = crm.CheckDomains(*change.Domains, f)
	}
	return domains
}

// check adds the faults that only the database can tell.
func (s *SignOn) check(tx *db.Tx, actor crm.Actor, c crm.SSOConnection, f *crm.Faults) error {
	if err := checkRole(tx, actor, c.DefaultRoleID, "/defaultRoleId", f); err != nil {
		return err
	}
	for i, g := range c.GroupRoles {
		if err := checkRole(tx, actor, g.RoleID, "/groupRoles/"+strconv.Itoa(i)+"/roleId", f); err != nil {
			return err
		}
	}
	if !c.Enforced {
		return nil
	}
	if c.BreakGlassUserID == "" {
		f.Add("/breakGlassUserId", crm.CodeRequired, "breakGlassUserId is required with enforced: the owner who can sign in while the provider cannot.")
		return nil
	}
	role, state, err := people.Membership(tx, c.WorkspaceID, c.BreakGlassUserID)
	if err != nil {
		return err
	}
	if role != crm.RoleOwner || state != crm.MemberActive {
		f.Add("/breakGlassUserId", crm.CodeNotAllowed, "breakGlassUserId must be an active owner of this workspace.")
		return nil
	}
	strong, err := people.HasSecondFactor(tx, c.BreakGlassUserID)
	if err == nil && !strong {
		f.Add("/breakGlassUserId", crm.CodeNotAllowed, "This owner needs a passkey or one-time codes first.")
	}
	return err
}

// checkRole adds the faults of a role that people get by signing in: it must be
// there, not the owner's, and not more than the actor has.
func checkRole(tx *db.Tx, actor crm.Actor, id, pointer string, f *crm.Faults) error {
	role, err := people.Role(tx, actor.WorkspaceID, id)
	switch {
	case err != nil && crm.AsError(err).Kind == crm.KindNotFound:
		f.Add(pointer, crm.CodeNotAllowed, "This workspace has no role %q.", id)
		return nil
	case err != nil:
		return err
	case !grantable(role):
		f.Add(pointer, crm.CodeNotAllowed, "Single sign-on makes nobody an owner.")
		return nil
	}
	lacks := func(scope crm.Scope) bool { return actor.Require(scope) != nil }
	if slices.ContainsFunc(role.Scopes, lacks) || !actor.Reach.Covers(crm.Reach{Kind: role.Reach, PhoneNumberIDs: role.PhoneNumberIDs}) {
		f.Add(pointer, crm.CodeForbidden, "The role %q has more than you have.", id)
	}
	return nil
}

// grantable reports whether people may get a role by signing in.
func grantable(r crm.Role) bool {
	return r.ID != crm.RoleOwner && !slices.Contains(r.Scopes, crm.ScopeAll)
}

func sealing(c crm.SSOConnection) string { return "sso_connection/" + c.WorkspaceID + "/" + c.ID }

// CreateConnection adds a connection to an OpenID provider. It is not called
// before somebody signs in, and for addresses of proven domains only.
func (s *SignOn) CreateConnection(ctx context.Context, actor crm.Actor, change Change) (crm.SSOConnection, error) {
	if err := actor.Require(crm.ScopeSecurityWrite); err != nil {
		return crm.SSOConnection{}, err
	}
	c := crm.SSOConnection{WorkspaceID: actor.WorkspaceID, DefaultRoleID: crm.RoleAgent, Provision: true, Enabled: true}
	var f crm.Faults
	names := s.apply(&c, change, &f)
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.SSOConnection]) (out crm.SSOConnection, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			actor, err := s.access.Current(tx, actor, crm.ScopeSecurityWrite)
			if err != nil {
				return err
			}
			found := f // of this run
			if err := s.check(tx, actor, c, &found); err != nil {
				return err
			}
			if err := found.Err(); err != nil {
				return err
			}
			n := 0
			if _, err := tx.One(countConnectionsSQL, []any{&n}, actor.WorkspaceID); err != nil {
				return err
			}
			if n >= crm.MaxSSOConnections {
				return crm.Errorf(crm.KindConflict, crm.CodeSSOConnectionLimit, "A workspace has at most %d SSO connections.", crm.MaxSSOConnections)
			}
			out = c
			out.ID, out.CreatedAt, out.UpdatedAt = tx.NewID(crm.PrefixSSOConnection), tx.Now(), tx.Now()
			sealed, err := s.box.Seal([]byte(*change.ClientSecret), sealing(out))
			if err != nil {
				return err
			}
			insertConnection(tx, out, sealed)
			for _, name := range names {
				out.Domains = append(out.Domains, claim(tx, out, name))
			}
			if err := save(tx, out); err != nil {
				return err
			}
			return audit.Record(tx, actor, crm.Act{Action: "sso_connection.created", Targets: []crm.ActTarget{target(out)}, Changes: changes(crm.SSOConnection{}, out).Secret("clientSecret")})
		})
		return out, err
	})
}

// claim stores a domain that is to be proven.
func claim(tx *db.Tx, c crm.SSOConnection, name string) crm.SSODomain {
	d := crm.SSODomain{Domain: name, Token: rand.Text()}
	tx.Write(insertDomainSQL, c.WorkspaceID, c.ID, d.Domain, d.Token)
	return d
}

// Connection returns a connection of the workspace, without its secret.
func (s *SignOn) Connection(ctx context.Context, actor crm.Actor, id string) (c crm.SSOConnection, err error) {
	if err := actor.Require(crm.ScopeSecurityRead); err != nil {
		return c, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		c, _, err = connection(tx, selectConnectionSQL, actor.WorkspaceID, id)
		return err
	})
	return c, err
}

// Connections returns a page of the workspace's connections, oldest first.
func (s *SignOn) Connections(ctx context.Context, actor crm.Actor, p crm.Page) (list crm.List[crm.SSOConnection], err error) {
	if err := actor.Require(crm.ScopeSecurityRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = connections(tx, actor.WorkspaceID, p); return err })
	return list, err
}

// UpdateConnection changes what is given and leaves the rest. Domains that are
// left out are no longer the connection's; those that stay, stay proven.
func (s *SignOn) UpdateConnection(ctx context.Context, actor crm.Actor, id string, change Change) (c crm.SSOConnection, err error) {
	if err := actor.Require(crm.ScopeSecurityWrite); err != nil {
		return c, err
	}
	err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		actor, err := s.access.Current(tx, actor, crm.ScopeSecurityWrite)
		if err != nil {
			return err
		}
		if c, _, err = connection(tx, lockConnectionSQL, actor.WorkspaceID, id); err != nil {
			return err
		}
		before := c
		var f crm.Faults
		names := s.apply(&c, change, &f)
		if err := s.check(tx, actor, c, &f); err != nil {
			return err
		}
		if err := f.Err(); err != nil {
			return err
		}
		if change.ClientSecret != nil {
			sealed, err := s.box.Seal([]byte(*change.ClientSecret), sealing(c))
			if err != nil {
				return err
			}
			tx.Write(updateSecretSQL, c.WorkspaceID, c.ID, sealed)
		}
		if change.Domains != nil {
			c.Domains = reclaim(tx, c, names)
		}
		c.UpdatedAt = tx.Now()
		updateConnection(tx, c)
		what := changes(before, c)
		if change.ClientSecret != nil {
			what = what.Secret("clientSecret")
		}
		return audit.RecordChange(tx, actor, "sso_connection.updated", target(c), what)
	})
	return c, err
}

// reclaim makes the domains of a connection those of the list.
func reclaim(tx *db.Tx, c crm.SSOConnection, names []string) (out []crm.SSODomain) {
	for _, d := range c.Domains {
		if slices.Contains(names, d.Domain) {
			out = append(out, d)
		} else {
			forgetDomain(tx, place{c.WorkspaceID, c.ID}, d.Domain)
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(out, func(d crm.SSODomain) bool { return d.Domain == name }) {
			out = append(out, claim(tx, c, name))
		}
	}
	slices.SortFunc(out, func(a, b crm.SSODomain) int { return cmp.Compare(a.Domain, b.Domain) })
	return out
}

// DeleteConnection removes a connection with its domains and with what is known
// of who somebody is at its provider. Members and sessions stay.
func (s *SignOn) DeleteConnection(ctx context.Context, actor crm.Actor, id string) error {
	if err := actor.Require(crm.ScopeSecurityWrite); err != nil {
		return err
	}
	return s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		actor, err := s.access.Current(tx, actor, crm.ScopeSecurityWrite)
		if err != nil {
			return err
		}
		c, _, err := connection(tx, lockConnectionSQL, actor.WorkspaceID, id)
		if err != nil {
			return err
		}
		for _, d := range c.Domains {
			forgetDomain(tx, place{c.WorkspaceID, c.ID}, d.Domain)
		}
		tx.Write(deleteIdentitySQL, c.ID)
		tx.Write(deleteConnectionSQL, c.WorkspaceID, c.ID)
		return audit.Record(tx, actor, crm.Act{Action: "sso_connection.deleted", Targets: []crm.ActTarget{target(c)}})
	})
}

func target(c crm.SSOConnection) crm.ActTarget {
	return crm.ActTarget{Type: "sso_connection", ID: c.ID, Name: c.Name}
}

// changes says what differs between two states of a connection.
func changes(from, to crm.SSOConnection) crm.ActChanges {
	names := func(c crm.SSOConnection) []string {
		out := []string{}
		for _, d := range c.Domains {
			out = append(out, d.Domain)
		}
		return out
	}
	return crm.ActChanges{}.Set("name", from.Name, to.Name).Set("issuer", from.Issuer, to.Issuer).Set("clientId", from.ClientID, to.ClientID).
		Set("domains", names(from), names(to)).Set("groupsClaim", from.GroupsClaim, to.GroupsClaim).Set("groupRoles", from.GroupRoles, to.GroupRoles).
		Set("defaultRoleId", from.DefaultRoleID, to.DefaultRoleID).Set("provision", from.Provision, to.Provision).Set("enabled", from.Enabled, to.Enabled).
		Set("enforced", from.Enforced, to.Enforced).Set("breakGlassUserId", from.BreakGlassUserID, to.BreakGlassUserID)
}
