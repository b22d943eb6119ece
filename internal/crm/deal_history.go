package crm

import "time"

// DealHistoryKind says what happened to a deal.
type DealHistoryKind string

// The kinds of entries.
const (
	DealCreated DealHistoryKind = "created"
	DealMoved   DealHistoryKind = "moved"
	DealChanged DealHistoryKind = "changed"
	// DealDeleted is the last one: nobody reads it any more but what adds up the past.
	DealDeleted DealHistoryKind = "deleted"
)

// DealHistoryKinds lists every kind.
var DealHistoryKinds = []DealHistoryKind{DealCreated, DealMoved, DealChanged, DealDeleted}

// DealHistoryEntry is one thing that happened to a deal. Entries never change.
type DealHistoryEntry struct {
	WorkspaceID, DealID string
	// Number counts the entries of a deal from 1 on.
	Number int64
	At     time.Time
	By     DoneBy
	Kind   DealHistoryKind
	DealHistoryFacts
}

// DealHistoryFacts are what is kept of an entry, as JSON.
type DealHistoryFacts struct {
	// FromStage is the stage before a move, ToStage the one after it or that on which a
	// deal began, each by the name that it had then.
	FromStage *EventStage `json:"fromStage,omitempty"`
	ToStage   *EventStage `json:"toStage,omitempty"`
	// Status, ReasonID and Note are as they were after a move.
	Status   StageKind `json:"status,omitempty"`
	ReasonID string    `json:"reasonId,omitempty"`
	Reason   string    `json:"reason,omitempty"`
	Note     string    `json:"note,omitempty"`
	// Changes are the fields that changed, each with its value before and after.
	Changes ActChanges `json:"changes,omitempty"`
}

// DealSpan is a stretch of time that a deal spent on a stage.
type DealSpan struct {
	WorkspaceID, DealID string
	// Number is that of the entry of the history with which it began.
	Number              int64
	PipelineID, StageID string
	From                time.Time
	To                  *time.Time // nil while it goes on
	By                  DoneBy     // who began it
}

// DealFilter narrows a list of deals; "" is everything.
type DealFilter struct {
	PipelineID, StageID, OwnerID, ContactID, ConversationID string
	Status                                                  StageKind
	// CloseFrom and CloseTo bound the expected close, both days included.
	CloseFrom, CloseTo string
	// Values are custom fields by number, in the form of CustomField.Parse.
	Values map[int]string
}

// Validate returns every fault of the filter.
func (f DealFilter) Validate() error {
	var faults Faults
	for _, d := range [][2]string{{"expectedCloseFrom", f.CloseFrom}, {"expectedCloseTo", f.CloseTo}} {
		if d[1] != "" && !ValidDate(d[1]) {
			faults.Add(d[0], CodeParameterInvalid, "%s is a date such as 2026-01-31.", d[0])
		}
	}
	return faults.Err()
}

// ByClose reports whether the list is one of a stretch of time, in its order.
func (f DealFilter) ByClose() bool { return f.CloseFrom != "" || f.CloseTo != "" }

// StageTotal is how many deals are on a stage in one currency, and how much they are
// worth together. Currency is "" for deals without an amount.
type StageTotal struct {
	StageID, Currency string
	Deals, Minor      int64
}

// BoardColumn is a page of the deals of a stage in their order.
type BoardColumn struct {
	Stage Stage
	// Totals are nil where the reach of the actor is limited.
	Totals []StageTotal
	Deals  List[Deal]
}

// Count is how many deals the stage has; false where that is not known.
func (c BoardColumn) Count() (n int64, known bool) {
	for _, t := range c.Totals {
		n += t.Deals
	}
	return n, c.Totals != nil
}
