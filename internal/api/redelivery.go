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
	What             crm.RedeliveryWhat `json:"what" doc:"failed: failed deliveries. missed: events while the endpoint was disabled. range: undelivered events of a period."`
	Since            *time.Time         `json:"since,omitempty" doc:"Only events at or after this time; required for range. Results of deliveries are kept for 30 days, so only includeSucceeded allows an earlier time."`
	Until            *time.Time         `json:"until,omitempty" doc:"Only events up to this time; now by default."`
	Events           []crm.EventPattern `json:"events,omitempty" nullable:"false" doc:"Only these kinds: names, or prefixes such as messages.*; all by default."`
	IncludeSucceeded bool               `json:"includeSucceeded,omitempty" doc:"For range: also deliver events that were already delivered."`
}

// FieldValues lists the values of fields, for the document.
func (CreateRedelivery) FieldValues() map[string]any {
	return map[string]any{"what": []crm.RedeliveryWhat{crm.RedeliverFailed, crm.RedeliverMissed, crm.RedeliverRange}, "events": crm.EventPatterns()}
}

// Redelivery is a bulk redelivery. Its items are the events that it queued.
type Redelivery struct {
	ID         string `json:"id" doc:"Identifier of the bulk redelivery; begins with rdl_."`
	EndpointID string `json:"endpointId" doc:"The webhook endpoint."`
	Run
	What             crm.RedeliveryWhat `json:"what" enum:"failed,missed,range" doc:"What is delivered again: failed deliveries, missed events, or all events of a period."`
	Since            *time.Time         `json:"since" doc:"Only events from this time on; null if there is no limit."`
	Until            *time.Time         `json:"until" doc:"Only events up to this time; null if there is no limit."`
	Events           []crm.EventPattern `json:"events" nullable:"false" doc:"Only these kinds; all if empty."`
	IncludeSucceeded bool               `json:"includeSucceeded" doc:"Whether delivered events are delivered again."`
	Examined         int64              `json:"examined" doc:"Number of events examined."`
	Queued           int64              `json:"queued" doc:"Number of events queued."`
	Delivered        int64              `json:"delivered" doc:"Number of queued events that were delivered."`
	Failed           int64              `json:"failed" doc:"Number of queued events that were given up. GET …/deliveries?state=failed lists them."`
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

func redeliveryRoutes(s *Server) {
	const path = "/v1/webhook-endpoints/{id}/redeliveries"
	register(s, operation{id: "create-redelivery", method: http.MethodPost, path: path, tag: endpointsTag, status: http.StatusAccepted, errors: []int{404, 409},
		scope: crm.ScopeWebhooksWrite, whole: true, act: "redelivery.created", summary: "Deliver events again in bulk", description: fmt.Sprintf("Runs in the background, oldest events first, at a limited rate, so new events do not wait. It covers the events that are in the log now. Redeliveries of one endpoint run one after another; at most %d can be open at the same time.", crm.MaxOpenRedeliveries),
		example: CreateRedelivery{What: crm.RedeliverMissed}},
		func(ctx context.Context, a crm.Actor, in *createRedeliveryInput) (*redeliveryOutput, error) {
			b := in.Body
			return answerRedelivery(s.svc.Event.CreateRedelivery(ctx, a, in.ID, crm.RedeliveryRequest{What: b.What, Since: b.Since, Until: b.Until,
				Events: b.Events, IncludeSucceeded: b.IncludeSucceeded}))
		})
	register(s, operation{id: "list-redeliveries", method: http.MethodGet, path: path, tag: endpointsTag, errors: []int{404},
		scope: crm.ScopeWebhooksRead, whole: true, summary: "List bulk redeliveries", description: "Newest first. Ended redeliveries are kept for 90 days."},
		func(ctx context.Context, a crm.Actor, in *redeliveriesInput) (*pageOutput[Redelivery], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Event.Redeliveries(ctx, a, in.ID, p)
			return answerPage(list, renderRedelivery), err
		})
	register(s, operation{id: "get-redelivery", method: http.MethodGet, path: path + "/{redeliveryId}", tag: endpointsTag, errors: []int{404},
		scope: crm.ScopeWebhooksRead, whole: true, summary: "Get a bulk redelivery", description: "How many events were found, queued, delivered and given up."},
		func(ctx context.Context, a crm.Actor, in *redeliveryInput) (*redeliveryOutput, error) {
			return answerRedelivery(s.svc.Event.Redelivery(ctx, a, in.ID, in.RedeliveryID))
		})
	register(s, operation{id: "cancel-redelivery", method: http.MethodPost, path: path + "/{redeliveryId}/cancel", tag: endpointsTag, errors: []int{404},
		scope: crm.ScopeWebhooksWrite, whole: true, act: "redelivery.canceled", summary: "Cancel a bulk redelivery", description: "No more events are queued. The few events that are already queued are still delivered. An ended redelivery does not change."},
		func(ctx context.Context, a crm.Actor, in *redeliveryInput) (*redeliveryOutput, error) {
			return answerRedelivery(s.svc.Event.CancelRedelivery(ctx, a, in.ID, in.RedeliveryID))
		})
}

func answerRedelivery(r crm.Redelivery, err error) (*redeliveryOutput, error) {
	return &redeliveryOutput{renderRedelivery(r)}, err
}

func renderRedelivery(r crm.Redelivery) Redelivery {
	out := Redelivery{ID: r.ID, EndpointID: r.EndpointID, Run: renderRun(r.Run), What: r.What, Since: r.Since, Until: r.Until, Events: r.Events,
		IncludeSucceeded: r.IncludeSucceeded, Examined: r.Examined, Queued: r.Queued, Delivered: r.Delivered, Failed: r.Failed}
	if out.Events == nil {
		out.Events = []crm.EventPattern{}
	}
	return out
}
