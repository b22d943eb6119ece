package inbound

import (
	"context"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/message"
)

// reprocessPage bounds how many bodies are read at once.
const reprocessPage = 100

// PendingWebhooks counts the stored bodies, received since the time, of which
// parts were not applied, by their state.
func (s *Inbound) PendingWebhooks(ctx context.Context, since time.Time) (map[string]int, error) {
	out := map[string]int{}
	for after := int64(0); ; {
		var page []PendingWebhook
		err := s.db.View(ctx, func(tx *db.Tx) (err error) {
			page, err = PendingWebhooks(tx, since, after, reprocessPage)
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
func (s *Inbound) Reprocess(ctx context.Context, since time.Time, after int64) (count int, next int64, err error) {
	err = s.db.Update(ctx, "reprocess", func(tx *db.Tx) error {
		page, err := PendingWebhooks(tx, since, after, reprocessPage)
		if err != nil {
			return err
		}
		count, next = len(page), after
		for _, w := range page {
			next = w.ID
			ref := bodyRef{w.WorkspaceID, w.ID}
			bodies, err := providerWebhooks(tx, []bodyRef{ref})
			if err != nil {
				return err
			}
			queues, err := s.ingestQueues(ctx, bodies[ref])
			if err != nil {
				return err
			}
			if err := applyAgain(tx, message.JobIngest, w, queues); err != nil {
				return err
			}
		}
		return nil
	})
	return count, next, err
}

// Reprocessing counts the jobs of Reprocess that have not been done yet.
func (s *Inbound) Reprocessing(ctx context.Context) (n int64, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { n, err = countAgain(tx, message.JobIngest); return err })
	return n, err
}
