package service

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/store"
)

// PublishAssistant makes a revision live: the draft, or an earlier one again.
// It is a deliberate act: the caller names the newest evaluation that shows the
// revision beside the live one, or says why there is none. Who did it, when,
// and what the table showed stays on record.
func (s *Service) PublishAssistant(ctx context.Context, actor crm.Actor, id string, req crm.PublishRequest) (AssistantDetail, error) {
	if err := actor.Require(crm.ScopeAssistantsWrite); err != nil {
		return AssistantDetail{}, err
	}
	return once(ctx, s, actor, func(save saver[AssistantDetail]) (out AssistantDetail, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *store.Tx) error {
			out = AssistantDetail{}
			a, err := tx.LockAssistant(actor.WorkspaceID, id)
			if err != nil {
				return err
			}
			if _, err := tx.AssistantRevision(actor.WorkspaceID, id, req.Revision); err != nil {
				return noRevision(err, req.Revision)
			}
			p, err := publicationOf(tx, a, req)
			if err != nil {
				return err
			}
			p.ID, p.MadeBy, p.CreatedAt = tx.NewID(crm.PrefixPublication), actor.KeyID, tx.Now()
			tx.InsertPublication(actor.WorkspaceID, id, p)
			a.Live, a.UpdatedAt = req.Revision, tx.Now()
			tx.UpdateAssistant(a)
			tx.MarkAssistantRevision(actor.WorkspaceID, id, req.Revision)
			tx.After(s.forgetDuties)
			out.Assistant = a
			if err := s.readDetail(tx, &out); err != nil {
				return err
			}
			return save(tx, out)
		})
		return out, err
	})
}

// publicationOf is what is put on record about a publication, or why it is
// refused.
func publicationOf(tx *store.Tx, a crm.Assistant, req crm.PublishRequest) (crm.Publication, error) {
	newest, err := tx.NewestEvaluation(a.WorkspaceID, a.ID, req.Revision)
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
