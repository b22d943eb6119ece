package event

import (
	"time"

	"service.example/crm/internal/jobs"
)

// Redeliver goes on with bulk redeliveries, one at a time per endpoint. It never
// gives one up: what has failed is tried again.
func Redeliver(svc *Events) jobs.Kind {
	return jobs.Kind{Name: jobRedeliver, Concurrency: 8, Hold: 256, Timeout: time.Minute, Handle: svc.redeliveries.Handle}
}
