package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/reconciliation"
)

// CreateReconciliation asks for the ledger to be compared with what the provider charged.
type CreateReconciliation struct {
	MessagingAccountID string `json:"messagingAccountId,omitempty" maxLength:"64" doc:"The messaging account; not needed where there is one."`
	From               string `json:"from,omitempty" maxLength:"10" doc:"The first day, in UTC, for example 2026-11-01; 29 days before the last one by default."`
	To                 string `json:"to,omitempty" maxLength:"10" doc:"The last day; today by default. A period has 92 days at most."`
	Invoice            string `json:"invoice,omitempty" doc:"An invoice as a CSV table, to compare with it instead of asking the provider. Its first line names its columns: date (a day or a month), category, volume and cost, and as far as it has them country or market, type, phone_number and currency."`
}

// Reconciliation compares the ledger with what the provider charged.
type Reconciliation struct {
	ID                 string                   `json:"id" doc:"Identifier of the reconciliation; begins with rec_."`
	MessagingAccountID string                   `json:"messagingAccountId" doc:"The messaging account."`
	Source             crm.ReconciliationSource `json:"source" enum:"analytics,invoice" doc:"analytics: what the provider's API says that it charged. invoice: the table that you sent."`
	From               string                   `json:"from" doc:"The first day, in UTC."`
	To                 string                   `json:"to" doc:"The last day, in UTC."`
	Currency           *string                  `json:"currency" doc:"Currency of the messaging account; null where it is not known."`
	Run
	Result *crm.ReconciliationResult `json:"result" doc:"What was found; null until completed."`
	MadeBy crm.DoneBy                `json:"madeBy" doc:"Who asked for it."`
}

// ChargeDifference is messages of which the ledger and the provider say different things.
type ChargeDifference struct {
	Number     int                 `json:"number" doc:"Number of the difference, from 1 on, in the order of days."`
	Cause      crm.DifferenceCause `json:"cause" enum:"status_missing,not_sent_here,not_charged,not_yet_charged,category_differs,free_differs,market_differs,day_differs,price_differs,volume_tier,price_unknown" doc:"The likely cause."`
	Means      string              `json:"means" doc:"What it means."`
	DoThis     string              `json:"doThis" doc:"What to do."`
	Count      int64               `json:"count" doc:"Messages."`
	Ledger     *crm.DifferenceSide `json:"ledger" doc:"What the ledger says of them; null where it does not have them."`
	Provider   *crm.DifferenceSide `json:"provider" doc:"What the provider says of them; null where it does not have them."`
	MessageIDs []string            `json:"messageIds" nullable:"false" doc:"Messages behind it, 20 at most: those of the ledger that are charged alike, or those that wait for a status. Empty where none are known."`
}

type (
	createReconciliationInput struct{ Body CreateReconciliation }
	reconciliationInput       struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the reconciliation."`
	}
	differencesInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the reconciliation."`
		PageInput
		Cause string `query:"cause" enum:"status_missing,not_sent_here,not_charged,not_yet_charged,category_differs,free_differs,market_differs,day_differs,price_differs,volume_tier,price_unknown" doc:"Only differences of this cause."`
	}
	reconciliationOutput struct{ Body Reconciliation }
)

func reconciliationRoutes(s *Server) {
	const path = "/v1/charges/reconciliations"
	register(s, operation{id: "create-reconciliation", whole: true, method: http.MethodPost, path: path, tag: chargesTag, status: http.StatusAccepted, errors: []int{409}, scope: crm.ScopeChargesWrite, summary: "Compare charges with the provider",
		description: "Compares the ledger of a messaging account with what the provider says that it charged, in the background: by its API, or by an invoice that you send. Nothing is changed.", example: CreateReconciliation{From: "2026-11-01", To: "2026-11-20"}},
		func(ctx context.Context, a crm.Actor, in *createReconciliationInput) (*reconciliationOutput, error) {
			b := in.Body
			return answerReconciliation(s.svc.Reconciliation.Create(ctx, a, reconciliation.Request{MessagingAccountID: b.MessagingAccountID, From: b.From, To: b.To, Invoice: b.Invoice}))
		})
	register(s, operation{id: "list-reconciliations", whole: true, method: http.MethodGet, path: path, tag: chargesTag, scope: crm.ScopeChargesRead, summary: "List reconciliations", description: "Newest first. They are kept for 400 days after their end."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[Reconciliation], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Reconciliation.List(ctx, a, p)
			return answerPage(list, renderReconciliation), err
		})
	register(s, operation{id: "get-reconciliation", whole: true, method: http.MethodGet, path: path + "/{id}", tag: chargesTag, errors: []int{404}, scope: crm.ScopeChargesRead, summary: "Get a reconciliation",
		description: "How far it has come and, once completed, what both sides add up to and why they differ."},
		func(ctx context.Context, a crm.Actor, in *reconciliationInput) (*reconciliationOutput, error) {
			return answerReconciliation(s.svc.Reconciliation.Reconciliation(ctx, a, in.ID))
		})
	register(s, operation{id: "list-charge-differences", whole: true, method: http.MethodGet, path: path + "/{id}/differences", tag: chargesTag, errors: []int{404}, scope: crm.ScopeChargesRead, summary: "List differences",
		description: "What the ledger and the provider say different things of, in the order of days, each with its likely cause and messages behind it."},
		func(ctx context.Context, a crm.Actor, in *differencesInput) (*pageOutput[ChargeDifference], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Reconciliation.Differences(ctx, a, in.ID, crm.DifferenceCause(in.Cause), p)
			return answerPage(list, renderDifference), err
		})
}

func answerReconciliation(r crm.Reconciliation, err error) (*reconciliationOutput, error) {
	return &reconciliationOutput{renderReconciliation(r)}, err
}

func renderReconciliation(r crm.Reconciliation) Reconciliation {
	return Reconciliation{ID: r.ID, MessagingAccountID: r.MessagingAccountID, Source: r.Source, From: r.From.Format(time.DateOnly), To: r.To.Format(time.DateOnly), Currency: known(r.Currency),
		Run: renderRun(r.Run), Result: r.Result, MadeBy: r.MadeBy}
}

func renderDifference(d crm.Difference) ChargeDifference {
	means, do := d.Cause.Says()
	return ChargeDifference{Number: d.Number, Cause: d.Cause, Means: means, DoThis: do, Count: d.Count, Ledger: d.Ledger, Provider: d.Provider, MessageIDs: d.MessageIDs}
}
