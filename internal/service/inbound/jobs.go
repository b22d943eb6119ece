package inbound

import (
	"context"

	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/message"
)

// ingestBatch is how many provider webhooks of one phone number share a
// transaction at most.
const ingestBatch = 128

// Ingest applies what the provider posted, in order per phone number, many
// bodies in one transaction when they wait.
func Ingest(svc *Inbound) jobs.Kind {
	return jobs.Kind{
		Name: message.JobIngest, Concurrency: 16, Batch: ingestBatch, Hold: 8192,
		Handle: func(ctx context.Context, batch []jobs.Job) error { return svc.Ingest(ctx, batch) },
	}
}
