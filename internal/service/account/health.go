package account

import (
	"context"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
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
func (s *Accounts) NumberHealth(ctx context.Context, actor crm.Actor, id string) (out NumberHealth, err error) {
	if err := actor.Require(crm.ScopeNumbersRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		n, err := PhoneNumber(tx, actor.WorkspaceID, id)
		if err != nil {
			return err
		}
		notices, err := HealthNotices(tx, n.WorkspaceID, n.ID)
		if err != nil {
			return err
		}
		activity, err := readActivity(tx, n.WorkspaceID, n.ID)
		if err != nil {
			return err
		}
		now := tx.Now()
		list, err := traffic(tx, n.WorkspaceID, n.ID, now.Add(-time.Hour), now.Add(time.Second))
		out = NumberHealth{PhoneNumberID: n.ID, Status: crm.HealthOf(notices), Notices: notices, LastHour: crm.Sum(list, now.Add(-time.Hour), now.Add(time.Second)),
			Overdue: crm.Settled(list, now).Overdue(), LastWebhookAt: core.Optional(activity.WebhookAt), LastStatus: core.Optional(activity.StatusAt)}
		return err
	})
	return out, err
}

// NoteSignatureFailure counts a post whose signature does not hold: about the
// numbers of the account whose path it came to, else about those that it names.
func (s *Accounts) NoteSignatureFailure(accountID string, body []byte) {
	core.Count(s.metrics.SignatureFailures)
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
func (s *Accounts) FlushHealth(ctx context.Context) error {
	h := s.health.take()
	if h.empty() {
		return nil
	}
	for rest := h.parts(flushPart); len(rest) > 0; rest = rest[1:] {
		if err := s.storeHealth(ctx, rest[0]); err != nil {
			for _, part := range rest {
				s.health.restore(part)
			}
			return err
		}
	}
	return nil
}

// flushPart is how much of what was gathered one transaction stores.
const flushPart = 100

func (s *Accounts) storeHealth(ctx context.Context, h *healthCounters) error {
	return s.db.Update(ctx, "health", func(tx *db.Tx) error {
		seen := map[NumberKey]Activity{}
		for key, at := range h.statusAt {
			seen[key] = Activity{WorkspaceID: key.WorkspaceID, PhoneNumberID: key.NumberID, StatusAt: at}
		}
		for a, t := range h.arrivals {
			if err := s.flushArrival(ctx, tx, a, t, seen); err != nil {
				return err
			}
		}
		for key, t := range h.traffic {
			AddTraffic(tx, key.WorkspaceID, key.NumberID, *t)
			if _, known := seen[key.NumberKey]; !known {
				seen[key.NumberKey] = Activity{WorkspaceID: key.WorkspaceID, PhoneNumberID: key.NumberID}
			}
		}
		for _, n := range h.notes {
			RaiseNotice(tx, *n, true)
		}
		for _, a := range seen {
			NoteActivity(tx, a)
		}
		return nil
	})
}

// restore adds what could not be stored to what was gathered since.
func (h *healthCounters) restore(old *healthCounters) {
	for a, t := range old.arrivals {
		for range t.count {
			h.arrived(a.realm, []string{a.providerID}, a.wrong, t.last)
		}
	}
	for key, t := range old.traffic {
		h.add(key.NumberKey, key.start, *t)
	}
	for key, at := range old.statusAt {
		h.told(key, 0, nil, at)
	}
	for _, n := range old.notes {
		h.note(*n)
	}
}

// flushArrival stores posts about a number, if their signature vouches for it.
func (s *Accounts) flushArrival(ctx context.Context, tx *db.Tx, a arrival, t *tally, seen map[NumberKey]Activity) error {
	if a.wrong && t.count < minSignatureFailures {
		return nil // anybody can make up numbers: a few posts are not worth a look-up
	}
	numbers, err := s.arrivedAt(ctx, tx, a)
	for _, n := range numbers {
		key := NumberKey{n.WorkspaceID, n.ID}
		if a.wrong {
			RaiseNotice(tx, crm.HealthNotice{WorkspaceID: n.WorkspaceID, PhoneNumberID: n.ID, Kind: crm.HealthSignatures, Severity: crm.SeverityWarning,
				LastSeen: t.last, Count: t.count, Detail: "Posts about this number are signed with another app secret than the one stored here; they were refused."}, true)
			continue
		}
		AddTraffic(tx, n.WorkspaceID, n.ID, crm.Traffic{Start: a.start, Webhooks: t.count})
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
func (s *Accounts) arrivedAt(ctx context.Context, tx *db.Tx, a arrival) ([]crm.PhoneNumber, error) {
	if a.wrong && a.providerID == "" {
		return PhoneNumbersOfRealm(tx, string(a.realm[len(AccountRealmPrefix):]))
	}
	n, found, err := PhoneNumberByProvider(tx, a.providerID)
	if err != nil || !found {
		return nil, err
	}
	w, err := s.access.Workspace(ctx, n.WorkspaceID)
	if err != nil || !a.wrong && !a.realm.Covers(w.Live, n.MessagingAccountID) {
		return nil, err
	}
	return []crm.PhoneNumber{n}, nil
}

// checkShare is for how long one check of the numbers goes on at most. The next one
// goes on where it ended.
const checkShare = 20 * time.Second

// CheckHealth looks at every number that something went through in the last
// days: it raises notices of silence and overdue statuses, and ends those whose
// cause has gone.
func (s *Accounts) CheckHealth(ctx context.Context) error {
	s.checking.Lock()
	defer s.checking.Unlock()
	for began := time.Now(); time.Since(began) < checkShare; {
		var list []Activity
		err := s.db.View(ctx, func(tx *db.Tx) (err error) {
			list, err = activeNumbers(tx, tx.Now().Add(-(crm.TrafficDays+1)*24*time.Hour), s.checked, core.SweepPart)
			return err
		})
		for _, a := range list {
			if err == nil {
				err = s.checkNumber(ctx, a)
			}
		}
		if err != nil {
			return err
		}
		if len(list) < core.SweepPart {
			s.checked = NumberKey{}
			break
		}
		last := list[len(list)-1]
		s.checked = NumberKey{last.WorkspaceID, last.PhoneNumberID}
	}
	return core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (most int64, err error) {
		now := tx.Now()
		for _, kind := range crm.HealthKinds {
			if life := kind.Lasts(); life > 0 && err == nil {
				var n int64
				n, err = outliveNotices(tx, kind, now.Add(-life), limit)
				most = max(most, n)
			}
		}
		if err != nil {
			return most, err
		}
		n, err := expireTraffic(tx, now.Add(-(crm.TrafficDays+1)*24*time.Hour), limit)
		return max(most, n), err
	})
}

func (s *Accounts) checkNumber(ctx context.Context, a Activity) error {
	var list []crm.Traffic
	var days []int64
	var open []crm.HealthNotice
	now := s.now()
	err := s.db.View(ctx, func(tx *db.Tx) (err error) {
		if list, err = traffic(tx, a.WorkspaceID, a.PhoneNumberID, now.Add(-crm.TrafficMemory), now); err != nil {
			return err
		}
		if open, err = HealthNotices(tx, a.WorkspaceID, a.PhoneNumberID); err != nil || now.Sub(a.WebhookAt) < crm.SilenceWindow {
			return err
		}
		for day := 1; day <= crm.TrafficDays && err == nil; day++ {
			to := now.Add(-time.Duration(day) * 24 * time.Hour)
			var same []crm.Traffic
			same, err = traffic(tx, a.WorkspaceID, a.PhoneNumberID, to.Add(-crm.SilenceWindow), to)
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
	return s.db.Update(ctx, "health", func(tx *db.Tx) error {
		s.setNotice(tx, a, crm.HealthStatusesOverdue, overdue, isOverdue)
		s.setNotice(tx, a, crm.HealthSilence, silence, isSilent)
		if lifted {
			resolveNotice(tx, a.WorkspaceID, a.PhoneNumberID, crm.HealthRestricted)
		}
		return nil
	})
}

// restrictionsEnded reports that a number's account was restricted and is not
// any more: restrictions end without a word of the provider.
func (s *Accounts) restrictionsEnded(ctx context.Context, a Activity, open []crm.HealthNotice) (ended bool, err error) {
	restricted := slices.ContainsFunc(open, func(n crm.HealthNotice) bool { return n.Kind == crm.HealthRestricted && n.ResolvedAt == nil })
	if !restricted {
		return false, nil
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		n, err := PhoneNumber(tx, a.WorkspaceID, a.PhoneNumberID)
		if err != nil {
			return err
		}
		account, err := MessagingAccount(tx, n.WorkspaceID, n.MessagingAccountID)
		ended = len(account.Restricted(tx.Now())) == 0
		return err
	})
	return ended, err
}

// setNotice opens or ends the notice of a condition.
func (s *Accounts) setNotice(tx *db.Tx, a Activity, kind crm.HealthKind, n crm.HealthNotice, holds bool) {
	if !holds {
		resolveNotice(tx, a.WorkspaceID, a.PhoneNumberID, kind)
		return
	}
	n.WorkspaceID, n.PhoneNumberID, n.Kind, n.LastSeen = a.WorkspaceID, a.PhoneNumberID, kind, tx.Now()
	RaiseNotice(tx, n, false)
}

// HealthCounts counts open notices and numbers over the whole deployment.
func (s *Accounts) HealthCounts(ctx context.Context) (c HealthCounts, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { c, err = countHealth(tx); return err })
	return c, err
}
