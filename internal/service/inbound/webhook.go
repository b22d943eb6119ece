package inbound

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/whatsapp"
)

// VerifyHandshake checks the provider's GET of the callback URL and returns
// the challenge to answer with.
func VerifyHandshake(query url.Values, token string, now time.Time) (challenge string, ok bool) {
	return whatsapp.VerifyHandshake(query, token, now)
}

// VerifySignature checks X-Hub-Signature-256 over the bytes as they came.
func VerifySignature(secret, header string, body []byte) bool {
	return whatsapp.VerifySignature(secret, header, body)
}

// IsSignature reports whether a value of X-Hub-Signature-256 has the form of one.
func IsSignature(header string) bool { return whatsapp.IsSignature(header) }

// NoteRefusedWebhook notes that a post of the provider was not taken: what it
// tells comes later than usual.
func (s *Inbound) NoteRefusedWebhook() { s.message.NoteRefusedWebhook(s.now()) }

// otherQueue takes what is about no phone number: templates, accounts.
const otherQueue = "other"

// StoreProviderWebhook puts a verified body on disk with the jobs that apply
// it, one per phone number that it speaks of, so that each number's items are
// applied in the order in which they came.
func (s *Inbound) StoreProviderWebhook(ctx context.Context, realm account.Realm, body []byte) (err error) {
	defer func() {
		if err != nil {
			s.message.NoteRefusedWebhook(s.now())
		}
	}()
	parts, err := s.divide(ctx, ProviderWebhook{Account: string(realm), ReceivedAt: s.now().Truncate(time.Millisecond), Body: body})
	if err != nil {
		return err
	}
	var named []string
	for _, p := range parts {
		named = append(named, p.queues...)
	}
	return s.db.Update(db.Beside(db.Soon(ctx), message.BesideMessages), named[0], func(tx *db.Tx) error {
		for _, p := range parts {
			s.bodies.keep(InsertProviderWebhook(tx, message.JobIngest, p.ProviderWebhook, p.queues))
		}
		tx.After(func() { s.account.NoteArrivals(realm, named) })
		return nil
	})
}

// What an account's own app posts may say anything, and every job reads the
// whole body: where it names more than manyNumbers, only those get a job that
// the account had for a while (so that a commit under way does not matter), and
// the first job takes the rest, which is nobody's to apply.
const (
	manyNumbers = 20
	hadForLong  = time.Minute
)

// ingestQueues are the queues of a body's jobs, the same ones whenever it is asked.
func (s *Inbound) ingestQueues(ctx context.Context, w ProviderWebhook) ([]string, error) {
	return s.queuesOf(ctx, w, whatsapp.PhoneNumberIDs(w.Body))
}

func (s *Inbound) queuesOf(ctx context.Context, w ProviderWebhook, ids []string) ([]string, error) {
	if acc, own := strings.CutPrefix(w.Account, account.AccountRealmPrefix); own && len(ids) > manyNumbers {
		var numbers []crm.PhoneNumber
		err := s.db.View(ctx, func(tx *db.Tx) (err error) { numbers, err = account.PhoneNumbersOfRealm(tx, acc); return err })
		if err != nil {
			return nil, err
		}
		ids = slices.DeleteFunc(ids, func(id string) bool {
			return !slices.ContainsFunc(numbers, func(n crm.PhoneNumber) bool {
				return n.ProviderID == id && n.CreatedAt.Before(w.ReceivedAt.Add(-hadForLong))
			})
		})
	}
	if len(ids) == 0 {
		ids = []string{otherQueue}
	}
	return ids, nil
}

// applyItem applies one item. A problem is what keeps it from being understood
// or routed; the raw body stays stored for it.
func (s *Inbound) applyItem(ctx context.Context, tx *db.Tx, t *message.StatusBatch, realm account.Realm, item whatsapp.Item) (problem string, err error) {
	if n, ok := item.(*whatsapp.SystemNotice); ok && n.PhoneNumberID == "" {
		a, ok, err := s.routedAccount(ctx, tx, realm, n.WABAID)
		if err != nil || !ok {
			return unroutedAccount(n.WABAID), err
		}
		return s.contact.ApplyIdentityNotice(tx, a.WorkspaceID, n)
	}
	switch item := item.(type) {
	case *whatsapp.TemplateUpdate, *whatsapp.AccountUpdate, *whatsapp.AccountReview, *whatsapp.AccountAlert, *whatsapp.CapabilityUpdate,
		*whatsapp.PhoneNumberUpdate, *whatsapp.SecurityNotice:
		if unsupported(item) != "" {
			return "", nil
		}
		if problem := incomplete(item); problem != "" {
			return problem, nil
		}
		a, ok, err := s.accountOf(ctx, tx, realm, item)
		if err != nil || !ok {
			return unroutedAccount(account.AccountID(item)), err
		}
		return s.applyToAccount(tx, a, item)
	case *whatsapp.StatusUpdate, *whatsapp.IncomingMessage, *whatsapp.SystemNotice, *whatsapp.Echo, *whatsapp.HistoryMessage,
		*whatsapp.GroupEvent, *whatsapp.ContactSync, *whatsapp.Call, *whatsapp.UserPreference, *whatsapp.ValueError, *whatsapp.HistoryProgress:
		id := item.Common().PhoneNumberID
		number, ok, err := s.routed(ctx, tx, realm, id)
		if err != nil || !ok {
			return account.Unrouted(id), err
		}
		return s.applyToNumber(tx, t, number, item)
	case *whatsapp.Other:
		if item.Problem != "" {
			return item.Name + ": " + item.Problem, nil
		}
	}
	return "", nil
}

// applyToNumber applies an item about a number that is connected here.
func (s *Inbound) applyToNumber(tx *db.Tx, t *message.StatusBatch, number crm.PhoneNumber, item whatsapp.Item) (problem string, err error) {
	switch item := item.(type) {
	case *whatsapp.StatusUpdate:
		return s.message.ApplyStatus(tx, t, number, item)
	case *whatsapp.IncomingMessage:
		return s.applyMessage(tx, number, item)
	case *whatsapp.SystemNotice:
		return s.contact.ApplyIdentityNotice(tx, number.WorkspaceID, item)
	case *whatsapp.Echo:
		return s.applyEcho(tx, t, number, item)
	case *whatsapp.HistoryMessage:
		return s.applyHistory(tx, number, item)
	case *whatsapp.HistoryProgress:
		return "", account.NoteHistory(tx, number, item.Progress, item.Declined)
	case *whatsapp.ContactSync:
		if item.Removed {
			return "", nil // kept raw
		}
		return "", s.applyContactSync(tx, number, item)
	case *whatsapp.Call:
		return s.applyCall(tx, number, item)
	case *whatsapp.UserPreference:
		return s.contact.ApplyPreference(tx, number, item)
	case *whatsapp.GroupEvent:
		if len(item.Faults) > 0 {
			s.account.NoteHealth(tx, number, crm.HealthGroup, crm.SeverityWarning,
				"The provider could not change all of the group "+account.Clipped(item.GroupID)+": "+strings.Join(item.Faults, "; ")+".")
		}
	case *whatsapp.ValueError:
		s.account.NoteHealth(tx, number, crm.HealthProviderErrors, crm.SeverityWarning,
			account.Sentences(fmt.Sprintf("The provider reports error %d: %s.", item.Error.Code, cmp.Or(item.Error.Title, account.Unnamed)), item.Error.Details))
	}
	return "", nil
}

func unroutedAccount(wabaID string) string { return "no messaging account " + wabaID + " here" }

// routed finds the number that an item is about, if the webhook's signature
// vouches for it.
func (s *Inbound) routed(ctx context.Context, tx *db.Tx, realm account.Realm, providerID string) (crm.PhoneNumber, bool, error) {
	n, err := s.account.Route(tx, providerID)
	found := err == nil
	if err != nil && !errors.Is(err, account.ErrUnrouted) {
		return n, false, err
	}
	if found {
		w, err := s.access.Workspace(ctx, n.WorkspaceID)
		if err != nil {
			return n, false, err
		}
		found = realm.Covers(w.Live, n.MessagingAccountID)
	}
	if !found {
		core.Count(s.metrics.ItemsUnrouted)
	}
	return n, found, nil
}
