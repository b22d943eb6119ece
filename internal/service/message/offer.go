package message

import (
	"context"
	"errors"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// Offer is a message that was found sendable and waits for the transaction in which it is
// accepted.
type Offer struct{ plan *plan }

// Category is that of its template; "" for other messages.
func (o Offer) Category() string { return o.plan.category }

// NewOffer checks everything about a message that can be known before it is accepted, like
// SendMessage.
func NewOffer(ctx context.Context, s *Messages, actor crm.Actor, req *crm.SendRequest) (Offer, error) {
	p, err := s.plan(ctx, actor, req)
	return Offer{p}, err
}

// Accept stores an offered message and the job that sends it, or says why not. After a
// refusal nothing of it is stored; after an error the transaction must not be committed.
func Accept(tx *db.Tx, s *Messages, actor crm.Actor, o Offer) (id string, refusal *crm.Error, err error) {
	r, err := s.accept(tx, actor, o.plan)
	if err == nil {
		return r.MessageID, nil, nil
	}
	if _, half := errors.AsType[halfDone](err); half {
		return "", nil, err
	}
	if refusal = crm.AsError(err); refusal.Kind != crm.KindInvalid {
		return "", nil, err
	}
	return "", refusal, nil
}

// Withdraw cancels a message that waits to be sent, and reports whether it did: one that
// has left, or may have, goes on.
func Withdraw(tx *db.Tx, s *Messages, workspaceID, id string) (bool, error) {
	m, err := LockMessage(tx, workspaceID, id)
	if err != nil || m.Status != crm.StatusQueued {
		return false, err
	}
	return true, s.move(tx, m, Move{Status: crm.StatusCanceled, At: tx.Now()})
}
