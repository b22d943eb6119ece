package evaluation

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
)

// PublishAssistant makes a revision live: the draft, or an earlier one again.
// It is a deliberate act: the caller names the newest evaluation that shows the
// revision beside the live one, or says why there is none. Who did it, when,
// and what the table showed stays on record.
func (s *Evaluations) PublishAssistant(ctx context.Context, actor crm.Actor, id string, req crm.PublishRequest) (assistant.AssistantDetail, error) {
	if err := actor.Require(crm.ScopeAssistantsWrite); err != nil {
		return assistant.AssistantDetail{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[assistant.AssistantDetail]) (out assistant.AssistantDetail, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			out = assistant.AssistantDetail{}
			a, err := assistant.LockAssistant(tx, actor.WorkspaceID, id)
			if err != nil {
				return err
			}
			if _, err := assistant.AssistantRevision(tx, actor.WorkspaceID, id, req.Revision); err != nil {
				return noRevision(err, req.Revision)
			}
			p, err := publicationOf(tx, a, req)
			if err != nil {
				return err
			}
			p.ID, p.MadeBy, p.CreatedAt = tx.NewID(crm.PrefixPublication), actor.By(), tx.Now()
			assistant.InsertPublication(tx, actor.WorkspaceID, id, p)
			a.Live, a.UpdatedAt = req.Revision, tx.Now()
			assistant.UpdateAssistant(tx, a)
			assistant.MarkAssistantRevision(tx, actor.WorkspaceID, id, req.Revision)
			tx.After(s.assistant.ForgetDuties)
			out.Assistant = a
			if err := s.assistant.ReadDetail(tx, &out); err != nil {
				return err
			}
			if err := save(tx, out); err != nil {
				return err
			}
			return audit.Record(tx, actor, crm.Act{Action: "assistant.published", Targets: []crm.ActTarget{assistant.ActTarget(a)},
				Changes: crm.ActChanges{}.Set("live", p.Replaced, p.Revision)})
		})
		return out, err
	})
}

// publicationOf is what is put on record about a publication, or why it is
// refused.
func publicationOf(tx *db.Tx, a crm.Assistant, req crm.PublishRequest) (crm.Publication, error) {
	newest, err := NewestEvaluation(tx, a.WorkspaceID, a.ID, req.Revision)
	if err != nil {
		return crm.Publication{}, err
	}
	usable := newest
	if newest != nil && newest.Beside != a.Live && req.Revision != a.Live {
		usable = nil // it stands beside a revision that is not live any more
	}
	var f crm.Faults
	req.Validate(usable, newest, &f)
	p := crm.Publication{Revision: req.Revision, Replaced: a.Live, EvaluationID: req.EvaluationID, WithoutEvaluation: req.WithoutEvaluation, Reason: req.Reason}
	if usable != nil {
		p.Table = usable.Table
	}
	return p, f.Err()
}

// noRevision is the fault of a request whose body names a revision that the
// assistant does not have.
func noRevision(err error, number int) error {
	if crm.CodeOf(err) != crm.CodeNotFound {
		return err
	}
	var f crm.Faults
	f.Add("/revision", crm.CodeNotFound, "revision: the assistant has no revision %d.", number)
	return f.Err()
}
