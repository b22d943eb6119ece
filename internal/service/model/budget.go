package model

import (
	"context"
	"errors"
	"fmt"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
)

// LostReservationAge is after which time a reservation that nobody settled is
// counted as used: whoever made it has died.
const LostReservationAge = 10 * time.Minute

// AISettingsChange is what a caller sets; nil leaves it alone.
type AISettingsChange struct {
	Enabled     *bool
	DailyTokens *int64
}

// AISettingsView are the settings with how the day stands.
type AISettingsView struct {
	Settings crm.AISettings
	Budget   crm.AIBudget
}

// KnownSettings returns the settings of AI as they were within the last second.
func (s *Models) KnownSettings(ctx context.Context, workspaceID string) (crm.AISettings, error) {
	return s.runtime.settings.Get(workspaceID, func() (out crm.AISettings, err error) {
		err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = aiSettings(tx, workspaceID); return err })
		return out, err
	})
}

// AISettings returns what the workspace decided and how today stands.
func (s *Models) AISettings(ctx context.Context, actor crm.Actor) (out AISettingsView, err error) {
	if err := actor.Require(crm.ScopeAIRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = s.viewSettings(tx, actor.WorkspaceID); return err })
	return out, err
}

func (s *Models) viewSettings(tx *db.Tx, workspaceID string) (out AISettingsView, err error) {
	if out.Settings, err = aiSettings(tx, workspaceID); err == nil {
		out.Budget, err = AIBudget(tx, workspaceID, crm.AIDay(tx.Now()))
	}
	return out, err
}

// UpdateAISettings changes what is given and leaves the rest. Switched off,
// nothing is generated from then on (on other nodes within a second); calls
// under way end.
func (s *Models) UpdateAISettings(ctx context.Context, actor crm.Actor, c AISettingsChange) (out AISettingsView, err error) {
	if err := actor.Require(crm.ScopeAIWrite); err != nil {
		return out, err
	}
	if n := c.DailyTokens; n != nil && (*n < 0 || *n > crm.MaxDailyTokens) {
		var f crm.Faults
		f.Add("/dailyTokens", crm.CodeOutOfRange, "dailyTokens is from 0, which is no bound, to %d.", crm.MaxDailyTokens)
		return out, f.Err()
	}
	err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) (err error) {
		if out, err = s.viewSettings(tx, actor.WorkspaceID); err != nil {
			return err
		}
		before := out.Settings
		core.Set(&out.Settings.Enabled, c.Enabled)
		core.Set(&out.Settings.DailyTokens, c.DailyTokens)
		out.Settings.UpdatedAt = tx.Now()
		saveAISettings(tx, out.Settings)
		tx.After(func() { s.runtime.settings.Drop(actor.WorkspaceID) })
		return audit.RecordChange(tx, actor, "ai_settings.updated", crm.ActTarget{Type: "ai_settings", ID: actor.WorkspaceID},
			crm.ActDiff(before, out.Settings, "workspaceId", "updatedAt"))
	})
	return out, err
}

// ReserveTokens keeps tokens of today's budget for a call that is about to be
// made, and refuses with ai_budget_exhausted when they are not there, or with
// ai_disabled. Settle what it returns, also after a failure. Without a budget it
// touches nothing.
func (s *Models) ReserveTokens(ctx context.Context, workspaceID string, tokens int64) (crm.TokenReservation, error) {
	settings, err := s.KnownSettings(ctx, workspaceID)
	r := crm.TokenReservation{WorkspaceID: workspaceID, Day: crm.AIDay(s.now())}
	switch {
	case err != nil:
		return r, err
	case !settings.Enabled:
		return r, crm.Errorf(crm.KindConflict, crm.CodeAIDisabled, "AI is switched off for this workspace.")
	case settings.DailyTokens == 0:
		return r, nil
	}
	r.Tokens = max(1, tokens)
	fits := false
	err = s.db.Update(ctx, workspaceID, func(tx *db.Tx) (err error) {
		r.ID, r.Day = tx.NewID(crm.PrefixAIReservation), crm.AIDay(tx.Now())
		if fits, err = reserveTokens(tx, r, settings.DailyTokens); err == nil && !fits {
			s.noteBudget(tx, workspaceID, r.Day, 100, settings.DailyTokens)
		}
		return err
	})
	if err == nil && !fits {
		err = crm.Errorf(crm.KindConflict, crm.CodeAIBudgetExhausted, "The workspace's daily budget of %d tokens is used up.", settings.DailyTokens)
	}
	if err != nil {
		return crm.TokenReservation{}, err
	}
	return r, nil
}

// SettleTokens gives a reservation back and counts what was used instead. A
// second time does nothing. GenerateAI does it for the reservation that it is
// given.
func (s *Models) SettleTokens(ctx context.Context, r crm.TokenReservation, used int64) error {
	if r.ID == "" {
		return nil
	}
	return s.db.Update(ctx, r.WorkspaceID, func(tx *db.Tx) error { return s.settleReservation(tx, r.WorkspaceID, r, used) })
}

// settleReservation counts what was used against the day of the reservation, or today
// without one, and tells of the thresholds that it passes.
func (s *Models) settleReservation(tx *db.Tx, workspaceID string, r crm.TokenReservation, used int64) error {
	day := crm.AIDay(tx.Now())
	if r.ID != "" {
		day = r.Day
		fresh, err := releaseTokens(tx, r)
		if err != nil || !fresh {
			return err
		}
	}
	if used == 0 {
		return nil
	}
	useTokens(tx, workspaceID, day, used)
	settings, err := aiSettings(tx, workspaceID)
	if err != nil || settings.DailyTokens == 0 {
		return err
	}
	b, err := AIBudget(tx, workspaceID, day)
	for _, share := range crm.BudgetThresholds {
		limit := settings.DailyTokens * share / 100
		if err == nil && b.Used >= limit && b.Used-used < limit {
			s.noteBudget(tx, workspaceID, day, share, settings.DailyTokens)
		}
	}
	return err
}

func (s *Models) noteBudget(tx *db.Tx, workspaceID string, day time.Time, share, budget int64) {
	tx.After(func() {
		if m := s.metrics.Budget; m != nil {
			m(share)
		}
	})
	raiseAINotice(tx, crm.AINotice{WorkspaceID: workspaceID, Kind: fmt.Sprintf("budget_%d", share), Subject: day.Format(time.DateOnly),
		Detail: fmt.Sprintf("%d %% of the day's %d tokens are used.", share, budget)})
}

// countLostReservations counts up to limit reservations that nobody settled as
// used, and ends as many notices of past days, in every workspace. It returns the
// most of one.
func (s *Models) countLostReservations(tx *db.Tx, limit int) (int64, error) {
	ended, err := endBudgetNotices(tx, limit)
	if err != nil {
		return 0, err
	}
	lost, err := lostReservations(tx, tx.Now().Add(-LostReservationAge), limit)
	for _, r := range lost {
		if err == nil {
			err = s.settleReservation(tx, r.WorkspaceID, r, r.Tokens)
		}
	}
	return max(ended, int64(len(lost))), err
}

// AINotices returns a page of what people should know about AI, newest first.
func (s *Models) AINotices(ctx context.Context, actor crm.Actor, p crm.Page) (list crm.List[crm.AINotice], err error) {
	if err := actor.Require(crm.ScopeAIRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = aiNotices(tx, actor.WorkspaceID, p); return err })
	return list, err
}

// NoBudget tells that no provider may be called, because the day's tokens are
// used up or AI is switched off.
func NoBudget(err error) bool {
	var known *crm.Error
	return errors.As(err, &known) && (known.Code == crm.CodeAIBudgetExhausted || known.Code == crm.CodeAIDisabled)
}
