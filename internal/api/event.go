package api

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

// Event is one fact of the workspace's log. Event, timestamp and data are
// exactly what webhooks carry; id is their webhook-id.
type Event struct {
	ID        string        `json:"id"`
	Event     crm.EventKind `json:"event"`
	Timestamp int64         `json:"timestamp" doc:"Seconds since 1970."`
	Data      any           `json:"data"`
	CreatedAt time.Time     `json:"createdAt"`
}

// EventWithDeliveries is an event with what became of it at each receiver.
type EventWithDeliveries struct {
	Event
	Deliveries []Delivery `json:"deliveries" nullable:"false" doc:"To the receivers that the workspace has now; none for those that did not want it or missed it."`
}

type eventInput struct {
	ID string `path:"id" maxLength:"64" doc:"Id of the event: the webhook-id."`
}

type eventOutput struct{ Body EventWithDeliveries }

type eventsInput struct {
	PageInput
	After string        `query:"after" maxLength:"64" doc:"Only events after the one with this id."`
	Event crm.EventKind `query:"event" maxLength:"64" doc:"Only events of this kind."`
}

func (s *Server) eventRoutes() {
	register(s, operation{id: "list-events", method: http.MethodGet, path: "/v1/events", tag: "Events",
		scope: crm.ScopeEventsRead, summary: "List events", description: "The workspace's event log, oldest first. Give the id of the last event that you have as after."},
		func(ctx context.Context, a crm.Actor, in *eventsInput) (*pageOutput[Event], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			if p.After == "" && in.After != "" {
				if !crm.ValidID(crm.PrefixEvent, in.After) {
					var f crm.Faults
					f.Add("after", crm.CodeParameterInvalid, "after must be the id of an event: evt_…")
					return nil, f.Err()
				}
				p.After = in.After
			}
			list, err := s.svc.Events(ctx, a, in.Event, p)
			return answerPage(list, renderEvent), err
		})
	register(s, operation{id: "get-event", method: http.MethodGet, path: "/v1/events/{id}", tag: "Events", errors: []int{404},
		scope: crm.ScopeEventsRead, summary: "Get an event", description: "With its deliveries to each receiver."},
		func(ctx context.Context, a crm.Actor, in *eventInput) (*eventOutput, error) {
			e, err := s.svc.Event(ctx, a, in.ID)
			out := &eventOutput{EventWithDeliveries{Event: renderEvent(e.Event), Deliveries: make([]Delivery, 0, len(e.Deliveries))}}
			for _, d := range e.Deliveries {
				out.Body.Deliveries = append(out.Body.Deliveries, renderDelivery(d))
			}
			return out, err
		})
}

func renderEvent(e crm.Event) Event {
	out := Event{ID: e.ID, Event: e.Kind, CreatedAt: e.CreatedAt}
	var body struct {
		Timestamp int64           `json:"timestamp"`
		Data      json.RawMessage `json:"data"`
	}
	_ = json.Unmarshal(e.Body, &body) // we wrote it
	out.Timestamp, out.Data = body.Timestamp, body.Data
	return out
}
