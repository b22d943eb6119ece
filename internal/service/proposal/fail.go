package proposal

import (
	"context"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/event"
)

// toldPause is how long people hear nothing more of what fails.
const toldPause = 24 * time.Hour

// Failures returns a page of what failed of proposals, the newest first. Some may be of
// conversations beyond a limited reach, so it takes the whole one.
func (s *Proposals) Failures(ctx context.Context, actor crm.Actor, p crm.Page) (out crm.List[crm.ProposalFailure], err error) {
	if err = actor.Require(crm.ScopeConversationsRead); err == nil {
		err = actor.RequireWholeReach()
	}
	if err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = failures(tx, actor.WorkspaceID, p); return err })
	return out, err
}

// fail puts on record that something happened that could not be compared with what waits,
// unless that may pass: then the error says so, and it is tried again before anything that
// comes later. Of several proposals each is compared by itself, so that only those wait on
// that cannot be.
func (s *Proposals) fail(ctx context.Context, workspaceID string, h cause, why error) error {
	if ctx.Err() != nil || !s.failing.Lasts(h.key(workspaceID), why, s.db.Source().Now()) {
		return why
	}
	var ids, left []string
	err := s.db.View(ctx, func(tx *db.Tx) (err error) {
		ids, err = waitingFor(tx, workspaceID, h.ConversationID, h.at)
		return err
	})
	if err != nil {
		return err
	}
	for _, id := range ids {
		err := s.db.Update(ctx, h.PhoneNumberID, func(tx *db.Tx) error { return s.weighAlone(tx, workspaceID, id, h) })
		if err != nil && crm.AsError(err).Kind == crm.KindUnavailable {
			return err
		}
		if err != nil {
			why, left = err, append(left, id)
		}
	}
	if len(left) > 0 || len(ids) == 0 {
		err = s.putOnRecord(ctx, crm.ProposalFailure{WorkspaceID: workspaceID, Step: crm.ProposalCompared, TriggerID: h.eventID, ConversationID: h.ConversationID, ProposalIDs: left}, why, nil)
	}
	if err == nil {
		s.failing.Forget(h.key(workspaceID))
	}
	return err
}

// giveUp ends a job whose question could not be asked, or whose answer could not be
// stored, as often as it was tried: what the contact writes next is asked about again.
func (s *Proposals) giveUp(ctx context.Context, j jobs.Job, why error) error {
	conversationID, messageID, _ := strings.Cut(j.Payload, "/")
	f := crm.ProposalFailure{WorkspaceID: j.WorkspaceID, Step: crm.ProposalAsked, TriggerID: messageID, ConversationID: conversationID}
	return s.putOnRecord(ctx, f, why, func(tx *db.Tx) { jobs.FinishJob(tx, j) })
}

// putOnRecord stores a failure, and tells of it unless people know.
func (s *Proposals) putOnRecord(ctx context.Context, f crm.ProposalFailure, why error, also func(tx *db.Tx)) error {
	e := crm.AsError(why)
	s.log.Error("a proposal failed", "workspace", f.WorkspaceID, "step", f.Step, "trigger", f.TriggerID, "conversation", f.ConversationID, "error", why)
	f.Code, f.Detail = string(e.Code), e.Message
	if len(e.Fields) > 0 {
		f.Detail = e.Fields[0].Detail
	}
	if f.ProposalIDs == nil {
		f.ProposalIDs = []string{}
	}
	return s.db.Update(ctx, "proposals "+f.WorkspaceID, func(tx *db.Tx) error {
		if also != nil {
			also(tx)
		}
		f.ID, f.At = tx.NewID(crm.PrefixProposalFailure), tx.Now()
		fresh, err := insertFailure(tx, f)
		if err == nil && fresh {
			fresh, err = markTold(tx, f.WorkspaceID)
		}
		if err != nil || !fresh {
			return err
		}
		return event.AppendEvent(tx, crm.EventProposalFailed, f.WorkspaceID, f.ConversationID, crm.EventScope{}, f.Tell())
	})
}
