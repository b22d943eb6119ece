package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

// AttemptStatistics tell how attempts went.
type AttemptStatistics struct {
	Attempts         int64                      `json:"attempts" doc:"Number of calls."`
	Succeeded        int64                      `json:"succeeded" doc:"Calls that the receiver answered with 2xx."`
	SuccessRate      *float64                   `json:"successRate" doc:"succeeded / attempts; null if there were no attempts."`
	DeliveriesFailed int64                      `json:"deliveriesFailed" doc:"Deliveries that were given up."`
	LatencyP50Ms     float64                    `json:"latencyP50Ms" doc:"Median in milliseconds, estimated from ranges: 1, 2, 5, 10, 20, 50 … 30,000 ms."`
	LatencyP99Ms     float64                    `json:"latencyP99Ms" doc:"99th percentile in milliseconds, estimated in the same way."`
	ByClass          map[crm.AttemptClass]int64 `json:"byClass" doc:"Attempts by result: succeeded, redirect, client_error, server_error, timeout, connection, dns, tls, forbidden, own_network (our DNS server or proxy), other."`
}

// HourStatistics are those of one hour.
type HourStatistics struct {
	Hour time.Time `json:"hour" doc:"Beginning of the hour."`
	AttemptStatistics
}

// EndpointBacklog is what waits for a receiver.
type EndpointBacklog struct {
	Waiting          int64      `json:"waiting" doc:"Events that wait for their next attempt or were not reached yet. For a busy receiver, this may include events of the last few seconds."`
	AtLeast          bool       `json:"atLeast" doc:"true: there are more than the number shown."`
	OldestEventID    *string    `json:"oldestEventId" doc:"The event that has waited longest; null if none waits."`
	OldestAgeSeconds *int64     `json:"oldestAgeSeconds" doc:"How long it has waited; null if none waits."`
	OldestCreatedAt  *time.Time `json:"oldestCreatedAt" doc:"When the event happened; null if none waits."`
}

// EndpointStatistics tell how deliveries to a receiver went.
type EndpointStatistics struct {
	Since   time.Time         `json:"since" doc:"Beginning of the first hour."`
	Until   time.Time         `json:"until" doc:"End of the last hour."`
	Total   AttemptStatistics `json:"total" doc:"Total of all hours."`
	Hours   []HourStatistics  `json:"hours" nullable:"false" doc:"Hours with attempts, oldest first."`
	Backlog EndpointBacklog   `json:"backlog" doc:"The current backlog; empty if the endpoint is disabled."`
}

type (
	statisticsInput struct {
		EndpointInput
		Since time.Time `query:"since" doc:"Rounded down to a full hour. By default 24 hours before until; at most 90 days ago."`
		Until time.Time `query:"until" doc:"Rounded up to a full hour; now by default."`
	}
	statisticsOutput struct{ Body EndpointStatistics }
)

func statisticsRoutes(s *Server) {
	register(s, operation{id: "get-webhook-endpoint-statistics", method: http.MethodGet, path: "/v1/webhook-endpoints/{id}/statistics", tag: endpointsTag, errors: []int{404},
		scope: crm.ScopeWebhooksRead, whole: true, summary: "Get a webhook endpoint's statistics", description: "The results of attempts, in total and by hour, and the current backlog."},
		func(ctx context.Context, a crm.Actor, in *statisticsInput) (*statisticsOutput, error) {
			st, err := s.svc.Event.EndpointStatistics(ctx, a, in.ID, timeOrNone(in.Since), timeOrNone(in.Until))
			if err != nil {
				return nil, err
			}
			return &statisticsOutput{renderStatistics(st)}, nil
		})
}

func renderStatistics(st crm.EndpointStatistics) EndpointStatistics {
	out := EndpointStatistics{Since: st.Since, Until: st.Until, Total: renderCounts(st.Total), Hours: make([]HourStatistics, 0, len(st.Hours)),
		Backlog: EndpointBacklog{Waiting: st.Backlog.Waiting, AtLeast: st.Backlog.Capped}}
	for _, h := range st.Hours {
		out.Hours = append(out.Hours, HourStatistics{Hour: h.Hour, AttemptStatistics: renderCounts(h.AttemptCounts)})
	}
	if b := st.Backlog; b.Oldest != "" {
		age := int64(max(0, b.OldestAge).Seconds())
		out.Backlog.OldestEventID, out.Backlog.OldestCreatedAt, out.Backlog.OldestAgeSeconds = &b.Oldest, &b.OldestAt, &age
	}
	return out
}

func renderCounts(c crm.AttemptCounts) AttemptStatistics {
	milliseconds := func(share float64) float64 { return float64(c.Latency(share).Microseconds()) / 1000 }
	out := AttemptStatistics{Attempts: c.Attempts(), Succeeded: c.Succeeded(), DeliveriesFailed: c.DeliveriesFailed,
		LatencyP50Ms: milliseconds(.5), LatencyP99Ms: milliseconds(.99), ByClass: map[crm.AttemptClass]int64{}}
	if out.Attempts > 0 {
		rate := float64(out.Succeeded) / float64(out.Attempts)
		out.SuccessRate = &rate
	}
	for i, class := range crm.AttemptClasses {
		out.ByClass[class] = c.Classes[i]
	}
	return out
}
