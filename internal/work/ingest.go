package work

import (
	"context"

	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
)

// ingestBatch is how many provider webhooks of one phone number share a
// transaction at most.
const ingestBatch = 128

// Ingest applies what the provider posted, in order per phone number, many
// bodies in one transaction when they wait.
func Ingest(svc *service.Service) jobs.Kind {
	return jobs.Kind{
		Name: service.JobIngest, Concurrency: 16, Batch: ingestBatch, Hold: 8192,
		Handle: func(ctx context.Context, batch []store.Job) error { return svc.Ingest(ctx, batch) },
	}
}
