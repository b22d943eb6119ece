package templatestats

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/service/template"
)

const (
	// partEvents is how many events one transaction counts, and roundParts how many parts
	// of one log are counted before the next one has its turn.
	partEvents = 200
	roundParts = 20
)

// errOvertaken undoes a part when another node has counted it meanwhile.
var errOvertaken = errors.New("another node counted the templates of this workspace meanwhile")

// Follow counts what happens until ctx ends: one node does it, by a lease. owner is what
// this node is called.
func (s *Statistics) Follow(ctx context.Context, owner func() string) error {
	return event.Follower{DB: s.db, Log: s.log, Duty: "template statistics", Trouble: "what became of templates could not be counted", Round: s.round}.Follow(ctx, owner)
}

func (s *Statistics) round(ctx context.Context) (more bool, looked time.Duration, err error) {
	began := time.Now()
	var ids []string
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { ids, err = workspacesWithNews(tx); return err })
	looked = time.Since(began)
	if err == nil {
		more, err = event.InTurn(ctx, ids, roundParts, s.count)
	}
	return more, looked, err
}

// count counts the next part of a log, and reports whether there is more. What was counted
// and how far it got are stored by one transaction.
func (s *Statistics) count(ctx context.Context, workspaceID string) (more bool, err error) {
	var before, after event.Position
	var list []happening
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if before, err = positionOf(tx, workspaceID); err != nil {
			return err
		}
		after = before
		read, err := event.EventPage(tx, workspaceID, before, partEvents)
		if errors.Is(err, event.ErrLogReplaced) { // its end was lost, and with it what it told
			after, err = event.NewestEvent(tx, workspaceID)
			return err
		}
		if err != nil || len(read) == 0 {
			return err
		}
		after, more = read[len(read)-1].Position, len(read) == partEvents
		list, err = s.happenings(tx, workspaceID, read)
		return err
	})
	if err != nil || after == before {
		return false, err
	}
	err = s.db.Update(db.Long(ctx), "template statistics "+workspaceID, func(tx *db.Tx) error {
		if err := movePosition(tx, workspaceID, before, after); err != nil {
			return err
		}
		return store(tx, workspaceID, list)
	})
	if errors.Is(err, errOvertaken) {
		return true, nil
	}
	return more && err == nil, err
}

// happening is what an event tells of a template: that a message of it moved, was tapped,
// or that the contact of a conversation wrote.
type happening struct {
	cohort // zero where only the contact wrote
	at     int64
	step   crm.TemplateCount
	// conversationID is where a message went out, or the contact wrote.
	conversationID string
	wrote          bool
	tapped         string // the message that was tapped
	failed         *failed
}

// told is what the data of an event names.
type told struct {
	MessageID      string          `json:"message_id"`
	ConversationID string          `json:"conversation_id"`
	Status         crm.Status      `json:"status"`
	PreviousStatus crm.Status      `json:"previous_status"`
	Charge         *crm.Charge     `json:"charge"`
	Error          *crm.EventError `json:"error"`
	Type           string          `json:"type"`
	Interactive    *struct {
		Type string `json:"type"`
	} `json:"interactive"`
	Context *struct {
		MessageID string `json:"message_id"`
	} `json:"context"`
}

// tap is the message whose button was tapped; "" for another message.
func (d told) tap() string {
	if d.Interactive == nil || d.Context == nil {
		return ""
	}
	return d.Context.MessageID
}

// happenings reads what events tell of templates.
func (s *Statistics) happenings(tx *db.Tx, workspaceID string, read []event.LoggedEvent) (out []happening, err error) {
	data, ids := make([]told, len(read)), []string{}
	var taps []message.ProviderRef
	for i, ev := range read {
		var body struct{ Data told }
		if ev.EndpointID != "" || ev.Kind != crm.EventMessagesReceived && ev.Kind != crm.EventMessagesStatusUpdated || json.Unmarshal(ev.Body, &body) != nil {
			continue
		}
		data[i] = body.Data
		if ev.Kind == crm.EventMessagesStatusUpdated {
			ids = append(ids, body.Data.MessageID)
		} else if id := body.Data.tap(); id != "" {
			taps = append(taps, message.ProviderRef{PhoneNumberID: ev.Scope.PhoneNumberID, ProviderMessageID: id})
		}
	}
	own, err := message.OwnIDs(tx, workspaceID, taps)
	if err != nil {
		return nil, err
	}
	for _, id := range own {
		ids = append(ids, id)
	}
	written, err := message.Written(tx, workspaceID, ids)
	if err != nil {
		return nil, err
	}
	cohorts, err := cohortsOf(tx, workspaceID, written)
	for i, ev := range read {
		d := data[i]
		h := happening{at: db.Ms(ev.CreatedAt), conversationID: d.ConversationID}
		switch {
		case d.ConversationID == "":
			continue
		case ev.Kind == crm.EventMessagesStatusUpdated:
			of, is := cohorts[d.MessageID]
			if h.failed = failedOf(written[d.MessageID], d, ev.CreatedAt); !is && h.failed == nil {
				continue
			}
			if is {
				h.cohort, h.step = of, crm.CountStep(d.PreviousStatus, d.Status)
			}
			if h.step.Delivered > 0 {
				s.price(&h.step, written[d.MessageID], d.Charge, ev.CreatedAt)
			}
		default:
			h.wrote = d.Type != "reaction"
			if id := own[message.ProviderRef{PhoneNumberID: ev.Scope.PhoneNumberID, ProviderMessageID: d.tap()}]; id != "" {
				if of, is := cohorts[id]; is {
					h.cohort, h.tapped = of, id
				}
			}
		}
		out = append(out, h)
	}
	return out, err
}

// price adds what a message that arrived costs at list price.
func (s *Statistics) price(c *crm.TemplateCount, m *crm.Message, charge *crm.Charge, at time.Time) {
	if charge == nil || !charge.Billable {
		return
	}
	c.Billed = 1
	if p := s.card.Price(s.card.Market(m.To, at), charge.Category, Currency, at); p != nil {
		c.Micros = p.Micros
	} else {
		c.Unpriced = 1
	}
}

// cohortsOf returns to which template and day messages count: those of templates that are
// known.
func cohortsOf(tx *db.Tx, workspaceID string, written map[string]*crm.Message) (map[string]cohort, error) {
	type name struct{ numberID, name, language string }
	known, out := map[name]string{}, map[string]cohort{}
	for id, m := range written {
		t := m.Content.Template
		if t == nil || m.Direction != crm.Outbound {
			continue
		}
		key := name{m.PhoneNumberID, t.Name, t.Language}
		templateID, looked := known[key]
		if !looked {
			n, err := account.PhoneNumber(tx, workspaceID, m.PhoneNumberID)
			if err == nil {
				templateID, err = template.IDOf(tx, workspaceID, n.MessagingAccountID, t.Name, t.Language)
			}
			if err != nil && crm.CodeOf(err) != crm.CodeNotFound {
				return nil, err
			}
			known[key] = templateID
		}
		if templateID != "" {
			out[id] = cohort{templateID, dayOf(m.DueAt())}
		}
	}
	return out, nil
}

// store adds up what happened, in the order of the log.
func store(tx *db.Tx, workspaceID string, list []happening) error {
	var wrote, taps []string
	for _, h := range list {
		if h.wrote {
			wrote = append(wrote, h.conversationID)
		}
		if h.tapped != "" {
			taps = append(taps, h.tapped)
		}
	}
	open, err := askedIn(tx, workspaceID, wrote)
	if err != nil {
		return err
	}
	known, err := tapped(tx, workspaceID, taps)
	if err != nil {
		return err
	}
	counts := map[cohort]*crm.TemplateCount{}
	count := func(of cohort, c crm.TemplateCount) {
		if counts[of] == nil {
			counts[of] = &crm.TemplateCount{}
		}
		counts[of].Add(c)
	}
	reasons, changed := map[failed]int64{}, map[string]bool{}
	for _, h := range list {
		if h.templateID != "" && h.tapped == "" {
			count(h.cohort, h.step)
		}
		if h.failed != nil {
			reasons[*h.failed]++
		}
		if h.step.Sent > 0 {
			open[h.conversationID], changed[h.conversationID] = asked{h.cohort, h.at}, true
		}
		if h.tapped != "" && !known[h.tapped] {
			known[h.tapped] = true
			count(h.cohort, crm.TemplateCount{Tapped: 1})
			tx.Write(saveTapSQL, workspaceID, h.tapped, h.at)
		}
		if a, is := open[h.conversationID]; h.wrote && is {
			if delete(open, h.conversationID); h.at-a.sentAt <= crm.AnswerPeriod.Milliseconds() {
				count(a.cohort, crm.TemplateCount{Answered: 1})
			}
			changed[h.conversationID] = true
		}
	}
	for _, id := range slices.Sorted(maps.Keys(changed)) {
		a, is := open[id]
		keepAsked(tx, workspaceID, id, a, is)
	}
	add(tx, workspaceID, counts)
	addFailures(tx, workspaceID, reasons)
	return nil
}
