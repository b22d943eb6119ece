package api

import (
	"context"
	"encoding/csv"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/statement"
)

var chargesTag = tag{"Charges", "What the provider charges for your messages: a ledger with one row for each that arrived, and the rate cards that price them. This service adds nothing; you pay the provider."}

// BookedCharge is a row of the ledger.
type BookedCharge struct {
	ID            string             `json:"id" doc:"Id of the row."`
	Kind          crm.ChargeKind     `json:"kind" enum:"booking,correction" doc:"A charge is booked once and never changed. Where a later status says something else, one correction takes back what was booked and another one books what holds."`
	MessageID     string             `json:"messageId" doc:"The message."`
	ParticipantID *crm.ContactNumber `json:"participantId" doc:"Whose copy of a message to a group it is; null otherwise."`
	BookedAt      time.Time          `json:"bookedAt" doc:"When the message arrived, as the provider says."`
	Count         int64              `json:"count" doc:"1 for what is charged, -1 for what is taken back."`
	Category      string             `json:"category" doc:"The provider's category of the message."`
	Market        *string            `json:"market" doc:"Market of the contact's number; null where it is not known."`
	Model         string             `json:"model" enum:"message,conversation,unknown" doc:"message: each delivered message is priced. conversation: 24 hours of a category are, until June 2025."`
	Rule          crm.ChargeRule     `json:"rule" enum:"per_message,conversation_window,service_window,monthly_allowance,entry_point,not_billed,unknown" doc:"The rule that priced it. per_message and conversation_window cost what the rate card says; the others say why it is free. unknown: the provider bills it by a model that is not known here."`
	RateCard      *string            `json:"rateCard" doc:"Rate card and day of the price: listed is the card of this service, others are yours. null for what is free or has no price."`
	Amount        *string            `json:"amount" doc:"What the provider charges, negative for what is taken back. null: not known, because no rate card has a price; it is never taken for 0."`
	Markup        string             `json:"markup" doc:"What this service adds: always 0."`
	Currency      *string            `json:"currency" doc:"Currency of the messaging account; null where it is not known."`
	PhoneNumberID *string            `json:"phoneNumberId" doc:"Your phone number; null for a message that was erased before it was booked."`
	TemplateName  *string            `json:"templateName" doc:"Template of the message; null for other messages."`
	AssistantID   *string            `json:"assistantId" doc:"The assistant that wrote the message; null for none."`
	BroadcastID   *string            `json:"broadcastId" doc:"The broadcast of the message; null for none."`
	LabelIDs      []string           `json:"labelIds" nullable:"false" doc:"The labels that the conversation had when the message was booked first."`
}

// ChargeSum is what charges add up to.
type ChargeSum struct {
	Key      string  `json:"key" doc:"The day, month, category, market, rule or template, or the id of the number, broadcast, assistant or label. Empty for charges that have none."`
	Count    int64   `json:"count" doc:"Charges, corrections set off."`
	Free     int64   `json:"free" doc:"Those of them that cost nothing."`
	Unpriced int64   `json:"unpriced" doc:"Those of them whose amount is not known: they are not in amount. Import a rate card that has them."`
	Amount   string  `json:"amount" doc:"What the provider charges."`
	Markup   string  `json:"markup" doc:"What this service adds: always 0."`
	Currency *string `json:"currency" doc:"Currency of the messaging accounts; null where it is not known."`
}

// ChargeSummary sums up the ledger of a period.
type ChargeSummary struct {
	GroupBy crm.ChargeDimension `json:"groupBy" doc:"By what it is summed up."`
	From    string              `json:"from" doc:"The first day, in UTC."`
	To      string              `json:"to" doc:"The last day, in UTC."`
	Data    []ChargeSum         `json:"data" nullable:"false" doc:"One for each key and currency, in their order. Amounts of different currencies are not added up."`
}

// ChargeQuery narrows the rows of the ledger.
type ChargeQuery struct {
	MessageID string    `query:"messageId" maxLength:"64" doc:"Only charges of this message."`
	From      time.Time `query:"from" doc:"Only charges from this time on, for example 2026-11-01T00:00:00Z."`
	To        time.Time `query:"to" doc:"Only charges before this time."`
}

type (
	chargesInput struct {
		PageInput
		ChargeQuery
	}
	chargesExportInput struct {
		raw
		ChargeQuery
	}
	chargeStatementInput struct {
		raw
		Month  string `query:"month" required:"true" maxLength:"7" doc:"The month, for example 2026-10."`
		Format string `query:"format" enum:"pdf,csv" default:"pdf" doc:"pdf or csv."`
	}
	chargeSummaryInput struct {
		GroupBy string `query:"groupBy" enum:"day,month,category,market,phoneNumber,template,broadcast,assistant,rule,label" default:"category" doc:"By what charges are summed up."`
		From    string `query:"from" maxLength:"10" doc:"The first day, for example 2026-11-01; 29 days before the last one by default."`
		To      string `query:"to" maxLength:"10" doc:"The last day; today by default. A period has 366 days at most."`
	}
	chargeSummaryOutput struct{ Body ChargeSummary }
)

func (f ChargeQuery) filter() crm.ChargeFilter {
	return crm.ChargeFilter{MessageID: f.MessageID, From: f.From, To: f.To}
}

func chargeRoutes(s *Server) {
	const path = "/v1/charges"
	register(s, operation{id: "list-charges", whole: true, method: http.MethodGet, path: path, tag: chargesTag, scope: crm.ScopeChargesRead, summary: "List charges",
		description: "The rows of the ledger, newest first. A message is booked when it is delivered or read, whichever the provider tells first; a few seconds may pass."},
		func(ctx context.Context, a crm.Actor, in *chargesInput) (*pageOutput[BookedCharge], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Charge.List(ctx, a, in.filter(), p)
			return answerPage(list, renderCharge), err
		})
	register(s, operation{id: "summarize-charges", whole: true, method: http.MethodGet, path: path + "/summary", tag: chargesTag, scope: crm.ScopeChargesRead, summary: "Summarize charges",
		description: "What the charges of a period add up to. The sums are kept, so asking costs the same however long the ledger is. By label, a charge whose conversation has several labels counts with each of them."},
		func(ctx context.Context, a crm.Actor, in *chargeSummaryInput) (*chargeSummaryOutput, error) {
			by := crm.ChargeDimension(in.GroupBy)
			list, first, last, err := s.svc.Charge.Summary(ctx, a, by, in.From, in.To)
			if err != nil {
				return nil, err
			}
			out := ChargeSummary{GroupBy: by, From: first.Format(time.DateOnly), To: last.Format(time.DateOnly), Data: make([]ChargeSum, len(list))}
			for i, sum := range list {
				out.Data[i] = ChargeSum{Key: sum.Key, Count: sum.Count, Free: sum.Free, Unpriced: sum.Unpriced, Amount: crm.FormatMicros(sum.Micros), Markup: "0", Currency: known(sum.Currency)}
			}
			return &chargeSummaryOutput{out}, nil
		})
	register(s, operation{id: "export-charges", whole: true, method: http.MethodGet, path: path + "/export", tag: chargesTag, scope: crm.ScopeChargesRead, summary: "Export charges",
		description: "The same rows as a CSV table, all of them, without the participants of groups.", answers: tableAnswers},
		func(ctx context.Context, a crm.Actor, in *chargesExportInput) (*huma.StreamResponse, error) {
			// The first page is read before the answer begins, so that a refusal is one.
			list, err := s.svc.Charge.List(ctx, a, in.filter(), crm.Page{Limit: crm.MaxPageLimit})
			if err != nil {
				return nil, err
			}
			return table(&in.raw, "charges", func(w io.Writer) error {
				out := csv.NewWriter(w)
				err := out.Write(chargeHead)
				for {
					for _, c := range list.Items {
						_ = out.Write(chargeLine(renderCharge(c))) // its error is kept until Flush
					}
					if out.Flush(); err != nil || out.Error() != nil || list.Next == "" {
						return firstError(err, out.Error())
					}
					if list, err = s.svc.Charge.List(ctx, a, in.filter(), crm.Page{Limit: crm.MaxPageLimit, After: list.Next}); err != nil {
						return err
					}
				}
			}), nil
		})
	register(s, operation{id: "get-charge-statement", whole: true, method: http.MethodGet, path: path + "/statement", tag: chargesTag, scope: crm.ScopeChargesRead, summary: "Get the statement of a month",
		description: "What the charges of a calendar month (UTC) add up to, as a PDF for people or as a CSV table. It is no invoice: the provider sends that.", answers: statementAnswers},
		func(ctx context.Context, a crm.Actor, in *chargeStatementInput) (*huma.StreamResponse, error) {
			st, err := s.svc.Charge.Statement(ctx, a, in.Month)
			if err != nil {
				return nil, err
			}
			name := "charges-" + in.Month
			if in.Format == "csv" {
				return table(&in.raw, name, func(w io.Writer) error { return statement.WriteCSV(w, st) }), nil
			}
			return streamFile(&in.raw, "application/pdf", name+".pdf", func(w io.Writer) error { return statement.WritePDF(w, st) }), nil
		})
	savingRoutes(s)
	rateCardRoutes(s)
	reconciliationRoutes(s)
	budgetRoutes(s)
}

var statementAnswers = map[int]huma.Response{200: {Description: "The statement.", Content: map[string]*huma.MediaType{
	"application/pdf": {Schema: &huma.Schema{Type: huma.TypeString}}, "text/csv": {Schema: &huma.Schema{Type: huma.TypeString}}}}}

func firstError(list ...error) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}

var chargeHead = []string{"id", "kind", "messageId", "bookedAt", "count", "category", "market", "model", "rule", "rateCard", "amount", "markup", "currency", "phoneNumberId", "templateName", "assistantId", "broadcastId", "labelIds"}

func chargeLine(c BookedCharge) []string {
	text := func(p *string) string {
		if p == nil {
			return ""
		}
		return *p
	}
	return []string{c.ID, string(c.Kind), c.MessageID, c.BookedAt.UTC().Format(time.RFC3339), strconv.FormatInt(c.Count, 10), c.Category, text(c.Market), c.Model, string(c.Rule),
		text(c.RateCard), text(c.Amount), c.Markup, text(c.Currency), text(c.PhoneNumberID), text(c.TemplateName), text(c.AssistantID), text(c.BroadcastID), strings.Join(c.LabelIDs, " ")}
}

func renderCharge(c crm.BookedCharge) BookedCharge {
	out := BookedCharge{ID: c.ID(), Kind: c.Kind, MessageID: c.MessageID, BookedAt: c.BookedAt.UTC(), Count: c.Count, Category: c.Category, Market: known(c.Market),
		Model: chargeModel(c.Model), Rule: c.Rule, RateCard: known(c.RateCard), Markup: strconv.FormatInt(c.Markup, 10), Currency: known(c.Currency), PhoneNumberID: known(c.PhoneNumberID),
		TemplateName: known(c.TemplateName), AssistantID: known(c.AssistantID), BroadcastID: known(c.BroadcastID), LabelIDs: append([]string{}, c.LabelIDs...)}
	if c.ParticipantID != "" {
		who := crm.ContactNumber(c.ParticipantID)
		out.ParticipantID = &who
	}
	if c.Micros != nil {
		amount := crm.FormatMicros(*c.Micros)
		out.Amount = &amount
	}
	return out
}

// chargeModel names the provider's pricing model.
func chargeModel(model string) string {
	switch strings.ToUpper(model) {
	case "PMP":
		return "message"
	case "CBP":
		return "conversation"
	}
	return "unknown"
}
