package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

// CreateRehearsal asks for a period to be gone through again.
type CreateRehearsal struct {
	From        *time.Time            `json:"from,omitempty" doc:"Begin of the period, up to 90 days ago; 7 days before its end by default."`
	To          *time.Time            `json:"to,omitempty" doc:"End of the period, at most 31 days after its begin; now by default."`
	GoalMinutes *int                  `json:"goalMinutes,omitempty" minimum:"1" maximum:"10080" doc:"How long contacts may wait for an answer, in minutes; 15 by default."`
	Changes     *crm.RehearsalChanges `json:"changes,omitempty" doc:"What is to be different; nothing by default."`
}

// Rehearsal is a period of routing gone through again.
type Rehearsal struct {
	ID          string               `json:"id" doc:"Identifier of the rehearsal; begins with rhs_."`
	From        time.Time            `json:"from" doc:"Begin of the period."`
	To          time.Time            `json:"to" doc:"End of the period."`
	GoalMinutes int                  `json:"goalMinutes" doc:"How long contacts may wait for an answer, in minutes."`
	Changes     crm.RehearsalChanges `json:"changes" doc:"What is different."`
	Run
	Result *crm.RehearsalResult `json:"result" doc:"What was found; null until completed."`
	MadeBy crm.DoneBy           `json:"madeBy" doc:"Who asked for it."`
}

type (
	createRehearsalInput struct{ Body CreateRehearsal }
	rehearsalInput       struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the rehearsal."`
	}
	rehearsalOutput struct{ Body Rehearsal }
)

func rehearsalRoutes(s *Server) {
	const path = "/v1/routing/rehearsals"
	register(s, operation{id: "create-routing-rehearsal", method: http.MethodPost, path: path, tag: routingTag, status: http.StatusAccepted, errors: []int{409}, whole: true,
		scope: crm.ScopeTeamsWrite, summary: "Rehearse a period", description: "Goes through a past period of routing again, in the background: makes the recorded decisions anew and compares them, and plays the period on a virtual clock, as it was and with your changes. Nothing is assigned.",
		example: CreateRehearsal{Changes: &crm.RehearsalChanges{
			Extra: []crm.RehearsalPerson{{Name: "One more on Saturday", TeamID: "tem_01jd5k3v6rf0w8m2a4t9x7bq1d", Capacity: 3,
				Hours: crm.RehearsalHours{TimeZone: "Europe/Berlin", Hours: []crm.OfficeHours{{Day: "saturday", From: "10:00", To: "14:00"}}}}}}}},
		func(ctx context.Context, a crm.Actor, in *createRehearsalInput) (*rehearsalOutput, error) {
			b := in.Body
			req := crm.RehearsalRequest{GoalMinutes: crm.DefaultRehearsalGoal}
			if b.From != nil {
				req.From = *b.From
			}
			if b.To != nil {
				req.To = *b.To
			}
			if b.GoalMinutes != nil {
				req.GoalMinutes = *b.GoalMinutes
			}
			if b.Changes != nil {
				req.Changes = *b.Changes
			}
			return answerRehearsal(s.svc.Rehearsal.Create(ctx, a, req))
		})
	register(s, operation{id: "list-routing-rehearsals", method: http.MethodGet, path: path, tag: routingTag, whole: true,
		scope: crm.ScopeTeamsRead, summary: "List rehearsals", description: "Newest first. They are kept for 90 days after their end."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[Rehearsal], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Rehearsal.List(ctx, a, p)
			return answerPage(list, renderRehearsal), err
		})
	register(s, operation{id: "get-routing-rehearsal", method: http.MethodGet, path: path + "/{id}", tag: routingTag, errors: []int{404}, whole: true,
		scope: crm.ScopeTeamsRead, summary: "Get a rehearsal", description: "How far it has come and, once completed, what it found: the decisions that come out otherwise, and waits, missed goals and loads side by side."},
		func(ctx context.Context, a crm.Actor, in *rehearsalInput) (*rehearsalOutput, error) {
			return answerRehearsal(s.svc.Rehearsal.Rehearsal(ctx, a, in.ID))
		})
	register(s, operation{id: "cancel-routing-rehearsal", method: http.MethodPost, path: path + "/{id}/cancel", tag: routingTag, errors: []int{404}, whole: true,
		scope: crm.ScopeTeamsWrite, summary: "Cancel a rehearsal", description: "One that has ended stays as it is."},
		func(ctx context.Context, a crm.Actor, in *rehearsalInput) (*rehearsalOutput, error) {
			return answerRehearsal(s.svc.Rehearsal.Cancel(ctx, a, in.ID))
		})
}

func answerRehearsal(r crm.Rehearsal, err error) (*rehearsalOutput, error) {
	return &rehearsalOutput{renderRehearsal(r)}, err
}

func renderRehearsal(r crm.Rehearsal) Rehearsal {
	return Rehearsal{ID: r.ID, From: r.From, To: r.To, GoalMinutes: r.GoalMinutes, Changes: r.Changes, Run: renderRun(r.Run), Result: r.Result, MadeBy: r.MadeBy}
}
