package report

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/message"
)

const (
	// eventsAtOnce is how many events one transaction counts.
	eventsAtOnce = 200
	// roundBatches is how many batches of a workspace are counted before the next one
	// has its turn.
	roundBatches = 20
)

// follow counts the messages that the logs tell of.
func (s *Reports) follow(ctx context.Context) error {
	for more := true; more; {
		more = false
		var list []string
		if err := s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = workspacesWithNews(tx); return err }); err != nil {
			return err
		}
		var errs []error
		for _, id := range list {
			again := true
			for n := 0; n < roundBatches && again && ctx.Err() == nil; n++ {
				var err error
				if again, err = s.countLog(ctx, id); err != nil && !errors.Is(err, errOvertaken) {
					errs = append(errs, err) // one workspace holds up no other
				}
				again = again && err == nil
			}
			more = more || again
		}
		if err := errors.Join(errs...); err != nil || ctx.Err() != nil {
			return err
		}
	}
	return nil
}

// countLog counts the next part of a log, and reports whether there is more. What was
// counted and how far it got are stored by one transaction.
func (s *Reports) countLog(ctx context.Context, workspaceID string) (more bool, err error) {
	var at position
	var list []*entry
	var read []event.LoggedEvent
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		if at, err = positionOf(tx, workspaceID); err != nil {
			return err
		}
		read, err = event.EventPage(tx, workspaceID, at.log, eventsAtOnce)
		if errors.Is(err, event.ErrLogReplaced) {
			// The end of the log was lost: it is counted from its beginning, without what was.
			at.log = event.Position{}
			read, err = event.EventPage(tx, workspaceID, at.log, eventsAtOnce)
		}
		if err == nil {
			list, err = messageFacts(tx, workspaceID, read)
		}
		return err
	})
	if err != nil || len(read) == 0 {
		return false, err
	}
	err = s.db.Update(db.Long(ctx), "reports "+workspaceID, func(tx *db.Tx) error {
		now, err := lockPosition(tx, workspaceID)
		if err != nil || now.batch != at.batch {
			return errors.Join(err, errIf(err == nil, errOvertaken))
		}
		ledger := newLedger(s, tx, workspaceID)
		if ledger.entries, err = uncounted(tx, workspaceID, list); err != nil {
			return err
		}
		movePosition(tx, workspaceID, now, read[len(read)-1].Position)
		return ledger.store()
	})
	return len(read) == eventsAtOnce, err
}

func errIf(so bool, err error) error {
	if so {
		return err
	}
	return nil
}

// told is what the data of an event names.
type told struct {
	MessageID      string      `json:"message_id"`
	ConversationID string      `json:"conversation_id"`
	Status         crm.Status  `json:"status"`
	PreviousStatus crm.Status  `json:"previous_status"`
	SentBy         *crm.DoneBy `json:"sent_by"`
}

// messageFacts are the messages that events tell of: those that contacts wrote, and
// those of ours that the provider sent. Who has the conversation is as it is now.
func messageFacts(tx *db.Tx, workspaceID string, read []event.LoggedEvent) (out []*entry, err error) {
	earliest := tx.Now().Add(-crm.FactLife)
	var received []message.ProviderRef
	refs := map[*entry]message.ProviderRef{}
	var conversations, unknown []string
	for _, ev := range read {
		if ev.EndpointID != "" || ev.CreatedAt.Before(earliest) || ev.Kind != crm.EventMessagesReceived && ev.Kind != crm.EventMessagesStatusUpdated {
			continue
		}
		var body struct{ Data told }
		if json.Unmarshal(ev.Body, &body) != nil {
			continue
		}
		d := body.Data
		e := &entry{number: ev.Number, sign: 1, Fact: crm.Fact{Metric: crm.MetricMessages, At: db.Ms(ev.CreatedAt), ConversationID: d.ConversationID,
			PhoneNumberID: ev.Scope.PhoneNumberID, MessageID: d.MessageID, Part: string(crm.ActorContact)}}
		switch {
		case ev.Kind == crm.EventMessagesReceived:
			ref := message.ProviderRef{PhoneNumberID: ev.Scope.PhoneNumberID, ProviderMessageID: d.MessageID}
			received, refs[e], e.MessageID = append(received, ref), ref, ""
		case !d.Status.TookFrom(d.PreviousStatus):
			continue
		default:
			if e.Part = ""; d.SentBy != nil {
				e.sentBy(*d.SentBy)
			} else {
				unknown = append(unknown, d.MessageID)
			}
		}
		out, conversations = append(out, e), append(conversations, d.ConversationID)
	}
	own, err := message.OwnIDs(tx, workspaceID, received)
	if err != nil {
		return nil, err
	}
	written, err := message.Written(tx, workspaceID, unknown) // events of a status that came early do not say who sent it
	if err != nil {
		return nil, err
	}
	holders, err := holdersOf(tx, workspaceID, conversations)
	for _, e := range out {
		if m := written[e.MessageID]; e.Part == "" && m != nil {
			e.sentBy(crm.DoneBy(m.Content.SentBy))
		}
		h := holders[e.ConversationID]
		e.TeamID, e.EpisodeID, e.Part = h.teamID, h.episodeID, cmp.Or(e.Part, crm.PartUnknown)
		if ref, is := refs[e]; is {
			e.MessageID, e.AgentID = own[ref], h.agentID
		}
	}
	return out, err
}

// sentBy notes who sent a message.
func (e *entry) sentBy(by crm.DoneBy) {
	if e.Part = string(by.Type); by.Type == crm.ActorUser {
		e.AgentID = by.ID
	}
}
