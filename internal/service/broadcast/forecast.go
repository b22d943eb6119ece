package broadcast

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/charge"
	"service.example/crm/internal/service/template"
)

const (
	// forecastPatience is how long a forecast waits for the audience to be expanded, and
	// forecastLook how often it looks.
	forecastPatience = 5 * time.Second
	forecastLook     = 20 * time.Millisecond
)

// Forecast says what sending a broadcast would come to, at list price and as things are
// now. It waits a while for the audience to be expanded; Prepared says whether it is.
func (s *Broadcasts) Forecast(ctx context.Context, actor crm.Actor, id string) (out crm.BroadcastForecast, err error) {
	b, err := s.Broadcast(ctx, actor, id)
	for began := time.Now(); err == nil && b.PreparedAt == nil && !b.Run.Ended() && time.Since(began) < forecastPatience; {
		select {
		case <-ctx.Done():
			return out, ctx.Err()
		case <-time.After(forecastLook):
		}
		b, err = s.Broadcast(ctx, actor, id)
	}
	if err != nil {
		return out, err
	}
	t, err := s.templateOf(ctx, b, b.Template)
	if err != nil {
		return out, err
	}
	at := s.db.Source().Now() // the prices of the day on which it starts
	if b.ScheduledAt != nil && b.ScheduledAt.After(at) {
		at = *b.ScheduledAt
	}
	out = crm.BroadcastForecast{Recipients: b.Counts.Recipients(), Currency: Currency(b), Prepared: b.PreparedAt != nil, HeldOut: b.Counts.HeldOut}
	var prices charge.Prices
	var volumes []int64
	var clocks crm.BroadcastClocks
	var places []crm.BroadcastZone
	begins := at
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if prices, err = s.charge.Prices(tx, b.WorkspaceID, out.Currency); err != nil {
			return err
		}
		if out.Excluded, err = exclusions(tx, b); err == nil {
			out.Markets, err = markets(tx, b)
		}
		if err == nil && t != nil {
			volumes, err = s.charge.Volumes(tx, b.WorkspaceID, out.Currency, categoryOf(t), at, marketNames(out.Markets))
		}
		if err == nil {
			out.Test, err = planOf(tx, b)
		}
		if err == nil && b.Timed() {
			if clocks, err = clocksOf(tx, b); err == nil {
				places, err = zones(tx, b)
			}
		}
		if err == nil && b.Delivery.TimeZone == crm.ZoneOfRecipient {
			if begins, err = beginsAt(tx, b); begins.Before(tx.Now()) {
				begins = tx.Now()
			}
		}
		return err
	})
	if err != nil {
		return out, err
	}
	if t != nil {
		out.Category = t.Category
		if err := s.arrived(ctx, b, t, &out); err != nil {
			return out, err
		}
		for i, m := range out.Markets {
			out.Markets[i].Prices = prices.Steps(m.Market, categoryOf(t), at, volumes[i])
			if _, card := prices.In(m.Market, categoryOf(t), at); out.RateCard == "" {
				out.RateCard = card
			}
		}
	}
	out.Charge()
	var f crm.Faults
	n, err := s.number(ctx, b.WorkspaceID, b.PhoneNumberID, &f)
	out.Throughput = int64(s.account.Throughput(ctx, b.WorkspaceID, b.PhoneNumberID))
	out.Seconds = (out.Recipients + out.Throughput - 1) / out.Throughput
	out.LastAt = begins.Add(time.Duration(out.Seconds) * time.Second)
	if b.Timed() && b.Counts.Queued > 0 && b.StartedAt == nil {
		out.Waiting, out.LastAt = clocks.Plan(places, begins, out.Throughput)
		out.Seconds = int64((out.LastAt.Sub(begins) + time.Second - 1) / time.Second)
	}
	out.Limit = crm.MessagingLimitSize(n.MessagingLimit)
	return out, err
}

func marketNames(list []crm.MarketForecast) []string {
	out := make([]string, len(list))
	for i, m := range list {
		out[i] = m.Market
	}
	return out
}

// arrived finds out which part of the messages of a template was delivered so far.
func (s *Broadcasts) arrived(ctx context.Context, b crm.Broadcast, t *crm.Template, out *crm.BroadcastForecast) error {
	var id string
	err := s.db.View(ctx, func(tx *db.Tx) (err error) {
		id, err = template.IDOf(tx, b.WorkspaceID, t.MessagingAccountID, t.Name, t.Language)
		return err
	})
	if err != nil || id == "" {
		return err
	}
	past, err := s.statistics.OfTemplate(ctx, crm.Insider(b.WorkspaceID, crm.ActorSystem, false), id, "", "")
	if err != nil {
		return err
	}
	out.Arrived = crm.ArrivedOf(past.TemplateCount)
	for _, d := range past.Days {
		if part := crm.ArrivedOf(d.TemplateCount); part != nil && out.Arrived != nil && (out.BestArrived == nil || *part < *out.BestArrived) {
			out.BestArrived = part
		}
	}
	if out.BestArrived == nil {
		out.BestArrived = out.Arrived
	}
	return nil
}
