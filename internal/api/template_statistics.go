package api

import (
	"context"
	"net/http"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/templatestats"
)

// TemplateCount is what became of messages of a template.
type TemplateCount struct {
	Sent      int64 `json:"sent" doc:"Messages that the provider took."`
	Delivered int64 `json:"delivered" doc:"Messages that reached the contact's phone; read ones among them."`
	Read      int64 `json:"read" doc:"Messages that were read. Contacts can switch this off, so there may be more."`
	Tapped    int64 `json:"tapped" doc:"Messages of which the contact tapped a quick-reply button. The provider does not tell of taps on links and phone numbers."`
	Answered  int64 `json:"answered" doc:"Messages after which the contact wrote within 72 hours, unless another template came in between."`
	Failed    int64 `json:"failed" doc:"Messages that failed."`
	Billed    int64 `json:"billed" doc:"Delivered messages that the provider bills."`
	Unpriced  int64 `json:"unpriced" doc:"Those of the billed ones whose price is not known; they are not in cost."`
	Cost      Price `json:"cost" doc:"What the billed messages cost at list price."`
}

// TemplateDay is what became of the messages of a template that were due on a day.
type TemplateDay struct {
	Date string `json:"date" doc:"The day, in UTC." example:"2026-11-01"`
	TemplateCount
}

// TemplateStatistics is what became of the messages of a template in a period.
type TemplateStatistics struct {
	TemplateID string `json:"templateId" doc:"The template."`
	From       string `json:"from" doc:"The first day, in UTC."`
	To         string `json:"to" doc:"The last day, in UTC."`
	TemplateCount
	Days []TemplateDay `json:"days" nullable:"false" doc:"The same by day; days without a message are left out."`
}

type (
	templateStatisticsInput struct {
		ID   string `path:"id" maxLength:"64" doc:"Id of the template."`
		From string `query:"from" maxLength:"10" doc:"The first day, for example 2026-11-01; 29 days before the last one by default."`
		To   string `query:"to" maxLength:"10" doc:"The last day; today by default. A period has 366 days at most."`
	}
	templateStatisticsOutput struct{ Body TemplateStatistics }
)

func templateStatisticsRoutes(s *Server) {
	register(s, operation{id: "get-template-statistics", method: http.MethodGet, path: "/v1/templates/{id}/statistics", tag: templatesTag,
		scope: crm.ScopeTemplatesRead, summary: "Get template statistics",
		description: "What became of the messages of a template, also by day (UTC). A message counts for the day on which it was due, whenever it is read or answered. A few seconds may pass until something is counted."},
		func(ctx context.Context, a crm.Actor, in *templateStatisticsInput) (*templateStatisticsOutput, error) {
			r, err := s.svc.TemplateStats.OfTemplate(ctx, a, in.ID, in.From, in.To)
			if err != nil {
				return nil, err
			}
			out := TemplateStatistics{TemplateID: r.TemplateID, From: r.From, To: r.To, TemplateCount: renderTemplateCount(r.TemplateCount), Days: []TemplateDay{}}
			for _, d := range r.Days {
				out.Days = append(out.Days, TemplateDay{d.Date, renderTemplateCount(d.TemplateCount)})
			}
			return &templateStatisticsOutput{out}, nil
		})
}

func renderTemplateCount(c crm.TemplateCount) TemplateCount {
	return TemplateCount{Sent: c.Sent, Delivered: c.Delivered, Read: c.Read, Tapped: c.Tapped, Answered: c.Answered, Failed: c.Failed, Billed: c.Billed, Unpriced: c.Unpriced,
		Cost: *renderPrice(&crm.Money{Micros: c.Micros, Currency: templatestats.Currency})}
}
