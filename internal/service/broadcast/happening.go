package broadcast

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/message"
)

// happening is what an event tells: that a message moved, that a contact wrote or tapped a
// button, or what the business tells of a contact. at is when it was told.
type happening struct {
	at                        time.Time
	messageID, conversationID string
	state                     crm.RecipientState
	held                      bool // by the provider
	failed                    crm.FailureKey

	contactID, phoneNumberID string
	wrote                    bool
	tapped                   string // the message
	title, payload           string // of the button
	did                      string // the name of a conversion
	didAt                    time.Time
}

// told is what the data of an event names.
type told struct {
	MessageID      string          `json:"message_id"`
	ConversationID string          `json:"conversation_id"`
	ContactID      string          `json:"contact_id"`
	Status         crm.Status      `json:"status"`
	Held           bool            `json:"held"`
	Type           string          `json:"type"`
	Error          *crm.EventError `json:"error"`
	Name           string          `json:"name"`
	OccurredAt     int64           `json:"occurred_at"`
	Interactive    *struct {
		ID    string `json:"id"`
		Title string `json:"title"`
	} `json:"interactive"`
	Context *struct {
		MessageID string `json:"message_id"`
	} `json:"context"`
}

// happenings reads what events tell that may be about broadcasts.
func happenings(tx *db.Tx, workspaceID string, read []event.LoggedEvent) (out []happening, err error) {
	taps := map[int]message.ProviderRef{} // by where it is in out
	for _, ev := range read {
		var body struct{ Data told }
		wanted := ev.Kind == crm.EventMessagesStatusUpdated || ev.Kind == crm.EventMessagesReceived || ev.Kind == crm.EventConversionRecorded
		if ev.EndpointID != "" || !wanted || json.Unmarshal(ev.Body, &body) != nil {
			continue
		}
		d := body.Data
		h := happening{at: ev.CreatedAt, conversationID: d.ConversationID, contactID: d.ContactID, phoneNumberID: ev.Scope.PhoneNumberID}
		switch {
		case ev.Kind == crm.EventMessagesStatusUpdated:
			h.messageID, h.state = d.MessageID, crm.RecipientStateOf(d.Status)
			h.failed, h.held = crm.KeyOfFailure(d.Error), d.Held
		case ev.Kind == crm.EventConversionRecorded:
			h.did, h.didAt = d.Name, time.Unix(d.OccurredAt, 0)
		case d.Type == "reaction":
			continue
		default:
			if h.wrote = true; d.Interactive != nil && d.Context != nil {
				taps[len(out)] = message.ProviderRef{PhoneNumberID: h.phoneNumberID, ProviderMessageID: d.Context.MessageID}
				h.title, h.payload = d.Interactive.Title, d.Interactive.ID
			}
		}
		out = append(out, h)
	}
	if len(taps) == 0 {
		return out, nil
	}
	own, err := message.OwnIDs(tx, workspaceID, slices.Collect(maps.Values(taps)))
	for i, ref := range taps {
		out[i].tapped = own[ref]
	}
	return out, err
}

// found are the recipients of whom something happened.
type found struct {
	registry
	byMessage, asked, ofContact map[string][]*moving
	aims                        map[string]aim
	// followUps are what broadcasts do after an answer, answers those after which they do it.
	followUps map[string]*crm.BroadcastFollowUp
	answers   []answer
	// held are broadcasts of which the provider holds messages back, with when it last did.
	held map[string]time.Time
}

// look finds them.
func look(tx *db.Tx, workspaceID string, list []happening) (f found, err error) {
	f.registry, f.held = registry{}, map[string]time.Time{}
	var messages, conversations, contacts []string
	for _, h := range list {
		for to, id := range map[*[]string]string{&messages: h.messageID, &conversations: h.conversationID, &contacts: h.contactID} {
			if id != "" && (to == &messages || h.messageID == "") {
				*to = append(*to, id)
			}
		}
		if h.tapped != "" {
			messages = append(messages, h.tapped)
		}
	}
	for _, ids := range []*[]string{&messages, &conversations, &contacts} {
		slices.Sort(*ids)
		*ids = slices.Compact(*ids)
	}
	if f.byMessage, err = f.moved(tx, ofMessageSQL, workspaceID, messages); err != nil {
		return f, err
	}
	if f.asked, err = f.moved(tx, askedSQL, workspaceID, conversations); err != nil {
		return f, err
	}
	if f.ofContact, err = f.people(tx, workspaceID, contacts); err != nil {
		return f, err
	}
	var ids []string
	for at := range f.registry {
		ids = append(ids, at.broadcastID)
	}
	slices.Sort(ids)
	f.aims, f.followUps, err = aims(tx, workspaceID, slices.Compact(ids))
	return f, err
}

// people finds recipients by contacts: also by whom was merged into them, and by their
// numbers, by which those are known who were no contacts yet.
func (k registry) people(tx *db.Tx, workspaceID string, contacts []string) (map[string][]*moving, error) {
	out := map[string][]*moving{}
	if len(contacts) == 0 {
		return out, nil
	}
	rootOf, roots, err := rootsOf(tx, workspaceID, contacts)
	if err != nil {
		return out, err
	}
	of, err := namesOf(tx, workspaceID, roots)
	if err != nil {
		return out, err
	}
	var people []string
	for _, id := range roots {
		people = append(people, of[id]...)
	}
	slices.Sort(people)
	byPerson, err := k.moved(tx, ofPersonSQL, workspaceID, slices.Compact(people))
	for id, root := range rootOf {
		for _, name := range of[root] {
			out[id] = append(out[id], byPerson[name]...)
		}
	}
	return out, err
}

// namesOf are the names by which contacts are recipients: their own, those of who was merged
// into them, and their numbers. The contacts are in the order of their identifiers.
func namesOf(tx *db.Tx, workspaceID string, roots []string) (map[string][]string, error) {
	merged, err := contact.MergedInto(tx, workspaceID, roots, false)
	if err != nil {
		return nil, err
	}
	var everybody []string
	for _, id := range roots {
		everybody = append(append(everybody, id), merged[id]...)
	}
	stored, err := contact.ContactsAsStored(tx, workspaceID, everybody)
	of := map[string][]string{}
	for _, id := range roots {
		for _, one := range append([]string{id}, merged[id]...) {
			if of[id] = append(of[id], one); stored[one].Phone != "" {
				of[id] = append(of[id], crm.LookupKey(stored[one].Phone))
			}
		}
	}
	return of, err
}

// rootsOf are who is left of contacts, each once and in the order of identifiers.
func rootsOf(tx *db.Tx, workspaceID string, contacts []string) (rootOf map[string]string, roots []string, err error) {
	stored, err := contact.ContactsAsStored(tx, workspaceID, contacts)
	rootOf = map[string]string{}
	for id, c := range stored {
		if rootOf[id] = id; c.MergedInto != "" {
			left, broken := contact.Contact(tx, workspaceID, id)
			if broken != nil {
				return nil, nil, broken
			}
			rootOf[id] = left.ID
		}
		roots = append(roots, rootOf[id])
	}
	slices.Sort(roots)
	return rootOf, slices.Compact(roots), err
}

// store moves the recipients of whom something happened, in the order of the log, and
// counts it. A broadcast of which the provider holds messages back pauses.
func (s *Broadcasts) store(tx *db.Tx, workspaceID string, list []happening) error {
	f, err := look(tx, workspaceID, list)
	if err != nil {
		return err
	}
	for _, h := range list {
		switch {
		case h.messageID != "":
			for _, m := range f.byMessage[h.messageID] {
				m.State, m.Reason, m.changed = h.state, string(h.failed.Code), true
				m.failed, m.failedAt = h.failed, h.at
				if h.held {
					f.held[m.broadcastID] = h.at
				}
				if m.State.Took() && m.SentAt.IsZero() {
					m.SentAt, m.ConversationID = h.at, h.conversationID
					f.asked[h.conversationID] = []*moving{m}
				}
				if m.State == crm.RecipientRead {
					m.openedAt = h.at
					f.reach(m, crm.GoalRead, h, h.at)
				}
			}
		case h.did != "":
			for _, m := range f.ofContact[h.contactID] {
				if f.aims[m.broadcastID].Name == h.did {
					f.reach(m, crm.GoalConversion, h, h.didAt.Add(time.Second)) // it is told in seconds
				}
			}
		case h.wrote:
			f.answeredBy(h)
			for _, m := range f.asked[h.conversationID] {
				if !m.Answered && h.at.Sub(m.SentAt) <= crm.AnswerPeriod {
					m.Answered, m.answeredAt, m.changed = true, h.at, true
				}
			}
			for _, m := range f.ofContact[h.contactID] {
				if f.aims[m.broadcastID].phoneNumberID == h.phoneNumberID {
					f.reach(m, crm.GoalAnswered, h, h.at)
				}
			}
			for _, m := range f.byMessage[h.tapped] {
				if !m.Tapped {
					m.Tapped, m.changed = true, true
				}
				f.reach(m, crm.GoalTapped, h, h.at)
			}
		}
	}
	if err := beginFollowUps(tx, workspaceID, f.answers); err != nil {
		return err
	}
	if err := save(tx, workspaceID, f.registry); err != nil {
		return err
	}
	return pauseHeld(tx, s, workspaceID, f.held)
}

// pauseHeld pauses broadcasts of which the provider holds messages back: more would wait
// with them, and fail together if it judges the template to be bad. What it held before
// somebody resumed one pauses it no more.
func pauseHeld(tx *db.Tx, s *Broadcasts, workspaceID string, held map[string]time.Time) error {
	for _, id := range sortedKeys(held) {
		b, err := lock(tx, workspaceID, id)
		if crm.CodeOf(err) == crm.CodeNotFound || err == nil && (b.Status != crm.BroadcastRunning || !held[id].After(b.WatchedAt)) {
			continue
		}
		if err == nil {
			err = s.pause(tx, &b, crm.PausedByPacing, bySystem)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// reach notes that a recipient reached the goal, if it is this one and happened within the
// window. What is told long after it counts no more, so that what was decided stays.
func (f found) reach(m *moving, goal crm.BroadcastGoalEvent, h happening, at time.Time) {
	a := f.aims[m.broadcastID]
	if a.Event != goal || m.Reached || m.SentAt.IsZero() || at.Before(m.SentAt) || at.Sub(m.SentAt) > a.Window() || h.at.Sub(m.SentAt) > a.Window()+crm.GoalGrace {
		return
	}
	m.Reached, m.changed = true, true
}

// save stores the recipients that have changed, and the counts of their broadcasts.
func save(tx *db.Tx, workspaceID string, list registry) error {
	var changed []*moving
	for _, m := range list {
		if m.changed {
			changed = append(changed, m)
		}
	}
	slices.SortFunc(changed, func(a, b *moving) int {
		return cmp.Or(cmp.Compare(a.broadcastID, b.broadcastID), cmp.Compare(a.Number, b.Number))
	})
	counts, byArm := map[string]crm.BroadcastCounts{}, map[string]arms{}
	for _, m := range changed {
		moveRecipient(tx, workspaceID, m.broadcastID, m.before, m.Recipient)
		keepDeed(tx, workspaceID, m)
		c := counts[m.broadcastID]
		c.Add(m.Count().Less(m.before.Count()))
		counts[m.broadcastID] = c
		if byArm[m.broadcastID] == nil {
			byArm[m.broadcastID] = arms{}
		}
		byArm[m.broadcastID].move(m.before.ArmCount(), m.Recipient)
	}
	if err := keepFailures(tx, workspaceID, changed); err != nil {
		return err
	}
	for _, id := range sortedKeys(counts) {
		count(tx, workspaceID, id, counts[id])
		byArm[id].save(tx, workspaceID, id)
	}
	return nil
}
