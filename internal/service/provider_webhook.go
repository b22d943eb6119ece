package service

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
	"service.example/crm/internal/whatsapp"
)

// Realm says whose webhooks a signature vouches for: the live or the test
// workspaces of the deployment, or one messaging account.
type Realm string

// The realms of the deployment's own app secrets.
const (
	RealmLive Realm = "live"
	RealmTest Realm = "test"
)

const accountRealm = "account:"

// AccountRealm is the realm of one messaging account's own app secret.
func AccountRealm(accountID string) Realm { return Realm(accountRealm + accountID) }

// covers reports whether a webhook of the realm may speak about a number.
func (r Realm) covers(live bool, accountID string) bool {
	if own, ok := strings.CutPrefix(string(r), accountRealm); ok {
		return own == accountID
	}
	return r == RealmLive && live || r == RealmTest && !live
}

// VerifyHandshake checks the provider's GET of the callback URL and returns
// the challenge to answer with.
func VerifyHandshake(query url.Values, token string) (challenge string, ok bool) {
	return whatsapp.VerifyHandshake(query, token)
}

// VerifySignature checks X-Hub-Signature-256 over the bytes as they came.
func VerifySignature(secret, header string, body []byte) bool {
	return whatsapp.VerifySignature(secret, header, body)
}

// otherQueue takes what is about no phone number: templates, accounts.
const otherQueue = "other"

// StoreProviderWebhook puts a verified body on disk with the jobs that apply
// it, one per phone number that it speaks of, so that each number's items are
// applied in the order in which they came.
func (s *Service) StoreProviderWebhook(ctx context.Context, realm Realm, body []byte) error {
	queues := ingestQueues(body)
	return s.db.Update(store.Urgent(ctx), queues[0], func(tx *store.Tx) error {
		tx.InsertProviderWebhook(JobIngest, string(realm), body, queues)
		return nil
	})
}

func ingestQueues(body []byte) []string {
	if ids := whatsapp.PhoneNumberIDs(body); len(ids) > 0 {
		return ids
	}
	return []string{otherQueue}
}

// ingestBytes bounds what one transaction applies, so that it does not hold up
// the writer for long: about 40 items.
const ingestBytes = 24 << 10

// Ingest applies a batch of jobs of one queue, in order, each together with its
// completion in one transaction: each item takes effect exactly once.
func (s *Service) Ingest(ctx context.Context, batch []store.Job) error {
	bodies, err := s.bodies(ctx, batch)
	if err != nil {
		return err
	}
	for from, to := 0, 0; from < len(batch); from = to {
		for size := 0; to < len(batch) && (to == from || size+len(bodies[to].Body) <= ingestBytes); to++ {
			size += len(bodies[to].Body)
		}
		if err := s.ingestSome(ctx, batch[from:to], bodies[from:to]); err != nil {
			return err
		}
	}
	return nil
}

// bodies reads what the jobs are to apply; a body that is gone is empty.
func (s *Service) bodies(ctx context.Context, batch []store.Job) ([]store.ProviderWebhook, error) {
	out := make([]store.ProviderWebhook, len(batch))
	err := s.db.View(ctx, func(tx *store.Tx) error {
		for i, j := range batch {
			id, err := strconv.ParseInt(j.Payload, 10, 64)
			if err != nil {
				return err
			}
			if out[i], _, err = tx.ProviderWebhook(id); err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}

func (s *Service) ingestSome(ctx context.Context, batch []store.Job, bodies []store.ProviderWebhook) error {
	err := s.ingest(ctx, batch, bodies, false)
	if err == nil || ctx.Err() != nil || isTransient(err) {
		return err
	}
	if len(batch) > 1 {
		// One of them spoils the batch: find it by applying each by itself.
		for i := range batch {
			if err := s.ingestSome(ctx, batch[i:i+1], bodies[i:i+1]); err != nil {
				return err
			}
		}
		return nil
	}
	return s.ingest(ctx, batch, bodies, true)
}

// isTransient tells failures that pass by themselves from those of an item.
func isTransient(err error) bool {
	e := crm.AsError(err)
	return e.Kind == crm.KindUnavailable || e.Kind == crm.KindConflict
}

// ingest applies the jobs' items. With spare set, an item that fails is
// recorded as a problem of its body and the others are applied all the same.
func (s *Service) ingest(ctx context.Context, batch []store.Job, bodies []store.ProviderWebhook, spare bool) error {
	return s.db.Update(ctx, s.lane(batch[0].Queue), func(tx *store.Tx) error {
		for i, j := range batch {
			if err := s.ingestOne(ctx, tx, j, bodies[i], spare); err != nil {
				return err
			}
			tx.FinishJob(j)
		}
		return nil
	})
}

// lane is the writer's key of a number: the one by which its messages are sent.
func (s *Service) lane(providerID string) string {
	if n, ok := s.routes.peek(providerID); ok {
		return n.ID
	}
	return providerID
}

func (s *Service) ingestOne(ctx context.Context, tx *store.Tx, j store.Job, w store.ProviderWebhook, spare bool) error {
	if len(w.Body) == 0 {
		return nil
	}
	id := w.ID
	in, err := whatsapp.Parse(w.Body)
	if err != nil {
		tx.MarkProviderWebhook(id, "quarantined", err.Error())
		return nil
	}
	first := ingestQueues(w.Body)[0]
	var problems []string
	for _, item := range in.Items {
		head := item.Common()
		if mine := head.PhoneNumberID == j.Queue || head.PhoneNumberID == "" && j.Queue == first; !mine {
			continue
		}
		problem, err := s.applyItem(ctx, tx, Realm(w.Account), item)
		if err != nil && !spare {
			return err
		}
		if err != nil {
			problem = "an item could not be applied"
			s.log.Error("an item of a provider webhook could not be applied", "webhook", id, "field", head.Field, "error", err)
		}
		if problem != "" {
			problems = append(problems, problem)
		}
	}
	if len(problems) > 0 {
		tx.MarkProviderWebhook(id, "partial", strings.Join(problems[:min(len(problems), 20)], "; "))
	}
	return nil
}

// applyItem applies one item. A problem is what keeps it from being understood
// or routed; the raw body stays stored for it.
func (s *Service) applyItem(ctx context.Context, tx *store.Tx, realm Realm, item whatsapp.Item) (problem string, err error) {
	switch item := item.(type) {
	case *whatsapp.StatusUpdate:
		number, ok, err := s.routed(ctx, tx, realm, item.PhoneNumberID)
		if err != nil || !ok {
			return unrouted(item.PhoneNumberID), err
		}
		return s.applyStatus(tx, number, item)
	case *whatsapp.IncomingMessage:
		number, ok, err := s.routed(ctx, tx, realm, item.PhoneNumberID)
		if err != nil || !ok {
			return unrouted(item.PhoneNumberID), err
		}
		return "", s.applyMessage(tx, number, item)
	case *whatsapp.TemplateUpdate:
		return s.applyTemplate(ctx, tx, realm, item)
	case *whatsapp.ValueError:
		s.log.Warn("the provider reports a fault of a number", "number", item.PhoneNumberID, "code", item.Error.Code)
		return "", nil
	case *whatsapp.Other:
		count(s.Metrics.ItemsUnsupported)
		if item.Problem != "" {
			return item.Name + ": " + item.Problem, nil
		}
	}
	return "", nil
}

func unrouted(phoneNumberID string) string { return "no phone number " + phoneNumberID + " here" }

var errUnrouted = errors.New("no such phone number here")

// routed finds the number that an item is about, if the webhook's signature
// vouches for it.
func (s *Service) routed(ctx context.Context, tx *store.Tx, realm Realm, providerID string) (crm.PhoneNumber, bool, error) {
	n, err := s.routes.get(providerID, func() (n crm.PhoneNumber, err error) {
		n, found, err := tx.PhoneNumberByProvider(providerID)
		if err == nil && !found {
			err = errUnrouted // an absence is not remembered
		}
		return n, err
	})
	found := err == nil
	if err != nil && !errors.Is(err, errUnrouted) {
		return n, false, err
	}
	if found {
		w, err := s.workspace(ctx, n.WorkspaceID)
		if err != nil {
			return n, false, err
		}
		found = realm.covers(w.Live, n.MessagingAccountID)
	}
	if !found {
		count(s.Metrics.ItemsUnrouted)
	}
	return n, found, nil
}

func (s *Service) applyTemplate(ctx context.Context, tx *store.Tx, realm Realm, u *whatsapp.TemplateUpdate) (string, error) {
	a, found, err := tx.MessagingAccountByProvider(u.WABAID)
	if err != nil {
		return "", err
	}
	if found {
		w, err := s.workspace(ctx, a.WorkspaceID)
		if err != nil {
			return "", err
		}
		found = realm.covers(w.Live, a.ID)
	}
	if !found {
		count(s.Metrics.ItemsUnrouted)
		return "no messaging account " + u.WABAID + " here", nil
	}
	t, found, err := tx.TemplateByProvider(a.ID, u.ProviderID)
	if err != nil {
		return "", err
	}
	if !found {
		return "template " + u.ProviderID + " is not mirrored yet", nil
	}
	after := t
	after.UpdatedAt = tx.Now()
	if u.Status != "" {
		after.Status, after.Reason = u.Status, u.Reason
	}
	if u.Quality != "" {
		after.Quality = u.Quality
	}
	if u.Category != "" {
		after.Category = u.Category
	}
	return "", s.saveTemplate(tx, t, after)
}
