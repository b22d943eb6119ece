package broadcast

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/segment"
	"service.example/crm/internal/service/templatestats"
)

// Change is what is to be different of a broadcast; nil leaves as it is.
type Change struct {
	Name          *string
	Template      *crm.TemplateContent
	PhoneNumberID *string
	Audience      *crm.BroadcastAudience
	Limits        *crm.BroadcastLimits
	ScheduledAt   *time.Time
	Experiment    *crm.BroadcastExperiment
	// QuietHours are without hours for none.
	QuietHours *crm.BroadcastQuiet
	TimeZone   *string
	// FrequencyCap is without a number for none.
	FrequencyCap *crm.FrequencyCap
	// FollowUp does nothing for none.
	FollowUp *crm.BroadcastFollowUp
}

// Create makes a draft, and begins to prepare it.
func (s *Broadcasts) Create(ctx context.Context, actor crm.Actor, body crm.BroadcastBody) (crm.Broadcast, error) {
	if err := requireWhole(actor, crm.ScopeMessagesWrite); err != nil {
		return crm.Broadcast{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Broadcast]) (b crm.Broadcast, err error) {
		body := body
		if err := s.check(ctx, actor, &body, fresh{true, true}); err != nil {
			return b, err
		}
		return s.create(ctx, actor, body, save)
	})
}

func (s *Broadcasts) create(ctx context.Context, actor crm.Actor, body crm.BroadcastBody, save core.Saver[crm.Broadcast]) (b crm.Broadcast, err error) {
	err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		b = crm.Broadcast{ID: tx.NewID(crm.PrefixBroadcast), WorkspaceID: actor.WorkspaceID, BroadcastBody: body, Status: crm.BroadcastDraft, CreatedBy: actor.By(), CreatedAt: tx.Now(), UpdatedAt: tx.Now()}
		insert(tx, b)
		keepAudience(tx, b)
		if table := body.Audience.Unread(); table != nil {
			s.begin(tx, b, phaseReading, readPosition(0, table.Begin))
		} else {
			s.begin(tx, b, phasePreparing, partPosition(0))
		}
		if err := save(tx, b); err != nil {
			return err
		}
		return audit.Record(tx, actor, crm.Act{Action: "broadcast.created", Targets: []crm.ActTarget{target(b)}})
	})
	return b, err
}

// requireWhole refuses whoever lacks a scope, or sees a part of the conversations only: a
// broadcast is about all of them.
func requireWhole(actor crm.Actor, scope crm.Scope) error {
	if err := actor.Require(scope); err != nil {
		return err
	}
	return actor.RequireWholeReach()
}

// fresh says which parts of a broadcast are new, so that what they name is looked at.
type fresh struct{ audience, followUp bool }

// check finds every fault of what people say of a broadcast, and which phone number and
// language it is about.
func (s *Broadcasts) check(ctx context.Context, actor crm.Actor, body *crm.BroadcastBody, is fresh) error {
	workspaceID, named := actor.WorkspaceID, is.audience
	if is.followUp {
		for _, scope := range body.FollowUp.Scopes() {
			if err := actor.Require(scope); err != nil {
				return err
			}
		}
	}
	var f crm.Faults
	body.Check(s.db.Source().Now(), &f)
	if named {
		body.Audience.Check(&f)
	}
	if named && (body.Audience.Way == crm.AudienceSegment || body.Audience.Way == crm.AudienceFilter) {
		if err := s.checkFilter(ctx, actor, &body.Audience, &f); err != nil {
			return err
		}
	}
	number, err := s.number(ctx, workspaceID, body.PhoneNumberID, &f)
	if err != nil {
		return err
	}
	body.PhoneNumberID = number.ID
	if number.ID != "" {
		a, err := s.account.Account(ctx, workspaceID, number.MessagingAccountID)
		if err != nil {
			return err
		}
		body.Limits.In(cmp.Or(a.Currency, templatestats.Currency), &f)
	}
	if number.ID != "" && body.Template.Name != "" {
		t, err := s.template.Template(ctx, workspaceID, number.MessagingAccountID, &body.Template, &f)
		if err != nil {
			return err
		}
		if t != nil {
			body.Template.Language = t.Language
			checkFilling(t.Form, body, &f)
		}
		if err := s.checkB(ctx, workspaceID, number, body, t, &f); err != nil {
			return err
		}
	}
	if is.followUp && body.FollowUp != nil {
		err := s.db.View(ctx, func(tx *db.Tx) error { return checkFollowUp(tx, workspaceID, body, &f) })
		if err != nil {
			return err
		}
	}
	return f.Err()
}

// checkFilter finds every fault of the filter of an audience. That of a segment is taken as
// it is now: what becomes of the segment later changes no broadcast.
func (s *Broadcasts) checkFilter(ctx context.Context, actor crm.Actor, a *crm.BroadcastAudience, f *crm.Faults) error {
	if err := actor.Require(crm.ScopeContactsRead); err != nil {
		return err
	}
	err := s.db.View(ctx, func(tx *db.Tx) error {
		if a.Way == crm.AudienceSegment {
			filter, err := segment.FilterOf(tx, actor.WorkspaceID, a.SegmentID)
			if err != nil {
				return err
			}
			a.Filter = &filter
		}
		if err := segment.MayAsk(actor, *a.Filter); err != nil {
			return err
		}
		return segment.Check(tx, actor.WorkspaceID, *a.Filter)
	})
	switch {
	case a.Way == crm.AudienceSegment && crm.CodeOf(err) == crm.CodeNotFound:
		f.Add("/audience/segmentId", crm.CodeParameterInvalid, "%s", crm.AsError(err).Message)
	case err != nil && len(crm.AsError(err).Fields) > 0:
		for _, one := range crm.AsError(err).Fields {
			f.Add("/audience"+one.Pointer, one.Code, "%s", one.Detail)
		}
	default:
		return err
	}
	return nil
}

// checkFilling finds what of a template is filled wrongly for everybody. What is missing
// may come with each recipient.
func checkFilling(form *crm.Form, body *crm.BroadcastBody, f *crm.Faults) {
	var all crm.Faults
	form.Check(&body.Template, &all)
	if all.Empty() {
		return
	}
	for _, one := range crm.AsError(all.Err()).Fields {
		if body.Audience.Way != crm.AudienceContacts && one.Code == crm.CodeParameterMissing && strings.HasPrefix(one.Pointer, "/parameters") {
			continue
		}
		f.Add(one.Pointer, one.Code, "%s", one.Detail)
	}
}

// number is the phone number that is named, or the default one.
func (s *Broadcasts) number(ctx context.Context, workspaceID, id string, f *crm.Faults) (crm.PhoneNumber, error) {
	all, err := s.account.KnownNumbers(ctx, workspaceID)
	if err != nil {
		return crm.PhoneNumber{}, err
	}
	i := slices.IndexFunc(all, func(n crm.PhoneNumber) bool { return n.ID == id || id == "" && n.IsDefault })
	switch {
	case i >= 0:
		return all[i], nil
	case id == "":
		f.Add("/phoneNumberId", crm.CodeNoPhoneNumber, "This workspace has no phone number yet: connect a messaging account first.")
	default:
		f.Add("/phoneNumberId", crm.CodePhoneNumberUnknown, "This workspace has no phone number %q.", id)
	}
	return crm.PhoneNumber{}, nil
}

// Broadcast returns one broadcast.
func (s *Broadcasts) Broadcast(ctx context.Context, actor crm.Actor, id string) (b crm.Broadcast, err error) {
	if err := requireWhole(actor, crm.ScopeMessagesRead); err != nil {
		return b, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { b, err = one(tx, actor.WorkspaceID, id); return err })
	return b, err
}

// Exclusions returns why how many of the audience of a broadcast were left out.
func (s *Broadcasts) Exclusions(ctx context.Context, b crm.Broadcast) (out []crm.Exclusion, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = exclusions(tx, b); return err })
	return out, err
}

// List returns a page of broadcasts, newest first; status narrows it.
func (s *Broadcasts) List(ctx context.Context, actor crm.Actor, status crm.BroadcastStatus, p crm.Page) (out crm.List[crm.Broadcast], err error) {
	if err := requireWhole(actor, crm.ScopeMessagesRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = list(tx, actor.WorkspaceID, status, p); return err })
	return out, err
}

// Update changes what is given of a draft, and prepares it anew where that matters. Of one
// that is paused the limits can be changed.
func (s *Broadcasts) Update(ctx context.Context, actor crm.Actor, id string, ch Change) (crm.Broadcast, error) {
	if err := requireWhole(actor, crm.ScopeMessagesWrite); err != nil {
		return crm.Broadcast{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Broadcast]) (b crm.Broadcast, err error) {
		found, err := s.Broadcast(ctx, actor.With(crm.ScopeMessagesRead), id)
		if err != nil {
			return b, err
		}
		body := ch.apply(found.BroadcastBody)
		body.ScheduledAt = ch.ScheduledAt // what there was before was in time
		if err := s.check(ctx, actor, &body, fresh{ch.Audience != nil, ch.FollowUp != nil}); err != nil {
			return b, err
		}
		err = s.db.Update(db.Urgent(ctx), id, func(tx *db.Tx) error {
			if b, err = lock(tx, actor.WorkspaceID, id); err != nil {
				return err
			}
			if b.Status != crm.BroadcastDraft && (b.Status != crm.BroadcastPaused || !ch.onlyLimits()) {
				return refuse(b, "only a draft can be changed, and the limits of one that is paused.")
			}
			if !reflect.DeepEqual(b.BroadcastBody, found.BroadcastBody) {
				return crm.Errorf(crm.KindConflict, crm.CodeUnavailable, "The broadcast was changed just now. Nothing of yours was; try again.")
			}
			before := b
			b.BroadcastBody, b.UpdatedAt = body, tx.Now()
			b.ScheduledAt = cmp.Or(ch.ScheduledAt, before.ScheduledAt)
			update(tx, b)
			if ch.Audience != nil {
				if err := forgetTable(tx, &before); err != nil {
					return err
				}
				keepAudience(tx, b)
			}
			if b.Status == crm.BroadcastDraft && (ch.Audience != nil || !reflect.DeepEqual(before.Template, b.Template) || !reflect.DeepEqual(before.Experiment, b.Experiment) || before.PhoneNumberID != b.PhoneNumberID || (before.Limits.Micros > 0) != (b.Limits.Micros > 0) || before.Timed() != b.Timed() || recap(before, b)) {
				unprepare(tx, b)
				b.PreparedAt, b.Numbered, b.Counts = nil, 0, crm.BroadcastCounts{}
				s.begin(tx, b, phaseClearing, clearPosition(tx))
			}
			if err := save(tx, b); err != nil {
				return err
			}
			return audit.RecordChange(tx, actor, "broadcast.updated", target(b), crm.ActDiff(factsOf(before), factsOf(b)))
		})
		return b, err
	})
}

func (ch Change) onlyLimits() bool {
	return ch.Name == nil && ch.Template == nil && ch.PhoneNumberID == nil && ch.Audience == nil && ch.ScheduledAt == nil && ch.Experiment == nil && ch.QuietHours == nil && ch.TimeZone == nil && ch.FrequencyCap == nil && ch.FollowUp == nil
}

func (ch Change) apply(b crm.BroadcastBody) crm.BroadcastBody {
	if ch.Name != nil {
		b.Name = *ch.Name
	}
	if ch.Template != nil {
		b.Template = *ch.Template
	}
	if ch.PhoneNumberID != nil {
		b.PhoneNumberID = *ch.PhoneNumberID
	}
	if ch.Audience != nil {
		b.Audience = *ch.Audience
	}
	if ch.Limits != nil {
		b.Limits = *ch.Limits
	}
	if ch.Experiment != nil {
		b.Experiment = *ch.Experiment
	}
	if ch.QuietHours != nil {
		if b.Delivery.Quiet = ch.QuietHours; *ch.QuietHours == (crm.BroadcastQuiet{}) {
			b.Delivery.Quiet = nil
		}
	}
	if ch.TimeZone != nil {
		b.Delivery.TimeZone = *ch.TimeZone
	}
	if ch.FrequencyCap != nil {
		if b.Delivery.Cap = ch.FrequencyCap; *ch.FrequencyCap == (crm.FrequencyCap{}) {
			b.Delivery.Cap = nil
		}
	}
	if ch.FollowUp != nil {
		if b.FollowUp = ch.FollowUp; reflect.DeepEqual(*ch.FollowUp, crm.BroadcastFollowUp{}) {
			b.FollowUp = nil
		}
	}
	return b
}

// facts are what the audit log compares of a broadcast.
type facts struct {
	Name, TemplateName, Language, PhoneNumberID string
	Parameters                                  map[string]string
	Named                                       int64
	Limits                                      crm.BroadcastLimits
	Experiment                                  crm.BroadcastExperiment
	Delivery                                    crm.BroadcastDelivery
	FollowUp                                    *crm.BroadcastFollowUp
}

func factsOf(b crm.Broadcast) facts {
	limits := b.Limits
	if limits.Micros == 0 {
		limits.Currency = ""
	}
	return facts{b.Name, b.Template.Name, b.Template.Language, b.PhoneNumberID, b.Template.Parameters, b.Audience.Named, limits, b.Experiment, b.Delivery, b.FollowUp}
}

// Delete removes a draft. Its recipients go in the background.
func (s *Broadcasts) Delete(ctx context.Context, actor crm.Actor, id string) error {
	if err := requireWhole(actor, crm.ScopeMessagesWrite); err != nil {
		return err
	}
	_, err := core.Once(ctx, s.calls, actor, func(save core.Saver[struct{}]) (none struct{}, err error) {
		return none, s.db.Update(db.Urgent(ctx), id, func(tx *db.Tx) error {
			b, err := lock(tx, actor.WorkspaceID, id)
			if err != nil {
				return err
			}
			if b.Status != crm.BroadcastDraft {
				return refuse(b, "only a draft can be deleted.")
			}
			if err := forgetTable(tx, &b); err != nil {
				return err
			}
			remove(tx, b)
			jobs.HastenJob(tx, jobBroadcast, b.ID, b.ID)
			tx.After(func() { s.runs.Stop(keyOf(b)) })
			s.runs.Enqueue(tx, keyOf(b), b.ID)
			if err := save(tx, none); err != nil {
				return err
			}
			return audit.Record(tx, actor, crm.Act{Action: "broadcast.deleted", Targets: []crm.ActTarget{target(b)}})
		})
	})
	return err
}
