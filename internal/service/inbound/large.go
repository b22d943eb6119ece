package inbound

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/account"
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
func (s *Inbound) bodySizes(ctx context.Context, batch []jobs.Job) ([]int, error) {
	sizes, places := make([]int, len(batch)), map[bodyRef][]int{}
	var missing []bodyRef
	for i, j := range batch {
		job, err := parseWebhookJob(j)
		if err != nil {
			return nil, err
		}
		if w, known := s.bodies.get(job.body()); known {
			sizes[i] = len(w.Body)
			continue
		}
		if places[job.body()] == nil {
			missing = append(missing, job.body())
		}
		places[job.body()] = append(places[job.body()], i)
	}
	if len(missing) == 0 {
		return sizes, nil
	}
	var found map[bodyRef]int
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { found, err = providerWebhookSizes(tx, missing); return err })
	for ref, size := range found {
		for _, i := range places[ref] {
			sizes[i] = size
		}
	}
	return sizes, err
}

// ingestLarge applies a body that is large enough to do harm. That it begins is
// on disk first: a body in the course of which the process ended twice is set
// aside, so that it does not end it at every start.
func (s *Inbound) ingestLarge(ctx context.Context, j jobs.Job, size int) error {
	begun, err := BeginLargeBody(ctx, s.db, j)
	if err != nil {
		return err
	}
	if begun > maxBegun {
		return s.setAside(ctx, j, size)
	}
	err = s.ingestJobs(ctx, []jobs.Job{j})
	if err != nil { // the process lives: this was no end
		_ = s.db.Update(context.WithoutCancel(ctx), j.Key, func(tx *db.Tx) error { endLargeBody(tx, j); return nil })
	}
	return err
}

func (s *Inbound) setAside(ctx context.Context, j jobs.Job, size int) error {
	job, err := parseWebhookJob(j)
	if err != nil {
		return err
	}
	s.log.Error("set aside a body from the provider: the process crashed twice while applying it", "webhook", job.WebhookID, "number", j.Queue, "bytes", size)
	return s.db.Update(ctx, j.Key, func(tx *db.Tx) error {
		owners, err := s.ownersOf(ctx, tx, job)
		if err != nil {
			return err
		}
		for _, n := range owners {
			account.RaiseNotice(tx, crm.HealthNotice{WorkspaceID: n.WorkspaceID, PhoneNumberID: n.ID, Kind: crm.HealthUnapplied, Severity: crm.SeverityWarning, LastSeen: tx.Now(), Count: 1,
				Detail: fmt.Sprintf("A webhook of %d bytes was set aside and is not applied: the service ended twice while it was at it.", size)}, true)
		}
		markProviderWebhook(tx, job.body(), WebhookQuarantined, "the process ended twice while it was applied", Parts{{Length: size}})
		endLargeBody(tx, j)
		jobs.FinishJob(tx, j)
		return nil
	})
}

// ownersOf are the numbers that lose something with a body that is not read: the
// one of the job, else those of the account whose secret signed it.
func (s *Inbound) ownersOf(ctx context.Context, tx *db.Tx, job webhookJob) ([]crm.PhoneNumber, error) {
	found, err := providerWebhooks(tx, []bodyRef{job.body()})
	if err != nil {
		return nil, err
	}
	realm := account.Realm(found[job.body()].Account)
	n, err := s.account.Route(tx, job.Queue)
	if err == nil {
		covered, err := s.covered(ctx, realm, n.WorkspaceID, n.MessagingAccountID)
		if err != nil || covered {
			return []crm.PhoneNumber{n}, err
		}
	} else if !errors.Is(err, account.ErrUnrouted) {
		return nil, err
	}
	if acc, own := strings.CutPrefix(string(realm), account.AccountRealmPrefix); own {
		return account.PhoneNumbersOfRealm(tx, acc)
	}
	return nil, nil
}
