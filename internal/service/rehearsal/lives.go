package rehearsal

import (
	"context"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/rehearse"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/service/people"
	"service.example/crm/internal/service/routing"
)

const (
	// livesAtOnce are the conversations that one transaction reads.
	livesAtOnce  = 50
	messagesPage = 200
	mostMessages = 2000 // of a conversation
	mostTimeline = 1000
	mostPresence = 5000
)

// readLives reads what became of the conversations that came to be routed, and leaves
// out those that did not wait any more when the period began.
func (p *reader) readLives(ctx context.Context) error {
	byConversation := map[string][]int{}
	var order []string
	for i, a := range p.past.Arrivals {
		if byConversation[a.ConversationID] == nil {
			order = append(order, a.ConversationID)
		}
		byConversation[a.ConversationID] = append(byConversation[a.ConversationID], i)
	}
	for part := range slices.Chunk(order, livesAtOnce) {
		err := p.db.View(ctx, func(tx *db.Tx) error {
			for _, id := range part {
				if err := p.readLife(tx, id, byConversation[id]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	p.past.Arrivals = slices.DeleteFunc(p.past.Arrivals, func(a rehearse.Arrival) bool {
		if a.At >= p.past.From {
			return false
		}
		waits := a.Outcome == crm.OutcomeQueued || a.Outcome == crm.OutcomeAssigned
		return !waits || a.Work != nil && a.Work.At < p.past.From || a.LeftAt > 0 && a.LeftAt < p.past.From
	})
	return nil
}

// readLife reads what happened to a conversation since it first came to be routed.
func (p *reader) readLife(tx *db.Tx, id string, arrivals []int) error {
	since := time.UnixMilli(p.past.Arrivals[arrivals[0]].At)
	happened, err := p.happened(tx, id, since)
	if err != nil {
		return err
	}
	for n, i := range arrivals {
		a, until := &p.past.Arrivals[i], int64(0)
		if n+1 < len(arrivals) {
			until = p.past.Arrivals[arrivals[n+1]].At
		}
		if w := a.Work; w != nil {
			made := rehearse.WorkOf(w.Agent, w.At, happened, until)
			made.Turn = w.Turn
			a.Work = &made
		} else if a.LeftAt = rehearse.LeftAt(a.At, happened); until > 0 && (a.LeftAt == 0 || a.LeftAt > until) {
			a.LeftAt = until
		}
	}
	return nil
}

func (p *reader) happened(tx *db.Tx, id string, since time.Time) (out []rehearse.Happened, err error) {
	entries, err := conversation.TimelineSince(tx, p.workspaceID, id, since, mostTimeline)
	if err != nil {
		return nil, err
	}
	open, agent := true, ""
	for _, e := range entries {
		status, moved := e.Changes["status"]
		if moved {
			open = status.To == string(crm.ConversationOpen)
		}
		who, handed := e.Changes["agentId"]
		if handed {
			agent, _ = who.To.(string)
		}
		if moved || handed {
			out = append(out, rehearse.Happened{At: db.Ms(e.At), Moved: true, Open: open, Agent: agent})
		}
	}
	before, floor := "", crm.LowestID(crm.PrefixMessage, since)
	for read := 0; read < mostMessages; {
		page, err := message.ListMessages(tx, p.workspaceID, crm.Reach{Kind: crm.ReachAll}, message.MessageFilter{ConversationID: id}, crm.Page{After: before, Limit: messagesPage})
		if err != nil {
			return nil, err
		}
		for _, m := range page.Items {
			if m.ID < floor {
				page.Next = ""
				break
			}
			h := rehearse.Happened{At: db.Ms(m.CreatedAt), Said: m.Direction == crm.Inbound, Answered: m.AnswersContact(), ByPerson: m.Content.Assistant == nil}
			if h.Said || h.Answered {
				out = append(out, h)
			}
		}
		if read += len(page.Items); page.Next == "" {
			break
		}
		before = page.Next
	}
	rehearse.Sort(out)
	return out, nil
}

// readPeople reads when the members were there.
func (p *reader) readPeople(ctx context.Context) error {
	for _, there := range p.members {
		for id := range there {
			p.past.Presence[id] = nil
		}
	}
	for _, k := range p.past.Known {
		p.past.Presence[k.Candidate.ID] = nil
	}
	return p.db.View(ctx, func(tx *db.Tx) error {
		for id := range p.past.Presence {
			list, err := people.AvailabilityBefore(tx, p.workspaceID, id, p.to, mostPresence)
			if err != nil {
				return err
			}
			presence := []rehearse.Presence{{Status: crm.AvailableOnline}}
			for _, a := range slices.Backward(list) {
				presence = append(presence, rehearse.Presence{From: db.MsOf(a.Since), Status: a.Status})
				if a.Until != nil {
					presence = append(presence, rehearse.Presence{From: db.MsOf(a.Until), Status: crm.AvailableOnline})
				}
			}
			p.past.Presence[id] = ordered(presence)
		}
		return nil
	})
}

// ordered leaves out what somebody meant to do later, but said otherwise before.
func ordered(list []rehearse.Presence) []rehearse.Presence {
	var out []rehearse.Presence
	for i, one := range list {
		if i+1 < len(list) && list[i+1].From <= one.From {
			continue
		}
		out = append(out, one)
	}
	return out
}

// readTeams reads how the teams share work that had conversations, or could have.
func (p *reader) readTeams(ctx context.Context) error {
	return p.db.View(ctx, func(tx *db.Tx) error {
		var read func(id string) error
		read = func(id string) error {
			if _, known := p.past.Teams[id]; known || !crm.ValidID(crm.PrefixTeam, id) {
				return nil
			}
			settings, found, err := routing.TeamNow(tx, p.workspaceID, id)
			if err != nil || !found {
				return err
			}
			t := rehearse.Team{Overflow: settings.Overflow}
			t.ID, t.Method, t.StickyDays, t.AgentLimit = id, settings.Method, settings.StickyDays, settings.AgentLimit
			if settings.ShiftCalendarID != "" {
				if t.Shift, err = p.calendarOf(tx, settings.ShiftCalendarID); err != nil {
					return err
				}
				p.shifts[id] = settings.ShiftCalendarID
			}
			p.past.Teams[id] = t
			if t.Overflow != nil {
				return read(t.Overflow.TeamID)
			}
			return nil
		}
		for queue := range p.members {
			if err := read(queue); err != nil {
				return err
			}
		}
		for _, a := range p.past.Arrivals {
			if err := read(a.Target.TeamID); err != nil {
				return err
			}
		}
		for _, id := range p.named {
			if err := read(id); err != nil {
				return err
			}
		}
		for _, rules := range p.rules {
			if rules == nil {
				continue
			}
			for _, id := range rules.Calendars() {
				if _, err := p.calendarOf(tx, id); err != nil {
					return err
				}
			}
		}
		return nil
	})
}
