package crm

import (
	"strings"
	"time"
	"unicode/utf8"
)

// Deal is something that may be sold to somebody.
type Deal struct {
	ID, WorkspaceID string
	// Version is the number of the last entry of its history.
	Version             int64
	PipelineID, StageID string
	// Position is the order key of the deal on its stage.
	Position string
	Status   StageKind
	DealContent
	DealEnd
	// StageSince is since when the deal is on its stage, ClosedAt since when it is won
	// or lost; nil while it is open.
	StageSince time.Time
	ClosedAt   *time.Time
	// ActiveAt is when somebody last did something with it, messages aside.
	ActiveAt             time.Time
	CreatedBy            DoneBy
	CreatedAt, UpdatedAt time.Time

	// RotsAt is when it rots unless something happens; nil for never.
	RotsAt *time.Time
	// Fields are the values of the custom fields that are defined now.
	Fields []FieldValue
	// StageForecast is the forecast category of its stage.
	StageForecast ForecastCategory
	// ExternalKey is what another system knows it by, or how an import knows its line
	// again; "" for none. One deal of the workspace has it.
	ExternalKey string
}

// DealContent is what people say of a deal.
type DealContent struct {
	Title string
	// Amount is in minor units of the currency; nil where it is unknown.
	Amount   *int64
	Currency string // "" without an amount
	// FromLines says that the amount is what the lines of the deal are worth together.
	FromLines bool
	OwnerID   string // "" for nobody
	// ContactID and ConversationID are what the deal is about; "" for none.
	ContactID, ConversationID string
	ExpectedCloseOn           string // a date; "" where it is unknown
	// Values are the custom fields by the number of their definition, in the form of
	// CustomField.Parse.
	Values map[int]string
	// Forecast is the category that somebody set, which no move changes; "" for that of
	// the stage.
	Forecast ForecastCategory
}

// DealEnd is why a deal is won or lost: one of the workspace's reasons, words, or both.
type DealEnd struct {
	ReasonID, Note string
}

// AmountText is the amount as a decimal text; nil where it is unknown.
func (c DealContent) AmountText() *string {
	if c.Amount == nil {
		return nil
	}
	return new(FormatMinor(*c.Amount, c.Currency))
}

// Bounds of deals.
const (
	maxDealTitle = 200
	maxDealNote  = 1000
)

// DealChange changes what is given of a deal; "" takes a value away.
type DealChange struct {
	Title, Amount, Currency, OwnerID, ContactID, ConversationID, ExpectedCloseOn, ForecastCategory *string
	// Fields are custom fields by key; nil values are removed. They are applied by
	// ApplyFields, which knows the definitions.
	Fields map[string]any
}

// Apply returns the content as it becomes, or every fault that can be seen without
// looking anything up. currency is that of deals that name none; "" for none.
func (ch DealChange) Apply(c DealContent, currency string) (DealContent, error) {
	var f Faults
	if ch.Title != nil {
		c.Title = strings.TrimSpace(*ch.Title)
	}
	switch {
	case c.Title == "":
		f.Add("/title", CodeRequired, "title is required: what the deal is about.")
	case utf8.RuneCountInString(c.Title) > maxDealTitle:
		f.Add("/title", CodeTooLong, "title may have at most %d characters.", maxDealTitle)
	}
	ch.money(&c, currency, &f)
	for _, id := range []struct {
		given       *string
		into        *string
		name, begin string
	}{{ch.OwnerID, &c.OwnerID, "ownerId", PrefixUser}, {ch.ContactID, &c.ContactID, "contactId", PrefixContact}, {ch.ConversationID, &c.ConversationID, "conversationId", PrefixConversation}} {
		if id.given == nil {
			continue
		}
		if *id.into = *id.given; *id.given != "" && !ValidID(id.begin, *id.given) {
			f.Add("/"+id.name, CodeNotFound, "%s is not an identifier: %s_…", id.name, id.begin)
		}
	}
	if ch.ExpectedCloseOn != nil {
		c.ExpectedCloseOn = *ch.ExpectedCloseOn
		if c.ExpectedCloseOn != "" && !ValidDate(c.ExpectedCloseOn) {
			f.Add("/expectedCloseOn", CodeParameterInvalid, "expectedCloseOn is a date such as 2026-01-31.")
		}
	}
	if ch.ForecastCategory != nil {
		c.Forecast = ForecastCategory(*ch.ForecastCategory)
		checkForecast("/forecastCategory", c.Forecast, &f)
	}
	return c, f.Err()
}

// money changes the amount and the currency, which go together.
func (ch DealChange) money(c *DealContent, currency string, f *Faults) {
	if ch.Amount == nil && ch.Currency == nil {
		return
	}
	if c.FromLines {
		const fault = "%s follows from the lines of the deal: change these, or take them away first."
		if ch.Amount != nil {
			f.Add("/amount", CodeNotAllowed, fault, "amount")
		}
		if ch.Currency != nil {
			f.Add("/currency", CodeNotAllowed, fault, "currency")
		}
		return
	}
	code, text := c.Currency, ""
	if c.Amount != nil {
		text = FormatMinor(*c.Amount, c.Currency)
	}
	if ch.Amount != nil {
		text = *ch.Amount
	}
	if ch.Currency != nil {
		code = *ch.Currency
	}
	if text == "" {
		if c.Amount, c.Currency = nil, ""; ch.Currency != nil && *ch.Currency != "" && ch.Amount == nil {
			f.Add("/amount", CodeRequired, "amount is required with a currency.")
		}
		return
	}
	if code == "" {
		code = currency
	}
	switch {
	case code == "":
		f.Add("/currency", CodeRequired, "currency is required with an amount: the pipeline has none for deals that name none.")
	case !ValidCurrency(code):
		checkCurrency("/currency", code, f)
	default:
		minor, reason := ParseMinor(text, code)
		if reason != "" {
			f.Add("/amount", CodeParameterInvalid, "amount %s.", reason)
		}
		c.Amount, c.Currency = &minor, code
	}
}

// ValidDate reports whether a text is a date such as 2026-01-31.
func ValidDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

// Rots returns when a deal rots on a stage if nothing happens after a time; nil for
// never.
func (s Stage) Rots(active time.Time) *time.Time {
	if s.RotsAfterDays == 0 || s.Kind != StageOpen {
		return nil
	}
	return new(active.Add(time.Duration(s.RotsAfterDays) * 24 * time.Hour))
}

// SearchText is what a deal is found by: its title, and why it was won or lost.
func (d Deal) SearchText() string {
	if d.Note == "" {
		return d.Title
	}
	return d.Title + "\n" + d.Note
}

// DealMove is a request to move a deal.
type DealMove struct {
	ToStageID string
	// AfterDealID or BeforeDealID is the deal beside which it is put; both are "" for
	// the top of the stage.
	AfterDealID, BeforeDealID string
	// IfStageID is the stage on which the deal must be; "" for any.
	IfStageID                 string
	LostReasonID, WonReasonID string
	Note                      string
}

// Validate returns every fault that can be seen without looking anything up.
func (m DealMove) Validate() *Faults {
	var f Faults
	if m.ToStageID == "" {
		f.Add("/toStageId", CodeRequired, "toStageId is required: the stage that the deal moves to.")
	}
	if m.AfterDealID != "" && m.BeforeDealID != "" {
		f.Add("/beforeDealId", CodeNotAllowed, "Give afterDealId or beforeDealId, not both.")
	}
	if utf8.RuneCountInString(m.Note) > maxDealNote {
		f.Add("/closeNote", CodeTooLong, "closeNote may have at most %d characters.", maxDealNote)
	}
	return &f
}

// End returns why the deal is won or lost on a stage, and adds what is wrong with it.
func (m DealMove) End(s Stage, f *Faults) DealEnd {
	note := strings.TrimSpace(m.Note)
	if m.LostReasonID != "" && s.Kind != StageLost {
		f.Add("/lostReasonId", CodeNotAllowed, "lostReasonId is for a stage of the kind lost; %s is %s.", s.Name, s.Kind)
	}
	if m.WonReasonID != "" && s.Kind != StageWon {
		f.Add("/wonReasonId", CodeNotAllowed, "wonReasonId is for a stage of the kind won; %s is %s.", s.Name, s.Kind)
	}
	if note != "" && s.Kind == StageOpen {
		f.Add("/closeNote", CodeNotAllowed, "closeNote is for a stage of the kind won or lost; %s is open.", s.Name)
	}
	if s.Kind == StageLost && m.LostReasonID == "" && note == "" {
		f.Add("/lostReasonId", CodeRequired, "lostReasonId is required on a stage of the kind lost: one of GET /v1/deal-reasons, or your own words as closeNote.")
	}
	switch s.Kind {
	case StageLost:
		return DealEnd{m.LostReasonID, note}
	case StageWon:
		return DealEnd{m.WonReasonID, note}
	}
	return DealEnd{}
}

// DealPlacement says where a move put a deal.
type DealPlacement string

// The placements.
const (
	// PlacedAsAsked is beside the deal that was named, or at the top where none was.
	PlacedAsAsked DealPlacement = "as_asked"
	// PlacedNearest is the nearest place, as the deal that was named is not on the
	// stage any more.
	PlacedNearest DealPlacement = "nearest"
)

// MovedDeal is a deal with what became of its move.
type MovedDeal struct {
	Deal      Deal
	Placement DealPlacement
	// Reordered says that it has another place on the stage on which it was.
	Reordered bool
}
