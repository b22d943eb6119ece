package api

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/report"
)

// Report is how much there was of something in a period.
type Report struct {
	Report    crm.Metric `json:"report" enum:"messages,openings,first-answers,answers,resolutions,reopenings,assignments,hand-offs,ratings" doc:"What is counted."`
	From      string     `json:"from" doc:"The first day."`
	To        string     `json:"to" doc:"The last day."`
	TimeZone  string     `json:"timeZone" doc:"The time zone of the days."`
	ItemsFrom time.Time  `json:"itemsFrom" doc:"Since when items are kept. Numbers of earlier days have none."`
	ReportFigure
	Days   []ReportDay   `json:"days" nullable:"false" doc:"The same for each day. The days sum to the whole."`
	Groups []ReportGroup `json:"groups,omitempty" nullable:"false" doc:"With groupBy: the same for each team, agent, label, phone number or hour that has something, the largest first; hours from 0 to 23."`
}

// ReportFigure is a number of a report.
type ReportFigure struct {
	Count        int64        `json:"count" doc:"How many there were: as many as there are items."`
	Times        *ReportTimes `json:"times,omitempty" doc:"In first-answers, answers and resolutions: how long they took."`
	OfficeTimes  *ReportTimes `json:"officeTimes,omitempty" doc:"The same without the time outside office hours: by the calendar of the service level, or of the team's shifts."`
	AverageScore float64      `json:"averageScore,omitempty" doc:"In ratings: the mean score, from 1 to 5. Left out where there is none."`
	Parts        []ReportPart `json:"parts" nullable:"false" doc:"What the count is made of, the largest first. They sum to it."`
}

// ReportTimes is how long something took.
type ReportTimes struct {
	TotalMs   int64 `json:"totalMs" doc:"All together, in milliseconds."`
	AverageMs int64 `json:"averageMs" doc:"The mean of as many as count says."`
	P50Ms     int64 `json:"p50Ms" doc:"Half took at most so long. Percentiles are at most 2 % off; below one second they are 500 ms."`
	P90Ms     int64 `json:"p90Ms" doc:"90 % took at most so long."`
	P95Ms     int64 `json:"p95Ms" doc:"95 % took at most so long."`
}

// ReportPart is a part of a count.
type ReportPart struct {
	Part  string  `json:"part" doc:"messages: who wrote (contact, user, api_key, assistant, system). first-answers, answers: who answered. resolutions: who had answered (assistant, people, both, nobody). openings, reopenings, assignments: the reason. hand-offs: why. ratings: the score. More parts may be added."`
	Count int64   `json:"count" doc:"How many there were."`
	Share float64 `json:"share" doc:"Which part of the count that is, from 0 to 1."`
}

// ReportDay is the number of a day.
type ReportDay struct {
	Date string `json:"date" doc:"The day."`
	ReportFigure
}

// ReportGroup is the number of a group.
type ReportGroup struct {
	ID string `json:"id" doc:"The team, agent, label or phone number; the hour from 0 to 23."`
	ReportFigure
}

// ReportItem is one of what a number of a report counts.
type ReportItem struct {
	At             time.Time `json:"at" doc:"When it happened, and is counted."`
	ConversationID string    `json:"conversationId" doc:"The conversation; empty if its contact was erased."`
	EpisodeID      string    `json:"episodeId" doc:"The episode; empty where there was none."`
	MessageID      string    `json:"messageId" doc:"The message, in messages, first-answers and answers; otherwise empty."`
	PhoneNumberID  string    `json:"phoneNumberId" doc:"Your phone number."`
	TeamID         string    `json:"teamId" doc:"The team that had the conversation then; empty if none had it."`
	AgentID        string    `json:"agentId" doc:"The agent whose it is; empty if it is nobody's."`
	LabelIDs       []string  `json:"labelIds" nullable:"false" doc:"The labels that the conversation had then."`
	Part           string    `json:"part" doc:"The part of the count."`
	TookMs         int64     `json:"tookMs" doc:"How long it took, in milliseconds; 0 in reports without times."`
	OfficeMs       int64     `json:"officeMs" doc:"How much of that was office time."`
}

// ReportFilter narrows a report.
type ReportFilter struct {
	Report        crm.Metric `path:"report" enum:"messages,openings,first-answers,answers,resolutions,reopenings,assignments,hand-offs,ratings" doc:"What is counted. messages: received, and taken by the provider. openings and resolutions: episodes that opened and ended. reopenings: ends that were taken back. first-answers: the first of an episode. answers: those that ended a wait. hand-offs: of assistants to people."`
	From          string     `query:"from" maxLength:"10" doc:"The first day, for example 2026-11-01; six days before the last one by default."`
	To            string     `query:"to" maxLength:"10" doc:"The last day; today by default. At most 92 days."`
	TimeZone      string     `query:"timeZone" maxLength:"64" default:"UTC" doc:"IANA time zone of the days, such as Europe/Berlin."`
	TeamID        string     `query:"teamId" maxLength:"64" doc:"Only what this team had. At most one of teamId, agentId and labelId."`
	AgentID       string     `query:"agentId" maxLength:"64" doc:"Only what is this agent's."`
	LabelID       string     `query:"labelId" maxLength:"64" doc:"Only conversations that had this label."`
	PhoneNumberID string     `query:"phoneNumberId" maxLength:"64" doc:"Only conversations of this phone number."`
	Part          string     `query:"part" maxLength:"64" doc:"Only this part of the count, such as assistant."`
}

func (f ReportFilter) query() crm.ReportQuery {
	return crm.ReportQuery{Metric: f.Report, From: f.From, To: f.To, Zone: f.TimeZone, TeamID: f.TeamID, AgentID: f.AgentID, LabelID: f.LabelID, PhoneNumberID: f.PhoneNumberID, Part: f.Part}
}

// ReportBreakdown says by what a report is broken down.
type ReportBreakdown struct {
	GroupBy crm.ReportGroup `query:"groupBy" enum:"team,agent,label,phone_number,hour" doc:"Also break the whole down: by team, agent, label or phone number (not together with teamId, agentId or labelId), or by hour of the day (31 days at most)."`
}

type (
	reportInput struct {
		ReportFilter
		ReportBreakdown
	}
	reportExportInput struct {
		raw
		ReportFilter
		ReportBreakdown
	}
	reportItemsInput struct {
		PageInput
		ReportFilter
	}
	reportOutput struct{ Body Report }
)

func (b ReportBreakdown) of(f ReportFilter) crm.ReportQuery {
	q := f.query()
	q.GroupBy = b.GroupBy
	return q
}

func figureRoutes(s *Server) {
	register(s, operation{id: "get-report", method: http.MethodGet, path: "/v1/reports/{report}", tag: reportsTag, scope: crm.ScopeConversationsRead,
		summary: "Report how much there was", description: "Everything is counted once, within seconds, with the team, agent and labels that it had then. What is taken back, such as an answer that fails, is taken out where it was counted. A report costs the same however much there was." + reportsReach},
		func(ctx context.Context, a crm.Actor, in *reportInput) (*reportOutput, error) {
			q := in.of(in.ReportFilter)
			r, err := s.svc.Report.Report(ctx, a, q)
			return &reportOutput{renderReport(q, r)}, err
		})
	register(s, operation{id: "list-report-items", method: http.MethodGet, path: "/v1/reports/{report}/items", tag: reportsTag, scope: crm.ScopeConversationsRead,
		summary: "List what a number counts", description: "The latest first: exactly as many as the count of the report with the same filters. Items are kept for 100 days."},
		func(ctx context.Context, a crm.Actor, in *reportItemsInput) (*pageOutput[ReportItem], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Report.Items(ctx, a, in.query(), p)
			return answerPage(list, renderReportItem), err
		})
	register(s, operation{id: "export-report", method: http.MethodGet, path: "/v1/reports/{report}/export", tag: reportsTag, scope: crm.ScopeConversationsRead,
		summary: "Export a report", description: "The report as a CSV table: a row for each day, or with groupBy for each group. Its numbers are those of the report. A column part:x has the count of a part.",
		answers: map[int]huma.Response{200: {Description: "The table.", Content: map[string]*huma.MediaType{"text/csv": {Schema: &huma.Schema{Type: huma.TypeString}}}}}},
		func(ctx context.Context, a crm.Actor, in *reportExportInput) (*huma.StreamResponse, error) {
			q := in.of(in.ReportFilter)
			r, err := s.svc.Report.Report(ctx, a, q)
			if err != nil {
				return nil, err
			}
			return &huma.StreamResponse{Body: func(huma.Context) {
				h := in.writer.Header()
				h.Set("Content-Type", "text/csv; charset=utf-8")
				h.Set("Content-Disposition", `attachment; filename="`+string(q.Metric)+`.csv"`)
				if err := report.WriteTable(in.writer, q, r); err != nil {
					panic(http.ErrAbortHandler) // the reader must not take what it has for the whole
				}
			}}, nil
		})
}

func renderReport(q crm.ReportQuery, r crm.Report) Report {
	if r.Whole == nil {
		return Report{} // it was refused
	}
	out := Report{Report: q.Metric, From: r.From, To: r.To, TimeZone: q.Zone, ItemsFrom: r.ItemsFrom, ReportFigure: renderFigure(q.Metric, r.Whole), Days: []ReportDay{}}
	for i, f := range r.Days {
		out.Days = append(out.Days, ReportDay{r.Dates[i], renderFigure(q.Metric, f)})
	}
	for _, g := range r.Groups {
		out.Groups = append(out.Groups, ReportGroup{g.Of, renderFigure(q.Metric, g.Figure)})
	}
	return out
}

func renderFigure(m crm.Metric, f *crm.Figure) ReportFigure {
	out := ReportFigure{Count: f.Count, Parts: []ReportPart{}}
	if m.HasTimes() {
		out.Times, out.OfficeTimes = renderTimes(f, f.Wall, f.Walls), renderTimes(f, f.Office, f.Offices)
	}
	if m == crm.MetricRatings {
		out.AverageScore = f.Score()
	}
	for part, n := range f.Parts {
		out.Parts = append(out.Parts, ReportPart{part, n, shareOf(n, f.Count)})
	}
	slices.SortFunc(out.Parts, func(a, b ReportPart) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Part, b.Part))
	})
	return out
}

func renderTimes(f *crm.Figure, total int64, h crm.Histogram) *ReportTimes {
	return &ReportTimes{TotalMs: total, AverageMs: f.Average(total), P50Ms: h.Percentile(0.5), P90Ms: h.Percentile(0.9), P95Ms: h.Percentile(0.95)}
}

func renderReportItem(i report.Item) ReportItem {
	labels := append([]string{}, i.Labels...)
	return ReportItem{At: time.UnixMilli(i.At).UTC(), ConversationID: i.ConversationID, EpisodeID: i.EpisodeID, MessageID: i.MessageID, PhoneNumberID: i.PhoneNumberID,
		TeamID: i.TeamID, AgentID: i.AgentID, LabelIDs: labels, Part: i.Part, TookMs: i.Wall, OfficeMs: i.Office}
}
