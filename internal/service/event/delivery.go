package event

import (
	"cmp"
	"context"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/core/reach"
	"service.example/crm/internal/webhook"
)

// Deliveries returns a page of an endpoint's deliveries, those of the newest
// events first. A page that has a next one may be short.
func (s *Events) Deliveries(ctx context.Context, actor crm.Actor, endpointID string, f crm.DeliveryFilter, p crm.Page) (list crm.List[crm.Delivery], err error) {
	if err := actor.Require(crm.ScopeWebhooksRead); err != nil {
		return list, err
	}
	if f.Since != nil && f.Until != nil && f.Until.Before(*f.Since) {
		var faults crm.Faults
		faults.Add("until", crm.CodeOutOfRange, "until lies before since.")
		return list, faults.Err()
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if _, err := webhookEndpointView(tx, actor.WorkspaceID, endpointID); err != nil {
			return err
		}
		list, err = readDeliveries(tx, actor.WorkspaceID, endpointID, f, p)
		return err
	})
	return list, err
}

// Delivery returns one delivery with what is posted and its attempts.
func (s *Events) Delivery(ctx context.Context, actor crm.Actor, endpointID, deliveryID string) (d crm.DeliveryDetail, err error) {
	if err := actor.Require(crm.ScopeWebhooksRead); err != nil {
		return d, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if _, err := webhookEndpointView(tx, actor.WorkspaceID, endpointID); err != nil {
			return err
		}
		d, err = delivery(tx, actor.WorkspaceID, endpointID, deliveryID)
		return err
	})
	addRequests(&d)
	return d, err
}

// addRequests tells what was sent with each attempt: it follows from what is
// kept.
func addRequests(d *crm.DeliveryDetail) {
	for i := range d.List {
		a := &d.List[i]
		a.RequestHeaders = map[string]string{}
		for name, values := range webhook.Headers(cmp.Or(a.BatchID, d.EventID), a.StartedAt, a.Signature) {
			a.RequestHeaders[strings.ToLower(name)] = strings.Join(values, ", ")
		}
	}
}

// EventDeliveries is an event with what became of it at each endpoint.
type EventDeliveries struct {
	crm.Event
	Deliveries []crm.Delivery
}

// Event returns one event of the log with its deliveries to the endpoints that
// the workspace has now.
func (s *Events) Event(ctx context.Context, actor crm.Actor, id string) (e EventDeliveries, err error) {
	if err := actor.Require(crm.ScopeEventsRead); err != nil {
		return e, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if e.Event, err = readEvent(tx, actor.WorkspaceID, id); err != nil {
			return err
		}
		if e.Event.Kind.OfAudit() {
			if err := actor.Require(crm.ScopeAuditRead); err != nil {
				return err
			}
		}
		seen, err := inReach(tx, actor.Reach, reach.Sights{}, actor.WorkspaceID, e.Kind, e.Key)
		if err != nil || !seen {
			e = EventDeliveries{}
			return cmp.Or(err, error(crm.NotFound("event", id)))
		}
		e.Deliveries, err = deliveriesOfEvent(tx, actor.WorkspaceID, id)
		return err
	})
	return e, err
}

// Redeliver posts an event to an endpoint at once, whatever came of it before:
// also one that was missed, and one that succeeded. The schedule of further
// attempts begins anew.
func (s *Events) Redeliver(ctx context.Context, actor crm.Actor, endpointID, deliveryID string) (crm.Delivery, error) {
	if err := actor.Require(crm.ScopeWebhooksWrite); err != nil {
		return crm.Delivery{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Delivery]) (d crm.Delivery, err error) {
		err = s.db.Update(db.Urgent(ctx), endpointID, func(tx *db.Tx) error {
			e, err := enabledEndpoint(tx, actor.WorkspaceID, endpointID)
			if err != nil {
				return err
			}
			eventID := crm.EventID(deliveryID)
			states, err := DeliveryStates(tx, actor.WorkspaceID, endpointID, []string{eventID})
			if err != nil {
				return err
			}
			if states[0] == "" {
				switch found, passed, err := eventPassed(tx, actor.WorkspaceID, endpointID, eventID); {
				case err != nil:
					return err
				case !found:
					return crm.NotFound("delivery", deliveryID)
				case !passed:
					return crm.Errorf(crm.KindConflict, crm.CodeDeliveryUnderWay, "The endpoint has not come to this event yet: it is delivered by itself.")
				}
			}
			if err := DeliverAgain(tx, actor.WorkspaceID, endpointID, crm.TriggerManual, "", eventID); err != nil {
				return err
			}
			deliverNow(tx, actor.WorkspaceID, endpointID)
			detail, err := delivery(tx, actor.WorkspaceID, endpointID, deliveryID)
			if err != nil {
				return err
			}
			d = detail.Delivery
			if err := save(tx, d); err != nil {
				return err
			}
			return s.record(tx, actor, crm.Act{Action: "delivery.redelivered", Targets: []crm.ActTarget{{Type: "delivery", ID: deliveryID}, endpointTarget(&e)}})
		})
		return d, err
	})
}

// enabledEndpoint returns an endpoint, locked, or a conflict when it gets
// nothing at present.
func enabledEndpoint(tx *db.Tx, workspaceID, id string) (crm.WebhookEndpoint, error) {
	e, err := WebhookEndpoint(tx, workspaceID, id)
	if err == nil && !e.Enabled {
		err = crm.Errorf(crm.KindConflict, crm.CodeEndpointDisabled, "The endpoint is disabled: enable it first.")
	}
	return e, err
}
