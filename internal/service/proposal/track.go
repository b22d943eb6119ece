package proposal

import (
	"context"

	"service.example/crm/internal/autonomy"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/event"
)

// changesShown is how many changes are shown with each kind.
const changesShown = 10

// Autonomy returns how much an assistant may do of each kind of act.
func (s *Proposals) Autonomy(ctx context.Context, actor crm.Actor, assistantID string) (out []crm.Autonomy, err error) {
	if err := actor.Require(crm.ScopeAssistantsRead); err != nil {
		return nil, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		out = nil
		if _, err := assistant.Assistant(tx, actor.WorkspaceID, assistantID); err != nil {
			return err
		}
		there, err := tracks(tx, actor.WorkspaceID, assistantID)
		if err != nil {
			return err
		}
		for _, kind := range crm.ProposalKinds {
			t := there[kind]
			t.kind = kind
			a, err := t.show(tx, actor.WorkspaceID, assistantID)
			if err != nil {
				return err
			}
			out = append(out, a)
		}
		return nil
	})
	return out, err
}

// AutonomyChanges returns a page of what was changed of an assistant's autonomy, newest
// first.
func (s *Proposals) AutonomyChanges(ctx context.Context, actor crm.Actor, assistantID string, p crm.Page) (out crm.List[crm.AutonomyChange], err error) {
	if err := actor.Require(crm.ScopeAssistantsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		_, err := assistant.Assistant(tx, actor.WorkspaceID, assistantID)
		if err == nil {
			out, err = changes(tx, actor.WorkspaceID, assistantID, p)
		}
		return err
	})
	return out, err
}

// SetAutonomy says whether an assistant proposes acts of a kind, and what its agreement
// must reach. A state that is named holds from then on, and its evidence begins anew.
func (s *Proposals) SetAutonomy(ctx context.Context, actor crm.Actor, assistantID string, kind crm.ProposalKind, set crm.AutonomySetting) (out crm.Autonomy, err error) {
	if err := actor.Require(crm.ScopeAssistantsWrite); err != nil {
		return out, err
	}
	if err := crm.KnownProposalKind(kind); err != nil {
		return out, err
	}
	if err := set.Validate(autonomy.MinLine, autonomy.MaxLine); err != nil {
		return out, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Autonomy]) (out crm.Autonomy, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			a, err := assistant.LockAssistant(tx, actor.WorkspaceID, assistantID)
			if err == nil {
				err = lockPosition(tx, a.WorkspaceID)
			}
			if err == nil {
				err = beginTrack(tx, a.WorkspaceID, a.ID, kind)
			}
			if err != nil {
				return err
			}
			t, err := lockTrack(tx, a.WorkspaceID, a.ID, kind)
			if err != nil {
				return err
			}
			before := factsOf(t)
			t.enabled, t.settings.Line = set.Enabled, set.Line
			if set.State != "" {
				next, change := t.Set(t.settings, autonomy.State(set.State))
				if t.Track = next; change != nil {
					if err := s.record(tx, a.WorkspaceID, a.ID, &t, *change, actor.By()); err != nil {
						return err
					}
				}
			}
			saveTrack(tx, a.WorkspaceID, a.ID, t)
			any, err := anyEnabled(tx, a.WorkspaceID)
			if err == nil {
				err = setActive(tx, a.WorkspaceID, any)
			}
			if err == nil {
				out, err = t.show(tx, a.WorkspaceID, a.ID)
			}
			if err != nil {
				return err
			}
			if err := save(tx, out); err != nil {
				return err
			}
			return audit.RecordChange(tx, actor, "assistant.autonomy_set", assistant.ActTarget(a), named(kind, crm.ActDiff(before, factsOf(t))))
		})
		return out, err
	})
}

// trackFacts are what the audit log compares of a track.
type trackFacts struct {
	Enabled bool
	Line    float64
	State   string
}

func factsOf(t track) trackFacts {
	return trackFacts{t.enabled, t.Evidence(t.settings).Line, string(t.Now())}
}

// named are changes of one kind of act.
func named(kind crm.ProposalKind, changes crm.ActChanges) (out crm.ActChanges) {
	for field, ch := range changes {
		out = out.Set(string(kind)+"."+field, ch.From, ch.To)
	}
	return out
}

// record puts a change of the state on record, and tells of it.
func (s *Proposals) record(tx *db.Tx, workspaceID, assistantID string, t *track, ch autonomy.Change, by crm.DoneBy) error {
	now := tx.Now()
	t.period, t.since = t.period+1, &now
	c := crm.AutonomyChange{ID: tx.NewID(crm.PrefixAutonomyChange), Kind: t.kind, From: crm.AutonomyState(ch.From), To: crm.AutonomyState(ch.To), Reason: string(ch.Reason),
		Evidence: crm.AutonomyEvidence(ch.Evidence), MadeBy: by, At: now}
	insertChange(tx, workspaceID, assistantID, c)
	return event.AppendEvent(tx, crm.EventAutonomyChanged, workspaceID, assistantID, crm.EventScope{AssistantID: assistantID}, c.Tell(assistantID))
}

// count adds a case to a track that is locked, if it was made in the same state.
func (s *Proposals) count(tx *db.Tx, t *track, p crm.Proposal, agreed bool) error {
	if p.Period != t.period || string(p.State) != string(t.Now()) {
		return nil
	}
	next, change := t.Judge(t.settings, agreed)
	if t.Track = next; change != nil {
		if err := s.record(tx, p.WorkspaceID, p.AssistantID, t, *change, p.By()); err != nil {
			return err
		}
	}
	saveTrack(tx, p.WorkspaceID, p.AssistantID, *t)
	return nil
}

// show is a track as people see it.
func (t track) show(tx *db.Tx, workspaceID, assistantID string) (out crm.Autonomy, err error) {
	out = crm.Autonomy{Kind: t.kind, Enabled: t.enabled, State: crm.AutonomyState(t.Now()), Since: t.since, AutonomyEvidence: crm.AutonomyEvidence(t.Evidence(t.settings)), Total: t.Cases,
		NextLook: t.NextLook(), WrongAtMost: t.settings.WrongAtMost(crm.AutonomyActs), MaxOpen: autonomy.MaxOpen}
	if out.Changes, err = changesOfKind(tx, workspaceID, assistantID, t.kind, changesShown); err == nil {
		out.Open, err = countDone(tx, workspaceID, assistantID, t.kind, openCounted)
	}
	return out, err
}

// openCounted bounds how many acts are counted that wait to be judged: a few more than
// there may be wait after somebody set the state back and forth.
const openCounted = 1000
