package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

// ConversationWindow is the customer-service window of a conversation, and what it costs to
// write to the contact when it has closed.
type ConversationWindow struct {
	Open        bool           `json:"open" doc:"Whether any message may be sent now. It closes a minute before closesAt, for messages that are on their way."`
	ClosesAt    *time.Time     `json:"closesAt" doc:"End of the window; null if the contact never wrote."`
	SecondsLeft int64          `json:"secondsLeft" doc:"Until then, in seconds; 0 if it is not open."`
	EndsSoon    bool           `json:"endsSoon" doc:"Whether it ends within windowWarningMinutes of the settings of the inbox."`
	Waiting     bool           `json:"waiting" doc:"Whether the contact waits for an answer."`
	Afterwards  AfterTheWindow `json:"afterwards" doc:"What one template to the contact costs when the window has closed, at list price."`
}

// AfterTheWindow is what it costs to write to a contact after the window.
type AfterTheWindow struct {
	TemplateCost
	Market    *string    `json:"market" doc:"The market of the contact's number; null if unknown."`
	RateCard  *string    `json:"rateCard" doc:"The day on which prices of the rate card last changed, for example 2026-10-01; null if the market is unknown."`
	FreeUntil *time.Time `json:"freeUntil" doc:"Until then templates cost nothing, because an ad led the contact here; null for no such time."`
}

// TemplateCost is what one template costs at list price.
type TemplateCost struct {
	Utility   *Price `json:"utility" doc:"Of the category utility; null if unknown."`
	Marketing *Price `json:"marketing" doc:"Of the category marketing; null if unknown."`
}

// Price is an exact amount of money.
type Price struct {
	Amount   string `json:"amount" doc:"A decimal number with at least two places."`
	Currency string `json:"currency" doc:"ISO 4217 code."`
}

// WindowReport is what is at stake: contacts who wait and whose window ends soon.
type WindowReport struct {
	WithinMinutes int            `json:"withinMinutes" doc:"The windows end within so many minutes."`
	Count         int            `json:"count" doc:"Number of conversations, at most 500."`
	More          bool           `json:"more" doc:"Whether there may be others that were not counted."`
	RateCard      *string        `json:"rateCard" doc:"The day on which prices of the rate card last changed; null if there is none."`
	Utility       WindowCost     `json:"utility" doc:"If a template of the category utility had to reach each of them."`
	Marketing     WindowCost     `json:"marketing" doc:"If a template of the category marketing had to reach each of them."`
	Items         []EndingWindow `json:"items" nullable:"false" doc:"Up to 100 of them; whose window ends first comes first."`
}

// WindowCost is what it costs to reach contacts by templates, at list price.
type WindowCost struct {
	Sums    []Price `json:"sums" nullable:"false" doc:"The sum of the prices that are known, for each currency."`
	Unknown int     `json:"unknown" doc:"Number of conversations whose price is not known; they are in no sum."`
}

// EndingWindow is a conversation whose contact waits and whose window ends soon.
type EndingWindow struct {
	ConversationID string    `json:"conversationId" doc:"The conversation."`
	ContactID      string    `json:"contactId" doc:"The contact."`
	PhoneNumberID  string    `json:"phoneNumberId" doc:"Your phone number."`
	TeamID         string    `json:"teamId" doc:"The team that has the conversation; empty if there is none."`
	AgentID        string    `json:"agentId" doc:"The user who has it; empty if there is none."`
	WaitingSince   time.Time `json:"waitingSince" doc:"Since when the contact waits."`
	ClosesAt       time.Time `json:"closesAt" doc:"When the window ends."`
	TemplateCost
}

type (
	windowReportInput struct {
		WithinMinutes int    `query:"withinMinutes" minimum:"1" maximum:"1440" doc:"Windows that end within so many minutes; by default windowWarningMinutes of the settings of the inbox, or 120 if that is 0."`
		TeamID        string `query:"teamId" maxLength:"64" doc:"Only conversations of this team."`
		AgentID       string `query:"agentId" maxLength:"64" doc:"Only conversations of this user."`
		PhoneNumberID string `query:"phoneNumberId" maxLength:"64" doc:"Only conversations of this phone number."`
	}
	conversationWindowOutput struct{ Body ConversationWindow }
	windowReportOutput       struct{ Body WindowReport }
)

func windowRoutes(s *Server) {
	register(s, operation{id: "get-conversation-window", method: http.MethodGet, path: "/v1/conversations/{id}/window", tag: conversationsTag, errors: []int{404},
		scope: crm.ScopeConversationsRead, summary: "Get the window of a conversation",
		description: "How long any message may be sent, and what the template costs that reaches the contact afterwards. Ask before you close, snooze or hand on a conversation. Prices are list prices without volume tiers, from a card that is not confirmed by the provider."},
		func(ctx context.Context, a crm.Actor, in *ConversationInput) (*conversationWindowOutput, error) {
			out, err := s.svc.Window.Outlook(ctx, a, in.ID)
			if err != nil {
				return nil, err
			}
			return &conversationWindowOutput{renderWindow(out)}, nil
		})
	register(s, operation{id: "get-window-report", method: http.MethodGet, path: "/v1/reports/window", tag: reportsTag,
		scope: crm.ScopeConversationsRead, summary: "Report which windows end while contacts wait", description: "The conversations of the view window_closing that end within some time, and what it would cost to reach these contacts by templates instead of answering in time." + reportsReach},
		func(ctx context.Context, a crm.Actor, in *windowReportInput) (*windowReportOutput, error) {
			r, err := s.svc.Window.Ending(ctx, a, crm.WindowQuery{Within: time.Duration(in.WithinMinutes) * time.Minute, TeamID: in.TeamID, AgentID: in.AgentID, PhoneNumberID: in.PhoneNumberID})
			if err != nil {
				return nil, err
			}
			return &windowReportOutput{renderWindowReport(r)}, nil
		})
}

func renderWindow(w crm.WindowOutlook) ConversationWindow {
	return ConversationWindow{Open: w.Open, ClosesAt: w.ClosesAt, SecondsLeft: int64(w.Left / time.Second), EndsSoon: w.EndsSoon, Waiting: w.Waiting,
		Afterwards: AfterTheWindow{TemplateCost: renderCost(w.Prices), Market: known(w.Prices.Market), RateCard: known(w.Prices.RateCard), FreeUntil: w.FreeUntil}}
}

func renderWindowReport(r crm.WindowReport) WindowReport {
	out := WindowReport{WithinMinutes: int(r.Within / time.Minute), Count: r.Count, More: r.More, RateCard: known(r.RateCard), Utility: renderSum(r.Utility), Marketing: renderSum(r.Marketing), Items: []EndingWindow{}}
	for _, w := range r.Items {
		out.Items = append(out.Items, EndingWindow{ConversationID: w.ConversationID, ContactID: w.ContactID, PhoneNumberID: w.PhoneNumberID, TeamID: w.TeamID, AgentID: w.AgentID,
			WaitingSince: w.WaitingSince, ClosesAt: w.ClosesAt, TemplateCost: renderCost(w.Prices)})
	}
	return out
}

func renderCost(p crm.TemplatePrices) TemplateCost {
	return TemplateCost{Utility: renderPrice(p.Utility), Marketing: renderPrice(p.Marketing)}
}

func renderSum(s crm.PriceSum) WindowCost {
	out := WindowCost{Sums: []Price{}, Unknown: s.Unknown}
	for _, m := range s.Sums {
		out.Sums = append(out.Sums, *renderPrice(&m))
	}
	return out
}

func renderPrice(m *crm.Money) *Price {
	if m == nil {
		return nil
	}
	return &Price{m.Amount(), m.Currency}
}

// known is a text, or nil for an empty one.
func known(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
