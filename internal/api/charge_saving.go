package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

// ChargeSavings says what could have been saved in a period.
type ChargeSavings struct {
	From     string        `json:"from" doc:"The first day, in UTC."`
	To       string        `json:"to" doc:"The last day, in UTC."`
	Complete bool          `json:"complete" doc:"Whether the whole period was looked at. If not, looking took too long, and it is at least this much: of the last days of the period."`
	Count    int64         `json:"count" doc:"Messages that could have cost nothing, each counted once."`
	Amounts  []SavedAmount `json:"amounts" nullable:"false" doc:"What they were charged, one for each currency."`
	Causes   []SavingSum   `json:"causes" nullable:"false" doc:"The same by cause. A message has the first one that holds, in this order."`
}

// SavingSum is what could have been saved by one cause.
type SavingSum struct {
	Cause   crm.SavingCause `json:"cause" enum:"entry_window_unused,utility_outside_window,marketing_never_read,bubbles" doc:"Why the messages could have cost nothing."`
	Rule    string          `json:"rule" doc:"When a message counts to it, in a sentence."`
	Count   int64           `json:"count" doc:"How many messages."`
	Amounts []SavedAmount   `json:"amounts" nullable:"false" doc:"What they were charged, one for each currency."`
}

// SavedAmount is money that could have been saved.
type SavedAmount struct {
	Amount   string  `json:"amount" doc:"What the ledger has, as decimal text."`
	Currency *string `json:"currency" doc:"Currency of the messaging account; null where it is not known."`
}

// SavingMessage is a message that could have cost nothing.
type SavingMessage struct {
	MessageID      string    `json:"messageId" doc:"The message."`
	ConversationID string    `json:"conversationId" doc:"Its conversation."`
	ContactID      string    `json:"contactId" doc:"Whom it was sent to."`
	SentAt         time.Time `json:"sentAt" doc:"When the service accepted it."`
	BookedAt       time.Time `json:"bookedAt" doc:"When it arrived, as the provider says."`
	Category       string    `json:"category" doc:"The provider's category of the message."`
	TemplateName   *string   `json:"templateName" doc:"Template of the message; null for other messages."`
	Amount         string    `json:"amount" doc:"What it was charged."`
	Currency       *string   `json:"currency" doc:"Currency of the messaging account; null where it is not known."`
}

// SavingPeriod is the period that is looked at.
type SavingPeriod struct {
	From string `query:"from" maxLength:"10" doc:"The first day, for example 2026-11-01; 29 days before the last one by default."`
	To   string `query:"to" maxLength:"10" doc:"The last day; today by default. A period has 92 days at most."`
}

type (
	savingMessagesInput struct {
		Cause string `path:"cause" enum:"entry_window_unused,utility_outside_window,marketing_never_read,bubbles" doc:"Why the messages could have cost nothing."`
		SavingPeriod
		PageInput
	}
	chargeSavingsOutput struct{ Body ChargeSavings }
)

func savingRoutes(s *Server) {
	const path = "/v1/charges/savings"
	register(s, operation{id: "get-charge-savings", whole: true, method: http.MethodGet, path: path, tag: chargesTag, scope: crm.ScopeChargesRead, summary: "Get what could have been saved",
		description: "Messages of a period that could have cost nothing, by cause, with what the ledger has of them. The ledger of the period is looked at, newest first, for about 3 seconds at most."},
		func(ctx context.Context, a crm.Actor, in *SavingPeriod) (*chargeSavingsOutput, error) {
			found, err := s.svc.Charge.Savings(ctx, a, in.From, in.To)
			if err != nil {
				return nil, err
			}
			out := ChargeSavings{From: found.First.Format(time.DateOnly), To: found.Last.Format(time.DateOnly), Complete: found.Complete, Causes: []SavingSum{}}
			var all []crm.ChargeSum
			for _, c := range found.Causes {
				out.Count += c.Count
				out.Causes = append(out.Causes, SavingSum{c.Cause, c.Cause.Rule(), c.Count, savedAmounts(c.Sums)})
				all = append(all, c.Sums...)
			}
			out.Amounts = savedAmounts(all)
			return &chargeSavingsOutput{out}, nil
		})
	register(s, operation{id: "list-saving-messages", whole: true, method: http.MethodGet, path: path + "/{cause}/messages", tag: chargesTag, scope: crm.ScopeChargesRead, summary: "List messages that could have cost nothing",
		description: "Those of one cause, the last booked first. A page looks at 5,000 charges at most, so it may have fewer items than limit even if nextCursor is not null."},
		func(ctx context.Context, a crm.Actor, in *savingMessagesInput) (*pageOutput[SavingMessage], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Charge.SavingMessages(ctx, a, crm.SavingCause(in.Cause), in.From, in.To, p)
			return answerPage(list, renderSaving), err
		})
}

// savedAmounts are sums by currency, in the order in which they were met.
func savedAmounts(list []crm.ChargeSum) []SavedAmount {
	sums, order := map[string]int64{}, []string{}
	for _, s := range list {
		if _, known := sums[s.Currency]; !known {
			order = append(order, s.Currency)
		}
		sums[s.Currency] += s.Micros
	}
	out := []SavedAmount{}
	for _, currency := range order {
		out = append(out, SavedAmount{crm.FormatMicros(sums[currency]), known(currency)})
	}
	return out
}

func renderSaving(s crm.Saving) SavingMessage {
	c := s.Charge
	return SavingMessage{MessageID: c.MessageID, ConversationID: s.ConversationID, ContactID: s.ContactID, SentAt: s.SentAt.UTC(), BookedAt: c.BookedAt.UTC(), Category: c.Category,
		TemplateName: known(c.TemplateName), Amount: crm.FormatMicros(*c.Micros), Currency: known(c.Currency)}
}
