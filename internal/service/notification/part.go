package notification

import (
	"errors"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core/reach"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/people"
)

const (
	// partEvents is how many events a part has at most, and partSize how many
	// notifications it has before it ends.
	partEvents = 200
	partSize   = 500
)

// part is a part of a log with what it gives members to know.
type part struct {
	begins bool // nothing was read of the log before
	before position
	after  event.Position
	list   []crm.Notification
	more   bool
	// settings are those of who is told, browses says who has a browser that is told.
	settings map[string]crm.NotificationSettings
	browses  map[string]bool
}

// readPart reads the next part of a log, and finds out who is told of it as things are
// now: who works here, who has a conversation, and who sees it.
func readPart(tx *db.Tx, workspaceID string) (p part, err error) {
	before, found, err := positionOf(tx, workspaceID)
	if err != nil {
		return p, err
	}
	p.before, p.after, p.begins = before, before.log, !found
	events, err := event.EventPage(tx, workspaceID, before.log, partEvents)
	if errors.Is(err, event.ErrLogReplaced) { // its end was lost, and with it what it told
		p.after, err = event.NewestEvent(tx, workspaceID)
		return p, err
	}
	if err != nil {
		return p, err
	}
	x, err := newLookup(tx, workspaceID, events)
	if err != nil {
		return p, err
	}
	for i := range events {
		ev := &events[i]
		for _, c := range x.causes[i] {
			if c.Waiting && x.assignedLater(c.ConversationID, i) {
				continue // whoever has it by now is told that they do
			}
			list, err := x.tell(c, ev)
			if err != nil {
				return p, err
			}
			p.list = append(p.list, list...)
		}
		if p.after = ev.Position; len(p.list) >= partSize {
			p.more = true
			break
		}
	}
	p.more = p.more || len(events) == partEvents
	p.settings, p.browses = x.settings, map[string]bool{}
	return p, p.findBrowsers(tx, workspaceID)
}

// findBrowsers finds out who has browsers that are told.
func (p *part) findBrowsers(tx *db.Tx, workspaceID string) error {
	for _, n := range p.list {
		if _, known := p.browses[n.UserID]; known || !p.settings[n.UserID].Channels(n.Kind).Push {
			continue
		}
		ids, err := tx.Texts(subscriptionIDsSQL, workspaceID, n.UserID)
		if err != nil {
			return err
		}
		p.browses[n.UserID] = len(ids) > 0
	}
	return nil
}

// lookup remembers what was looked up for a part.
type lookup struct {
	tx          *db.Tx
	workspaceID string
	causes      [][]crm.NotificationCause // of each event
	sights      reach.Sights
	workers     map[string]*people.Worker
	teams       map[string][]string
	settings    map[string]crm.NotificationSettings
	managers    []string
}

// newLookup finds out what events give members to know, and asks at once who has the
// conversations: of most messages nobody is told, because nobody has them.
func newLookup(tx *db.Tx, workspaceID string, events []event.LoggedEvent) (*lookup, error) {
	x := &lookup{tx: tx, workspaceID: workspaceID, causes: make([][]crm.NotificationCause, len(events)), sights: reach.Sights{},
		workers: map[string]*people.Worker{}, teams: map[string][]string{}, settings: map[string]crm.NotificationSettings{}}
	var keys []string
	for i, ev := range events {
		if ev.EndpointID != "" || !crm.Notifies(ev.Kind) {
			continue
		}
		x.causes[i] = crm.NotificationCauses(ev.Kind, ev.Body)
		for _, c := range x.causes[i] {
			keys = append(keys, c.About())
		}
	}
	return x, x.sights.LookAll(tx, workspaceID, keys)
}

// assignedLater reports whether a later event of the part gives somebody a conversation.
func (x *lookup) assignedLater(conversationID string, i int) bool {
	for _, list := range x.causes[i+1:] {
		for _, c := range list {
			if c.Kind == crm.NotifyAssigned && c.ConversationID == conversationID {
				return true
			}
		}
	}
	return false
}

// tell returns what members are told of by a cause.
func (x *lookup) tell(c crm.NotificationCause, ev *event.LoggedEvent) (out []crm.Notification, err error) {
	users, err := x.users(c)
	told := map[string]bool{}
	for _, id := range users {
		n := c.For(id, ev.ID, ev.Number, ev.CreatedAt)
		if n == nil || told[id] {
			continue
		}
		told[id] = true
		may, broken := x.mayTell(c, id)
		if broken != nil {
			return nil, broken
		}
		if may {
			out = append(out, *n)
		}
	}
	return out, err
}

// users are those whom a cause tells, before it is asked whether they may know.
func (x *lookup) users(c crm.NotificationCause) ([]string, error) {
	switch {
	case c.Managers:
		if x.managers == nil {
			list, err := people.ManagersOf(x.tx, x.workspaceID)
			if err != nil {
				return nil, err
			}
			x.managers = append([]string{}, list...)
		}
		return x.managers, nil
	case c.Holder:
		agentID, teamID := x.sights[c.ConversationID].Assignee()
		if agentID != "" && c.Waiting {
			state, found, err := conversation.State(x.tx, x.workspaceID, c.ConversationID)
			if err != nil || !found || !state.Awaited() || state.AgentID != agentID {
				return nil, err
			}
		}
		if agentID != "" {
			return []string{agentID}, nil
		}
		if c.Team {
			return x.members(teamID)
		}
		return nil, nil
	case len(c.UserIDs) > 0:
		return c.UserIDs, nil
	}
	return x.members(c.TeamID)
}

func (x *lookup) members(teamID string) (list []string, err error) {
	if teamID == "" {
		return nil, nil
	}
	list, known := x.teams[teamID]
	if !known {
		list, err = people.MembersOf(x.tx, x.workspaceID, teamID)
		x.teams[teamID] = list
	}
	return list, err
}

// mayTell reports whether a member works here, sees what a cause is about, and wants to
// know of it.
func (x *lookup) mayTell(c crm.NotificationCause, userID string) (bool, error) {
	w, known := x.workers[userID]
	if !known {
		who, found, err := people.WorkerOf(x.tx, x.workspaceID, userID)
		if err != nil {
			return false, err
		}
		if found && who.Active {
			w = &who
		}
		x.workers[userID] = w
	}
	if w == nil || c.About() != "" && !x.sights[c.About()].Within(w.Reach) {
		return false, nil
	}
	s, known := x.settings[userID]
	if !known {
		var err error
		if s, err = settings(x.tx, x.workspaceID, userID); err != nil {
			return false, err
		}
		x.settings[userID] = s
	}
	return s.Channels(c.Kind).InApp, nil
}
