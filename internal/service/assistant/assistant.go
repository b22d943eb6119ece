package assistant

import (
	"context"
	"encoding/json"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/library"
)

// AssistantChange is what a caller sets of an assistant; nil leaves it alone.
// Config is a merge patch (RFC 7396) of the newest revision's configuration.
type AssistantChange struct {
	Name           *string
	Enabled        *bool
	PhoneNumberIDs []string
	Config         json.RawMessage
}

// AssistantDetail is an assistant with its revision that is live and, where it
// has one, the draft.
type AssistantDetail struct {
	crm.Assistant
	LiveRevision RevisionDetail
	Draft        *RevisionDetail
}

// RevisionDetail is a revision with what is on record about it: how it was made
// live last, and the newest completed evaluation of it; nil without.
type RevisionDetail struct {
	crm.AssistantRevision
	Publication *crm.Publication
	Evaluation  *crm.Evaluation
}

// CreateAssistant makes an assistant. Its first revision is live; it answers
// once it is on duty for a phone number.
func (s *Assistants) CreateAssistant(ctx context.Context, actor crm.Actor, ch AssistantChange) (AssistantDetail, error) {
	if err := actor.Require(crm.ScopeAssistantsWrite); err != nil {
		return AssistantDetail{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[AssistantDetail]) (out AssistantDetail, err error) {
		if ch.Name == nil {
			ch.Name = new(string)
		}
		a := crm.Assistant{WorkspaceID: actor.WorkspaceID, Enabled: true, Live: 1, Latest: 1, PhoneNumberIDs: []string{}}
		var f crm.Faults
		config, err := s.changeAssistant(ctx, actor, &a, ch, crm.DefaultAssistantConfig(), &f)
		if err != nil {
			return out, err
		}
		sealed, err := s.newCacheSecret(actor.WorkspaceID)
		if err != nil {
			return out, err
		}
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			n, err := countAssistants(tx, actor.WorkspaceID)
			if err == nil && n >= crm.MaxAssistants {
				err = crm.Errorf(crm.KindConflict, crm.CodeAssistantLimit, "A workspace has at most %d assistants.", crm.MaxAssistants)
			}
			if err != nil {
				return err
			}
			now := tx.Now()
			a.ID, a.CreatedAt, a.UpdatedAt = tx.NewID(crm.PrefixAssistant), now, now
			beginAssistantState(tx, actor.WorkspaceID, sealed)
			insertAssistant(tx, a)
			r := crm.AssistantRevision{ID: tx.NewID(crm.PrefixRevision), AssistantID: a.ID, Number: 1, Config: config, MadeBy: actor.By(), CreatedAt: now, LiveAt: &now}
			insertAssistantRevision(tx, actor.WorkspaceID, r)
			if err := s.setDuties(tx, a); err != nil {
				return err
			}
			out = AssistantDetail{Assistant: a, LiveRevision: RevisionDetail{AssistantRevision: r}}
			if err := save(tx, out); err != nil {
				return err
			}
			return audit.Record(tx, actor, crm.Act{Action: "assistant.created", Targets: []crm.ActTarget{ActTarget(a)}, Changes: changesOf(crm.Assistant{}, a)})
		})
		return out, err
	})
}

// ActTarget is an assistant as the audit log names it.
func ActTarget(a crm.Assistant) crm.ActTarget {
	return crm.ActTarget{Type: "assistant", ID: a.ID, Name: a.Name}
}

// changesOf are what an act changed of an assistant.
func changesOf(from, to crm.Assistant) crm.ActChanges {
	return crm.ActDiff(from, to, "id", "workspaceId", "live", "latest", "createdAt", "updatedAt")
}

// changeAssistant applies a change to an assistant in memory and returns the
// configuration that follows from the one before.
func (s *Assistants) changeAssistant(ctx context.Context, actor crm.Actor, a *crm.Assistant, ch AssistantChange, before crm.AssistantConfig, f *crm.Faults) (crm.AssistantConfig, error) {
	if ch.Name != nil {
		a.Name = *ch.Name
		crm.ValidateAssistantName(a.Name, f)
	}
	if ch.Enabled != nil {
		a.Enabled = *ch.Enabled
	}
	if ch.PhoneNumberIDs != nil {
		a.PhoneNumberIDs = core.Distinct(slices.Clone(ch.PhoneNumberIDs))
		numbers, err := s.account.KnownNumbers(ctx, actor.WorkspaceID)
		if err != nil {
			return before, err
		}
		for i, id := range ch.PhoneNumberIDs {
			if !slices.ContainsFunc(numbers, func(n crm.PhoneNumber) bool { return n.ID == id }) {
				f.Add(crm.Pointer("phoneNumberIds", i), crm.CodePhoneNumberUnknown, "This workspace has no phone number %q.", id)
			}
		}
	}
	var part crm.Faults
	config, err := before.Patch(ch.Config)
	if part.Join(err) != nil {
		return before, err
	}
	config.Validate(&part)
	if err := s.checkChoices(ctx, actor.WorkspaceID, config, &part); err != nil {
		return config, err
	}
	f.Below("/config", part)
	return config, f.Err()
}

func (s *Assistants) setDuties(tx *db.Tx, a crm.Assistant) error {
	taken, err := setDuties(tx, a)
	if err == nil && taken != "" {
		err = crm.Errorf(crm.KindConflict, crm.CodeNumberTaken, "Another assistant is on duty for the phone number %q.", taken)
	}
	tx.After(s.ForgetDuties)
	return err
}

// Assistants returns a page of the workspace's assistants.
func (s *Assistants) Assistants(ctx context.Context, actor crm.Actor, p crm.Page) (list crm.List[crm.Assistant], err error) {
	if err := actor.Require(crm.ScopeAssistantsRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = assistants(tx, actor.WorkspaceID, p); return err })
	return list, err
}

// Assistant returns an assistant with its live revision and its draft.
func (s *Assistants) Assistant(ctx context.Context, actor crm.Actor, id string) (out AssistantDetail, err error) {
	if err := actor.Require(crm.ScopeAssistantsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		if out.Assistant, err = Assistant(tx, actor.WorkspaceID, id); err != nil {
			return err
		}
		return s.ReadDetail(tx, &out)
	})
	return out, err
}

// Measured knows what was measured of revisions, in a domain that this one does
// not know.
type Measured struct {
	// Newest returns the newest evaluation of a revision; nil for none.
	Newest func(tx *db.Tx, workspaceID, assistantID string, revision int) (*crm.Evaluation, error)
	// Drop ends the evaluations of an assistant that is gone, and what it might do.
	Drop func(tx *db.Tx, workspaceID, assistantID string)
}

// ReadDetail completes an assistant with its live revision and its draft.
func (s *Assistants) ReadDetail(tx *db.Tx, d *AssistantDetail) (err error) {
	if d.LiveRevision, err = s.readRevision(tx, d.WorkspaceID, d.ID, d.Live); err != nil || d.Latest <= d.Live {
		return err
	}
	draft, err := s.readRevision(tx, d.WorkspaceID, d.ID, d.Latest)
	d.Draft = &draft
	return err
}

func (s *Assistants) readRevision(tx *db.Tx, workspaceID, assistantID string, number int) (r RevisionDetail, err error) {
	if r.AssistantRevision, err = AssistantRevision(tx, workspaceID, assistantID, number); err != nil {
		return r, err
	}
	return r, s.completeRevision(tx, workspaceID, &r)
}

func (s *Assistants) completeRevision(tx *db.Tx, workspaceID string, r *RevisionDetail) (err error) {
	if r.Publication, err = publicationOf(tx, workspaceID, r.AssistantID, r.Number); err == nil {
		r.Evaluation, err = s.measured.Newest(tx, workspaceID, r.AssistantID, r.Number)
	}
	return err
}

// UpdateAssistant changes an assistant. Its name, duties and whether it is
// enabled count at once; a changed configuration is a new revision that is a
// draft until it is published.
func (s *Assistants) UpdateAssistant(ctx context.Context, actor crm.Actor, id string, ch AssistantChange) (out AssistantDetail, err error) {
	if err := actor.Require(crm.ScopeAssistantsWrite); err != nil {
		return out, err
	}
	err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		out = AssistantDetail{}
		a, err := LockAssistant(tx, actor.WorkspaceID, id)
		if err != nil {
			return err
		}
		before := a
		newest, err := AssistantRevision(tx, actor.WorkspaceID, id, a.Latest)
		if err != nil {
			return err
		}
		var f crm.Faults
		config, err := s.changeAssistant(ctx, actor, &a, ch, newest.Config, &f)
		if err != nil {
			return err
		}
		if !config.Equal(newest.Config) {
			a.Latest++
			insertAssistantRevision(tx, actor.WorkspaceID, crm.AssistantRevision{ID: tx.NewID(crm.PrefixRevision), AssistantID: id, Number: a.Latest,
				Config: config, MadeBy: actor.By(), CreatedAt: tx.Now()})
		}
		a.UpdatedAt = tx.Now()
		UpdateAssistant(tx, a)
		if ch.PhoneNumberIDs != nil {
			if err := s.setDuties(tx, a); err != nil {
				return err
			}
		}
		tx.After(s.ForgetDuties)
		out.Assistant = a
		if err := s.ReadDetail(tx, &out); err != nil {
			return err
		}
		changes := changesOf(before, a).Set("draft", before.Latest, a.Latest)
		for field, change := range crm.ActDiff(newest.Config, config) {
			changes = changes.Set("config."+field, change.From, change.To)
		}
		return audit.RecordChange(tx, actor, "assistant.updated", ActTarget(a), changes)
	})
	return out, err
}

// DeleteAssistant takes an assistant off duty for good. What it wrote keeps
// naming its revisions.
func (s *Assistants) DeleteAssistant(ctx context.Context, actor crm.Actor, id string) error {
	if err := actor.Require(crm.ScopeAssistantsWrite); err != nil {
		return err
	}
	return s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		a, err := LockAssistant(tx, actor.WorkspaceID, id)
		if err != nil {
			return err
		}
		routed, err := isRouted(tx, actor.WorkspaceID, id)
		if err == nil && routed {
			err = crm.Errorf(crm.KindConflict, crm.CodeInUse, "The rules of routing name the assistant.")
		}
		if err != nil {
			return err
		}
		found, err := deleteAssistant(tx, actor.WorkspaceID, id)
		if err == nil && !found {
			err = crm.NotFound("assistant", id)
		}
		if err != nil {
			return err
		}
		s.measured.Drop(tx, actor.WorkspaceID, id)
		tx.After(s.ForgetDuties)
		return audit.Record(tx, actor, crm.Act{Action: "assistant.deleted", Targets: []crm.ActTarget{ActTarget(a)}})
	})
}

// AssistantRevisions returns a page of an assistant's revisions, newest first;
// below is the number that the page before ended with, 0 at the beginning.
func (s *Assistants) AssistantRevisions(ctx context.Context, actor crm.Actor, id string, below, limit int) (list []RevisionDetail, err error) {
	if err := actor.Require(crm.ScopeAssistantsRead); err != nil {
		return nil, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if _, err := Assistant(tx, actor.WorkspaceID, id); err != nil {
			return err
		}
		found, err := assistantRevisions(tx, actor.WorkspaceID, id, below, limit)
		for _, r := range found {
			d := RevisionDetail{AssistantRevision: r}
			if err == nil {
				err = s.completeRevision(tx, actor.WorkspaceID, &d)
			}
			list = append(list, d)
		}
		return err
	})
	return list, err
}

// AssistantRevision returns one revision of an assistant.
func (s *Assistants) AssistantRevision(ctx context.Context, actor crm.Actor, id string, number int) (r RevisionDetail, err error) {
	if err := actor.Require(crm.ScopeAssistantsRead); err != nil {
		return r, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		if _, err = Assistant(tx, actor.WorkspaceID, id); err == nil {
			r, err = s.readRevision(tx, actor.WorkspaceID, id, number)
		}
		return err
	})
	return r, err
}

// checkChoices adds a fault for each provider or source that the workspace
// does not have.
func (s *Assistants) checkChoices(ctx context.Context, workspaceID string, c crm.AssistantConfig, f *crm.Faults) error {
	known, err := s.model.Targets(ctx, workspaceID)
	for i, id := range c.ProviderIDs {
		if _, ok := known[id]; !ok && err == nil {
			f.Add(crm.Pointer("providerIds", i), crm.CodeNotFound, "There is no AI provider %q.", id)
		}
	}
	if err != nil {
		return err
	}
	return s.db.View(ctx, func(tx *db.Tx) error {
		for i, id := range c.Knowledge.SourceIDs {
			if _, err := library.KnowledgeSource(tx, workspaceID, id); crm.CodeOf(err) == crm.CodeNotFound {
				f.Add(crm.Pointer("knowledge", "sourceIds", i), crm.CodeNotFound, "There is no source of knowledge %q.", id)
			} else if err != nil {
				return err
			}
		}
		return nil
	})
}
