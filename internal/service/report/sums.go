package report

import (
	"time"

	"service.example/crm/internal/crm"
)

// place is where facts are added up.
type place struct {
	metric crm.Metric
	crm.Slice
	span time.Duration
	at   int64
	part string
}

// sumsOf adds facts up, by every span and slice.
func sumsOf(list []*entry) map[place]*crm.Figure {
	sums := map[place]*crm.Figure{}
	for _, e := range list {
		for _, slice := range e.Slices() {
			for _, span := range crm.Spans {
				p := place{e.Metric, slice, span, e.At / span.Milliseconds() * span.Milliseconds(), e.Part}
				if sums[p] == nil {
					sums[p] = crm.NewFigure()
				}
				sums[p].AddFact(&e.Fact, e.sign)
			}
		}
	}
	return sums
}
