package api

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"service.example/crm/internal/crm"
)

var reportsTag = tag{"Reports", "Figures of the workspace."}

// WaitingReport is why contacts waited in a period.
type WaitingReport struct {
	From      string        `json:"from" doc:"The first day."`
	To        string        `json:"to" doc:"The last day."`
	TimeZone  string        `json:"timeZone" doc:"The time zone of the days."`
	WaitedMs  int64         `json:"waitedMs" doc:"How long contacts waited, in milliseconds. It is the sum over the causes."`
	WaitCount int64         `json:"waitCount" doc:"Number of waits that ended."`
	Causes    []WaitedCause `json:"causes" nullable:"false" doc:"Why, the longest first."`
	Days      []WaitingDay  `json:"days" nullable:"false" doc:"The same for each day."`
}

// WaitingDay is why contacts waited on a day.
type WaitingDay struct {
	Date      string        `json:"date" doc:"The day."`
	WaitedMs  int64         `json:"waitedMs" doc:"How long contacts waited on the day, in milliseconds."`
	WaitCount int64         `json:"waitCount" doc:"Number of waits that ended on the day."`
	Causes    []WaitedCause `json:"causes" nullable:"false" doc:"Why, the longest first."`
}

// WaitedCause is how long contacts waited for one reason.
type WaitedCause struct {
	Cause    crm.WaitCause `json:"cause" enum:"outside_hours,nobody_available,all_full,skill_missing,nobody_may,routing,unassigned,assigned,snoozed,assistant,answer_failed,unknown" doc:"What kept them waiting."`
	WaitedMs int64         `json:"waitedMs" doc:"For how long, in milliseconds."`
	Share    float64       `json:"share" doc:"Which part of all waiting that is, from 0 to 1."`
}

type waitingReportInput struct {
	From          string `query:"from" maxLength:"10" doc:"The first day, for example 2026-11-01; six days before the last one by default."`
	To            string `query:"to" maxLength:"10" doc:"The last day; today by default. At most 92 days."`
	TimeZone      string `query:"timeZone" maxLength:"64" default:"UTC" doc:"IANA time zone of the days, such as Europe/Berlin."`
	TeamID        string `query:"teamId" maxLength:"64" doc:"Only conversations of this team."`
	PhoneNumberID string `query:"phoneNumberId" maxLength:"64" doc:"Only conversations of this phone number."`
}

type waitingReportOutput struct{ Body WaitingReport }

func reportRoutes(s *Server) {
	register(s, operation{id: "get-waiting-report", method: http.MethodGet, path: "/v1/reports/waiting", tag: reportsTag, whole: true,
		scope: crm.ScopeConversationsRead, summary: "Report why contacts waited", description: "Every millisecond has exactly one cause, so the causes sum to the waiting. A wait is counted when it ends, within seconds, at the times at which it went on. If an answer fails after all, its wait is taken out again, until it ends."},
		func(ctx context.Context, a crm.Actor, in *waitingReportInput) (*waitingReportOutput, error) {
			r, err := s.svc.Report.Waiting(ctx, a, crm.WaitingQuery{From: in.From, To: in.To, Zone: in.TimeZone, TeamID: in.TeamID, PhoneNumberID: in.PhoneNumberID})
			if err != nil {
				return nil, err
			}
			out := WaitingReport{From: r.From, To: r.To, TimeZone: in.TimeZone, WaitedMs: r.Waited, WaitCount: r.Waits, Causes: renderCauses(r.Causes), Days: []WaitingDay{}}
			for _, day := range r.Days {
				out.Days = append(out.Days, WaitingDay{Date: day.Date, WaitedMs: day.Waited, WaitCount: day.Waits, Causes: renderCauses(day.Causes)})
			}
			return &waitingReportOutput{out}, nil
		})
}

func renderCauses(of map[crm.WaitCause]int64) []WaitedCause {
	out, all := []WaitedCause{}, int64(0)
	for cause, ms := range of {
		if ms != 0 {
			out, all = append(out, WaitedCause{Cause: cause, WaitedMs: ms}), all+ms
		}
	}
	for i := range out {
		if all > 0 {
			out[i].Share = float64(out[i].WaitedMs) / float64(all)
		}
	}
	slices.SortFunc(out, func(a, b WaitedCause) int {
		return cmp.Or(cmp.Compare(b.WaitedMs, a.WaitedMs), cmp.Compare(a.Cause, b.Cause))
	})
	return out
}
