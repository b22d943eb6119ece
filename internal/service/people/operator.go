package people

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
)

// Operator is a person who may see how the whole deployment stands.
type Operator struct {
	crm.User
	Workspaces []string // where they work
}

// AddOperator lets a person who has an account see how the whole deployment stands. It
// is for who runs the deployment, on the server: no call of the API gives it, so no
// owner of a workspace can. Nor do addresses give it: whose address nobody has verified
// may be anybody.
func (s *People) AddOperator(ctx context.Context, email string) (Operator, error) {
	return s.mark(ctx, email, "operator.added", func(tx *db.Tx, u crm.User) error {
		switch {
		case u.VerifiedAt == nil:
			return crm.Errorf(crm.KindConflict, crm.CodeNotAllowed, "%s has not accepted an invitation yet, so nobody knows that the address is theirs.", email)
		case u.OperatorSince != nil:
			return crm.Errorf(crm.KindConflict, crm.CodeNotAllowed, "%s is an operator already.", email)
		}
		now := tx.Now()
		setOperator(tx, u.ID, &now)
		return nil
	})
}

// RemoveOperator takes it away; running services refuse the person within a second.
func (s *People) RemoveOperator(ctx context.Context, email string) (Operator, error) {
	return s.mark(ctx, email, "operator.removed", func(tx *db.Tx, u crm.User) error {
		if u.OperatorSince == nil {
			return crm.Errorf(crm.KindConflict, crm.CodeNotAllowed, "%s is no operator.", email)
		}
		setOperator(tx, u.ID, nil)
		return nil
	})
}

// mark changes whether the person with an address is an operator. The audit log of
// every workspace in which they work has it.
func (s *People) mark(ctx context.Context, email, act string, change func(*db.Tx, crm.User) error) (o Operator, err error) {
	key, valid := crm.AddressKey(email)
	if !valid {
		var f crm.Faults
		f.Add("/email", crm.CodeNotAllowed, "email must be an e-mail address.")
		return o, f.Err()
	}
	defer s.ForgetSeats()
	err = s.db.Update(ctx, "operators", func(tx *db.Tx) error {
		tx.Lock("user address " + key)
		u, found, err := userByAddress(tx, key)
		if err == nil && !found {
			err = crm.Errorf(crm.KindNotFound, crm.CodeNotFound, "Nobody has the address %s here. An operator needs an account: invite them into a workspace first.", email)
		}
		if err == nil {
			err = change(tx, u)
		}
		if err == nil {
			u, _, err = user(tx, u.ID)
		}
		if err == nil {
			o, err = operatorOf(tx, u)
		}
		for _, id := range o.Workspaces { // in the order of their identifiers, so that two never wait for each other
			if err == nil {
				err = audit.Record(tx, crm.Insider(id, crm.ActorOperator, false), crm.Act{Action: act, Targets: userTarget(u)})
			}
		}
		return err
	})
	return o, err
}

// Operators lists who may see how the whole deployment stands, for who runs it.
func (s *People) Operators(ctx context.Context) (out []Operator, err error) {
	const part = 100
	err = s.db.View(ctx, func(tx *db.Tx) error {
		out = nil
		after := ""
		for n := part; n == part; {
			list, err := operators(tx, after, part)
			if err != nil {
				return err
			}
			for _, u := range list {
				o, err := operatorOf(tx, u)
				if err != nil {
					return err
				}
				out, after = append(out, o), u.ID
			}
			n = len(list)
		}
		return nil
	})
	return out, err
}

func operatorOf(tx *db.Tx, u crm.User) (Operator, error) {
	u.PasswordHash = "" // it goes no further
	o := Operator{User: u}
	places, err := placesOf(tx, u.ID)
	for _, p := range places {
		o.Workspaces = append(o.Workspaces, p.workspaceID)
	}
	return o, err
}
