package dealrule

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/deal"
	"service.example/crm/internal/service/people"
)

// actTries is how often a deal is moved that others move at the same time.
const actTries = 5

// act lets a rule act on a trigger, once. That it cannot is on record, and stops nothing
// else; only where the database fails it is tried again.
func (s *Rules) act(ctx context.Context, d due) (err error) {
	for range actTries {
		err = s.db.Update(ctx, d.rule.WorkspaceID, func(tx *db.Tx) error { return s.actOnce(tx, d) })
		if crm.AsError(err).Kind != crm.KindPrecondition || err == nil {
			break
		}
	}
	return err
}

func (s *Rules) actOnce(tx *db.Tx, d due) error {
	r, err := one(tx, d.rule.WorkspaceID, d.rule.ID)
	if crm.CodeOf(err) == crm.CodeNotFound {
		return nil
	}
	if err != nil || r.Since >= d.at || !r.Matches(d.cause) { // it was changed since it was read
		return err
	}
	run := crm.DealRun{ID: tx.NewID(crm.PrefixDealRun), WorkspaceID: r.WorkspaceID, RuleID: r.ID, Version: r.Version, Trigger: d.cause.Trigger, TriggerID: d.cause.ID,
		EventID: d.cause.EventID, ConversationID: d.cause.ConversationID, At: tx.Now()}
	fresh, err := beginRun(tx, run)
	if err != nil || !fresh {
		return err
	}
	run, err = s.apply(tx, r, d.cause, run)
	switch e := crm.AsError(err); {
	case err == nil:
	case e.Kind == crm.KindInvalid, e.Kind == crm.KindNotFound, e.Kind == crm.KindConflict, e.Kind == crm.KindForbidden:
		run.Outcome, run.Code, run.Detail, run.Faults = crm.DealRunRefused, string(e.Code), e.Message, e.Fields
	default:
		return err
	}
	endRun(tx, run)
	return nil
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
