package dealrule

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/deal"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/people"
)

const (
	// actTries is how often a deal is moved that others move at the same time.
	actTries = 5
	// toldPause is how long people hear nothing more of a rule that cannot act.
	toldPause = 24 * time.Hour
)

// act lets a rule act on a trigger, once. That it cannot is on record, and stops nothing
// else; only what passes by itself is tried again, before anything that comes later.
func (s *Rules) act(ctx context.Context, d due) (err error) {
	var run crm.DealRun
	if d.broken != nil {
		return s.fail(ctx, d, run, d.broken)
	}
	for range actTries {
		err = s.db.Update(ctx, d.rule.WorkspaceID, func(tx *db.Tx) (err error) {
			run, err = s.actOnce(tx, d)
			return err
		})
		if err == nil || crm.AsError(err).Kind != crm.KindPrecondition {
			break
		}
	}
	if err == nil {
		s.failing.Forget(d.key())
		return nil
	}
	return s.fail(ctx, d, run, err)
}

// fail puts on record that a rule could not act, unless that may pass: then the error
// says so, and it is tried again.
func (s *Rules) fail(ctx context.Context, d due, run crm.DealRun, why error) error {
	if ctx.Err() != nil || !s.failing.Lasts(d.key(), why, s.db.Source().Now()) {
		return why
	}
	if crm.AsError(why).Kind == crm.KindInternal {
		s.log.Error("a rule of deals could not act", "workspace", d.rule.WorkspaceID, "rule", d.rule.ID, "trigger", d.cause.ID, "error", why)
	}
	err := s.db.Update(ctx, d.rule.WorkspaceID, func(tx *db.Tx) error { return s.refuse(tx, d, run, why) })
	if err == nil {
		s.failing.Forget(d.key())
	}
	return err
}

// actOnce acts, or leaves nothing: then the run says how far it came.
func (s *Rules) actOnce(tx *db.Tx, d due) (run crm.DealRun, err error) {
	r, run, fresh, err := begin(tx, d)
	if err != nil || !fresh {
		return run, err
	}
	if run, err = s.apply(tx, r, d.cause, run); err != nil {
		return run, err
	}
	if r.ToldVersion != 0 && run.Outcome != crm.DealRunSkipped {
		markActs(tx, r)
	}
	endRun(tx, run)
	return run, nil
}

// begin notes that a rule acts on a trigger. It is not fresh if it did so before, or if
// the rule was changed since it was read and does not act any more.
func begin(tx *db.Tx, d due) (r crm.DealRule, run crm.DealRun, fresh bool, err error) {
	r, err = one(tx, d.rule.WorkspaceID, d.rule.ID)
	if crm.CodeOf(err) == crm.CodeNotFound {
		return r, run, false, nil
	}
	if err != nil || r.Since >= d.at || !d.holds(r) {
		return r, run, false, err
	}
	run = crm.DealRun{ID: tx.NewID(crm.PrefixDealRun), WorkspaceID: r.WorkspaceID, RuleID: r.ID, Version: r.Version, Trigger: d.cause.Trigger, TriggerID: d.cause.ID,
		EventID: d.cause.EventID, ConversationID: d.cause.ConversationID, At: tx.Now()}
	fresh, err = beginRun(tx, run)
	return r, run, fresh, err
}

// refuse records that a rule could not act on a trigger, and why, and tells of it. came is
// how far the act had come, of which nothing was stored.
func (s *Rules) refuse(tx *db.Tx, d due, came crm.DealRun, why error) error {
	r, run, fresh, err := begin(tx, d)
	if err != nil || !fresh {
		return err
	}
	e := crm.AsError(why)
	run.Outcome, run.DealID, run.Code, run.Detail, run.Faults = crm.DealRunRefused, came.DealID, string(e.Code), e.Message, e.Fields
	if came.ConversationID != "" {
		run.ConversationID = came.ConversationID
	}
	if !event.Refuses(e) {
		run.Outcome = crm.DealRunFailed
	}
	endRun(tx, run)
	told, err := markTold(tx, r)
	if err != nil || !told {
		return err
	}
	detail := e.Message
	if len(e.Fields) > 0 {
		detail = e.Fields[0].Detail
	}
	return event.AppendEvent(tx, crm.EventDealRuleFailed, r.WorkspaceID, r.ID, crm.EventScope{}, crm.DealRuleFailedData{RuleID: r.ID, Name: r.Name, RuleVersion: r.Version,
		RunID: run.ID, Trigger: run.Trigger, TriggerID: run.TriggerID, ConversationID: run.ConversationID, Outcome: run.Outcome, Code: run.Code, Detail: detail})
}

// apply does what a rule says, as the rule.
func (s *Rules) apply(tx *db.Tx, r crm.DealRule, c crm.DealCause, run crm.DealRun) (crm.DealRun, error) {
	of, err := contact.Conversation(tx, r.WorkspaceID, c.ConversationID)
	if err != nil {
		return run, err
	}
	run.ConversationID = of.ID
	p, err := deal.LockPipelineOf(tx, r.WorkspaceID, r.Act.PipelineID, r.Act.StageID)
	if err != nil {
		return run, err
	}
	has, found, err := deal.OpenDeal(tx, r.WorkspaceID, of.ID, p.ID)
	if err != nil {
		return run, err
	}
	skip := func(code, detail string) (crm.DealRun, error) {
		run.Outcome, run.Code, run.Detail = crm.DealRunSkipped, code, detail
		return run, nil
	}
	who, by := crm.Insider(r.WorkspaceID, crm.ActorSystem, false), crm.DoneBy{Type: crm.ActorSystem, ID: r.ID}
	if r.Act.Type == crm.DealActCreate {
		if run.DealID = has.ID; found && r.Act.UnlessOpen {
			return skip(crm.DealOneOpen, "The conversation has an open deal in the pipeline.")
		}
		n, err := newDeal(tx, r, c, of)
		if err != nil {
			return run, err
		}
		run.DealID = ""
		made, err := s.deals.CreateDeal(tx, who, by, n)
		if err == nil {
			run.Outcome, run.DealID = crm.DealRunCreated, made.ID
		}
		return run, err
	}
	switch run.DealID = has.ID; {
	case !found:
		return skip(crm.DealNoneOpen, "The conversation has no open deal in the pipeline.")
	case has.StageID == r.Act.StageID:
		return skip(crm.DealThereAlready, "The deal is on the stage already.")
	}
	m := r.Act.End()
	m.IfStageID = has.StageID
	_, err = deal.MoveDeal(tx, who, by, has.ID, m)
	if err == nil {
		run.Outcome = crm.DealRunMoved
	}
	return run, err
}

// newDeal is the deal that a rule makes of a conversation.
func newDeal(tx *db.Tx, r crm.DealRule, c crm.DealCause, of crm.Conversation) (n deal.NewDeal, err error) {
	who, err := contact.Contact(tx, r.WorkspaceID, of.ContactID)
	if err != nil {
		return n, err
	}
	title := r.Act.FillTitle(map[string]string{"contact.name": who.Name, "contact.firstName": crm.FirstName(who.Name), "button.title": c.Title}, r.Name)
	owner := r.Act.OwnerID
	if r.Act.AssigneeOwns && of.AgentID != "" {
		_, ok, err := people.Assignable(tx, r.WorkspaceID, of.AgentID)
		if err != nil {
			return n, err
		}
		if ok {
			owner = of.AgentID
		}
	}
	ch := crm.DealChange{Title: &title, OwnerID: &owner, ConversationID: &of.ID}
	if r.Act.Amount != "" {
		ch.Amount = &r.Act.Amount
	}
	if r.Act.Currency != "" {
		ch.Currency = &r.Act.Currency
	}
	return deal.NewDeal{PipelineID: r.Act.PipelineID, StageID: r.Act.StageID, Change: ch, Move: r.Act.End()}, nil
}
