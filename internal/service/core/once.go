package core

import (
	"context"
	"encoding/json"
	"errors"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// Idempotency is the Idempotency-Key of a request and a hash of its body.
// Replayed is set when the answer is that of an earlier request.
type Idempotency struct {
	Key, RequestHash string
	Replayed         bool
}

// hashFor stands for the request as one actor makes it.
func (i *Idempotency) hashFor(actor crm.Actor) string {
	return i.RequestHash + " " + actor.By().String()
}

type IdempotencyContext struct{}

// WithIdempotency attaches the key of a request to its context.
func WithIdempotency(ctx context.Context, i *Idempotency) context.Context {
	return context.WithValue(ctx, IdempotencyContext{}, i)
}

// Saver stores the result of a use case under the request's key, in the
// transaction of its effect, so that a crash cannot come between the two.
type Saver[T any] func(tx *db.Tx, result T) error

var errRaced = errors.New("another request with the same key was first")

// Once runs a use case at most once per Idempotency-Key: the same key with the
// same body gives the first result again for 24 hours, to who asked first. Others
// may not see as much.
func Once[T any](ctx context.Context, s *Calls, actor crm.Actor, run func(Saver[T]) (T, error)) (T, error) {
	var none T
	idem, _ := ctx.Value(IdempotencyContext{}).(*Idempotency)
	if idem == nil || db.Judging(ctx) {
		return run(func(*db.Tx, T) error { return nil })
	}
	slot := actor.WorkspaceID + idem.Key
	if _, busy := s.running.LoadOrStore(slot, true); busy {
		return none, crm.Errorf(crm.KindConflict, crm.CodeIdempotencyRunning, "A request with this Idempotency-Key is still running.")
	}
	defer s.running.Delete(slot)
	sealing := "idempotency/" + actor.WorkspaceID + "/" + idem.Key
	for {
		if first, found, err := replay[T](ctx, s, actor, idem, sealing); found || err != nil {
			return first, err
		}
		result, err := run(func(tx *db.Tx, result T) error {
			plain, err := json.Marshal(result)
			if err != nil {
				return err
			}
			sealed, err := s.box.Seal(plain, sealing)
			if err != nil {
				return err
			}
			fresh, err := SaveIdempotentResult(tx, actor.WorkspaceID, idem.Key, idem.hashFor(actor), sealed)
			if err == nil && !fresh {
				err = errRaced
			}
			return err
		})
		if !errors.Is(err, errRaced) {
			return result, err
		}
	}
}

func replay[T any](ctx context.Context, s *Calls, actor crm.Actor, idem *Idempotency, sealing string) (result T, found bool, err error) {
	var hash string
	var sealed []byte
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		hash, sealed, found, err = idempotentResult(tx, actor.WorkspaceID, idem.Key)
		return err
	})
	if err != nil || !found {
		return result, found, err
	}
	if hash != idem.hashFor(actor) {
		return result, true, crm.Errorf(crm.KindInvalid, crm.CodeIdempotencyReused,
			"This Idempotency-Key was used with another request in the last 24 hours.")
	}
	plain, err := s.box.Open(sealed, sealing)
	if err != nil {
		return result, true, err
	}
	idem.Replayed = true
	return result, true, json.Unmarshal(plain, &result)
}
