package account

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/whatsapp"
)

// ChangeNumber applies a change to a number, tells of it, and keeps its health
// notices in step. reason is what the provider says of it.
func (s *Accounts) ChangeNumber(tx *db.Tx, workspaceID, id, reason string, change func(*crm.PhoneNumber)) error {
	before, err := LockPhoneNumber(tx, workspaceID, id)
	if err != nil {
		return err
	}
	after := before
	change(&after)
	if after == before {
		return nil
	}
	updatePhoneNumber(tx, after)
	tx.After(func() { s.forgetNumbers(workspaceID, after.ProviderID) })
	return s.numberChanged(tx, before, after, reason)
}

func (s *Accounts) forgetNumbers(workspaceID, providerID string) {
	s.numbers.Drop(workspaceID)
	s.routes.Drop(providerID)
}

// numberChanged tells what of a number changed.
func (s *Accounts) numberChanged(tx *db.Tx, before, after crm.PhoneNumber, reason string) error {
	changes := crm.ChangesOf(before, after)
	if len(changes) == 0 {
		return nil
	}
	if before.QualityRating != after.QualityRating {
		s.setNumberNotice(tx, after, crm.HealthQuality, qualitySeverity[after.QualityRating], "The provider rates the quality of this number "+after.QualityRating+".")
	}
	if before.DisconnectReason != after.DisconnectReason {
		severity := crm.Severity("")
		if after.DisconnectReason != "" {
			severity = crm.SeverityCritical
		}
		s.setNumberNotice(tx, after, crm.HealthDisconnected, severity,
			"This number is disconnected at the provider ("+after.DisconnectReason+"); nothing can be sent from it until it is connected again.")
	}
	if was, is := crm.MessagingLimitSize(before.MessagingLimit), crm.MessagingLimitSize(after.MessagingLimit); is != 0 && is != was {
		severity := crm.Severity("")
		if is < was {
			severity = crm.SeverityWarning
		}
		s.setNumberNotice(tx, after, crm.HealthLimit, severity, "The messaging limit went from "+before.MessagingLimit+" to "+after.MessagingLimit+".")
	}
	return event.AppendEvent(tx, crm.EventPhoneNumberUpdated, after.WorkspaceID, after.ID, crm.EventScope{PhoneNumberID: after.ID}, crm.PhoneNumberData{PhoneNumberID: after.ID, Number: after.Number,
		MessagingAccountID: after.MessagingAccountID, Changes: changes, Reason: reason, ChangedBy: crm.DoneBy{Type: crm.ActorProvider}})
}

var qualitySeverity = map[string]crm.Severity{"YELLOW": crm.SeverityWarning, "RED": crm.SeverityCritical}

// setNumberNotice opens a notice about a number, or ends it where no severity
// is given.
func (s *Accounts) setNumberNotice(tx *db.Tx, n crm.PhoneNumber, kind crm.HealthKind, severity crm.Severity, detail string) {
	if severity == "" {
		resolveNotice(tx, n.WorkspaceID, n.ID, kind)
		return
	}
	RaiseNotice(tx, crm.HealthNotice{WorkspaceID: n.WorkspaceID, PhoneNumberID: n.ID, Kind: kind, Severity: severity, LastSeen: tx.Now(), Count: 1, Detail: detail}, true)
}

// ApplyNumberUpdate applies what the provider tells of a number.
func (s *Accounts) ApplyNumberUpdate(tx *db.Tx, n crm.PhoneNumber, u *whatsapp.PhoneNumberUpdate) error {
	fact := u.Kind
	if u.Kind == "quality" && u.Event == "THROUGHPUT_UPGRADE" {
		fact = "throughput"
	}
	if newer, err := NewerFact(tx, n.WorkspaceID, n.ID, fact, core.NotLater(u.EntryTime, tx.Now())); err != nil || !newer {
		return err
	}
	decision := strings.ToLower(u.Event)
	switch u.Kind {
	case "quality":
		// Of the rating itself the event says nothing: it is read from the provider.
		s.SyncAccountSoon(tx, n.WorkspaceID, n.MessagingAccountID)
	case "name":
		severity := crm.Severity("")
		if decision == "rejected" {
			severity = crm.SeverityWarning
		}
		s.setNumberNotice(tx, n, crm.HealthName, severity, strings.TrimSpace(fmt.Sprintf("The provider rejected the display name %q. %s", u.Name, u.Reason)))
	}
	return s.ChangeNumber(tx, n.WorkspaceID, n.ID, u.Reason, func(n *crm.PhoneNumber) {
		switch u.Kind {
		case "quality":
			applyQuality(n, u)
		case "name":
			n.NameStatus, n.NameRejection = crm.KnownWordIfAny(crm.ReviewDecisions, decision), u.Reason
			n.RequestedName = cmp.Or(u.Name, n.RequestedName)
			if decision == "approved" {
				n.VerifiedName = cmp.Or(u.Name, n.VerifiedName)
			}
		case "username":
			n.UsernameStatus = crm.KnownWordIfAny(crm.UsernameStatuses, decision)
			switch decision {
			case "deleted":
				n.Username = ""
			case "approved", "reserved":
				n.Username = u.Name
			}
		}
	})
}

func applyQuality(n *crm.PhoneNumber, u *whatsapp.PhoneNumberUpdate) {
	switch u.Event {
	case "THROUGHPUT_UPGRADE":
		n.Throughput = crm.ThroughputHigh
	case "FLAGGED":
		n.Status = "flagged"
	case "UNFLAGGED":
		n.Status = "connected"
	}
	n.MessagingLimit = cmp.Or(crm.MessagingLimit(u.Limit), n.MessagingLimit)
}

// ApplySecurity notes that somebody changed the PIN of a number or asked for it.
func (s *Accounts) ApplySecurity(tx *db.Tx, n crm.PhoneNumber, u *whatsapp.SecurityNotice) {
	severity, what := crm.SeverityInfo, map[string]string{"PIN_CHANGED": "The two-step verification PIN of this number was changed.",
		"PIN_REQUEST_SUCCESS": "The two-step verification PIN of this number was removed."}[u.Event]
	if u.Event == "PIN_RESET_REQUEST" {
		severity, what = crm.SeverityWarning, "Somebody asked to reset the two-step verification PIN of this number: "+cmp.Or(u.Requester, "the provider does not say who")+"."
	}
	s.setNumberNotice(tx, n, crm.HealthSecurity, severity, cmp.Or(what, "The provider tells "+Clipped(u.Event)+"."))
}

// syncPause gathers the webhooks that make it needed: they come in bursts.
const syncPause = 2 * time.Second

// SyncAccountSoon has an account read anew, because a webhook says that
// something changed without saying what it is now.
func (s *Accounts) SyncAccountSoon(tx *db.Tx, workspaceID, accountID string) {
	jobs.DropJob(tx, JobSyncAccount, accountID, accountID)
	jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: workspaceID, Kind: JobSyncAccount, Queue: workspaceID, Key: accountID, Payload: accountID, RunAt: tx.Now().Add(syncPause)})
}
