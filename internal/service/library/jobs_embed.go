package library

import (
	"time"

	"service.example/crm/internal/jobs"
)

// EmbedKnowledge gives passages their vectors, one run per workspace at a time.
// It is never given up: without vectors, passages are found by their words.
func EmbedKnowledge(svc *Library) jobs.Kind {
	return jobs.Kind{Name: jobEmbedKnowledge, Concurrency: 2, Hold: 1024, Timeout: 5 * time.Minute, Handle: svc.embeds.Handle}
}
