package api

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

var eventsTag = tag{"Events", "Everything that happens in the workspace, as a list, a live stream or webhooks."}

// Event is one fact of the workspace's log. Event, timestamp and data are
// exactly what webhooks carry; id is their webhook-id.
type Event struct {
	ID        string        `json:"id" doc:"Identifier of the event; begins with evt_. Webhooks carry it as webhook-id."`
	Event     crm.EventKind `json:"event" doc:"Kind of the event, such as messages.upsert."`
	Timestamp int64         `json:"timestamp" doc:"Seconds since 1970."`
	Data      any           `json:"data" doc:"Data of the event; the fields depend on the kind."`
	CreatedAt time.Time     `json:"createdAt" doc:"When it happened."`
}

// EventWithDeliveries is an event with what became of it at each receiver.
type EventWithDeliveries struct {
	Event
	Deliveries []Delivery `json:"deliveries" nullable:"false" doc:"Deliveries to the current webhook endpoints. There is none for an endpoint that is not subscribed or missed the event."`
}

type eventInput struct {
	ID string `path:"id" maxLength:"64" doc:"Id of the event; the webhook-id."`
}

type eventOutput struct{ Body EventWithDeliveries }

type eventsInput struct {
	PageInput
	After         string             `query:"after" maxLength:"64" doc:"Only events after the event with this id, in the order of the log."`
	Events        []crm.EventPattern `query:"events" maxItems:"100" doc:"Only these kinds: names, or prefixes such as messages.*, separated by commas."`
	Event         eventName          `query:"event" doc:"Only events of this kind; the same as events with one name."`
	PhoneNumberID string             `query:"phoneNumberId" maxLength:"64" doc:"For events that belong to a phone number: only this phone number."`
}

// wanted is what the filters select, and where to begin.
func (in *eventsInput) wanted() (wanted crm.Subscription, p crm.Page, err error) {
	if p, err = in.page(); err != nil {
		return wanted, p, err
	}
	var f crm.Faults
	if in.After != "" && !crm.ValidID(crm.PrefixEvent, in.After) {
		f.Add("after", crm.CodeParameterInvalid, "after must be the id of an event: evt_…")
	}
	if p.After == "" {
		p.After = in.After
	}
	if wanted.Events = in.Events; in.Event != "" {
		wanted.Events = append(wanted.Events, crm.EventPattern(in.Event))
	}
	for _, e := range wanted.Events {
		if !e.Known() {
			f.Add("events", crm.CodeParameterInvalid, "Event %q does not exist.", e)
		}
	}
	if in.PhoneNumberID != "" {
		wanted.PhoneNumberIDs = []string{in.PhoneNumberID}
		if !crm.ValidID(crm.PrefixPhoneNumber, in.PhoneNumberID) {
			f.Add("phoneNumberId", crm.CodeParameterInvalid, "phoneNumberId must be the id of a phone number: num_…")
		}
	}
	return wanted, p, f.Err()
}

// PageEvent is a page of the log.
type PageEvent struct {
	Page[Event]
	LastEventID *string `json:"lastEventId" doc:"The last event that was examined, even if the filters excluded it. Send it as after to continue later. null if there are no events yet."`
}

type pageEventOutput struct{ Body PageEvent }

func (o *pageEventOutput) bindCursor(mark string) { bindCursor(o.Body.NextCursor, mark) }

func eventRoutes(s *Server) {
	register(s, operation{id: "list-events", method: http.MethodGet, path: "/v1/events", tag: eventsTag, errors: []int{410},
		scope: crm.ScopeEventsRead, summary: "List events", description: "The workspace's event log, oldest first. New events always appear after events that you have already listed: " +
			"send lastEventId as after to get all newer events. A page may have fewer events than limit even if there is a next page."},
		func(ctx context.Context, a crm.Actor, in *eventsInput) (*pageEventOutput, error) {
			wanted, p, err := in.wanted()
			if err != nil {
				return nil, err
			}
			page, err := s.svc.Event.Events(ctx, a, wanted, p)
			out := &pageEventOutput{PageEvent{Page: answerPage(page.List, renderEvent).Body}}
			if page.Last != "" {
				out.Body.LastEventID = &page.Last
			}
			return out, err
		})
	register(s, operation{id: "get-event", method: http.MethodGet, path: "/v1/events/{id}", tag: eventsTag, errors: []int{404},
		scope: crm.ScopeEventsRead, summary: "Get an event", description: "With its deliveries to each receiver."},
		func(ctx context.Context, a crm.Actor, in *eventInput) (*eventOutput, error) {
			e, err := s.svc.Event.Event(ctx, a, in.ID)
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
	out.Timestamp, out.Data = body.Timestamp, storedData{e.Kind, body.Data}
	return out
}
