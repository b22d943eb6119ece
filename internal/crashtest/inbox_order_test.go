package crashtest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/routing"
)

// slack is longer than any transaction takes: what began so much earlier than another
// one had ended when that began.
const slack = 10 * time.Second

// held is how a conversation stands while the events are gone through.
type held struct {
	agent, status string
	// routed says that it came to its agent automatically, and is open there since.
	routed bool
	at     time.Time // since when it is open and the agent has it
	wrote  time.Time
}

// weight is the least that a conversation weighs: one that was answered and is quiet
// weighs a quarter.
func (h *held) weight(at time.Time) assign.Units {
	if w := assign.DefaultWeights; at.Sub(h.wrote) > w.IdleAfter-time.Minute {
		return w.Idle
	}
	return assign.Conversation
}

// deedEvent is an event by which conversations come to people, or leave them.
type deedEvent struct {
	Event     string
	CreatedAt time.Time
	Data      struct {
		ConversationID string `json:"conversation_id"`
		ToStatus       string `json:"to_status"`
		AgentID        string `json:"agent_id"`
		Reason         string
		DecisionID     string                     `json:"decision_id"`
		From           *struct{ Type, ID string } `json:"from_assignee"`
	}
}

// verifyAssignments goes through the log, whose order is that of the commits. When a
// conversation is given to somebody automatically, nobody has it, and what they were
// given so, and have open ever since, never goes beyond their capacity. What they have
// otherwise, given by hand or opened again, counts if it did not come at the same time.
func (in *inbox) verifyAssignments(base string) {
	in.t.Helper()
	world, has := map[string]*held{}, map[string]map[string]*held{}
	room := assign.Units(in.capacity) * assign.Conversation
	given, beside, most := 0, 0, assign.Units(0)
	for cursor := ""; ; {
		var page struct {
			Data       []deedEvent
			NextCursor *string
		}
		in.api(base, "GET", "/v1/events?limit=200&events=conversation.assigned,conversation.status_updated,messages.received"+cursor, nil, &page)
		for _, e := range page.Data {
			id := e.Data.ConversationID
			h := world[id]
			if h == nil {
				h = &held{status: "closed"}
				world[id] = h
			}
			was := *h
			switch e.Event {
			case "messages.received":
				h.wrote = e.CreatedAt
				continue
			case "conversation.status_updated":
				h.status, h.routed = e.Data.ToStatus, h.routed && e.Data.ToStatus == "open"
			default:
				h.agent, h.routed = e.Data.AgentID, e.Data.Reason == crm.ReasonRouting && e.Data.AgentID != ""
			}
			if was.agent != "" {
				delete(has[was.agent], id)
			}
			if h.status != "open" || h.agent != "" && !h.routed {
				in.gone[id] = append(in.gone[id], e.CreatedAt)
			}
			if h.agent == "" || h.status != "open" {
				continue
			}
			if was.agent != h.agent || was.status != h.status {
				h.at = e.CreatedAt
			}
			if has[h.agent] == nil {
				has[h.agent] = map[string]*held{}
			}
			has[h.agent][id] = h
			if e.Event != "conversation.assigned" || !h.routed {
				continue
			}
			if given++; was.agent != "" {
				in.t.Errorf("%s was given to %s by %s while %s had it", id, h.agent, e.Data.DecisionID, was.agent)
			}
			routed, all := assign.Units(0), assign.Units(0)
			for other, one := range has[h.agent] {
				known := in.byHand[other]
				if weight := one.weight(e.CreatedAt); one.routed {
					routed += weight
					all += weight
				} else if one.at.Before(e.CreatedAt.Add(-slack)) || known.After(one.at) && known.Before(e.CreatedAt) {
					all += weight
					beside++
				}
			}
			if most = max(most, all); routed > room || all > room {
				in.t.Errorf("%s was given to %s by %s, who had %d automatically and %d in all with it, in hundredths", id, h.agent, e.Data.DecisionID, routed, all)
			}
		}
		if page.NextCursor == nil {
			break
		}
		cursor = "&cursor=" + *page.NextCursor
	}
	if given == 0 || beside == 0 || most < room {
		in.t.Errorf("%d were given, %d times beside what came otherwise, up to %d hundredths: the check is empty", given, beside, most)
	}
	in.t.Logf("%d were given automatically, never beyond %d hundredths of a conversation; %d times something was there otherwise", given, room, beside)
}

// entry is a stay of a conversation in the queue.
type entry struct {
	conversationID string
	asked          assign.Asked
	from           time.Time
	look, given    time.Time // it was given for a look at the people; zero if it was not
}

// order holds against each other what was given from the queue.
type order struct {
	in      *inbox
	now     map[string]*entry // by conversation
	chains  map[string]*assign.Replayer
	last    map[string]*entry // given by a chain
	waiting []overtaking

	chosen, pairs, overtook int
}

// overtaking is a conversation that was given while another one waited that comes before
// it, or after it.
type overtaking struct{ behind, first *entry }

// verifyOrder makes every choice again by what is kept of it, and holds those of one look
// at the people against each other: they are in the order of the queue. Nobody is
// overtaken who waited long before a look and long after it, unless they were with the
// member before.
func (in *inbox) verifyOrder() {
	in.t.Helper()
	o := &order{in: in, now: map[string]*entry{}, chains: map[string]*assign.Replayer{}, last: map[string]*entry{}}
	for _, r := range in.recorded() {
		if r.Came() {
			o.came(r)
		} else {
			o.choice(r)
		}
	}
	for _, w := range o.waiting {
		a, b := w.first, w.behind
		if still := a.given.IsZero() || a.given.After(b.given.Add(slack)); !still || !in.waited(a, b.given) || !in.placed(b) {
			continue
		}
		if o.overtook++; assign.DefaultAgeing.Compare(a.asked.Queued, b.asked.Queued) < 0 {
			in.t.Errorf("%s waited since %s, as %+v, and %s was given at %s, as %+v", a.conversationID, a.from, a.asked.Queued, b.conversationID, b.given, b.asked.Queued)
		}
	}
	if o.chosen == 0 || o.pairs == 0 {
		in.t.Errorf("%d choices, %d of them right after another one of the same look: the check is empty", o.chosen, o.pairs)
	}
	in.t.Logf("%d choices were made again; %d came right after another one of the same look, %d while others waited all the time: in the order of the queue", o.chosen, o.pairs, o.overtook)
}

// placed reports whether a place in the queue is that with which the conversation came:
// nobody changed its priority.
func (in *inbox) placed(e *entry) bool { return !within(in.moved[e.conversationID], e.from, e.given) }

// waited reports whether a conversation waited until a time as it came.
func (in *inbox) waited(e *entry, until time.Time) bool {
	return !within(in.moved[e.conversationID], e.from, until) && !within(in.gone[e.conversationID], e.from, until)
}

func within(list []time.Time, from, to time.Time) bool {
	return slices.ContainsFunc(list, func(at time.Time) bool { return at.After(from.Add(-slack)) && at.Before(to.Add(slack)) })
}

// came notes a conversation that came into the queue.
func (o *order) came(r routing.Recorded) {
	d := r.Decision
	e := &entry{conversationID: d.ConversationID, from: d.At}
	if err := json.Unmarshal([]byte(r.Body), &e.asked); err != nil {
		o.in.t.Fatal(err)
	}
	if was := o.now[d.ConversationID]; was != nil { // it left, or came again
		was.given = d.At
		delete(o.now, d.ConversationID)
	}
	if d.Outcome == crm.OutcomeQueued || d.Outcome == crm.OutcomeAssigned {
		o.now[d.ConversationID] = e
	}
}

// choice makes a choice again.
func (o *order) choice(r routing.Recorded) {
	d := r.Decision
	if o.chains[r.Chain] == nil {
		o.chains[r.Chain] = &assign.Replayer{}
	}
	input, err := o.chains[r.Chain].Replay(r.Place, r.Body)
	if err != nil {
		o.in.t.Fatalf("choice %d of %s: %v", r.Place, r.Chain, err)
	}
	made := assign.Choose(input)
	if d.Outcome != crm.OutcomeAssigned {
		return
	}
	e := o.now[d.ConversationID]
	if e == nil || made.Winner != d.AgentID {
		o.in.t.Errorf("%s gave %s to %s, not to %s", d.ID, d.ConversationID, d.AgentID, made.Winner)
		return
	}
	delete(o.now, d.ConversationID)
	o.chosen++
	e.given, e.look = d.At, db.At(input.Now)
	if before := o.last[r.Chain]; before != nil && before.look.Equal(e.look) && o.in.placed(before) && o.in.placed(e) {
		if o.pairs++; assign.DefaultAgeing.Compare(before.asked.Queued, e.asked.Queued) > 0 {
			o.in.t.Errorf("at the same look %s was given after %s: %+v, %+v", e.conversationID, before.conversationID, e.asked.Queued, before.asked.Queued)
		}
	}
	o.last[r.Chain] = e
	for _, a := range o.now {
		if a.from.Add(slack).Before(e.look) && a.asked.Lost != d.AgentID && !slices.Contains(a.asked.Excluded, d.AgentID) {
			o.waiting = append(o.waiting, overtaking{behind: e, first: a})
		}
	}
}

// recorded is all that routing kept, in the order in which it decided.
func (in *inbox) recorded() (out []routing.Recorded) {
	in.t.Helper()
	base := in.open()
	defer func() { _ = base.Close() }()
	for more := true; more; {
		err := base.View(context.Background(), func(tx *db.Tx) error {
			var last *routing.Recorded
			if len(out) > 0 {
				last = &out[len(out)-1]
			}
			page, err := routing.RecordedBetween(tx, in.workspace, time.UnixMilli(0), last, time.Now().Add(time.Hour), 1000)
			more = len(page) == 1000
			out = append(out, page...)
			return err
		})
		if err != nil {
			in.t.Fatal(err)
		}
	}
	return out
}

// deeds tells how often what was done, and fails where something never was.
func (in *inbox) deeds() string {
	for _, what := range []string{"online", "away", "offline", "requeued", "prioritized", "noted", "undone", "snoozed until", "snoozed", "pending", "answered", "given by hand", "closed"} {
		if in.done[what] == 0 {
			in.t.Errorf("nothing was %s", what)
		}
	}
	return fmt.Sprint(in.done)
}
