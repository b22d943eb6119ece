package message

import (
	"math/rand/v2"
	"sync/atomic"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/core"
)

// hearing knows since when this process stores what the provider posts. The
// grace of an unknown outcome counts only from then on: before, no status could
// come.
type hearing struct {
	began time.Time
	deaf  atomic.Int64 // when a webhook was refused last, in milliseconds
}

// NoteRefusedWebhook notes that what the provider posted was not taken.
func (s *Messages) NoteRefusedWebhook(now time.Time) { s.hearing.deaf.Store(now.UnixMilli()) }

const (
	// settleLag is how long a webhook that was given its place may take to be
	// committed.
	settleLag   = 500 * time.Millisecond
	settlePause = 250 * time.Millisecond
	// silencePause is settlePause for what may be done a little later, and is asked by
	// thousands at once; up to as much is added by chance.
	silencePause = 5 * time.Second
	// settlePatience is for how long refused webhooks, and then stored ones that
	// are not applied, hold up a call.
	settlePatience = 10 * time.Minute
)

// graceEnds is when a call that ended with an unknown outcome has had its
// grace: every status that comes until then speaks first. While the provider
// makes up for a time in which it could not reach us, it goes on.
func (h *hearing) graceEnds(ended, late time.Time, grace time.Duration) time.Time {
	from := core.Later(ended, h.began)
	last := from.Add(settlePatience)
	for _, deaf := range []time.Time{time.UnixMilli(h.deaf.Load()), late} {
		if deaf.Before(last) {
			from = core.Later(from, deaf)
		}
	}
	return from.Add(grace)
}

// LateFor is how late what the provider posts must be to show that it is making
// up for lost time.
func (s *Messages) LateFor() time.Duration { return s.opt.UnknownGrace / 4 }

// mayBeTold returns when to look again at a message whose last call has an
// unknown outcome, or zero when no status is to be waited for any more: the
// grace is over, and every webhook that was stored until then is applied.
// Webhooks may wait for the lease of a dead node, or behind many others.
func (s *Messages) mayBeTold(tx *db.Tx, m *crm.Message, last crm.Attempt) (time.Time, error) {
	ended := last.StartedAt
	if last.EndedAt != nil {
		ended = *last.EndedAt
	}
	return s.settles(tx, m.WorkspaceID, m.PhoneNumberID, ended, settlePause)
}

// MayHear returns when to look again at what is to be done because contacts of a phone
// number did not write until a time, or zero when they did not: what the provider had
// posted by then is applied, and it had a grace to post what it could not while nobody
// here heard it.
func (s *Messages) MayHear(tx *db.Tx, workspaceID, phoneNumberID string, until time.Time) (time.Time, error) {
	return s.settles(tx, workspaceID, phoneNumberID, until.Add(-s.opt.UnknownGrace-settleLag), silencePause+rand.N(silencePause))
}

// settles is mayBeTold for what ended at a time, with the pause after which to look
// again at webhooks that are not applied.
func (s *Messages) settles(tx *db.Tx, workspaceID, phoneNumberID string, ended time.Time, pause time.Duration) (time.Time, error) {
	late, waits, err := account.Heard(tx, JobIngest, workspaceID, phoneNumberID)
	if err != nil {
		return time.Time{}, err
	}
	now, ends := tx.Now(), s.hearing.graceEnds(ended, late, s.opt.UnknownGrace)
	if decides := ends.Add(settleLag); now.Before(decides) {
		return decides, nil
	}
	if waits.IsZero() || !waits.Before(ends) || now.After(ends.Add(settlePatience)) {
		return time.Time{}, nil
	}
	return now.Add(pause), nil
}
