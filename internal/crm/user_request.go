package crm

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// How long what was mailed to a person works, and how often it may be asked for.
const (
	InvitationLife = 7 * 24 * time.Hour
	ResetLife      = 30 * time.Minute
	// MaxMembers is how many people a workspace may have, whatever their state.
	MaxMembers = 10_000
)

// NewUser is what a caller chooses of a person to let in.
type NewUser struct {
	Email  string
	Name   string
	RoleID string
	// Password lets the person in at once; "" invites them.
	Password string
}

// Check returns the faults of the request itself: those of address and name.
func (n NewUser) Check() (f Faults) {
	if n.Email == "" {
		f.Add("/email", CodeRequired, "email is required: the address of the person.")
	} else if _, ok := AddressKey(n.Email); !ok {
		f.Add("/email", CodeParameterInvalid, "email is no address; write for example amelie@example.com.")
	}
	f.Below("/name", CheckUserName(n.Name))
	if n.RoleID == "" {
		f.Add("/role", CodeRequired, "role is required: owner, admin, supervisor, agent, or the id of a role of yours.")
	}
	return f
}

// CheckUserName returns the faults of a person's name.
func CheckUserName(name string) (f Faults) {
	switch {
	case strings.TrimSpace(name) == "":
		f.Add("", CodeRequired, "name is required: what colleagues call the person.")
	case utf8.RuneCountInString(name) > MaxUserName:
		f.Add("", CodeTooLong, "name may have at most %d characters.", MaxUserName)
	case strings.ContainsFunc(name, unicode.IsControl):
		f.Add("", CodeParameterInvalid, "name contains control characters.")
	}
	return f
}

// UserChange is what a caller changes of a person. Nil leaves a field alone.
type UserChange struct{ Name, RoleID *string }

// MemberFilter narrows a list of people; empty fields let everybody through.
type MemberFilter struct {
	State  MemberState
	RoleID string
}

// MayGive returns nil if the actor has everything that a role has, so that they
// may give and take it, else a KindForbidden error. Nobody hands on more than
// they have.
func (a Actor) MayGive(r Role) error {
	for _, s := range r.Scopes {
		if err := a.Require(s); err != nil {
			return Errorf(KindForbidden, CodeRoleTooWide, "The role %s may more than you: it has the scope %s. Ask somebody who has it too.", r.Name, s)
		}
	}
	if !a.reachesRole(r) {
		return Errorf(KindForbidden, CodeRoleTooWide, "The role %s sees more conversations than you. Ask somebody who sees them too.", r.Name)
	}
	if a.MasksPhoneNumbers && !r.MasksPhoneNumbers {
		return Errorf(KindForbidden, CodeRoleTooWide, "The role %s sees whole phone numbers, and you see them masked. Ask somebody who sees them too.", r.Name)
	}
	return nil
}
