package api

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/broadcast"
)

// Broadcast is one template that is sent to many.
type Broadcast struct {
	ID            string               `json:"id" doc:"Identifier of the broadcast; begins with bct_."`
	Name          string               `json:"name" doc:"What people call it."`
	Status        crm.BroadcastStatus  `json:"status" enum:"draft,scheduled,running,paused,completed,canceled" doc:"How far it has come. completed: every recipient has an outcome."`
	Reason        string               `json:"reason" doc:"Why it is paused: request, too_many_failures, too_many_opt_outs, quality_red, held_by_provider, message_limit_reached, amount_limit_reached, no_winner, or the code of what is wrong with its template, phone number or account. Otherwise empty."`
	TemplateName  string               `json:"templateName" doc:"The template."`
	Language      string               `json:"language" doc:"Language of the template."`
	Parameters    map[string]string    `json:"parameters" nullable:"false" doc:"What fills the template for all."`
	PhoneNumberID string               `json:"phoneNumberId" doc:"The phone number that it is sent from."`
	ScheduledAt   *time.Time           `json:"scheduledAt" doc:"When it begins after somebody started it; null for at once."`
	Limits        BroadcastBounds      `json:"limits" doc:"Hard bounds."`
	Experiment    BroadcastExperiment  `json:"experiment" doc:"What it measures."`
	QuietHours    *BroadcastQuietTime  `json:"quietHours" doc:"When nobody gets it, by the clock of each recipient; null for never."`
	TimeZone      string               `json:"timeZone" enum:"workspace,recipient" doc:"By whose clock scheduledAt is."`
	FrequencyCap  *BroadcastCap        `json:"frequencyCap" doc:"Who got so many messages of broadcasts is left out; null for nobody."`
	FollowUp      *BroadcastFollowUp   `json:"followUp" doc:"What happens with the conversation of a recipient who answers; null for nothing."`
	Preparation   BroadcastPreparation `json:"preparation" doc:"How far its audience is expanded."`
	Counts        BroadcastCounts      `json:"counts" doc:"What became of its recipients so far."`
	Excluded      []BroadcastExclusion `json:"excluded" nullable:"false" doc:"Why how many were left out; empty in lists."`
	Charge        BroadcastCommitment  `json:"charge" doc:"What its messages cost so far."`
	CreatedBy     crm.DoneBy           `json:"createdBy" doc:"Who created it."`
	CreatedAt     time.Time            `json:"createdAt" doc:"When it was created."`
	UpdatedAt     time.Time            `json:"updatedAt" doc:"When it, or its status, was last changed."`
	StartedAt     *time.Time           `json:"startedAt" doc:"When it began to send; null until then."`
	EndedAt       *time.Time           `json:"endedAt" doc:"When its last recipient had an outcome; null until then."`
}

// BroadcastCap is how many messages somebody gets at most.
type BroadcastCap struct {
	Messages int64 `json:"messages" doc:"How many messages of broadcasts that did not fail."`
	Days     int64 `json:"days" doc:"In the last how many days of 24 hours."`
}

// BroadcastQuietTime are hours of each day.
type BroadcastQuietTime struct {
	From string `json:"from" doc:"Local time at which they begin, HH:MM."`
	To   string `json:"to" doc:"Local time at which they end, HH:MM."`
}

// BroadcastBounds are the hard bounds of a broadcast.
type BroadcastBounds struct {
	Amount   *string `json:"amount" doc:"What the messages may cost at list price; null for no bound."`
	Currency *string `json:"currency" doc:"ISO 4217 code; null without an amount."`
	Messages *int64  `json:"messages" doc:"How many messages may be sent; null for no bound."`
}

// BroadcastPreparation is how far an audience is expanded.
type BroadcastPreparation struct {
	State crm.RunState `json:"state" enum:"running,completed,canceled,failed" doc:"completed: everybody is a recipient, or left out."`
	Done  int64        `json:"done" doc:"How many of the audience were looked at."`
	Total int64        `json:"total" doc:"How many the audience names."`
}

// BroadcastCounts is what became of recipients.
type BroadcastCounts struct {
	Recipients int64 `json:"recipients" doc:"Who gets a message, or got one: queued, sending, sent, failed and canceled ones."`
	Excluded   int64 `json:"excluded" doc:"Who was left out; duplicates among them."`
	Queued     int64 `json:"queued" doc:"Whose turn has not come."`
	Sending    int64 `json:"sending" doc:"Whose message was accepted and is not known to have reached the provider."`
	Sent       int64 `json:"sent" doc:"Whose message the provider took; delivered ones among them."`
	Delivered  int64 `json:"delivered" doc:"Whose message reached the phone; read ones among them."`
	Read       int64 `json:"read" doc:"Who read it. Contacts can switch this off, so there may be more."`
	Failed     int64 `json:"failed" doc:"Whose message failed or expired."`
	Canceled   int64 `json:"canceled" doc:"Whose message was canceled with the broadcast."`
	HeldOut    int64 `json:"heldOut" doc:"Who gets nothing, to compare with. They are no recipients."`
	Answered   int64 `json:"answered" doc:"Who wrote within 72 hours after it, and got no other broadcast in between."`
}

// BroadcastExclusion is why how many were left out.
type BroadcastExclusion struct {
	Reason string `json:"reason" doc:"duplicate, opted_out, invalid_number, unknown_contact, no_number, already_in_running_broadcast, parameters_missing, parameters_invalid, row_unreadable, price_unknown, frequency_cap, or the code with which the message was refused when its turn came."`
	Count  int64  `json:"count" doc:"How many."`
}

// BroadcastCommitment is what messages cost at most that were not refused.
type BroadcastCommitment struct {
	Amount   string `json:"amount" doc:"What the messages that were accepted and did not fail cost at list price if each is billed, as far as prices are known."`
	Currency string `json:"currency" doc:"ISO 4217 code."`
}

// BroadcastForecast is what a broadcast comes to.
type BroadcastForecast struct {
	Prepared        bool                 `json:"prepared" doc:"Whether the audience is expanded; if not, all figures are of a part."`
	Recipients      int64                `json:"recipients" doc:"Who gets a message."`
	Excluded        []BroadcastExclusion `json:"excluded" nullable:"false" doc:"Why how many are left out."`
	Category        string               `json:"category" doc:"Category of the template; empty if the template is gone."`
	Charge          BroadcastCharge      `json:"charge" doc:"What it costs at list price."`
	Unpriced        int64                `json:"unpriced" doc:"Recipients whose price is not known. They are in no amount: with any, all amounts are lower bounds."`
	RateCard        string               `json:"rateCard" doc:"Rate card and day of the prices: listed is the card of this service, others are yours. Empty where none has a price."`
	Markets         []BroadcastMarket    `json:"markets" nullable:"false" doc:"The same by market, the largest first."`
	Delivered       *float64             `json:"delivered" doc:"Which part of the template's messages of the last 30 days was delivered; null if fewer than 100 were sent. expected goes by it."`
	DeliveredLeast  *float64             `json:"deliveredLeast" doc:"The same of the day with the smallest part, of days with at least 100; null if there is none. best goes by it."`
	Throughput      int64                `json:"throughput" doc:"Messages per second that the provider takes of the phone number."`
	SecondsToFinish int64                `json:"secondsToFinish" doc:"Seconds from its beginning until the last recipient is sent, with what recipients wait for their own time. Other traffic of the number comes on top."`
	Waiting         int64                `json:"waiting" doc:"Recipients who wait for their own time: for the end of their quiet hours, or until their clock shows scheduledAt."`
	LastSentAt      time.Time            `json:"lastSentAt" doc:"When the last recipient would be sent if you started it now."`
	Tier            BroadcastTier        `json:"tier" doc:"The messaging limit of the phone number."`
	HeldOut         int64                `json:"heldOut" doc:"Who gets nothing, to compare with; in no other figure."`
	Test            *BroadcastTestPlan   `json:"test" doc:"Whether the audience is large enough for the test of two variants; null without them."`
}

// BroadcastCharge is what a broadcast costs.
type BroadcastCharge struct {
	Expected string `json:"expected" doc:"If as many are delivered as of the template so far, and nothing is billed for those whom an ad led here."`
	Best     string `json:"best" doc:"The same if as few are delivered as on the day with the fewest."`
	Worst    string `json:"worst" doc:"If every message is delivered and billed."`
	Currency string `json:"currency" doc:"ISO 4217 code."`
}

// BroadcastMarket is what a broadcast costs in a market.
type BroadcastMarket struct {
	Market     string           `json:"market" doc:"The market of the phone numbers; empty if it is not known."`
	Recipients int64            `json:"recipients" doc:"Who gets a message there."`
	Free       int64            `json:"free" doc:"Those for whom nothing is billed now, because an ad led them here."`
	Price      *string          `json:"price" doc:"What the first message costs; null if it is not known."`
	Prices     []BroadcastPrice `json:"prices" nullable:"false" doc:"What messages cost one after another: more than one price where the broadcast passes volume tiers of the month."`
	Expected   *string          `json:"expected" doc:"(recipients − free) × delivered messages at these prices; null without a price."`
	Best       *string          `json:"best" doc:"(recipients − free) × deliveredLeast messages at these prices; null without a price."`
	Worst      *string          `json:"worst" doc:"All recipients at these prices; null without a price."`
}

// BroadcastPrice is what messages cost after so many.
type BroadcastPrice struct {
	After int64  `json:"after" doc:"After so many messages of the broadcast in the market."`
	Price string `json:"price" doc:"What a message costs."`
}

// BroadcastTier is how many people may be written to first within a day.
type BroadcastTier struct {
	Limit    *int64 `json:"limit" doc:"How many people may be written to first within 24 hours; null if the provider has not told it."`
	Headroom *int64 `json:"headroom" doc:"The limit less the recipients, below 0 where it is not enough; null if the limit is not known. Whom you wrote to first in the last 24 hours is not taken off, and whose window is open needs none of it."`
}

// BroadcastRecipient is somebody of an audience.
type BroadcastRecipient struct {
	Number      int64              `json:"number" doc:"Place in the audience, from 1 on."`
	ContactID   *string            `json:"contactId" doc:"The contact; null for who was none when the audience was expanded."`
	To          crm.ContactNumber  `json:"to" doc:"Phone number; empty if it is not known."`
	UserID      string             `json:"userId" doc:"The provider's business-scoped user id; empty if it is not known."`
	Parameters  map[string]string  `json:"parameters" nullable:"false" doc:"What fills the template for this recipient alone."`
	State       crm.RecipientState `json:"state" enum:"excluded,queued,sending,sent,delivered,read,failed,canceled,held_out,waiting_for_winner" doc:"How far it has come. held_out: gets nothing, to compare with. waiting_for_winner: gets the better variant, once it is named."`
	Reason      string             `json:"reason" doc:"Why it was left out, or the code of the failure; otherwise empty."`
	MessageID   *string            `json:"messageId" doc:"The message; null if there is none."`
	SentAt      *time.Time         `json:"sentAt" doc:"When the provider took the message; null if it did not. Of who is held out, when the turn came."`
	Answered    bool               `json:"answered" doc:"Whether the contact wrote within 72 hours after it."`
	Variant     *crm.BroadcastArm  `json:"variant" enum:"a,b" doc:"The variant for this recipient; null for who is left or held out."`
	Tapped      bool               `json:"tapped" doc:"Whether a button of the message was tapped."`
	TimeZone    *string            `json:"timeZone" doc:"IANA time zone: of the custom field time_zone, else the main one of the calling code; null where neither is known, for the workspace's."`
	WaitsUntil  *time.Time         `json:"waitsUntil" doc:"When this recipient may get it, if their own time has not come; otherwise null."`
	Line        *int64             `json:"line" doc:"The line of the table on which its row begins, from 1 on; null if it does not come from a table."`
	Detail      string             `json:"detail" doc:"What is wrong with the row or with what fills the template, in words; otherwise empty."`
	GoalReached bool               `json:"goalReached" doc:"Whether the goal was reached within the window."`
	FollowUp    *BroadcastFollowed `json:"followUp" doc:"What was done after the answer; null where none counted."`
}

// answerBroadcast renders what a use case returns, with why people were left out.
func answerBroadcast(ctx context.Context, s *Server) func(crm.Broadcast, error) (*broadcastOutput, error) {
	return func(b crm.Broadcast, err error) (*broadcastOutput, error) {
		if err != nil {
			return nil, err
		}
		var left []crm.Exclusion
		if b.Numbered > 0 { // else those that were found since belong to no count here
			left, err = s.svc.Broadcast.Exclusions(ctx, b)
		}
		return &broadcastOutput{renderBroadcast(b, left)}, err
	}
}

func renderBroadcast(b crm.Broadcast, left []crm.Exclusion) Broadcast {
	c := b.Counts
	out := Broadcast{ID: b.ID, Name: b.Name, Status: b.Status, Reason: b.Reason, TemplateName: b.Template.Name, Language: b.Template.Language, Parameters: b.Template.Parameters,
		Experiment: renderBroadcastExperiment(b.Experiment), PhoneNumberID: b.PhoneNumberID, ScheduledAt: b.ScheduledAt, Excluded: renderExclusions(left), CreatedBy: b.CreatedBy, CreatedAt: b.CreatedAt, UpdatedAt: b.UpdatedAt, StartedAt: b.StartedAt, EndedAt: b.EndedAt,
		Counts: BroadcastCounts{Recipients: c.Recipients(), Excluded: c.Excluded, Queued: c.Queued, Sending: c.Sending, Sent: c.Sent, Delivered: c.Delivered, Read: c.Read, Failed: c.Failed, Canceled: c.Canceled, HeldOut: c.HeldOut, Answered: c.Answered},
		Charge: BroadcastCommitment{crm.FormatMicros(c.Micros), broadcast.Currency(b)}, Preparation: BroadcastPreparation{State: crm.RunRunning, Done: b.Numbered, Total: b.Audience.Named}}
	if out.Parameters == nil {
		out.Parameters = map[string]string{}
	}
	if out.TimeZone = crm.ZoneOfWorkspace; b.Delivery.TimeZone != "" {
		out.TimeZone = b.Delivery.TimeZone
	}
	out.QuietHours, out.FrequencyCap = (*BroadcastQuietTime)(b.Delivery.Quiet), (*BroadcastCap)(b.Delivery.Cap)
	out.FollowUp = renderFollowUp(b.FollowUp)
	if l := b.Limits; l.Micros > 0 {
		out.Limits.Amount, out.Limits.Currency = ptr(crm.FormatMicros(l.Micros)), &l.Currency
	}
	if b.Limits.Messages > 0 {
		out.Limits.Messages = ptr(b.Limits.Messages)
	}
	switch {
	case b.PreparedAt != nil:
		out.Preparation.State = crm.RunCompleted
	case b.Status == crm.BroadcastCanceled:
		out.Preparation.State = crm.RunCanceled
	case b.Run.State == crm.RunFailed:
		out.Preparation.State = crm.RunFailed
	}
	return out
}

func renderExclusions(list []crm.Exclusion) []BroadcastExclusion {
	out := make([]BroadcastExclusion, 0, len(list))
	for _, e := range list {
		out = append(out, BroadcastExclusion{e.Reason, e.Count})
	}
	return out
}

func renderBroadcastForecast(f crm.BroadcastForecast) BroadcastForecast {
	out := BroadcastForecast{Prepared: f.Prepared, Recipients: f.Recipients, Excluded: renderExclusions(f.Excluded), Category: f.Category, Unpriced: f.Unpriced, RateCard: f.RateCard, Markets: []BroadcastMarket{},
		Charge:    BroadcastCharge{crm.FormatMicros(f.Expected), crm.FormatMicros(f.Best), crm.FormatMicros(f.Worst), f.Currency},
		Delivered: partOf(f.Arrived), DeliveredLeast: partOf(f.BestArrived), Throughput: f.Throughput, SecondsToFinish: f.Seconds, Waiting: f.Waiting, LastSentAt: f.LastAt.UTC(), HeldOut: f.HeldOut, Test: renderBroadcastPlan(f.Test)}
	if f.Limit > 0 {
		out.Tier = BroadcastTier{&f.Limit, ptr(f.Limit - f.Recipients)}
	}
	for _, m := range f.Markets {
		one := BroadcastMarket{Market: m.Market, Recipients: m.Recipients, Free: m.Free, Prices: []BroadcastPrice{}}
		for _, s := range m.Prices {
			if s.After < max(1, m.Recipients) {
				one.Prices = append(one.Prices, BroadcastPrice{s.After, crm.FormatMicros(s.Micros)})
			}
		}
		if len(m.Prices) > 0 {
			one.Price, one.Expected, one.Best, one.Worst = ptr(one.Prices[0].Price), ptr(crm.FormatMicros(m.Expected)), ptr(crm.FormatMicros(m.Best)), ptr(crm.FormatMicros(m.Worst))
		}
		out.Markets = append(out.Markets, one)
	}
	return out
}

// partOf is a part in thousandths as a number.
func partOf(n *int64) *float64 {
	if n == nil {
		return nil
	}
	return ptr(float64(*n) / 1000)
}

func renderBroadcastRecipient(r crm.Recipient) BroadcastRecipient {
	out := BroadcastRecipient{Number: r.Number, ContactID: textOrNull(r.ContactID), To: crm.ContactNumber(r.Phone), UserID: r.UserID, Parameters: r.Parameters, State: r.State, Reason: r.Reason,
		MessageID: textOrNull(r.MessageID), Answered: r.Answered, Tapped: r.Tapped, GoalReached: r.Reached}
	if v := r.Variant(); v != "" {
		out.Variant = &v
	}
	if out.Parameters == nil {
		out.Parameters = map[string]string{}
	}
	if out.Detail = r.Detail; r.Line > 0 {
		out.Line = &r.Line
	}
	if !r.SentAt.IsZero() {
		out.SentAt = &r.SentAt
	}
	out.TimeZone, out.WaitsUntil, out.FollowUp = textOrNull(r.Zone), r.WaitsUntil(), renderFollowed(r.FollowUp)
	return out
}
