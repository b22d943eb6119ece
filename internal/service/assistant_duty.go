package service

import (
	"context"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/store"
)

// duty is the assistant on duty for a phone number with its live revision, or
// nobody, and what the workspace decided for all of them.
type duty struct {
	assistantID string // "" for nobody
	revision    crm.AssistantRevision
	settings    crm.AssistantSettings
	generation  int64
	secret      []byte // of the cache
}

// dutyOf returns who is on duty for a number, as it was at most a second ago.
func (s *Service) dutyOf(ctx context.Context, workspaceID, phoneNumberID string) (duty, error) {
	return s.duties.get(phoneNumberID, func() (d duty, err error) {
		err = s.db.View(ctx, func(tx *store.Tx) (err error) { d, err = s.readDuty(tx, workspaceID, phoneNumberID); return err })
		return d, err
	})
}

func (s *Service) readDuty(tx *store.Tx, workspaceID, phoneNumberID string) (d duty, err error) {
	id, err := tx.AssistantOnDuty(workspaceID, phoneNumberID)
	if err != nil || id == "" {
		return d, err
	}
	a, err := tx.Assistant(workspaceID, id)
	if err != nil || !a.Enabled {
		return d, err
	}
	d.assistantID = id
	if d.revision, err = tx.AssistantRevision(workspaceID, id, a.Live); err != nil {
		return d, err
	}
	state, err := tx.AssistantState(workspaceID)
	if err != nil {
		return d, err
	}
	d.settings, d.generation = state.AssistantSettings, state.Generation
	if d.secret, err = s.cacheSecret(workspaceID, state.SealedSecret); err != nil {
		// Messages are stored and answered all the same: only nothing is remembered.
		s.log.Error("the secret of remembered answers cannot be read", "workspace", workspaceID, "error", err)
	}
	return d, nil
}

// AssistantSettings returns what the workspace decided for all assistants.
func (s *Service) AssistantSettings(ctx context.Context, actor crm.Actor) (out crm.AssistantSettings, err error) {
	if err := actor.Require(crm.ScopeAssistantsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *store.Tx) error {
		state, err := tx.AssistantState(actor.WorkspaceID)
		out = state.AssistantSettings
		return err
	})
	return out, err
}

// AssistantSettingsChange is what a caller sets; nil leaves it alone.
type AssistantSettingsChange struct {
	Stopped          *bool
	StoppedNumberIDs []string
	HandBackSeconds  *int
}

// UpdateAssistantSettings changes the settings of all assistants. Stopping them
// counts also for replies that are being made: none is sent any more.
func (s *Service) UpdateAssistantSettings(ctx context.Context, actor crm.Actor, ch AssistantSettingsChange) (out crm.AssistantSettings, err error) {
	if err := actor.Require(crm.ScopeAssistantsWrite); err != nil {
		return out, err
	}
	numbers, err := s.phoneNumbers(ctx, actor.WorkspaceID)
	if err != nil {
		return out, err
	}
	sealed, err := s.newCacheSecret(actor.WorkspaceID)
	if err != nil {
		return out, err
	}
	err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *store.Tx) error {
		tx.BeginAssistantState(actor.WorkspaceID, sealed)
		state, err := tx.AssistantState(actor.WorkspaceID)
		if err != nil {
			return err
		}
		out = state.AssistantSettings
		var f crm.Faults
		if ch.Stopped != nil {
			out.Stopped = *ch.Stopped
		}
		if ch.HandBackSeconds != nil {
			out.HandBackSeconds = *ch.HandBackSeconds
		}
		if ch.StoppedNumberIDs != nil {
			out.StoppedNumberIDs = distinct(slices.Clone(ch.StoppedNumberIDs))
			for i, id := range ch.StoppedNumberIDs {
				if !slices.ContainsFunc(numbers, func(n crm.PhoneNumber) bool { return n.ID == id }) {
					f.Add(crm.Pointer("stoppedPhoneNumberIds", i), crm.CodePhoneNumberUnknown, "This workspace has no phone number %q.", id)
				}
			}
		}
		out.Validate(&f)
		if err := f.Err(); err != nil {
			return err
		}
		now := tx.Now()
		out.UpdatedAt = &now
		tx.SaveAssistantSettings(actor.WorkspaceID, out)
		tx.After(s.forgetDuties)
		return nil
	})
	return out, err
}

// forgetDuties drops what is remembered of duties.
func (s *Service) forgetDuties() { s.duties.clear() }

// sweepDuties forgets what has not been asked for lately.
func (s *Service) sweepDuties() { s.duties.sweep() }
