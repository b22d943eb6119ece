package people

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/core"
)

// Deactivated is what came of a deactivation.
type Deactivated struct {
	Detail MemberDetail
	// Keys are the API keys that the person made and that still work, or that
	// were revoked with it.
	Keys []crm.APIKey
	// Requeued is how many open conversations went back to the queue.
	Requeued int
}

// DeactivateUser ends the work of a person in the workspace: their sessions stop
// within a second on every node, open conversations go back to the queue, and
// where they work nowhere else their sessions end altogether. The API keys that
// they made are listed, and revoked with it if revokeKeys says so. Doing it again
// changes nothing.
func (s *Members) DeactivateUser(ctx context.Context, actor crm.Actor, id string, revokeKeys bool) (Deactivated, error) {
	if err := actor.Require(crm.ScopeUsersWrite); err != nil {
		return Deactivated{}, err
	}
	if revokeKeys {
		if err := actor.Require(crm.ScopeKeysWrite); err != nil {
			return Deactivated{}, err
		}
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[Deactivated]) (out Deactivated, err error) {
		_, err = s.changeMember(ctx, actor, id, "user.deactivated", func(tx *db.Tx, actor crm.Actor, m *crm.Member, d *MemberDetail) error {
			out = Deactivated{}
			if revokeKeys {
				if err := actor.Require(crm.ScopeKeysWrite); err != nil {
					return err
				}
			}
			var err error
			by := crm.DoneBy{Type: crm.ActorUser, ID: id}
			if out.Keys, err = access.KeysMadeBy(tx, actor.WorkspaceID, by); err != nil {
				return err
			}
			if revokeKeys {
				for i := range out.Keys {
					access.RevokeKey(tx, actor.WorkspaceID, out.Keys[i].ID)
					now := tx.Now()
					out.Keys[i].RevokedAt = &now
				}
				for _, k := range out.Keys {
					d.acted, d.beside = true, append(d.beside, access.KeyTarget(k))
				}
				tx.After(s.access.ForgetKeys)
			}
			if m.State == crm.MemberDeactivated {
				return nil
			}
			m.State = crm.MemberDeactivated
			dropTokens(tx, forInvitation, id, actor.WorkspaceID)
			if s.opt.Requeue != nil {
				if out.Requeued, err = s.opt.Requeue(tx, actor.WorkspaceID, id, actor.By()); err != nil {
					return err
				}
			}
			return s.leave(tx, actor.WorkspaceID, id)
		}, func(tx *db.Tx, d MemberDetail) error {
			out.Detail = d
			return save(tx, out)
		})
		return out, err
	})
}

// leave ends what a person has in the deployment where they work in no other
// workspace: sessions, passkeys and what was mailed.
func (s *Members) leave(tx *db.Tx, workspaceID, userID string) error {
	known, err := knownBy(tx, userID)
	if err != nil {
		return err
	}
	for id, state := range known {
		if id != workspaceID && state == crm.MemberActive {
			return nil
		}
	}
	endOtherSessions(tx, userID, "")
	dropTokens(tx, forReset, userID, "")
	tx.Write(deletePasskeysSQL, userID)
	return nil
}

// ReactivateUser lets a person work again who was deactivated. Who never accepted
// an invitation is invited; send it again.
func (s *Members) ReactivateUser(ctx context.Context, actor crm.Actor, id string) (MemberDetail, error) {
	if err := actor.Require(crm.ScopeUsersWrite); err != nil {
		return MemberDetail{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[MemberDetail]) (MemberDetail, error) {
		return s.changeMember(ctx, actor, id, "user.reactivated", func(tx *db.Tx, _ crm.Actor, m *crm.Member, _ *MemberDetail) error {
			if m.State != crm.MemberDeactivated {
				return nil
			}
			m.State = crm.MemberActive
			if m.AcceptedAt == nil {
				m.State = crm.MemberInvited
			}
			return nil
		}, save)
	})
}
