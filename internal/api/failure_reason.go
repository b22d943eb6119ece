package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/message"
)

// FailureReasons explain every code of the provider.
type FailureReasons struct {
	Data []crm.FailureReason `json:"data" nullable:"false" doc:"One for each code, in the order of the codes. Some codes stand for a range."`
}

type failureReasonsOutput struct{ Body FailureReasons }

func failureReasonRoutes(s *Server) {
	register(s, operation{id: "list-failure-reasons", method: http.MethodGet, path: "/v1/failure-reasons", tag: messagesTag,
		scope: crm.ScopeMessagesRead, summary: "List reasons of failures", description: "Why the provider refuses or does not deliver messages, in plain words: what to do next, and whether the same may be sent again. A message that failed has its own one as failureReason."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*failureReasonsOutput, error) {
			list, err := message.Reasons(ctx, a)
			return &failureReasonsOutput{FailureReasons{list}}, err
		})
	failureRoutes(s)
}

// WriteFailureReasons writes the table of docs/failures.md.
func WriteFailureReasons(list []crm.FailureReason) string {
	var b strings.Builder
	for _, r := range list {
		again := map[crm.RetryAdvice]string{crm.RetryNever: "Do not send it again.", crm.RetryMended: "Send it again once that is done.", crm.RetryLater: "Send it again later.", crm.RetrySafe: "It may be sent again at once."}[r.Retry]
		if r.RetryAfterSeconds > 0 {
			again = fmt.Sprintf("Send it again after %s at least.", words(time.Duration(r.RetryAfterSeconds)*time.Second))
		}
		fmt.Fprintf(&b, "### %d: %s\n\n%s %s *%s*\n\n", r.ProviderCode, r.Title, r.Cause, r.NextAction, again)
	}
	return b.String()
}

// words is a time in whole minutes or hours.
func words(d time.Duration) string {
	n, unit := int(d/time.Minute), "minute"
	if d >= time.Hour {
		n, unit = int(d/time.Hour), "hour"
	}
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprint(n, " ", unit)
}
