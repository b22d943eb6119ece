package report

import (
	"fmt"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// place is where facts are added up.
type place struct {
	metric crm.Metric
	crm.Slice
	span time.Duration
	at   int64
	part string
}

// String says where it is, for the operator; what it goes not by is left out.
func (p place) String() string {
	text := fmt.Sprintf("report %s, %s of %s", p.metric, p.span, db.At(p.at).UTC().Format("2006-01-02T15:04Z"))
	for _, of := range [][2]string{{string(p.Kind), p.Value}, {"number", p.PhoneNumberID}, {"part", p.part}} {
		if of[0] != "" && of[1] != "" {
			text += ", " + of[0] + " " + of[1]
		}
	}
	return text
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
