package crm

import "strconv"

// ChargeRecordedData is the data of charge.recorded: a row of the ledger, without the
// participants of groups.
type ChargeRecordedData struct {
	ChargeID      string     `json:"charge_id" doc:"Identifier of the row of the ledger."`
	Kind          ChargeKind `json:"kind" enum:"booking,correction" doc:"A charge is booked once. Where a later status says something else, one correction takes back what was booked and another one books what holds."`
	MessageID     string     `json:"message_id" doc:"The message."`
	BookedAt      int64      `json:"booked_at" doc:"When the message arrived, as the provider says, in Unix seconds."`
	Count         int64      `json:"count" doc:"1 for what is charged, -1 for what is taken back."`
	Category      string     `json:"category" doc:"The provider's category of the message."`
	Market        *string    `json:"market" doc:"Market of the contact's number; null where it is not known."`
	Rule          ChargeRule `json:"rule" enum:"per_message,conversation_window,service_window,monthly_allowance,entry_point,not_billed,unknown" doc:"The rule that priced it."`
	RateCard      *string    `json:"rate_card" doc:"Rate card and day of the price; null for what is free or has no price."`
	Amount        *string    `json:"amount" doc:"What the provider charges, negative for what is taken back. null: not known; it is never taken for 0."`
	Markup        string     `json:"markup" doc:"What this service adds: always 0."`
	Currency      *string    `json:"currency" doc:"Currency of the messaging account; null where it is not known."`
	PhoneNumberID *string    `json:"phone_number_id" doc:"Your phone number; null for a message that was erased before it was booked."`
	TemplateName  *string    `json:"template_name" doc:"Template of the message; null for other messages."`
	AssistantID   *string    `json:"assistant_id" doc:"The assistant that wrote the message; null for none."`
	BroadcastID   *string    `json:"broadcast_id" doc:"The broadcast of the message; null for none."`
}

// ChargeRecordedOf is what is told of a row.
func ChargeRecordedOf(c *BookedCharge) ChargeRecordedData {
	known := func(text string) *string {
		if text == "" {
			return nil
		}
		return &text
	}
	out := ChargeRecordedData{ChargeID: c.ID(), Kind: c.Kind, MessageID: c.MessageID, BookedAt: c.BookedAt.Unix(), Count: c.Count, Category: c.Category, Market: known(c.Market),
		Rule: c.Rule, RateCard: known(c.RateCard), Markup: strconv.FormatInt(c.Markup, 10), Currency: known(c.Currency), PhoneNumberID: known(c.PhoneNumberID),
		TemplateName: known(c.TemplateName), AssistantID: known(c.AssistantID), BroadcastID: known(c.BroadcastID)}
	if c.Micros != nil {
		out.Amount = known(FormatMicros(*c.Micros))
	}
	return out
}
