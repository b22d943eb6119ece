package service

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
)

const (
	// portionBytes bounds the bodies of a number that are taken apart at a time.
	// In memory a body may become many times as large as it came. A larger one is
	// taken apart alone, and no other large one beside it, of any number.
	portionBytes = 256 << 10
	// largeAtOnce is how many large bodies are taken apart at a time.
	largeAtOnce = 1
	// maxBegun is how often a large body is begun whose application never ended.
	maxBegun = 2
)

// bodySizes are the sizes of the bodies of the jobs; 0 of one that is gone.
func (s *Service) bodySizes(ctx context.Context, batch []store.Job) ([]int, error) {
	sizes, places := make([]int, len(batch)), map[int64][]int{}
	var missing []int64
	for i, j := range batch {
		job, err := store.ParseWebhookJob(j)
		if err != nil {
			return nil, err
		}
		if w, known := s.bodies.get(job.WebhookID); known {
			sizes[i] = len(w.Body)
			continue
		}
		if places[job.WebhookID] == nil {
			missing = append(missing, job.WebhookID)
		}
		places[job.WebhookID] = append(places[job.WebhookID], i)
	}
	if len(missing) == 0 {
		return sizes, nil
	}
	var found map[int64]int
	err := s.db.View(ctx, func(tx *store.Tx) (err error) { found, err = tx.ProviderWebhookSizes(missing); return err })
	for id, size := range found {
		for _, i := range places[id] {
			sizes[i] = size
		}
	}
	return sizes, err
}

// ingestLarge applies a body that is large enough to do harm. That it begins is
// on disk first: a body in the course of which the process ended twice is set
// aside, so that it does not end it at every start.
func (s *Service) ingestLarge(ctx context.Context, j store.Job, size int) error {
	begun, err := s.db.BeginLargeBody(ctx, j)
	if err != nil {
		return err
	}
	if begun > maxBegun {
		return s.setAside(ctx, j, size)
	}
	err = s.ingestJobs(ctx, []store.Job{j})
	if err != nil { // the process lives: this was no end
		_ = s.db.Update(context.WithoutCancel(ctx), j.Key, func(tx *store.Tx) error { tx.EndLargeBody(j); return nil })
	}
	return err
}

func (s *Service) setAside(ctx context.Context, j store.Job, size int) error {
	job, err := store.ParseWebhookJob(j)
	if err != nil {
		return err
	}
	s.log.Error("a body of the provider was set aside: the process ended twice while it was applied", "webhook", job.WebhookID, "number", j.Queue, "bytes", size)
	return s.db.Update(ctx, j.Key, func(tx *store.Tx) error {
		owners, err := s.ownersOf(ctx, tx, job)
		if err != nil {
			return err
		}
		for _, n := range owners {
			tx.RaiseNotice(crm.HealthNotice{WorkspaceID: n.WorkspaceID, PhoneNumberID: n.ID, Kind: crm.HealthUnapplied, Severity: crm.SeverityWarning, LastSeen: tx.Now(), Count: 1,
				Detail: fmt.Sprintf("A webhook of %d bytes was set aside and is not applied: the service ended twice while it was at it.", size)}, true)
		}
		tx.MarkProviderWebhook(job.WebhookID, store.WebhookQuarantined, "the process ended twice while it was applied", store.Parts{{Length: size}})
		tx.EndLargeBody(j)
		tx.FinishJob(j)
		return nil
	})
}

// ownersOf are the numbers that lose something with a body that is not read: the
// one of the job, else those of the account whose secret signed it.
func (s *Service) ownersOf(ctx context.Context, tx *store.Tx, job store.WebhookJob) ([]crm.PhoneNumber, error) {
	found, err := tx.ProviderWebhooks([]int64{job.WebhookID})
	if err != nil {
		return nil, err
	}
	realm := Realm(found[job.WebhookID].Account)
	n, err := s.route(tx, job.Queue)
	if err == nil {
		covered, err := s.covered(ctx, realm, n.WorkspaceID, n.MessagingAccountID)
		if err != nil || covered {
			return []crm.PhoneNumber{n}, err
		}
	} else if !errors.Is(err, errUnrouted) {
		return nil, err
	}
	if account, own := strings.CutPrefix(string(realm), accountRealm); own {
		return tx.PhoneNumbersOfAccount(account)
	}
	return nil, nil
}
