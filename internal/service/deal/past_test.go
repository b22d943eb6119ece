package deal_test

import (
	"context"
	"fmt"
	"maps"
	"time"

	"service.example/crm/internal/crm"
)

// checkForecast holds the forecasts and the board of a moment against the history.
func (q *quarter) checkForecast(past map[string][]state, at time.Time) {
	q.t.Helper()
	for _, p := range q.pipelines {
		for _, by := range []crm.ForecastGroup{crm.ForecastByStage, crm.ForecastByMonth, crm.ForecastByOwner, crm.ForecastByCategory} {
			for _, owner := range []string{"", crm.ForecastNone, q.owners[0]} {
				f, err := q.room.Forecast(context.Background(), q.actor, crm.ForecastQuery{PipelineID: p.ID, GroupBy: by, OwnerID: owner, At: &at})
				q.Must(err)
				got := map[string]string{}
				for _, g := range f.Groups {
					for _, l := range g.Lines {
						got[g.Group+" "+l.Currency] = fmt.Sprint(l.Deals, " ", l.Minor, " ", l.Weighted)
					}
				}
				if want := q.forecast(past, p, by, owner, at.UnixMilli()+1); !maps.Equal(got, want) {
					q.t.Fatalf("%s at %v by %s of %q is %v, the history has %v", p.Name, at, by, owner, got, want)
				}
			}
		}
		board, err := q.room.BoardAt(context.Background(), q.actor, p.ID, "", at, crm.Page{Limit: 200})
		q.Must(err)
		shown, want := map[string]int64{}, map[string]int64{}
		for _, c := range board {
			for _, d := range c.Deals.Items {
				if shown[d.ID]++; d.Amount != nil {
					shown[d.ID+d.StageID+d.Currency] = *d.Amount
				}
			}
			if n, _ := c.Count(); n != int64(len(c.Deals.Items)) {
				q.t.Fatalf("%s at %v has %d deals on %s, and shows %d", p.Name, at, n, c.Stage.Name, len(c.Deals.Items))
			}
		}
		for id, list := range past {
			if s, ok := before(list, at.UnixMilli()+1); ok && q.pipelineOf(s.stage) == p.ID {
				if want[id]++; s.currency != "" {
					want[id+s.stage+s.currency] = s.minor
				}
			}
		}
		if !maps.Equal(shown, want) {
			q.t.Fatalf("the board of %s at %v shows %v, the history has %v", p.Name, at, shown, want)
		}
	}
}

// forecast counts a forecast one by one.
func (q *quarter) forecast(past map[string][]state, p crm.Pipeline, by crm.ForecastGroup, owner string, at int64) map[string]string {
	sums := map[string][3]int64{}
	for _, list := range past {
		s, ok := before(list, at)
		if !ok || s.kind != crm.StageOpen || q.pipelineOf(s.stage) != p.ID || owner == crm.ForecastNone && s.owner != "" || owner != "" && owner != crm.ForecastNone && s.owner != owner {
			continue
		}
		stage, _ := p.Stage(s.stage)
		of := map[crm.ForecastGroup]string{crm.ForecastByStage: s.stage, crm.ForecastByMonth: s.close, crm.ForecastByOwner: s.owner, crm.ForecastByCategory: s.category}[by]
		if by == crm.ForecastByMonth && of != "" {
			of = of[:7]
		}
		if by == crm.ForecastByCategory && of == "" {
			of = string(stage.Forecast)
		}
		was := sums[of+" "+s.currency]
		sums[of+" "+s.currency] = [3]int64{was[0] + 1, was[1] + s.minor, was[2] + s.minor*int64(stage.Probability)}
	}
	out := map[string]string{}
	for key, s := range sums {
		out[key] = fmt.Sprint(s[0], " ", s[1], " ", s[2])
	}
	return out
}
