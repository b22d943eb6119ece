package crm

import (
	"time"
)

// Bounds of reconciliations.
const (
	MaxOpenReconciliations = 3
	// ReconciliationLife is how long one is kept after its end.
	ReconciliationLife = 400 * 24 * time.Hour
	// MaxReconciledDays is how long the period may be.
	MaxReconciledDays = 92
	// MaxDifferences is how many differences of one are kept, MaxDifferenceMessages how many
	// messages of each are named.
	MaxDifferences        = 5000
	MaxDifferenceMessages = 20
)

// ReconciliationSource is with what the ledger is compared.
type ReconciliationSource string

// The sources.
const (
	SourceAnalytics ReconciliationSource = "analytics" // what the provider's API says that it charged
	SourceInvoice   ReconciliationSource = "invoice"   // an invoice that somebody uploaded
)

// Reconciliation compares the ledger of charges with what the provider charged.
type Reconciliation struct {
	ID, WorkspaceID string
	ReconciliationRequest
	Run
	Result *ReconciliationResult // nil until it is completed
	MadeBy DoneBy
}

// ReconciliationRequest is what to compare. Its JSON is stored.
type ReconciliationRequest struct {
	MessagingAccountID string               `json:"messagingAccountId"`
	Source             ReconciliationSource `json:"source"`
	From               time.Time            `json:"from"` // first day, its beginning in UTC
	To                 time.Time            `json:"to"`   // last day
	Currency           string               `json:"currency"`
	Invoice            string               `json:"-"` // CSV; "" for analytics
}

// ReconciliationResult is what was found. Its JSON is stored and shown.
type ReconciliationResult struct {
	Ledger      ReconciliationTotal   `json:"ledger" doc:"What the ledger has of the period."`
	Provider    ReconciliationTotal   `json:"provider" doc:"What the provider has of it."`
	Agreed      int64                 `json:"agreed" doc:"Messages of which both say the same."`
	Differences int                   `json:"differences" doc:"Differences that were found. The first 5,000 are kept."`
	Causes      []ReconciliationCause `json:"causes" nullable:"false" doc:"What the differences add up to, by their likely cause."`
}

// ReconciliationTotal is what one side adds up to.
type ReconciliationTotal struct {
	Count    int64   `json:"count" doc:"Messages."`
	Amount   *string `json:"amount" doc:"What they cost. null: the provider does not tell you its cost."`
	Unpriced int64   `json:"unpriced" doc:"Messages whose amount the ledger does not know."`
}

// ReconciliationCause is what the differences of one cause add up to.
type ReconciliationCause struct {
	Cause   DifferenceCause `json:"cause" doc:"The likely cause."`
	Means   string          `json:"means" doc:"What it means."`
	DoThis  string          `json:"doThis" doc:"What to do."`
	Count   int64           `json:"count" doc:"Messages."`
	Amount  string          `json:"amount" doc:"By how much the provider charges more than the ledger has; negative for less. Amounts that one side does not know are not in it."`
	Records int             `json:"differences" doc:"Differences of this cause."`
}

// DifferenceCause is why ledger and provider differ, as far as it can be told.
type DifferenceCause string

// Difference is messages of which ledger and provider say different things.
type Difference struct {
	Number     int
	Cause      DifferenceCause
	Count      int64
	Ledger     *DifferenceSide
	Provider   *DifferenceSide
	MessageIDs []string
}

// DifferenceSide is what one side says of the messages. Its JSON is stored and shown.
type DifferenceSide struct {
	Date          string  `json:"date" doc:"The day, in UTC, or the month."`
	PhoneNumberID *string `json:"phoneNumberId" doc:"Your phone number; null where it is not told."`
	Market        *string `json:"market" doc:"Market; null where it is not told."`
	Category      string  `json:"category" doc:"The provider's category."`
	Type          *string `json:"type" doc:"How it is charged, in the provider's word, such as regular; null where it is not told."`
	Count         int64   `json:"count" doc:"Messages."`
	Amount        *string `json:"amount" doc:"What they cost; null where it is not known."`
}

// causes has what each cause means, and what to do.
var causes = map[DifferenceCause][2]string{
	"status_missing":   {"The provider charges messages that left here and whose status with the charge never came: it was lost.", "Nothing. Check the doctor for webhooks that do not arrive, if there are many."},
	"not_sent_here":    {"The provider charges messages that are not in the ledger and that nothing here explains: another system sends with the same phone number, or they were erased before they were booked.", "Find out who else has a token for the account. Take tokens away that nobody needs."},
	"not_charged":      {"The ledger has messages that the provider does not charge, although their statuses said that they arrived.", "Ask the provider, with the messages. You have paid less, not more."},
	"not_yet_charged":  {"The ledger has messages of the last two days that the provider does not charge yet.", "Compare again in two days."},
	"category_differs": {"The provider charges another category than the statuses said.", "Look at the category of the template: the provider may have changed it. Ask the provider, with the messages, if it has not."},
	"free_differs":     {"One side has the messages for free and the other one does not: a service window, an entry point or the monthly allowance was counted in another way.", "Ask the provider, with the messages, if it charges what its statuses said is free."},
	"market_differs":   {"The provider charges another market than that of the calling code.", "Look whether the numbers belong to the country that their calling code says. Ask the provider if they do."},
	"day_differs":      {"The provider charges the messages on the day before or after.", "Nothing: they were delivered around midnight."},
	"price_differs":    {"The provider's price is not that of the rate card.", "Import the provider's current rate card."},
	"volume_tier":      {"The provider's price is that of another volume tier.", "Import a rate card with your volume tiers. The provider counts the messages of all accounts of your portfolio, this service those of the workspace."},
	"price_unknown":    {"No rate card has the price, so the ledger does not know the amount.", "Import a rate card that has it. Charges without a price are priced by it afterwards."},
}

// Says returns what a cause means, and what to do.
func (c DifferenceCause) Says() (means, doThis string) { return causes[c][0], causes[c][1] }
