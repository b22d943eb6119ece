package event

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

// recordsLife is for how long back what an endpoint has no delivery of is known
// to be missed. It is shorter than deliveries are kept: none may be forgotten
// between the look at the clock and the look at the table.
const recordsLife = crm.DeliveryLife - time.Hour

// CreateRedelivery begins a bulk redelivery: a background job puts the events
// that the request picks on their way to the endpoint, oldest first. It is about
// what the log has at this moment.
func (s *Events) CreateRedelivery(ctx context.Context, actor crm.Actor, endpointID string, req crm.RedeliveryRequest) (crm.Redelivery, error) {
	if err := actor.Require(crm.ScopeWebhooksWrite); err != nil {
		return crm.Redelivery{}, err
	}
	var f crm.Faults
	if req.Validate(s.now(), &f); !f.Empty() {
		return crm.Redelivery{}, f.Err()
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Redelivery]) (r crm.Redelivery, err error) {
		err = s.db.Update(db.Urgent(ctx), endpointID, func(tx *db.Tx) error {
			e, err := enabledEndpoint(tx, actor.WorkspaceID, endpointID)
			if err != nil {
				return err
			}
			open, err := openRedeliveriesOf(tx, actor.WorkspaceID, endpointID, crm.MaxOpenRedeliveries)
			if err != nil {
				return err
			}
			if open == crm.MaxOpenRedeliveries {
				return crm.Errorf(crm.KindConflict, crm.CodeRedeliveryLimit, "An endpoint has at most %d bulk redeliveries that have not ended: wait for one, or cancel one.", crm.MaxOpenRedeliveries)
			}
			now := tx.Now()
			r = crm.Redelivery{ID: tx.NewID(crm.PrefixRedelivery), WorkspaceID: actor.WorkspaceID, EndpointID: endpointID, RedeliveryRequest: req,
				Run: crm.Run{State: crm.RunRunning, Phase: crm.PhaseCollecting, StartedAt: now, UpdatedAt: now}}
			from := now.Add(-recordsLife)
			if req.What == crm.RedeliverMissed && e.CreatedAt.After(from) {
				from = e.CreatedAt
			}
			if req.Since != nil && (req.IncludeSucceeded || req.Since.After(from)) {
				from = *req.Since
			}
			if err := InsertRedelivery(tx, &r, from); err != nil {
				return err
			}
			s.redeliveries.Enqueue(tx, redeliveryKey(&r), endpointID)
			if err := save(tx, r); err != nil {
				return err
			}
			return s.recordRedelivery(tx, actor, "redelivery.created", &r, &e)
		})
		return r, err
	})
}

// Redelivery returns a bulk redelivery with how far it has come.
func (s *Events) Redelivery(ctx context.Context, actor crm.Actor, endpointID, id string) (r crm.Redelivery, err error) {
	if err := actor.Require(crm.ScopeWebhooksRead); err != nil {
		return r, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if _, err := webhookEndpointView(tx, actor.WorkspaceID, endpointID); err != nil {
			return err
		}
		r, err = Redelivery(tx, actor.WorkspaceID, endpointID, id)
		return err
	})
	return r, err
}

// Redeliveries returns a page of an endpoint's bulk redeliveries, newest first.
func (s *Events) Redeliveries(ctx context.Context, actor crm.Actor, endpointID string, p crm.Page) (list crm.List[crm.Redelivery], err error) {
	if err := actor.Require(crm.ScopeWebhooksRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if _, err := webhookEndpointView(tx, actor.WorkspaceID, endpointID); err != nil {
			return err
		}
		list, err = redeliveries(tx, actor.WorkspaceID, endpointID, p)
		return err
	})
	return list, err
}

// CancelRedelivery stops a bulk redelivery: nothing more is queued. What is
// queued goes its way. One that has ended stays as it is.
func (s *Events) CancelRedelivery(ctx context.Context, actor crm.Actor, endpointID, id string) (crm.Redelivery, error) {
	if err := actor.Require(crm.ScopeWebhooksWrite); err != nil {
		return crm.Redelivery{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Redelivery]) (r crm.Redelivery, err error) {
		err = s.db.Update(db.Urgent(ctx), endpointID, func(tx *db.Tx) error {
			e, err := WebhookEndpoint(tx, actor.WorkspaceID, endpointID)
			if err != nil {
				return err
			}
			if r, err = Redelivery(tx, actor.WorkspaceID, endpointID, id); err != nil {
				return err
			}
			was := r.State
			if err := s.redeliveries.End(tx, redeliveryKey(&r), crm.RunCanceled, ""); err != nil {
				return err
			}
			if r, err = Redelivery(tx, actor.WorkspaceID, endpointID, id); err != nil {
				return err
			}
			if err := save(tx, r); err != nil || r.State == was {
				return err
			}
			return s.recordRedelivery(tx, actor, "redelivery.canceled", &r, &e)
		})
		return r, err
	})
}
