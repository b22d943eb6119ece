package service

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
	"service.example/crm/internal/whatsapp"
)

// NumberHealth is how a phone number is doing.
type NumberHealth struct {
	PhoneNumberID             string
	Status                    crm.Health
	Notices                   []crm.HealthNotice
	LastWebhookAt, LastStatus *time.Time
	// LastHour is what went through the number in the last hour; Overdue are
	// the messages of it that had time for a status and got none.
	LastHour crm.Traffic
	Overdue  int64
}

// NumberHealth returns how a number of the workspace is doing. What happened in
// the last ten seconds may be missing.
func (s *Service) NumberHealth(ctx context.Context, actor crm.Actor, id string) (out NumberHealth, err error) {
	if err := actor.Require(crm.ScopeNumbersRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *store.Tx) error {
		n, err := tx.PhoneNumber(actor.WorkspaceID, id)
		if err != nil {
			return err
		}
		notices, err := tx.HealthNotices(n.WorkspaceID, n.ID)
		if err != nil {
			return err
		}
		activity, err := tx.Activity(n.WorkspaceID, n.ID)
		if err != nil {
			return err
		}
		now := tx.Now()
		list, err := tx.Traffic(n.WorkspaceID, n.ID, now.Add(-time.Hour), now.Add(time.Second))
		out = NumberHealth{PhoneNumberID: n.ID, Status: crm.HealthOf(notices), Notices: notices, LastHour: crm.Sum(list, now.Add(-time.Hour), now.Add(time.Second)),
			Overdue: crm.Settled(list, now).Overdue(), LastWebhookAt: optional(activity.WebhookAt), LastStatus: optional(activity.StatusAt)}
		return err
	})
	return out, err
}

func optional(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// NoteSignatureFailure counts a post whose signature does not hold: about the
// numbers of the account whose path it came to, else about those that it names.
func (s *Service) NoteSignatureFailure(accountID string, body []byte) {
	count(s.Metrics.SignatureFailures)
	if crm.ValidID(crm.PrefixMessagingAccount, accountID) {
		s.health.arrived(AccountRealm(accountID), []string{""}, true, s.now())
	} else if accountID == "" {
		s.health.arrived("", claimedNumbers(body), true, s.now())
	}
}

// claimedNumbers are the first numbers that a body names for which nobody
// vouches. They are remembered, so that only what can be an id counts.
func claimedNumbers(body []byte) []string {
	if len(body) > maxUnverified {
		return nil
	}
	ids := slices.DeleteFunc(whatsapp.PhoneNumberIDs(body), func(id string) bool {
		return len(id) > maxProviderID || strings.Trim(id, "0123456789") != ""
	})
	return ids[:min(len(ids), 8)]
}

const maxProviderID = 32

// maxUnverified is how large a body may be that is read although nobody
// vouches for it.
const maxUnverified = 64 << 10

// minSignatureFailures makes a burst: fewer are the noise of the internet.
const minSignatureFailures = 5

// FlushHealth stores what was gathered since the last time. What cannot be
// stored is kept for the next time.
func (s *Service) FlushHealth(ctx context.Context) error {
	h := s.health.take()
	if h.empty() {
		return nil
	}
	err := s.db.Update(ctx, "health", func(tx *store.Tx) error {
		seen := map[numberKey]store.Activity{}
		for key, at := range h.statusAt {
			seen[key] = store.Activity{WorkspaceID: key.workspaceID, PhoneNumberID: key.numberID, StatusAt: at}
		}
		for a, t := range h.arrivals {
			if err := s.flushArrival(ctx, tx, a, t, seen); err != nil {
				return err
			}
		}
		for key, t := range h.traffic {
			tx.AddTraffic(key.workspaceID, key.numberID, *t)
			if _, known := seen[key.numberKey]; !known {
				seen[key.numberKey] = store.Activity{WorkspaceID: key.workspaceID, PhoneNumberID: key.numberID}
			}
		}
		for _, n := range h.notes {
			tx.RaiseNotice(*n, true)
		}
		for _, a := range seen {
			tx.NoteActivity(a)
		}
		return nil
	})
	if err != nil {
		s.health.restore(h)
	}
	return err
}

// restore adds what could not be stored to what was gathered since.
func (h *healthCounters) restore(old *healthCounters) {
	for a, t := range old.arrivals {
		for range t.count {
			h.arrived(a.realm, []string{a.providerID}, a.wrong, t.last)
		}
	}
	for key, t := range old.traffic {
		h.add(key.numberKey, key.start, *t)
	}
	for key, at := range old.statusAt {
		h.told(key, 0, nil, at)
	}
	for _, n := range old.notes {
		h.note(*n)
	}
}

// flushArrival stores posts about a number, if their signature vouches for it.
func (s *Service) flushArrival(ctx context.Context, tx *store.Tx, a arrival, t *tally, seen map[numberKey]store.Activity) error {
	if a.wrong && t.count < minSignatureFailures {
		return nil // anybody can make up numbers: a few posts are not worth a look-up
	}
	numbers, err := s.arrivedAt(ctx, tx, a)
	for _, n := range numbers {
		key := numberKey{n.WorkspaceID, n.ID}
		if a.wrong {
			tx.RaiseNotice(crm.HealthNotice{WorkspaceID: n.WorkspaceID, PhoneNumberID: n.ID, Kind: crm.HealthSignatures, Severity: crm.SeverityWarning,
				LastSeen: t.last, Count: t.count, Detail: "Posts about this number are signed with another app secret than the one stored here; they were refused."}, true)
			continue
		}
		tx.AddTraffic(n.WorkspaceID, n.ID, crm.Traffic{Start: a.start, Webhooks: t.count})
		have := seen[key]
		if have.WebhookAt.Before(t.last) {
			have.WebhookAt = t.last
		}
		have.WorkspaceID, have.PhoneNumberID = n.WorkspaceID, n.ID
		seen[key] = have
	}
	return err
}

// arrivedAt are the numbers that a post is about.
func (s *Service) arrivedAt(ctx context.Context, tx *store.Tx, a arrival) ([]crm.PhoneNumber, error) {
	if a.wrong && a.providerID == "" {
		return tx.PhoneNumbersOfAccount(string(a.realm[len(accountRealm):]))
	}
	n, found, err := tx.PhoneNumberByProvider(a.providerID)
	if err != nil || !found {
		return nil, err
	}
	w, err := s.workspace(ctx, n.WorkspaceID)
	if err != nil || !a.wrong && !a.realm.covers(w.Live, n.MessagingAccountID) {
		return nil, err
	}
	return []crm.PhoneNumber{n}, nil
}

// CheckHealth looks at every number that something went through in the last
// days: it raises notices of silence and overdue statuses, and ends those whose
// cause has gone.
func (s *Service) CheckHealth(ctx context.Context) error {
	var list []store.Activity
	err := s.db.View(ctx, func(tx *store.Tx) (err error) {
		list, err = tx.ActiveNumbers(tx.Now().Add(-(crm.TrafficDays + 1) * 24 * time.Hour))
		return err
	})
	for _, a := range list {
		if err != nil {
			return err
		}
		err = s.checkNumber(ctx, a)
	}
	if err != nil {
		return err
	}
	return s.db.Update(ctx, "health", func(tx *store.Tx) error {
		now := tx.Now()
		for _, kind := range crm.HealthKinds {
			if life := kind.Lasts(); life > 0 {
				tx.OutliveNotices(kind, now.Add(-life))
			}
		}
		tx.ExpireTraffic(now.Add(-(crm.TrafficDays + 1) * 24 * time.Hour))
		return nil
	})
}

func (s *Service) checkNumber(ctx context.Context, a store.Activity) error {
	var list []crm.Traffic
	var days []int64
	var open []crm.HealthNotice
	now := s.now()
	err := s.db.View(ctx, func(tx *store.Tx) (err error) {
		if list, err = tx.Traffic(a.WorkspaceID, a.PhoneNumberID, now.Add(-crm.TrafficMemory), now); err != nil {
			return err
		}
		if open, err = tx.HealthNotices(a.WorkspaceID, a.PhoneNumberID); err != nil || now.Sub(a.WebhookAt) < crm.SilenceWindow {
			return err
		}
		for day := 1; day <= crm.TrafficDays && err == nil; day++ {
			to := now.Add(-time.Duration(day) * 24 * time.Hour)
			var same []crm.Traffic
			same, err = tx.Traffic(a.WorkspaceID, a.PhoneNumberID, to.Add(-crm.SilenceWindow), to)
			days = append(days, crm.Sum(same, to.Add(-crm.SilenceWindow), to).Webhooks)
		}
		return err
	})
	if err != nil {
		return err
	}
	lifted, err := s.restrictionsEnded(ctx, a, open)
	if err != nil {
		return err
	}
	overdue, isOverdue := crm.FindOverdue(list, now)
	silence, isSilent := crm.FindSilence(list, days, a.WebhookAt, now)
	was := map[crm.HealthKind]bool{}
	for _, n := range open {
		was[n.Kind] = n.ResolvedAt == nil
	}
	if !lifted && !isOverdue && !isSilent && !was[crm.HealthStatusesOverdue] && !was[crm.HealthSilence] {
		return nil
	}
	return s.db.Update(ctx, "health", func(tx *store.Tx) error {
		s.setNotice(tx, a, crm.HealthStatusesOverdue, overdue, isOverdue)
		s.setNotice(tx, a, crm.HealthSilence, silence, isSilent)
		if lifted {
			tx.ResolveNotice(a.WorkspaceID, a.PhoneNumberID, crm.HealthRestricted)
		}
		return nil
	})
}

// restrictionsEnded reports that a number's account was restricted and is not
// any more: restrictions end without a word of the provider.
func (s *Service) restrictionsEnded(ctx context.Context, a store.Activity, open []crm.HealthNotice) (ended bool, err error) {
	restricted := slices.ContainsFunc(open, func(n crm.HealthNotice) bool { return n.Kind == crm.HealthRestricted && n.ResolvedAt == nil })
	if !restricted {
		return false, nil
	}
	err = s.db.View(ctx, func(tx *store.Tx) error {
		n, err := tx.PhoneNumber(a.WorkspaceID, a.PhoneNumberID)
		if err != nil {
			return err
		}
		account, err := tx.MessagingAccount(n.WorkspaceID, n.MessagingAccountID)
		ended = len(account.Restricted(tx.Now())) == 0
		return err
	})
	return ended, err
}

// setNotice opens or ends the notice of a condition.
func (s *Service) setNotice(tx *store.Tx, a store.Activity, kind crm.HealthKind, n crm.HealthNotice, holds bool) {
	if !holds {
		tx.ResolveNotice(a.WorkspaceID, a.PhoneNumberID, kind)
		return
	}
	n.WorkspaceID, n.PhoneNumberID, n.Kind, n.LastSeen = a.WorkspaceID, a.PhoneNumberID, kind, tx.Now()
	tx.RaiseNotice(n, false)
}

// HealthCounts counts open notices and numbers over the whole deployment.
func (s *Service) HealthCounts(ctx context.Context) (c store.HealthCounts, err error) {
	err = s.db.View(ctx, func(tx *store.Tx) (err error) { c, err = tx.CountHealth(); return err })
	return c, err
}

// ExpireParked forgets statuses whose message was never seen here, and notes so
// for their numbers.
func (s *Service) ExpireParked(tx *store.Tx, before time.Time) error {
	gone, err := tx.ExpireParked(before)
	for _, g := range gone {
		tx.RaiseNotice(crm.HealthNotice{WorkspaceID: g.WorkspaceID, PhoneNumberID: g.PhoneNumberID, Kind: crm.HealthUnknownStatus,
			Severity: crm.SeverityWarning, LastSeen: tx.Now(), Count: g.Count,
			Detail: fmt.Sprintf("Statuses named messages that were never seen here, the last one %s. Another app may send from this number.", g.Last)}, true)
	}
	return err
}
