package library

import (
	"time"

	"service.example/crm/internal/jobs"
)

// IndexKnowledge makes passages of sources of knowledge, one run per source at
// a time.
func IndexKnowledge(svc *Library) jobs.Kind {
	return jobs.Kind{Name: jobIndexKnowledge, Concurrency: 2, Hold: 1024, Timeout: 5 * time.Minute, MaxAttempts: 8, Handle: svc.indexes.Handle, GiveUp: svc.indexes.GiveUp}
}
