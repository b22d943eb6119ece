package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
)

// demoDay is how long the day lasts that a fresh demo has behind it: the clock starts
// so much earlier, and demoPast before that, and the day moves it to now.
const demoDay = 9 * time.Hour

// day lets the people of the demo's shop work. Its steps go through the same use cases
// as calls of the API, at the times of the script. The first failure ends it.
type day struct {
	a             *App
	ctx           context.Context
	system        crm.Actor
	phoneNumberID string
	passed        time.Duration
	people        map[string]crm.Actor // by the first name
	labels, teams map[string]string    // ids by name
	selling
	mailing
	err error
}

// dayMark is beside the database until the day of its demo is over.
const dayMark = ".day"

// beginDay sets the clock of a demo with a day back if there is none yet. What a start left that was
// killed during the day is thrown away: it has never said that the demo is running,
// and the day cannot be gone on with.
func (a *App) beginDay(o Options) error {
	if o.Demo && !o.Begin.IsZero() {
		a.clock.offset.Store(int64(time.Until(o.Begin)))
		return nil
	}
	if !o.Demo || !o.Day {
		return nil
	}
	path := a.cfg.Database.Database
	if _, err := os.Stat(path + dayMark); err == nil {
		for _, part := range []string{"", "-wal", "-shm", "-journal", ".outcomes"} {
			if err := os.Remove(path + part); err != nil && !errors.Is(err, os.ErrNotExist) {
				return fmt.Errorf("cannot begin the demo anew: %w", err)
			}
		}
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	a.clock.offset.Store(-int64(demoPast + demoDay))
	return os.WriteFile(path+dayMark, nil, 0o600)
}

// endDay notes that the day is over.
func (a *App) endDay() error {
	if err := os.Remove(a.cfg.Database.Database + dayMark); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// seedDay lets the shop's day pass, if the clock started before it. The clock is right
// when it returns, whatever happened.
func (a *App) seedDay(ctx context.Context, system crm.Actor, phoneNumberID string) error {
	if a.clock.offset.Load() >= 0 {
		return nil
	}
	defer func() { a.Sandbox.server.Advance(-time.Duration(a.clock.offset.Load())) }()
	d := &day{a: a, ctx: ctx, system: system, phoneNumberID: phoneNumberID, passed: -demoPast, people: map[string]crm.Actor{}, labels: map[string]string{}, teams: map[string]string{}, selling: newSelling(), mailing: mailing{map[string]string{}}}
	d.open()
	for _, s := range wholeScript() {
		if d.err == nil {
			d.passTo(s.at)
			s.do(d)
		}
	}
	d.settle()
	return d.err
}

// open looks up who works in the shop, and makes what they work with.
func (d *day) open() {
	operator, err := d.a.Service.Access.Operator(d.ctx, d.system.WorkspaceID)
	d.note(err)
	members, err := d.a.Service.Members.Users(d.ctx, operator, crm.MemberFilter{}, crm.Page{Limit: 50})
	d.note(err)
	for _, m := range members.Items {
		for _, p := range demoPeople {
			if m.User.Email == p.email {
				who, err := d.a.Service.Members.InNameOf(d.ctx, d.system.WorkspaceID, m.User.ID)
				d.note(err)
				d.people[firstName(p.name)] = who
			}
		}
	}
	teams, err := d.a.Service.Teams.Teams(d.ctx, operator, crm.Page{Limit: 50})
	d.note(err)
	for _, t := range teams.Items {
		d.teams[t.Name] = t.ID
	}
	for name, color := range map[string]string{"Order": "#2563eb", "Complaint": "#dc2626", "Wholesale": "#7c3aed"} {
		l, err := d.a.Service.Conversation.CreateLabel(d.ctx, operator, crm.LabelChange{Name: &name, Color: &color})
		d.note(err)
		d.labels[name] = l.ID
	}
	for _, text := range demoCannedReplies {
		_, err := d.a.Service.CannedReply.CreateCannedReply(d.ctx, operator, crm.CannedReplyChange{Shortcut: &text[0], Title: &text[1], Body: &text[2]})
		d.note(err)
	}
	d.prepares(operator)
	d.routes(operator)
	d.sells()
	name, shared := "Complaints that wait", true
	_, err = d.a.Service.Conversation.CreateSavedView(d.ctx, d.people["Olivia"], crm.SavedViewChange{Name: &name, Shared: &shared,
		Filter: &crm.SavedFilter{LabelIDs: []string{d.labels["Complaint"]}}})
	d.note(err)
}

// note keeps the first failure.
func (d *day) note(err error) {
	if d.err == nil && err != nil {
		d.err = fmt.Errorf("the demo's day, after %s: %w", d.passed, err)
	}
}

// passTo lets time pass until so long after the beginning, once nothing is to be done.
func (d *day) passTo(at time.Duration) {
	if at > d.passed {
		d.settle()
		d.a.Sandbox.server.Advance(at - d.passed)
		d.passed = at
	}
}

// settle waits until what is due is done.
func (d *day) settle() {
	if d.err != nil {
		return
	}
	d.note(until(d.ctx, "what is due is done", func() (bool, error) {
		list, err := jobs.CountJobs(d.ctx, d.a.db)
		for _, c := range list {
			if !c.Oldest.After(d.a.clock.Now()) {
				return false, err
			}
		}
		return true, err
	}))
}

// conversation is the one with a customer.
func (d *day) conversation(phone string) crm.Conversation {
	var c crm.Conversation
	d.note(d.a.db.View(d.ctx, func(tx *db.Tx) (err error) {
		c, err = contact.FindConversation(tx, d.system.WorkspaceID, d.phoneNumberID, crm.Person{Phone: phone})
		return err
	}))
	return c
}

func (d *day) writes(phone, name, text string) {
	before := d.conversation(phone).LastInboundAt
	if _, err := d.a.Sandbox.server.CustomerSends(sandbox.CustomerMessage{From: phone, Name: name, Text: text}); err != nil {
		d.note(err)
		return
	}
	d.note(until(d.ctx, "the message is stored", func() (bool, error) {
		at := d.conversation(phone).LastInboundAt
		return at != nil && (before == nil || at.After(*before)), d.err
	}))
}

func (d *day) answers(who, phone, text string) {
	_, err := d.a.Service.Message.SendMessage(d.ctx, d.people[who], &crm.SendRequest{To: phone, Type: "text", Text: &crm.Text{Body: text}})
	d.note(err)
	d.settle()
}

func (d *day) takes(who, phone, team string) {
	_, err := d.a.Service.Conversation.Assign(d.ctx, d.people["Olivia"], d.conversation(phone).ID, conversation.Assignment{AgentID: d.people[who].ID, TeamID: d.teams[team]})
	d.note(err)
}

func (d *day) status(who, phone string, ch crm.StatusChange) {
	_, err := d.a.Service.Conversation.ChangeStatus(d.ctx, d.people[who], d.conversation(phone).ID, ch)
	d.note(err)
}

func (d *day) closes(who, phone, category, summary string) {
	d.status(who, phone, crm.StatusChange{Status: crm.ConversationClosed, Reason: "resolved", Category: category, Summary: summary})
}

// snoozes puts a conversation aside, for a time or until the customer writes.
func (d *day) snoozes(who, phone string, length time.Duration) {
	ch := crm.StatusChange{Status: crm.ConversationSnoozed}
	if length > 0 {
		at := d.a.clock.Now().Add(length)
		ch.Until = &at
	}
	d.status(who, phone, ch)
}

func (d *day) labeled(who, phone string, names ...string) {
	var ids []string
	for _, name := range names {
		ids = append(ids, d.labels[name])
	}
	_, err := d.a.Service.Conversation.SetLabels(d.ctx, d.people[who], d.conversation(phone).ID, ids)
	d.note(err)
}

func (d *day) presses(who, phone string, p crm.Priority) {
	_, err := d.a.Service.Conversation.Update(d.ctx, d.people[who], d.conversation(phone).ID, "", p)
	d.note(err)
}

func (d *day) writesNote(who, phone, text string, mentioned ...string) {
	ids := []string{}
	for _, name := range mentioned {
		ids = append(ids, d.people[name].ID)
	}
	_, err := d.a.Service.Conversation.CreateNote(d.ctx, d.people[who], d.conversation(phone).ID, crm.NoteChange{Body: &text, MentionedUserIDs: &ids})
	d.note(err)
}
