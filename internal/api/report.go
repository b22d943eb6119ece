package api

import (
	"cmp"
	"context"
	"maps"
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
	// Groups are left out where nothing is broken down.
	Groups []WaitingGroup `json:"groups,omitempty" nullable:"false" doc:"With groupBy=team, label, phone_number or hour: the same for each, the longest first; hours from 0 to 23. What no team had, and what has no label, has no group; what has several labels is in the group of each."`
}

// WaitingGroup is why contacts waited for a team, with a label, on a phone number or in an hour.
type WaitingGroup struct {
	ID        string        `json:"id" doc:"The team, label or phone number; the hour from 0 to 23."`
	WaitedMs  int64         `json:"waitedMs" doc:"How long contacts waited, in milliseconds."`
	WaitCount int64         `json:"waitCount" doc:"Number of waits that ended."`
	Causes    []WaitedCause `json:"causes" nullable:"false" doc:"Why, the longest first."`
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
	Cause    crm.WaitCause `json:"cause" enum:"outside_hours,nobody_available,unreachable,all_full,skill_missing,nobody_may,routing,unassigned,assigned,snoozed,assistant,answer_failed,unknown" doc:"What kept them waiting."`
	WaitedMs int64         `json:"waitedMs" doc:"For how long, in milliseconds."`
	Share    float64       `json:"share" doc:"Which part of all waiting that is, from 0 to 1."`
	Skills   []WaitedSkill `json:"skills,omitempty" nullable:"false" doc:"In reports, with the cause skill_missing: the skills that were missing, the longest first. They sum to the cause."`
	Agents   []WaitedAgent `json:"agents,omitempty" nullable:"false" doc:"In reports with groupBy=agent, with the causes assigned and unreachable: the agents, the longest first. They sum to the cause."`
}

// WaitedSkill is how long contacts waited for a skill.
type WaitedSkill struct {
	Skill string `json:"skill,omitempty" doc:"The skill. Left out for the rest: skills behind the first 100, and waiting from before skills were kept."`
	WaitedPart
}

// WaitedAgent is how long contacts waited for an agent.
type WaitedAgent struct {
	AgentID string `json:"agentId,omitempty" doc:"The agent. Left out for the rest: agents behind the first 100, waiting from before agents were kept, and more than 10 agents who could not be reached at once."`
	WaitedPart
}

// WaitedPart is a part of a cause.
type WaitedPart struct {
	WaitedMs int64   `json:"waitedMs" doc:"For how long, in milliseconds. Where several are the reason at once, each has the same part."`
	Share    float64 `json:"share" doc:"Which part of all waiting that is, from 0 to 1."`
}

type waitingReportInput struct {
	From          string          `query:"from" maxLength:"10" doc:"The first day, for example 2026-11-01; six days before the last one by default."`
	To            string          `query:"to" maxLength:"10" doc:"The last day; today by default. At most 92 days."`
	TimeZone      string          `query:"timeZone" maxLength:"64" default:"UTC" doc:"IANA time zone of the days, such as Europe/Berlin."`
	TeamID        string          `query:"teamId" maxLength:"64" doc:"Only conversations of this team."`
	PhoneNumberID string          `query:"phoneNumberId" maxLength:"64" doc:"Only conversations of this phone number."`
	AgentID       string          `query:"agentId" maxLength:"64" doc:"Only what is due to this agent: contacts who waited for their answer (assigned), or while they could not be reached (unreachable). waitCount then has the waits that ended so."`
	LabelID       string          `query:"labelId" maxLength:"64" doc:"Only conversations that had this label when the wait ended, with the causes alone: without skills and agents. Not together with teamId or agentId."`
	GroupBy       crm.ReportGroup `query:"groupBy" enum:"team,agent,label,phone_number,hour" doc:"Also breaks the whole down: by team, label, phone number or hour of the day (not together with agentId; label also not with teamId, team not with labelId). agent: how much of a cause is due to each agent."`
}

// reportsReach is how far reports go.
const reportsReach = " With a limited reach, ask for what is yours: agentId is you, teamId one of your teams where you reach these, phoneNumberId one of your numbers where you reach only some."

type waitingReportOutput struct{ Body WaitingReport }

func reportRoutes(s *Server) {
	register(s, operation{id: "get-waiting-report", method: http.MethodGet, path: "/v1/reports/waiting", tag: reportsTag,
		scope: crm.ScopeConversationsRead, summary: "Report why contacts waited", description: "Every millisecond has exactly one cause, so the causes sum to the waiting. A wait is counted when it ends, within seconds, at the times at which it went on. If an answer fails after all, its wait is taken out again, until it ends." + reportsReach},
		func(ctx context.Context, a crm.Actor, in *waitingReportInput) (*waitingReportOutput, error) {
			r, err := s.svc.Report.Waiting(ctx, a, crm.WaitingQuery{From: in.From, To: in.To, Zone: in.TimeZone, TeamID: in.TeamID, PhoneNumberID: in.PhoneNumberID, AgentID: in.AgentID, LabelID: in.LabelID, By: in.GroupBy})
			if err != nil {
				return nil, err
			}
			out := WaitingReport{From: r.From, To: r.To, TimeZone: in.TimeZone, WaitedMs: r.Waited, WaitCount: r.Waits, Causes: renderWaiting(r.WaitingDay), Days: []WaitingDay{}}
			for _, day := range r.Days {
				out.Days = append(out.Days, WaitingDay{Date: day.Date, WaitedMs: day.Waited, WaitCount: day.Waits, Causes: renderWaiting(day)})
			}
			for id, of := range r.Groups {
				out.Groups = append(out.Groups, WaitingGroup{ID: id, WaitedMs: of.Waited, WaitCount: of.Waits, Causes: renderWaiting(*of)})
			}
			slices.SortFunc(out.Groups, func(a, b WaitingGroup) int {
				if in.GroupBy == crm.GroupHour {
					return cmp.Or(cmp.Compare(len(a.ID), len(b.ID)), cmp.Compare(a.ID, b.ID))
				}
				return cmp.Or(cmp.Compare(b.WaitedMs, a.WaitedMs), cmp.Compare(a.ID, b.ID))
			})
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
		out[i].Share = shareOf(out[i].WaitedMs, all)
	}
	slices.SortFunc(out, func(a, b WaitedCause) int {
		return cmp.Or(cmp.Compare(b.WaitedMs, a.WaitedMs), cmp.Compare(a.Cause, b.Cause))
	})
	return out
}

// renderWaiting is renderCauses with the parts that are known of each.
func renderWaiting(of crm.WaitingDay) []WaitedCause {
	out := renderCauses(of.Causes)
	for i := range out {
		c := &out[i]
		switch parts := of.Parts[c.Cause]; {
		case len(parts) == 0:
		case c.Cause.NamesAgents():
			c.Agents = renderParts(c.WaitedMs, of.Waited, parts, func(id string, p WaitedPart) WaitedAgent { return WaitedAgent{id, p} })
		default:
			c.Skills = renderParts(c.WaitedMs, of.Waited, parts, func(skill string, p WaitedPart) WaitedSkill { return WaitedSkill{skill, p} })
		}
	}
	return out
}

// mostParts is how many parts of a cause are named.
const mostParts = 100

// renderParts returns the longest parts of a cause, and one without a name for what they
// lack of it. all is all waiting.
func renderParts[T any](cause, all int64, parts map[string]int64, render func(name string, p WaitedPart) T) []T {
	names := slices.SortedFunc(maps.Keys(parts), func(a, b string) int {
		return cmp.Or(cmp.Compare(parts[b], parts[a]), cmp.Compare(a, b))
	})
	out, rest := []T{}, cause
	add := func(name string, ms int64) {
		if ms != 0 {
			out, rest = append(out, render(name, WaitedPart{ms, shareOf(ms, all)})), rest-ms
		}
	}
	for _, name := range names[:min(len(names), mostParts)] {
		add(name, parts[name])
	}
	add("", rest)
	return out
}

// shareOf is a part of the whole, from 0 to 1.
func shareOf(part, whole int64) float64 {
	if whole <= 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
