package event

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const (
	// statisticsDefault is what statistics are about where nothing is asked for.
	statisticsDefault = 24 * time.Hour
	// backlogLimit bounds what is counted of a backlog.
	backlogLimit = 10_000
)

// EndpointStatistics tells how deliveries to an endpoint went between two times,
// by whole hours; nil stands for the last 24 hours. It reads kept counts only.
func (s *Events) EndpointStatistics(ctx context.Context, actor crm.Actor, id string, since, until *time.Time) (out crm.EndpointStatistics, err error) {
	if err := actor.Require(crm.ScopeWebhooksRead); err != nil {
		return out, err
	}
	now := s.now()
	out.Until = now
	if until != nil {
		out.Until = *until
	}
	out.Since = out.Until.Add(-statisticsDefault)
	if since != nil {
		out.Since = *since
	}
	var f crm.Faults
	if out.Until.After(crm.LastTime) {
		f.Add("until", crm.CodeOutOfRange, "until lies after 9998.")
	}
	if out.Until.Before(out.Since) {
		f.Add("until", crm.CodeOutOfRange, "until lies before since.")
	}
	if out.Since.Before(now.Add(-crm.StatisticsLife)) {
		f.Add("since", crm.CodeOutOfRange, "since lies more than 90 days back; counts are kept for as long.")
	}
	if err := f.Err(); err != nil {
		return out, err
	}
	out.Since, out.Until = out.Since.UTC().Truncate(time.Hour), out.Until.UTC().Add(time.Hour-1).Truncate(time.Hour)
	err = s.db.View(ctx, func(tx *db.Tx) error {
		e, err := webhookEndpointView(tx, actor.WorkspaceID, id)
		if err != nil {
			return err
		}
		if out.Hours, err = endpointHours(tx, actor.WorkspaceID, id, out.Since, out.Until); err != nil || !e.Enabled {
			return err // a disabled endpoint misses what comes: nothing waits
		}
		out.Backlog, err = backlog(tx, &e, backlogLimit)
		return err
	})
	out.Total = crm.NewAttemptCounts()
	for _, h := range out.Hours {
		out.Total.Add(h.AttemptCounts)
	}
	return out, err
}
