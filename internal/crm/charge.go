package crm

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// ChargeRule is the rule that priced a charge.
type ChargeRule string

// The rules. The first two cost what the rate card says, those after them nothing.
const (
	ChargePerMessage   ChargeRule = "per_message"         // each delivered message
	ChargePerWindow    ChargeRule = "conversation_window" // 24 hours of a category, until 2025-06-30
	ChargeInService    ChargeRule = "service_window"      // free: the contact wrote within 24 hours
	ChargeInAllowance  ChargeRule = "monthly_allowance"   // free: the number's free service messages of the month
	ChargeInEntryPoint ChargeRule = "entry_point"         // free: an ad or a page led the contact here
	ChargeNotBilled    ChargeRule = "not_billed"          // the provider says that it bills nothing
	// ChargeUnknownRule is of what the provider bills by a model that is not known here: its
	// amount is not known either.
	ChargeUnknownRule ChargeRule = "unknown"
)

// ChargeKind tells the rows of the ledger apart.
type ChargeKind string

// A charge is booked once. Where a later status says something else, two corrections
// follow: one takes back what was booked, the other one books what holds now. A row that
// could not be priced and now can be is corrected, too.
const (
	ChargeBooked    ChargeKind = "booking"
	ChargeCorrected ChargeKind = "correction"
)

// BookedCharge is a row of the ledger of charges: what the provider charges for a message
// that arrived, or takes back. It never changes.
type BookedCharge struct {
	MessageID string
	Number    int64 // of the message's rows, from 1 on
	Kind      ChargeKind
	// Count is 1 for what is booked and -1 for what is taken back.
	Count         int64
	BookedAt      time.Time // when the message arrived, as the provider says
	ParticipantID string    // of a group whose copy of the message it is
	PhoneNumberID string
	// Category and Model are the provider's words; Rule is what priced them, by the rate card
	// RateCard: "listed" or the identifier of an imported one, and the day of the price.
	Category, Model, Market, RateCard string
	Rule                              ChargeRule
	// Micros is the amount in millionths of Currency, the one of the account; nil where it is
	// not known. Markup is what this service adds: nothing.
	Micros   *int64
	Markup   int64
	Currency string
	// TemplateName, AssistantID and BroadcastID are of the message; "" for none.
	TemplateName, AssistantID, BroadcastID string
	// LabelIDs are the labels that the conversation had when the message was booked first.
	LabelIDs []string
	// ChargedBy is the status that told the charge.
	ChargedBy Status
	// PricedAs is the category of the rate card; "" for what costs nothing.
	PricedAs string
}

// ID names the row.
func (c *BookedCharge) ID() string {
	return fmt.Sprintf("chg%s_%d", strings.TrimPrefix(c.MessageID, PrefixMessage), c.Number)
}

// ChargeFilter narrows the rows of the ledger. Empty fields do not narrow it.
type ChargeFilter struct {
	MessageID string
	From, To  time.Time // From included, To not
}

// ChargeSum is what the charges of one key and currency add up to.
type ChargeSum struct {
	Key, Currency string
	// Count are charges, corrections set off; Free those of them that cost nothing, Unpriced
	// those whose amount is not known and so not in Micros.
	Count, Free, Unpriced, Micros int64
}

// ChargeDimension is by what charges are summed up.
type ChargeDimension string

// The dimensions.
const (
	ChargesByDay       ChargeDimension = "day"
	ChargesByMonth     ChargeDimension = "month"
	ChargesByCategory  ChargeDimension = "category"
	ChargesByMarket    ChargeDimension = "market"
	ChargesByNumber    ChargeDimension = "phoneNumber"
	ChargesByTemplate  ChargeDimension = "template"
	ChargesByBroadcast ChargeDimension = "broadcast"
	ChargesByAssistant ChargeDimension = "assistant"
	ChargesByRule      ChargeDimension = "rule"
	// ChargesByLabel counts what has several labels with each of them.
	ChargesByLabel ChargeDimension = "label"
)

// ChargeDimensions are all of them.
var ChargeDimensions = []ChargeDimension{ChargesByDay, ChargesByMonth, ChargesByCategory, ChargesByMarket, ChargesByNumber, ChargesByTemplate, ChargesByBroadcast, ChargesByAssistant, ChargesByRule, ChargesByLabel}

// ChargeStatement is what the charges of a calendar month (UTC) add up to.
type ChargeStatement struct {
	Name          string // of the workspace
	Month, MadeAt time.Time
	Totals        []ChargeSum // by currency
	Lines         []StatementLine
	Numbers       []ChargeSum // by phone number, as people know it
	Days          []ChargeSum
}

// StatementLine is what charges of one category, market and rule add up to.
type StatementLine struct {
	Category, Market string
	Rule             ChargeRule
	ChargeSum
}

// RateCard is a rate card that a business imported. It never changes: what is imported
// later goes before it.
type RateCard struct {
	ID        string
	Name      string
	Source    string // where the prices are from
	Rows      int
	CreatedAt time.Time
	CreatedBy DoneBy
	Prices    string // the CSV, in a card that was asked for
}

// Validate checks what an import says, but for its prices.
func (c RateCard) Validate() (RateCard, error) {
	const maxName, maxSource = 100, 200
	var f Faults
	c.Name, c.Source = strings.Join(strings.Fields(c.Name), " "), strings.TrimSpace(c.Source)
	switch {
	case c.Name == "":
		f.Add("/name", CodeRequired, "name is required.")
	case utf8.RuneCountInString(c.Name) > maxName:
		f.Add("/name", CodeTooLong, "name may have at most %d characters.", maxName)
	}
	if utf8.RuneCountInString(c.Source) > maxSource {
		f.Add("/source", CodeTooLong, "source may have at most %d characters.", maxSource)
	}
	if strings.TrimSpace(c.Prices) == "" {
		f.Add("/prices", CodeRequired, "prices is required: a CSV table.")
	}
	return c, f.Err()
}

// ChargeFact is what the ledger of charges is told: that a message arrived, or what a later
// status says of its charge.
type ChargeFact struct {
	MessageID     string    `json:"-"`
	ParticipantID string    `json:"-"` // of a group
	At            time.Time `json:"-"`
	Charge        Charge    `json:"charge"`
	By            Status    `json:"by"` // the status that told the charge
	// Conversation is the provider's identifier of the conversation that the message counts
	// to, where it told one.
	Conversation string `json:"conversation,omitempty"`
}

// Step tells apart what is said of one message: which status told the charge, and whether
// the provider bills it.
func (f ChargeFact) Step() string {
	if f.Charge.Billable {
		return string(f.By) + " billed"
	}
	return string(f.By)
}

// Arrived reports whether a message of this status has reached somebody.
func (s Status) Arrived() bool {
	return s == StatusDelivered || s == StatusRead || s == StatusPlayed
}

// FactOf returns what the ledger of charges is to be told after a status: nothing until the
// message has arrived, and then each charge that is told of it once, and when it arrived
// where a later status was told first. before and now are what the message, or the
// participant's copy, was and is; changed says that the status told the charge.
func FactOf(before, now, status Status, changed bool, by Status, c *Charge) (ChargeFact, bool) {
	if c == nil || !now.Arrived() || before.Arrived() && !changed && status != StatusDelivered {
		return ChargeFact{}, false
	}
	return ChargeFact{Charge: *c, By: by}, true
}
