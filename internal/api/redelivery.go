package api

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

// CreateRedelivery asks for events to be delivered again in bulk.
type CreateRedelivery struct {
	What             crm.RedeliveryWhat `json:"what" doc:"failed: every attempt failed. missed: the receiver was disabled. range: whatever in a time was not delivered."`
	Since            *time.Time         `json:"since,omitempty" doc:"Only events from this time on; required with range. What was delivered is known for 30 days: only includeSucceeded reaches further back."`
	Until            *time.Time         `json:"until,omitempty" doc:"Only events up to this time; now by default."`
	Events           []crm.EventPattern `json:"events,omitempty" nullable:"false" doc:"Only these kinds: names, or prefixes such as messages.*; all by default."`
	IncludeSucceeded bool               `json:"includeSucceeded,omitempty" doc:"With range: what was delivered already, too."`
}

// FieldValues lists the values of fields, for the document.
func (CreateRedelivery) FieldValues() map[string]any {
	return map[string]any{"what": []crm.RedeliveryWhat{crm.RedeliverFailed, crm.RedeliverMissed, crm.RedeliverRange}, "events": crm.EventPatterns()}
}

// Redelivery is a bulk redelivery with how far it has come.
type Redelivery struct {
	ID               string              `json:"id" doc:"Identifier of the bulk redelivery; begins with rdl_."`
	EndpointID       string              `json:"endpointId" doc:"The webhook endpoint."`
	State            crm.RedeliveryState `json:"state" enum:"running,delivering,completed,canceled,failed" doc:"running: looks for events and queues them. delivering: all are queued, some wait for their next attempt."`
	What             crm.RedeliveryWhat  `json:"what" enum:"failed,missed,range" doc:"What is delivered again: deliveries that failed, events that were missed, or everything in a range of time."`
	Since            *time.Time          `json:"since" doc:"Events from this time on; null if not limited."`
	Until            *time.Time          `json:"until" doc:"Events up to this time; null if not limited."`
	Events           []crm.EventPattern  `json:"events" nullable:"false" doc:"Only these kinds; all when empty."`
	IncludeSucceeded bool                `json:"includeSucceeded" doc:"Whether events that were delivered before are delivered again."`
	Examined         int64               `json:"examined" doc:"Events of the log that were looked at."`
	Queued           int64               `json:"queued" doc:"Events that were put on their way."`
	Done             int64               `json:"done" doc:"Of those, how many were delivered."`
	Failed           int64               `json:"failed" doc:"Of those, how many ended without success."`
	Failure          string              `json:"failure,omitempty" doc:"Why it ended early."`
	CreatedAt        time.Time           `json:"createdAt" doc:"When it was asked for."`
	FinishedAt       *time.Time          `json:"finishedAt" doc:"When it ended; null until then."`
}

type (
	createRedeliveryInput struct {
		EndpointInput
		Body CreateRedelivery
	}
	redeliveriesInput struct {
		EndpointInput
		PageInput
	}
	redeliveryInput struct {
		EndpointInput
		RedeliveryID string `path:"redeliveryId" maxLength:"64" doc:"Id of the bulk redelivery."`
	}
	redeliveryOutput struct{ Body Redelivery }
)

func (s *Server) redeliveryRoutes() {
	const path = "/v1/webhook-endpoints/{id}/redeliveries"
	register(s, operation{id: "create-redelivery", method: http.MethodPost, path: path, tag: endpointsTag, status: http.StatusAccepted, errors: []int{404, 409},
		scope: crm.ScopeWebhooksWrite, summary: "Deliver events again in bulk", description: fmt.Sprintf("In the background, oldest first, at a limited rate: new events do not wait for them. It is about what the log has at this moment. Redeliveries of one receiver run one after the other; at most %d of them may not have ended.", crm.MaxOpenRedeliveries),
		example: CreateRedelivery{What: crm.RedeliverMissed}},
		func(ctx context.Context, a crm.Actor, in *createRedeliveryInput) (*redeliveryOutput, error) {
			b := in.Body
			return answerRedelivery(s.svc.CreateRedelivery(ctx, a, in.ID, crm.RedeliveryRequest{What: b.What, Since: b.Since, Until: b.Until,
				Events: b.Events, IncludeSucceeded: b.IncludeSucceeded}))
		})
	register(s, operation{id: "list-redeliveries", method: http.MethodGet, path: path, tag: endpointsTag, errors: []int{404},
		scope: crm.ScopeWebhooksRead, summary: "List bulk redeliveries", description: "Newest first; those that ended are kept for 90 days."},
		func(ctx context.Context, a crm.Actor, in *redeliveriesInput) (*pageOutput[Redelivery], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Redeliveries(ctx, a, in.ID, p)
			return answerPage(list, renderRedelivery), err
		})
	register(s, operation{id: "get-redelivery", method: http.MethodGet, path: path + "/{redeliveryId}", tag: endpointsTag, errors: []int{404},
		scope: crm.ScopeWebhooksRead, summary: "Follow a bulk redelivery", description: "How many events were found, queued, delivered and given up."},
		func(ctx context.Context, a crm.Actor, in *redeliveryInput) (*redeliveryOutput, error) {
			return answerRedelivery(s.svc.Redelivery(ctx, a, in.ID, in.RedeliveryID))
		})
	register(s, operation{id: "cancel-redelivery", method: http.MethodPost, path: path + "/{redeliveryId}/cancel", tag: endpointsTag, errors: []int{404},
		scope: crm.ScopeWebhooksWrite, summary: "Cancel a bulk redelivery", description: "Nothing more is queued; the few events that are queued already go their way. One that has ended stays as it is."},
		func(ctx context.Context, a crm.Actor, in *redeliveryInput) (*redeliveryOutput, error) {
			return answerRedelivery(s.svc.CancelRedelivery(ctx, a, in.ID, in.RedeliveryID))
		})
}

func answerRedelivery(r crm.Redelivery, err error) (*redeliveryOutput, error) {
	return &redeliveryOutput{renderRedelivery(r)}, err
}

func renderRedelivery(r crm.Redelivery) Redelivery {
	out := Redelivery{ID: r.ID, EndpointID: r.EndpointID, State: r.State, What: r.What, Since: r.Since, Until: r.Until, Events: r.Events,
		IncludeSucceeded: r.IncludeSucceeded, Examined: r.Examined, Queued: r.Queued, Done: r.Done, Failed: r.Failed, Failure: r.Failure,
		CreatedAt: r.CreatedAt, FinishedAt: r.FinishedAt}
	if out.Events == nil {
		out.Events = []crm.EventPattern{}
	}
	return out
}
