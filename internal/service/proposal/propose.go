package proposal

import (
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/deal"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/people"
)

// Found is what an assistant would do because of a message.
type Found struct {
	WorkspaceID, ConversationID string
	AssistantID, MessageID      string
	// Inbounds is how much the contact had written: who wrote on is not at an end.
	Inbounds int64
	Acts     []crm.ProposedAct // of each kind one at most
}

// Propose notes, suggests or does what an assistant found, as far as it may. It leaves out
// what names something that is not there, what is so already, and a kind of which the
// conversation has a proposal that nobody has judged yet. Called again for a message it
// changes nothing.
func (s *Proposals) Propose(tx *db.Tx, f Found) error {
	if len(f.Acts) == 0 {
		return nil
	}
	c, err := contact.Conversation(tx, f.WorkspaceID, f.ConversationID)
	if crm.CodeOf(err) == crm.CodeNotFound {
		return nil
	}
	if err == nil {
		err = lockConversation(tx, &c)
	}
	if err != nil {
		return err
	}
	locked, err := s.lockTracks(tx, f)
	if err != nil {
		return err
	}
	waiting, err := unsettled(tx, c.WorkspaceID, c.ID)
	for _, kind := range crm.ProposalKinds {
		i := slices.IndexFunc(f.Acts, func(a crm.ProposedAct) bool { return a.Kind == kind })
		if i < 0 || slices.ContainsFunc(waiting, func(p crm.Proposal) bool { return p.Act.Kind == kind }) {
			continue
		}
		if t, there := locked[kind]; err == nil && there && t.enabled {
			err = s.proposeOne(tx, c, t, f, f.Acts[i])
		}
	}
	return err
}

// lockTracks locks the tracks of what was found, in one order everywhere.
func (s *Proposals) lockTracks(tx *db.Tx, f Found) (map[crm.ProposalKind]track, error) {
	out := map[crm.ProposalKind]track{}
	for _, kind := range crm.ProposalKinds {
		if slices.ContainsFunc(f.Acts, func(a crm.ProposedAct) bool { return a.Kind == kind }) {
			t, err := lockTrack(tx, f.WorkspaceID, f.AssistantID, kind)
			if err != nil {
				return nil, err
			}
			out[kind] = t
		}
	}
	return out, nil
}

func (s *Proposals) proposeOne(tx *db.Tx, c crm.Conversation, t track, f Found, act crm.ProposedAct) error {
	again, err := known(tx, c.WorkspaceID, f.MessageID, act.Kind)
	if err != nil || again {
		return err
	}
	now, err := conversation.StandingOf(tx, c)
	if err != nil || !now.IsOpen() || act.Kind == crm.ProposeClose && now.Inbounds != f.Inbounds {
		return err
	}
	news, err := isNews(tx, c, now, &act)
	if err != nil || !news {
		return err
	}
	p := crm.Proposal{ID: tx.NewID(crm.PrefixProposal), WorkspaceID: c.WorkspaceID, ConversationID: c.ID, AssistantID: f.AssistantID, Act: act, State: crm.AutonomyState(t.Now()), Period: t.period,
		Status: crm.ProposalOpen, MessageID: f.MessageID, EpisodeID: now.Episode.ID, Answers: int64(now.Episode.Answers), CreatedAt: tx.Now(), DueAt: tx.Now().Add(crm.ProposalWaits)}
	if p.State == crm.AutonomyAct {
		open, err := countDone(tx, c.WorkspaceID, f.AssistantID, act.Kind, openCounted)
		if err != nil {
			return err
		}
		if !t.MayAct(open) { // too much waits to be judged
			p.State = crm.AutonomySuggest
		}
	}
	if p.State == crm.AutonomyAct {
		p.Status, p.DueAt = crm.ProposalDone, p.CreatedAt.Add(crm.ProposalStands)
		changed, err := s.carryOut(tx, crm.Insider(c.WorkspaceID, crm.ActorSystem, false), c, &p, p.By())
		if e := crm.AsError(err); err != nil && e.Kind != crm.KindInternal && e.Kind != crm.KindPrecondition {
			return nil // it cannot be done as things are
		}
		if err != nil || !changed {
			return err
		}
	}
	if p.Since, err = event.LogHead(tx, c.WorkspaceID); err != nil { // what is told of the act itself is by the assistant
		return err
	}
	insert(tx, p)
	return tell(tx, c, p, "", p.By())
}

// isNews reports whether an act names something that is there, and would change something;
// it completes the act.
func isNews(tx *db.Tx, c crm.Conversation, now conversation.Standing, act *crm.ProposedAct) (bool, error) {
	switch act.Kind {
	case crm.ProposeLabel:
		there, err := conversation.HoldLabels(tx, c.WorkspaceID, act.LabelID)
		return len(there) == 1 && !slices.Contains(now.LabelIDs, act.LabelID), err
	case crm.ProposeTeam:
		there, err := people.HoldTeam(tx, c.WorkspaceID, act.TeamID)
		return there && c.AgentID == "" && c.TeamID != act.TeamID, err
	case crm.ProposeDeal:
		return isNewsOfDeal(tx, c, act)
	}
	return true, nil
}

func isNewsOfDeal(tx *db.Tx, c crm.Conversation, act *crm.ProposedAct) (bool, error) {
	p, err := deal.LockPipelineOf(tx, c.WorkspaceID, "", act.StageID)
	if crm.CodeOf(err) == crm.CodeNotFound {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	stage, _ := p.Stage(act.StageID)
	has, found, err := deal.OpenDeal(tx, c.WorkspaceID, c.ID, p.ID)
	act.PipelineID = p.ID
	if act.DealID = ""; found {
		act.DealID = has.ID
	}
	// Whether a deal is won or lost people say.
	return stage.Kind == crm.StageOpen && p.ArchivedAt == nil && (!found || has.StageID != act.StageID), err
}
