package api

import (
	"context"
	"net/http"
	"strings"
	"time"

	"service.example/crm/internal/crm"
)

// Delivery is one event's journey to one receiver.
type Delivery struct {
	ID             string              `json:"id" doc:"Unique among the deliveries of one endpoint."`
	EndpointID     string              `json:"endpointId" doc:"The webhook endpoint."`
	EventID        string              `json:"eventId" doc:"The webhook-id; the same for every attempt."`
	Event          crm.EventKind       `json:"event" doc:"Kind of the event."`
	State          crm.DeliveryState   `json:"state" enum:"pending,succeeded,failed,skipped" doc:"skipped: the endpoint was disabled while the delivery was pending."`
	Trigger        crm.DeliveryTrigger `json:"trigger" enum:"auto,manual,replay,test" doc:"What started the delivery last: auto for the event itself, manual for a request, replay for a bulk redelivery, test for a sample."`
	Attempts       int                 `json:"attempts" doc:"Number of attempts. The count continues when the event is delivered again."`
	Class          crm.AttemptClass    `json:"class,omitempty" doc:"Result of the last attempt."`
	StatusCode     int                 `json:"statusCode,omitempty" doc:"HTTP status of the last answer."`
	Error          string              `json:"error,omitempty" doc:"Why the last attempt failed."`
	LatencyMs      int64               `json:"latencyMs" doc:"Duration of the last attempt in milliseconds."`
	AttemptedAt    *time.Time          `json:"attemptedAt" doc:"When the last attempt began."`
	NextAttemptAt  *time.Time          `json:"nextAttemptAt" doc:"When the next attempt is due, while the delivery is pending."`
	RedeliveryID   string              `json:"redeliveryId,omitempty" doc:"The bulk redelivery that started the delivery last."`
	EventCreatedAt time.Time           `json:"eventCreatedAt" doc:"When the event happened."`
}

// DeliveryDetail is a delivery with what is posted and every attempt.
type DeliveryDetail struct {
	Delivery
	Body     string            `json:"body" doc:"The event as it is posted. In a batch it is one entry of the array, with its id."`
	History  []DeliveryAttempt `json:"history" nullable:"false" doc:"The attempts of the last 30 days, oldest first; at most the last 200."`
	Complete bool              `json:"complete" doc:"Whether history has every attempt."`
}

// DeliveryAttempt is one call to a receiver.
type DeliveryAttempt struct {
	Number     int                 `json:"number" doc:"Number of the attempt, starting at 1."`
	Trigger    crm.DeliveryTrigger `json:"trigger" enum:"auto,manual,replay,test" doc:"What caused the attempt: auto for the event itself, manual for a request, replay for a bulk redelivery, test for a sample."`
	StartedAt  time.Time           `json:"startedAt" doc:"When the call began."`
	LatencyMs  int64               `json:"latencyMs" doc:"Duration of the call in milliseconds."`
	Class      crm.AttemptClass    `json:"class" enum:"succeeded,redirect,client_error,server_error,timeout,connection,dns,tls,forbidden,own_network,other" doc:"Result of the attempt."`
	StatusCode int                 `json:"statusCode,omitempty" doc:"HTTP status of the answer; absent if there was none."`
	Error      string              `json:"error,omitempty" doc:"Why the attempt failed; absent if it succeeded."`
	BatchID    string              `json:"batchId,omitempty" doc:"The webhook-id of the call, if it carried a batch of events; absent otherwise."`
	Request    AttemptRequest      `json:"request" doc:"The request."`
	Response   AttemptResponse     `json:"response" doc:"The receiver's answer."`
}

// AttemptRequest is what was sent besides the body.
type AttemptRequest struct {
	Headers map[string]string `json:"headers" doc:"Request headers by name."`
}

// AttemptResponse is what was answered.
type AttemptResponse struct {
	Headers map[string]string `json:"headers" doc:"Headers by name. Several values of one header are joined by commas."`
	Body    string            `json:"body" doc:"The first 4 KiB. Bytes that are not UTF-8 are replaced."`
}

type (
	deliveriesInput struct {
		EndpointInput
		PageInput
		EventID string            `query:"eventId" maxLength:"64" doc:"Only the delivery of this event."`
		Event   eventName         `query:"event" doc:"Only events of this kind."`
		State   crm.DeliveryState `query:"state" enum:"pending,succeeded,failed,skipped" doc:"Only deliveries in this state."`
		Since   time.Time         `query:"since" doc:"Only events at or after this time."`
		Until   time.Time         `query:"until" doc:"Only events up to this time."`
	}
	deliveryInput struct {
		EndpointInput
		DeliveryID string `path:"deliveryId" maxLength:"64" doc:"Id of the delivery."`
	}
	deliveryDetailOutput struct{ Body DeliveryDetail }
	deliveryOutput       struct{ Body Delivery }
)

func deliveryRoutes(s *Server) {
	const path = "/v1/webhook-endpoints/{id}/deliveries"
	register(s, operation{id: "list-deliveries", method: http.MethodGet, path: path, tag: endpointsTag, errors: []int{404},
		scope: crm.ScopeWebhooksRead, whole: true, summary: "List deliveries", description: "The deliveries of one endpoint, newest events first. With a filter, a page may have fewer items than limit, or none, and still have a nextCursor. Follow it to continue."},
		func(ctx context.Context, a crm.Actor, in *deliveriesInput) (*pageOutput[Delivery], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Event.Deliveries(ctx, a, in.ID, crm.DeliveryFilter{EventID: in.EventID, Kind: crm.EventKind(in.Event), State: in.State,
				Since: timeOrNone(in.Since), Until: timeOrNone(in.Until)}, p)
			return answerPage(list, renderDelivery), err
		})
	register(s, operation{id: "get-delivery", method: http.MethodGet, path: path + "/{deliveryId}", tag: endpointsTag, errors: []int{404},
		scope: crm.ScopeWebhooksRead, whole: true, numbers: true, summary: "Get a delivery", description: "With the posted body and every attempt: the request, the answer and the duration."},
		func(ctx context.Context, a crm.Actor, in *deliveryInput) (*deliveryDetailOutput, error) {
			d, err := s.svc.Event.Delivery(ctx, a, in.ID, in.DeliveryID)
			return &deliveryDetailOutput{renderDeliveryDetail(d)}, err
		})
	register(s, operation{id: "redeliver", method: http.MethodPost, path: path + "/{deliveryId}/redeliver", tag: endpointsTag, status: http.StatusAccepted, errors: []int{404, 409},
		scope: crm.ScopeWebhooksWrite, whole: true, act: "delivery.redelivered", summary: "Deliver an event again", description: "Delivers the event at once under the same webhook-id, regardless of earlier results. For an event that the endpoint missed while it was disabled, use the event's id with dlv_ instead of evt_. If the attempt fails, the retry schedule starts again."},
		func(ctx context.Context, a crm.Actor, in *deliveryInput) (*deliveryOutput, error) {
			d, err := s.svc.Event.Redeliver(ctx, a, in.ID, in.DeliveryID)
			return &deliveryOutput{renderDelivery(d)}, err
		})
}

func timeOrNone(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

func renderDelivery(d crm.Delivery) Delivery {
	out := Delivery{ID: d.ID(), EndpointID: d.EndpointID, EventID: d.EventID, Event: d.Kind, State: d.State, Trigger: d.Trigger, Attempts: d.Attempts,
		NextAttemptAt: d.NextAt, RedeliveryID: d.RedeliveryID, EventCreatedAt: d.EventAt}
	if a := d.Last; a != nil {
		out.Class, out.StatusCode, out.Error, out.LatencyMs, out.AttemptedAt = a.Class(), a.StatusCode, a.Error, a.Latency.Milliseconds(), &a.StartedAt
	}
	return out
}

func renderDeliveryDetail(d crm.DeliveryDetail) DeliveryDetail {
	out := DeliveryDetail{Delivery: renderDelivery(d.Delivery), Body: string(d.Body), History: make([]DeliveryAttempt, 0, len(d.List)), Complete: len(d.List) == d.Attempts}
	for _, a := range d.List {
		out.History = append(out.History, renderAttempt(a))
	}
	return out
}

func renderAttempt(a crm.DeliveryAttempt) DeliveryAttempt {
	out := DeliveryAttempt{Number: a.Number, Trigger: a.Trigger, StartedAt: a.StartedAt, LatencyMs: a.Latency.Milliseconds(), Class: a.Class(),
		StatusCode: a.StatusCode, Error: a.Error, BatchID: a.BatchID, Request: AttemptRequest{a.RequestHeaders},
		Response: AttemptResponse{Headers: map[string]string{}, Body: strings.ToValidUTF8(string(a.AnswerBody), "\uFFFD")}}
	for line := range strings.Lines(a.AnswerHeaders) {
		if name, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": "); ok {
			name = strings.ToLower(name)
			if have := out.Response.Headers[name]; have != "" {
				value = have + ", " + value
			}
			out.Response.Headers[name] = value
		}
	}
	return out
}
