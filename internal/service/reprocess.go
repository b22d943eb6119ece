package service

import (
	"context"
	"time"

	"service.example/crm/internal/store"
)

// reprocessPage bounds how many bodies are read at once.
const reprocessPage = 100

// PendingWebhooks counts the stored bodies, received since the time, of which
// parts were not applied, by their state.
func (s *Service) PendingWebhooks(ctx context.Context, since time.Time) (map[string]int, error) {
	out := map[string]int{}
	for after := int64(0); ; {
		var page []store.PendingWebhook
		err := s.db.View(ctx, func(tx *store.Tx) (err error) {
			page, err = tx.PendingWebhooks(since, after, reprocessPage)
			return err
		})
		if err != nil || len(page) == 0 {
			return out, err
		}
		for _, w := range page {
			out[w.State]++
			after = w.ID
		}
	}
}

// Reprocess makes the jobs that apply anew what was not applied of the next
// bodies after the identifier, and returns how many bodies and the identifier
// to go on from; 0 bodies is the end. The jobs do with today's understanding
// what was not possible when the bodies came; what has been applied stays
// untouched.
func (s *Service) Reprocess(ctx context.Context, since time.Time, after int64) (count int, next int64, err error) {
	err = s.db.Update(ctx, "reprocess", func(tx *store.Tx) error {
		page, err := tx.PendingWebhooks(since, after, reprocessPage)
		if err != nil {
			return err
		}
		count, next = len(page), after
		for _, w := range page {
			next = w.ID
			bodies, err := tx.ProviderWebhooks([]int64{w.ID})
			if err != nil {
				return err
			}
			queues, err := s.ingestQueues(ctx, bodies[w.ID])
			if err != nil {
				return err
			}
			if err := tx.ApplyAgain(JobIngest, w, queues); err != nil {
				return err
			}
		}
		return nil
	})
	return count, next, err
}

// Reprocessing counts the jobs of Reprocess that have not been done yet.
func (s *Service) Reprocessing(ctx context.Context) (n int64, err error) {
	err = s.db.View(ctx, func(tx *store.Tx) (err error) { n, err = tx.CountAgain(JobIngest); return err })
	return n, err
}
