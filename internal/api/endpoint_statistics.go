package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

// AttemptStatistics tell how attempts went.
type AttemptStatistics struct {
	Attempts         int64                      `json:"attempts" doc:"Calls that were made."`
	Succeeded        int64                      `json:"succeeded" doc:"Calls that the receiver answered with 2xx."`
	SuccessRate      *float64                   `json:"successRate" doc:"succeeded / attempts; null without attempts."`
	DeliveriesFailed int64                      `json:"deliveriesFailed" doc:"Deliveries that ended without success."`
	LatencyP50Ms     float64                    `json:"latencyP50Ms" doc:"Estimated from counts by ranges: 1, 2, 5, 10, 20, 50 … 30,000 ms."`
	LatencyP99Ms     float64                    `json:"latencyP99Ms" doc:"99 % of the calls took at most this long, in milliseconds; estimated in the same way."`
	ByClass          map[crm.AttemptClass]int64 `json:"byClass" doc:"Attempts by what came of them: succeeded, redirect, client_error, server_error, timeout, connection, dns, tls, forbidden, own_network (our name server or proxy), other."`
}

// HourStatistics are those of one hour.
type HourStatistics struct {
	Hour time.Time `json:"hour" doc:"Its beginning."`
	AttemptStatistics
}

// EndpointBacklog is what waits for a receiver.
type EndpointBacklog struct {
	Waiting          int64      `json:"waiting" doc:"Events that it is behind: they wait for their next attempt, or it has not come to them. The last seconds of a busy receiver may still count."`
	AtLeast          bool       `json:"atLeast" doc:"There are more than were counted."`
	OldestEventID    *string    `json:"oldestEventId" doc:"The event that waits longest; null if none waits."`
	OldestAgeSeconds *int64     `json:"oldestAgeSeconds" doc:"How long it has been waiting; null if none waits."`
	OldestCreatedAt  *time.Time `json:"oldestCreatedAt" doc:"When it happened; null if none waits."`
}

// EndpointStatistics tell how deliveries to a receiver went.
type EndpointStatistics struct {
	Since   time.Time         `json:"since" doc:"Beginning of the first hour."`
	Until   time.Time         `json:"until" doc:"End of the last hour."`
	Total   AttemptStatistics `json:"total" doc:"The sum over all hours."`
	Hours   []HourStatistics  `json:"hours" nullable:"false" doc:"Hours with attempts, oldest first."`
	Backlog EndpointBacklog   `json:"backlog" doc:"As it is now; empty for a receiver that is disabled."`
}

type (
	statisticsInput struct {
		EndpointInput
		Since time.Time `query:"since" doc:"Rounded down to a whole hour; 24 hours before until by default, at most 90 days ago."`
		Until time.Time `query:"until" doc:"Rounded up to a whole hour; now by default."`
	}
	statisticsOutput struct{ Body EndpointStatistics }
)

func (s *Server) statisticsRoutes() {
	register(s, operation{id: "get-webhook-endpoint-statistics", method: http.MethodGet, path: "/v1/webhook-endpoints/{id}/statistics", tag: endpointsTag, errors: []int{404},
		scope: crm.ScopeWebhooksRead, summary: "Get a webhook endpoint's statistics", description: "How attempts went, in all and by hour, and what waits."},
		func(ctx context.Context, a crm.Actor, in *statisticsInput) (*statisticsOutput, error) {
			st, err := s.svc.EndpointStatistics(ctx, a, in.ID, timeOrNone(in.Since), timeOrNone(in.Until))
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
