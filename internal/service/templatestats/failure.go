package templatestats

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// failed is what failures are counted by.
type failed struct {
	day                         int64
	phoneNumberID, templateName string
	crm.FailureKey
}

// failedOf is what a message counts as that fails; nil for another one. It counts once,
// however its failure is told.
func failedOf(m *crm.Message, d told, at time.Time) *failed {
	if m == nil || m.Direction != crm.Outbound || !d.Status.Fails() || d.PreviousStatus.Fails() {
		return nil
	}
	f := &failed{day: dayOf(at), phoneNumberID: m.PhoneNumberID, FailureKey: crm.KeyOfFailure(d.Error)}
	if t := m.Content.Template; t != nil {
		f.templateName = t.Name
	}
	return f
}

// FailureFilter narrows which failures are counted. Empty fields do not narrow them.
type FailureFilter struct{ TemplateName, PhoneNumberID string }

// Failures returns how many messages failed in a period, by the reason, most first: from
// and to are its first and last day in UTC, as 2006-01-02; "" for the last thirty. They are
// counted by day, so that asking costs no more for a longer history.
func (s *Statistics) Failures(ctx context.Context, actor crm.Actor, f FailureFilter, from, to string) (out []crm.FailureCount, first, last time.Time, err error) {
	if err = actor.Require(crm.ScopeMessagesRead); err != nil {
		return nil, first, last, err
	}
	if first, last, err = crm.ReadPeriod(s.db.Source().Now().UTC(), from, to); err != nil {
		return nil, first, last, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		out, err = failuresIn(tx, actor.WorkspaceID, f, first, last)
		return err
	})
	return out, first, last, err
}
