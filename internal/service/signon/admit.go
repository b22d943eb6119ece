package signon

import (
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/issuer"
	"service.example/crm/internal/service/people"
)

// admit returns who signed in, as a member of the workspace with the role that
// the connection gives, and the act that made them one or changed the role; nil
// for none.
func (s *SignOn) admit(tx *db.Tx, workspaceID, connectionID string, p issuer.Person) (u crm.User, act *crm.Act, err error) {
	c, _, err := connection(tx, selectConnectionSQL, workspaceID, connectionID) // as it is now
	if err == nil && (!c.Enabled || c.Issuer != p.Issuer) {
		err = errNoConnection()
	}
	if err != nil {
		return u, nil, err
	}
	u, known, err := recognize(tx, c, p)
	if err != nil {
		return u, nil, err
	}
	roleID, state := "", crm.MemberState("")
	if u.ID != "" {
		if roleID, state, err = people.Membership(tx, c.WorkspaceID, u.ID); err != nil {
			return u, nil, err
		}
	}
	if state == crm.MemberDeactivated || state == "" && !c.Provision {
		return u, nil, crm.Errorf(crm.KindForbidden, crm.CodeSSONotMember, "You are not a member of this workspace, or not any more. Ask an administrator to let you in.")
	}
	if u.ID == "" {
		key, _ := crm.AddressKey(p.Email) // recognize has checked it
		u = people.AddPerson(tx, p.Email, key, nameOf(p))
	}
	if !known {
		fresh, err := link(tx, p.Issuer, p.Subject, u.ID, c.ID)
		if err != nil {
			return u, nil, err
		}
		if !fresh {
			return u, nil, crm.Errorf(crm.KindForbidden, crm.CodeSSOOther, "Somebody else at the OpenID provider signed in with this address before.")
		}
	}
	if roleID == crm.RoleOwner {
		if state == crm.MemberInvited {
			return u, nil, errUnproven()
		}
		return u, nil, nil // groups neither make owners nor unmake them
	}
	role, err := roleOf(tx, c, p, roleID)
	if err != nil {
		return u, nil, err
	}
	switch {
	case state == "":
		people.AddMember(tx, c.WorkspaceID, u, role, crm.DoneBy{Type: crm.ActorSystem})
		act = &crm.Act{Action: "user.created"}
	case state == crm.MemberInvited || role != roleID:
		people.SettleMember(tx, c.WorkspaceID, u.ID, role)
		act = &crm.Act{Action: "user.updated"}
	default:
		return u, nil, nil
	}
	act.Targets = []crm.ActTarget{{Type: "user", ID: u.ID, Name: u.Email}, target(c)}
	act.Changes = crm.ActChanges{}.Set("role", roleID, role).Set("state", string(state), string(crm.MemberActive))
	return u, act, nil
}

func errUnproven() error {
	return crm.Errorf(crm.KindForbidden, crm.CodeSSOUnverified, "Nobody has verified your e-mail address: neither the OpenID provider, nor you here. If you were invited, accept the invitation first.")
}

// recognize returns the person whom somebody at the provider is, known by issuer
// and subject; else by an address that the provider verified, of a domain that
// the connection owns, and that was verified here too. Who is nobody yet has no
// ID. However they are known, their address here must be of such a domain: a
// connection speaks for its own people only.
func recognize(tx *db.Tx, c crm.SSOConnection, p issuer.Person) (u crm.User, known bool, err error) {
	userID, _, err := identity(tx, p.Issuer, p.Subject)
	if err != nil {
		return u, false, err
	}
	if userID != "" {
		u, _, err = people.Person(tx, userID)
		if err == nil {
			key, _ := crm.AddressKey(u.Email)
			err = owns(tx, c, key)
		}
		return u, true, err
	}
	key, valid := crm.AddressKey(p.Email)
	if !valid || !p.EmailVerified {
		return u, false, errUnproven()
	}
	if err := owns(tx, c, key); err != nil {
		return u, false, err
	}
	u, found, err := people.PersonByAddress(tx, key)
	if err == nil && found && u.VerifiedAt == nil {
		// Whoever made this account may have a password for it, and need not be the
		// one who has the address.
		err = errUnproven()
	}
	return u, false, err
}

// owns returns nil if the domain of an address was proven for the connection.
func owns(tx *db.Tx, c crm.SSOConnection, addressKey string) error {
	p, found, err := placeOf(tx, crm.DomainOf(addressKey))
	if err == nil && (!found || p != (place{c.WorkspaceID, c.ID})) {
		err = crm.Errorf(crm.KindForbidden, crm.CodeSSODomain, "This connection does not own the domain of your e-mail address.")
	}
	return err
}

// roleOf returns the role that somebody gets: by their groups where the
// connection goes by groups, else the one that they have.
func roleOf(tx *db.Tx, c crm.SSOConnection, p issuer.Person, has string) (string, error) {
	wanted := []string{c.DefaultRoleID}
	switch {
	case len(c.GroupRoles) > 0:
		for _, g := range slices.Backward(c.GroupRoles) {
			if slices.Contains(p.Groups, g.Group) {
				wanted = append(wanted, g.RoleID)
			}
		}
	case has != "":
		return has, nil
	}
	// The last is the best; a role may be gone, or wider than it was.
	for _, id := range slices.Backward(wanted) {
		role, err := people.Role(tx, c.WorkspaceID, id)
		if err == nil && grantable(role) {
			return id, nil
		}
		if err != nil && crm.AsError(err).Kind != crm.KindNotFound {
			return "", err
		}
	}
	return "", crm.Errorf(crm.KindForbidden, crm.CodeSSONotMember, "There is no role for you in this workspace. Ask an administrator.")
}

func nameOf(p issuer.Person) string {
	if p.Name != "" {
		return p.Name
	}
	return p.Email
}
