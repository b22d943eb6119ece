package rehearsal

import (
	"context"
	"encoding/json"
	"time"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/office"
	"service.example/crm/internal/rehearse"
	"service.example/crm/internal/service/calendar"
	"service.example/crm/internal/service/core/longrun"
	"service.example/crm/internal/service/routing"
)

const (
	recordsPage = 500
	// waitsBefore is how long before the period a conversation may have come that
	// waits when it begins.
	waitsBefore = 24 * time.Hour
	// promptly is how soon a conversation is chosen for that has come.
	promptly = 2 * time.Second
	// mostText is how much of what contacts wrote is held in memory.
	mostText = 64 << 20
)

// reader reads the past of a rehearsal.
type reader struct {
	db          *db.DB
	workspaceID string
	from, to    time.Time
	check       rehearse.Check
	past        rehearse.Past
	latest      map[string]int // arrival, by conversation
	rules       map[int]*assign.Rules
	calendars   map[string]*office.Calendar
	members     map[string]map[string]assign.Candidate // by queue
	shifts      map[string]string                      // calendar, by team
	named       []string                               // what the changes name
	turn        int
	asked       bool // rules are asked again: what contacts wrote is needed
	text        int  // so much of it
}

func newReader(base *db.DB, r crm.Rehearsal) *reader {
	p := &reader{db: base, workspaceID: r.WorkspaceID, from: r.From, to: r.To, latest: map[string]int{}, rules: map[int]*assign.Rules{},
		calendars: map[string]*office.Calendar{}, members: map[string]map[string]assign.Candidate{}, shifts: map[string]string{}}
	p.past = rehearse.Past{From: db.Ms(r.From), To: db.Ms(r.To), Presence: map[string][]rehearse.Presence{}, Teams: map[string]rehearse.Team{},
		Rules: func(version int) *assign.Rules { return p.rules[version] }, Calendar: func(id string) *office.Calendar { return p.calendars[id] }}
	return p
}

// read reads everything, and makes the recorded decisions again on the way.
func (p *reader) read(ctx context.Context) error {
	var last *routing.Recorded
	begin := p.from.Add(-max(waitsBefore, routing.ChainLife))
	for {
		var page []routing.Recorded
		err := p.db.View(ctx, func(tx *db.Tx) (err error) {
			if page, err = routing.RecordedBetween(tx, p.workspaceID, begin, last, p.to, recordsPage); err != nil {
				return err
			}
			for _, r := range page {
				if err := p.take(tx, r); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || ctx.Err() != nil {
			return err
		}
		if len(page) < recordsPage {
			break
		}
		last = &page[len(page)-1]
	}
	for _, step := range []func(context.Context) error{p.readLives, p.readPeople, p.readTeams} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// take takes a record: a conversation that came to be routed, or a choice.
func (p *reader) take(tx *db.Tx, r routing.Recorded) error {
	d := r.Decision
	within := !d.At.Before(p.from)
	if !r.Came() {
		p.turn++
		in, ok, err := p.check.Chosen(r.Chain, r.Place, r.Body, d, within)
		if err != nil || !ok {
			return err
		}
		at := db.Ms(d.At)
		i, found := p.latest[d.ConversationID]
		if found && d.Outcome == crm.OutcomeAssigned {
			p.past.Arrivals[i].Work = &rehearse.Work{Agent: d.AgentID, At: at, Turn: p.turn}
		}
		// What led to a choice was so before it: that a conversation came, else that
		// somebody changed.
		if found && at-p.past.Arrivals[i].At < promptly.Milliseconds() {
			at = p.past.Arrivals[i].At
		}
		p.know(at, in)
		return nil
	}
	a := rehearse.Arrival{ConversationID: d.ConversationID, At: db.Ms(d.At), Cause: d.Cause, Outcome: d.Outcome, Version: d.RulesVersion}
	if err := json.Unmarshal([]byte(r.Body), &a.Asked); err != nil {
		return err
	}
	if d.Target != nil {
		a.Target = *d.Target
	}
	rules, err := p.rulesOf(tx, d.RulesVersion)
	if err != nil {
		return err
	}
	if within {
		p.check.Came(a.Asked, d, rules)
	}
	if len(p.past.Arrivals) >= crm.MaxRehearsedConversations {
		return longrun.Failure("More than 50,000 conversations came to be routed in this period and the day before. Choose a shorter one.")
	}
	if !p.asked {
		a.Facts.Text = ""
	} else if p.text += len(a.Facts.Text); p.text > mostText {
		return longrun.Failure("Contacts wrote more than 64 MiB in this period and the day before. Choose a shorter one.")
	}
	p.latest[d.ConversationID] = len(p.past.Arrivals)
	p.past.Arrivals = append(p.past.Arrivals, a)
	return nil
}

func (p *reader) rulesOf(tx *db.Tx, version int) (*assign.Rules, error) {
	if rules, known := p.rules[version]; known || version == 0 {
		return rules, nil
	}
	rules, err := routing.RulesOf(tx, p.workspaceID, version)
	p.rules[version] = rules
	return rules, err
}

// know notes the members of a queue as a choice knew them, where that has changed.
func (p *reader) know(at int64, in assign.Input) {
	queue := in.Team.ID
	if queue == "" && len(in.Candidates) == 1 {
		queue = in.Candidates[0].ID
	}
	there := p.members[queue]
	if there == nil {
		there = map[string]assign.Candidate{}
		p.members[queue] = there
	}
	now := make(map[string]bool, len(in.Candidates))
	for _, c := range in.Candidates {
		now[c.ID] = true
		if was, known := there[c.ID]; known && was.Equal(c) {
			continue
		}
		there[c.ID] = c
		p.past.Known = append(p.past.Known, rehearse.Known{At: at, Queue: queue, Candidate: c, Turn: p.turn})
	}
	for id := range there {
		if !now[id] {
			delete(there, id)
			p.past.Known = append(p.past.Known, rehearse.Known{At: at, Queue: queue, Candidate: assign.Candidate{ID: id}, Turn: p.turn, Gone: true})
		}
	}
}

// calendarOf reads a calendar once; nil if it is gone.
func (p *reader) calendarOf(tx *db.Tx, id string) (*office.Calendar, error) {
	if hours, known := p.calendars[id]; known {
		return hours, nil
	}
	hours, err := calendar.Hours(tx, p.workspaceID, id)
	if crm.CodeOf(err) == crm.CodeNotFound {
		hours, err = nil, nil
	}
	p.calendars[id] = hours
	return hours, err
}
