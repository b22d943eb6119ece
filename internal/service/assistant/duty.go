package assistant

import (
	"context"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
)

// Duty is the assistant on duty for a phone number with its live revision, or
// nobody, and what the workspace decided for all of them.
type Duty struct {
	AssistantID string // "" for nobody
	Revision    crm.AssistantRevision
	Settings    crm.AssistantSettings
	Generation  int64
	Secret      []byte // of the cache
}

// DutyOf returns who is on duty for a number, as it was at most a second ago.
func (s *Assistants) DutyOf(ctx context.Context, workspaceID, phoneNumberID string) (Duty, error) {
	return s.duties.Get(phoneNumberID, func() (d Duty, err error) {
		err = s.db.View(ctx, func(tx *db.Tx) (err error) { d, err = s.ReadDuty(tx, workspaceID, phoneNumberID); return err })
		return d, err
	})
}

// ReadDuty is DutyOf as the transaction sees it.
func (s *Assistants) ReadDuty(tx *db.Tx, workspaceID, phoneNumberID string) (d Duty, err error) {
	state, err := readDuty(tx, &d, readDutySQL, workspaceID, phoneNumberID)
	if err != nil || d.AssistantID == "" {
		return d, err
	}
	if d.Secret, err = s.CacheSecret(workspaceID, state.SealedSecret); err != nil {
		// Messages are stored and answered all the same: only nothing is remembered.
		s.log.Error("the secret of remembered answers cannot be read", "workspace", workspaceID, "error", err)
	}
	return d, nil
}

// WatchDuty is ReadDuty without the revision and the secret: what may have
// changed while a turn was under way.
func WatchDuty(tx *db.Tx, workspaceID, phoneNumberID string) (d Duty, err error) {
	_, err = readDuty(tx, &d, watchDutySQL, workspaceID, phoneNumberID)
	return d, err
}

// readDuty reads who is on duty; a statement that has a revision gives that too.
func readDuty(tx *db.Tx, d *Duty, s *db.Stmt, workspaceID, phoneNumberID string) (state State, err error) {
	err = tx.Each(s, func(r db.Row) (err error) {
		var stored string
		var updated int64
		dest := []any{&d.AssistantID, &stored, &state.SealedSecret, &state.Generation, &updated}
		if s == watchDutySQL {
			err = r.Scan(dest...)
		} else {
			d.Revision, err = scanRevision(r, dest...)
			d.Revision.AssistantID = d.AssistantID
		}
		if err == nil {
			state, err = state.read(stored, updated)
		}
		d.Settings, d.Generation = state.AssistantSettings, state.Generation
		return err
	}, workspaceID, phoneNumberID)
	return state, err
}

// AssistantSettings returns what the workspace decided for all assistants.
func (s *Assistants) AssistantSettings(ctx context.Context, actor crm.Actor) (out crm.AssistantSettings, err error) {
	if err := actor.Require(crm.ScopeAssistantsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		state, err := AssistantState(tx, actor.WorkspaceID)
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
func (s *Assistants) UpdateAssistantSettings(ctx context.Context, actor crm.Actor, ch AssistantSettingsChange) (out crm.AssistantSettings, err error) {
	if err := actor.Require(crm.ScopeAssistantsWrite); err != nil {
		return out, err
	}
	numbers, err := s.account.KnownNumbers(ctx, actor.WorkspaceID)
	if err != nil {
		return out, err
	}
	sealed, err := s.newCacheSecret(actor.WorkspaceID)
	if err != nil {
		return out, err
	}
	err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		beginAssistantState(tx, actor.WorkspaceID, sealed)
		state, err := AssistantState(tx, actor.WorkspaceID)
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
			out.StoppedNumberIDs = core.Distinct(slices.Clone(ch.StoppedNumberIDs))
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
		saveAssistantSettings(tx, actor.WorkspaceID, out)
		tx.After(s.ForgetDuties)
		return audit.RecordChange(tx, actor, "assistant_settings.updated", crm.ActTarget{Type: "assistant_settings", ID: actor.WorkspaceID},
			crm.ActDiff(state.AssistantSettings, out, "updatedAt"))
	})
	return out, err
}

// ForgetDuties drops what is remembered of duties.
func (s *Assistants) ForgetDuties() { s.duties.Clear() }

// SweepCaches forgets what has not been asked for lately.
func (s *Assistants) SweepCaches() { s.duties.Sweep() }
