package people

import (
	"context"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// SignOnRule says how the people of a domain must sign in: required by single
// sign-on, and but names the one who need not; "" for nobody.
type SignOnRule func(tx *db.Tx, domain string) (required bool, but string, err error)

// SetSignOnRule hands the rule in, once, before anybody asks: it belongs to a
// room behind this one.
func (s *People) SetSignOnRule(rule SignOnRule) { s.signOn = rule }

func errSSORequired() error {
	return crm.Errorf(crm.KindForbidden, crm.CodeSSORequired, "People of this domain sign in by single sign-on: GET /v1/session/sso?email=…")
}

// mayEnter returns nil unless people with this address must use single sign-on
// and did not. The one who need not must have shown a second factor.
func (s *People) mayEnter(tx *db.Tx, userID, email string, factors []string) error {
	if s.signOn == nil || slices.Contains(factors, crm.FactorSSO) {
		return nil
	}
	key, _ := crm.AddressKey(email)
	required, but, err := s.signOn(tx, crm.DomainOf(key))
	if err != nil || !required {
		return err
	}
	if userID != but || !slices.ContainsFunc(factors, isSecond) {
		return errSSORequired()
	}
	return nil
}

// mayUsePassword returns nil unless people with this address must use single
// sign-on. The answer is the same whether or not anybody has the address, and
// for the one who need not, unless the password is right.
func (s *People) mayUsePassword(ctx context.Context, userID, addressKey string, right bool) error {
	if s.signOn == nil {
		return nil
	}
	return s.db.View(ctx, func(tx *db.Tx) error {
		required, but, err := s.signOn(tx, crm.DomainOf(addressKey))
		if err == nil && required && (!right || userID != but) {
			err = errSSORequired()
		}
		return err
	})
}

// isBreakGlass reports whether this is the one person of their domain who need not
// use the single sign-on that everybody else must.
func (s *People) isBreakGlass(tx *db.Tx, userID string) (bool, error) {
	u, found, err := user(tx, userID)
	if s.signOn == nil || err != nil || !found {
		return false, err
	}
	key, _ := crm.AddressKey(u.Email)
	required, but, err := s.signOn(tx, crm.DomainOf(key))
	return required && but == userID, err
}

func errBreakGlass() error {
	return crm.Errorf(crm.KindConflict, crm.CodeBreakGlass, "This person is the one who can sign in while the provider of the required single sign-on is down. Name another one in the connection first.")
}

// keepBreakGlass returns a KindConflict error where a person who can sign in
// without the required single sign-on has no second factor left to do so.
func (s *People) keepBreakGlass(tx *db.Tx, userID string) error {
	is, err := s.isBreakGlass(tx, userID)
	if err != nil || !is {
		return err
	}
	strong, err := HasSecondFactor(tx, userID)
	if err == nil && !strong {
		err = errBreakGlass()
	}
	return err
}

// PersonByAddress returns the person with this address key, or found false.
func PersonByAddress(tx *db.Tx, addressKey string) (u crm.User, found bool, err error) {
	return userByAddress(tx, addressKey)
}

// Person returns a person, or found false.
func Person(tx *db.Tx, id string) (u crm.User, found bool, err error) { return user(tx, id) }

// AddPerson stores a person of the deployment, without a password, whose address
// somebody vouches for who owns its domain.
func AddPerson(tx *db.Tx, email, addressKey, name string) crm.User {
	handle, _ := newSecret()
	now := tx.Now()
	u := crm.User{ID: tx.NewID(crm.PrefixUser), Email: email, Name: name, Handle: handle, VerifiedAt: &now, CreatedAt: now}
	insertUser(tx, u, addressKey)
	return u
}

// Membership returns the role and state of a person in a workspace, "" for none.
func Membership(tx *db.Tx, workspaceID, userID string) (roleID string, state crm.MemberState, err error) {
	return membership(tx, workspaceID, userID)
}

// AddMember lets a person work in a workspace at once.
func AddMember(tx *db.Tx, workspaceID string, u crm.User, roleID string, by crm.DoneBy) {
	addMember(tx, workspaceID, u, roleID, crm.MemberActive, by, tx.Now())
}

// SettleMember gives a member who is invited or active a role, and makes them
// active. It changes no owner.
func SettleMember(tx *db.Tx, workspaceID, userID, roleID string) {
	tx.Write(settleMemberSQL, workspaceID, userID, roleID, db.Ms(tx.Now()))
}

// Enter makes a session for a person who has just proved who they are by these
// factors.
func Enter(tx *db.Tx, u crm.User, factors []string, from crm.Origin) NewSession {
	return openSession(tx, u, factors, from)
}

// HasSecondFactor reports whether a person has one beside the password.
func HasSecondFactor(tx *db.Tx, userID string) (bool, error) {
	since, err := secondSince(tx, userID)
	if err != nil || since != nil {
		return err == nil, err
	}
	keys, err := passkeysOf(tx, userID)
	return len(keys) > 0, err
}
