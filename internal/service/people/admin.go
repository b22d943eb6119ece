package people

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/password"
)

// NewPerson is a person whom the operator of the deployment lets in.
type NewPerson struct {
	Email, Name, RoleID, Password string
}

// Enrol lets a person work in a workspace at once, whose address the operator
// vouches for. Who is known already keeps their password. It is for the operator
// of the deployment, not for callers of the API.
func (s *People) Enrol(ctx context.Context, a crm.Actor, p NewPerson) (m crm.Member, err error) {
	key, valid := crm.AddressKey(p.Email)
	var f crm.Faults
	if !valid {
		f.Add("/email", crm.CodeNotAllowed, "email must be an e-mail address.")
	}
	if p.Name == "" {
		f.Add("/name", crm.CodeRequired, "name is required.")
	}
	faults := password.Rules{Own: []string{p.Email, p.Name}}.Check("/password", p.Password)
	if err := f.Join(faults.Err()); err != nil {
		return m, err
	}
	hash, err := s.passwords.Hash(ctx, p.Password)
	if err != nil {
		return m, err
	}
	err = s.db.Update(ctx, a.WorkspaceID, func(tx *db.Tx) error {
		if _, err := Role(tx, a.WorkspaceID, p.RoleID); err != nil {
			return err
		}
		u, found, err := userByAddress(tx, key)
		if err != nil {
			return err
		}
		if !found {
			u = newUser(tx, p.Email, p.Name, hash)
			now := tx.Now()
			u.VerifiedAt = &now
			insertUser(tx, u, key)
		}
		if _, state, err := membership(tx, a.WorkspaceID, u.ID); err != nil || state != "" {
			if err == nil {
				err = crm.Errorf(crm.KindConflict, crm.CodeNotAllowed, "%s is a member of this workspace already.", p.Email)
			}
			return err
		}
		m = addMember(tx, a.WorkspaceID, u, p.RoleID, crm.MemberActive, a.By(), tx.Now())
		return nil
	})
	return m, err
}

// newUser returns a person of the deployment who is not stored yet.
func newUser(tx *db.Tx, email, name, hash string) crm.User {
	handle, _ := newSecret()
	return crm.User{ID: tx.NewID(crm.PrefixUser), Email: email, Name: name, Handle: handle, PasswordHash: hash, CreatedAt: tx.Now()}
}
