package app

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/search"
)

// followSearch keeps what is found by words up to date.
func (a *App) followSearch(ctx context.Context) error {
	return a.Service.Search.Follow(ctx, a.engine.Owner)
}

// lateIndex is how long nothing may be indexed that is in a log before the doctor
// warns.
const lateIndex = 5 * time.Minute

// search looks whether what is written can be found by its words.
func (c *checkup) search(ctx context.Context, base *db.DB) {
	lag, waiting, err := search.Lag(ctx, base)
	switch {
	case err != nil:
		c.check("search", err)
	case lag > lateIndex:
		c.warn("search", "%d workspaces have something that is not indexed yet, the oldest for %s; a running service indexes it", waiting, lag.Round(time.Second))
	case waiting > 0:
		c.note("search", "%d workspaces have something that is yet to be indexed", waiting)
	default:
		c.check("search", nil)
	}
}

type searchCollector struct {
	a            *App
	lag, waiting *prometheus.Desc
}

func (c *searchCollector) Describe(ch chan<- *prometheus.Desc) {
	ch <- c.lag
	ch <- c.waiting
}

func (c *searchCollector) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	lag, waiting, err := c.a.Service.Search.Lag(ctx)
	if err != nil {
		return
	}
	ch <- prometheus.MustNewConstMetric(c.lag, prometheus.GaugeValue, lag.Seconds())
	ch <- prometheus.MustNewConstMetric(c.waiting, prometheus.GaugeValue, float64(waiting))
}
