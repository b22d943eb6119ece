package notification

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

// PushKey returns the public key to which browsers subscribe.
func (s *Notifications) PushKey(actor crm.Actor) (string, error) {
	if err := require(actor); err != nil {
		return "", err
	}
	return s.opt.Key.Public(), nil
}

// keys are what is sealed of a subscription.
type keys struct {
	Endpoint     string
	P256dh, Auth []byte
}

func sealing(workspaceID, userID string) string {
	return "push_subscription/" + workspaceID + "/" + userID
}

// Subscribe lets a browser of the actor be told of notifications. One that is there
// already is the same subscription, and others of the browser end. Of too many, the
// oldest end.
func (s *Notifications) Subscribe(ctx context.Context, actor crm.Actor, in crm.NewPushSubscription) (crm.PushSubscription, error) {
	if err := require(actor); err != nil {
		return crm.PushSubscription{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.PushSubscription]) (out crm.PushSubscription, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.UserID(), func(tx *db.Tx) error {
			if out, err = in.Read(s.opt.Guard.Rules); err != nil {
				return err
			}
			plain, err := json.Marshal(keys{out.Endpoint, out.P256dh, out.Auth})
			if err != nil {
				return err
			}
			sealed, err := s.box.Seal(plain, sealing(actor.WorkspaceID, actor.UserID()))
			if err != nil {
				return err
			}
			sum := sha256.Sum256([]byte(out.Endpoint))
			hash := hex.EncodeToString(sum[:])
			tx.Write(dropOfOthersSQL, hash, actor.UserID(), maxOthers)
			tx.Write(insertSubscriptionSQL, actor.WorkspaceID, actor.UserID(), tx.NewID(crm.PrefixPushSubscription), hash, sealed, db.Ms(tx.Now()))
			list, err := readSubscriptions(tx, ofEndpointSQL, actor.WorkspaceID, actor.UserID(), hash)
			if err != nil {
				return err
			}
			out.ID, out.UserID, out.CreatedAt = list[0].ID, actor.UserID(), list[0].CreatedAt
			if err := keepNewest(tx, actor.WorkspaceID, actor.UserID()); err != nil {
				return err
			}
			return save(tx, out)
		})
		return out, err
	})
}

// Subscriptions returns the browsers of the actor that are told, oldest first.
func (s *Notifications) Subscriptions(ctx context.Context, actor crm.Actor) (out []crm.PushSubscription, err error) {
	if err := require(actor); err != nil {
		return nil, err
	}
	var list []sealedSubscription
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		list, err = readSubscriptions(tx, subscriptionsSQL, actor.WorkspaceID, actor.UserID())
		return err
	})
	for _, one := range list {
		if err == nil {
			err = s.open(&one, actor.WorkspaceID, actor.UserID())
		}
		out = append(out, one.PushSubscription)
	}
	return out, err
}

func (s *Notifications) open(one *sealedSubscription, workspaceID, userID string) error {
	plain, err := s.box.Open(one.sealed, sealing(workspaceID, userID))
	if err != nil {
		return err
	}
	var k keys
	err = json.Unmarshal(plain, &k)
	one.UserID, one.Endpoint, one.P256dh, one.Auth = userID, k.Endpoint, k.P256dh, k.Auth
	return err
}

// Unsubscribe ends a subscription of the actor, or returns a KindNotFound error.
func (s *Notifications) Unsubscribe(ctx context.Context, actor crm.Actor, id string) error {
	if err := require(actor); err != nil {
		return err
	}
	_, err := core.Once(ctx, s.calls, actor, func(save core.Saver[struct{}]) (none struct{}, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.UserID(), func(tx *db.Tx) error {
			n, err := tx.Exec(dropSubscription, actor.WorkspaceID, actor.UserID(), id)
			if err == nil && n == 0 {
				err = crm.NotFound("push subscription", id)
			}
			if err != nil {
				return err
			}
			return save(tx, none)
		})
		return none, err
	})
	return err
}
