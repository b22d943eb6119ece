package crm

// MovementMetric says what a movement of a deal changes.
type MovementMetric string

// The metrics of movements.
const (
	// MovementBridge is what changes how much open deals of a pipeline are worth.
	MovementBridge MovementMetric = "bridge"
	// MovementEntered is a deal that came onto a stage.
	MovementEntered MovementMetric = "entered"
	// MovementLeft is a deal that left a stage, and how long it was there.
	MovementLeft MovementMetric = "left"
	// MovementClosed is a deal that was won or lost, and how old it was.
	MovementClosed MovementMetric = "closed"
	// MovementClosing is a deal that was won or lost, by why, and what it was worth.
	MovementClosing MovementMetric = "closing"
)

// MovementPart says how something changed.
type MovementPart string

// The parts of a bridge, in the order in which they are shown.
const (
	// PartRecorded is of deals that were there before the past was kept.
	PartRecorded    MovementPart = "recorded"
	PartNew         MovementPart = "new"
	PartReopened    MovementPart = "reopened"
	PartMovedIn     MovementPart = "moved_in"
	PartIncreased   MovementPart = "increased"
	PartCurrencyIn  MovementPart = "currency_in"
	PartDecreased   MovementPart = "decreased"
	PartCurrencyOut MovementPart = "currency_out"
	PartMovedOut    MovementPart = "moved_out"
	PartWon         MovementPart = "won"
	PartLost        MovementPart = "lost"
	PartRemoved     MovementPart = "removed"
)

// BridgeParts lists every part of a bridge, in the order in which they are shown.
var BridgeParts = []MovementPart{PartRecorded, PartNew, PartReopened, PartMovedIn, PartIncreased, PartCurrencyIn, PartDecreased, PartCurrencyOut, PartMovedOut, PartWon, PartLost, PartRemoved}

// How deals leave a stage, beside PartWon, PartLost, PartReopened, PartMovedOut and
// PartRemoved.
const (
	// PartAdvanced is to a later open stage, PartReturned to an earlier one.
	PartAdvanced MovementPart = "advanced"
	PartReturned MovementPart = "returned"
)

// LeftParts lists every way to leave a stage, in the order in which they are shown.
var LeftParts = []MovementPart{PartAdvanced, PartReturned, PartWon, PartLost, PartReopened, PartMovedOut, PartRemoved}

// Deals is by how many deals a movement of the part changes how many are open.
func (p MovementPart) Deals() int64 {
	switch p {
	case PartIncreased, PartDecreased:
		return 0
	case PartCurrencyOut, PartMovedOut, PartWon, PartLost, PartRemoved:
		return -1
	}
	return 1
}

// Movement is one change that is counted.
type Movement struct {
	PipelineID string
	Metric     MovementMetric
	Part       MovementPart
	// Value is a currency in a bridge, "" for deals without an amount; the stage that was
	// entered or left; "" of deals that were closed; and a ClosingValue of a closing.
	Value string
	// Amount is in minor units in a bridge, with a sign, and of a closing; of a stage that
	// was left how long the deal was there, and of a deal that was closed how old it was,
	// in milliseconds.
	Amount int64
}

func (d *Deal) minor() int64 {
	if d.Amount == nil {
		return 0
	}
	return *d.Amount
}

// BridgeMovements are the movements of a change of a deal, from nil for a new one, to nil
// for one that is removed. Whatever happened at once is taken apart into steps, so that
// for each pipeline and currency they sum to the difference of what is open.
func BridgeMovements(from, to *Deal) (out []Movement) {
	at := Deal{}
	add := func(part MovementPart, sign int64) {
		out = append(out, Movement{at.PipelineID, MovementBridge, part, at.Currency, sign * at.minor()})
	}
	open := true
	if from == nil {
		at = *to
		add(PartNew, 1)
	} else {
		at, open = *from, from.Status == StageOpen
	}
	if !open && (to == nil || from.Status == to.Status) {
		return nil // closed it was, and closed it is
	}
	if !open {
		add(PartReopened, 1)
	}
	if to == nil {
		add(PartRemoved, -1)
		return out
	}
	if at.PipelineID != to.PipelineID {
		add(PartMovedOut, -1)
		at.PipelineID = to.PipelineID
		add(PartMovedIn, 1)
	}
	switch {
	case at.Currency != to.Currency:
		add(PartCurrencyOut, -1)
		at.Amount, at.Currency = to.Amount, to.Currency
		add(PartCurrencyIn, 1)
	case at.minor() < to.minor():
		out = append(out, Movement{at.PipelineID, MovementBridge, PartIncreased, at.Currency, to.minor() - at.minor()})
	case at.minor() > to.minor():
		out = append(out, Movement{at.PipelineID, MovementBridge, PartDecreased, at.Currency, to.minor() - at.minor()})
	}
	at = *to
	switch to.Status {
	case StageWon:
		add(PartWon, -1)
	case StageLost:
		add(PartLost, -1)
	case StageOpen:
	}
	return out
}

// StageMovements are the stages that a change of a deal makes it leave and enter. later
// says that the new stage is behind the old one in the same pipeline; left is how long
// the deal was on the old one, in milliseconds.
func StageMovements(from, to *Deal, later bool, left int64) (out []Movement) {
	if from != nil && to != nil && from.StageID == to.StageID {
		return nil
	}
	if from != nil {
		out = append(out, Movement{from.PipelineID, MovementLeft, leftAs(from, to, later), from.StageID, max(left, 0)})
	}
	if to != nil {
		out = append(out, Movement{to.PipelineID, MovementEntered, "", to.StageID, 0})
	}
	return out
}

func leftAs(from, to *Deal, later bool) MovementPart {
	switch {
	case to == nil:
		return PartRemoved
	case to.Status == StageWon && from.Status != StageWon:
		return PartWon
	case to.Status == StageLost && from.Status != StageLost:
		return PartLost
	case from.Status != StageOpen && to.Status == StageOpen:
		return PartReopened
	case from.PipelineID != to.PipelineID:
		return PartMovedOut
	case later:
		return PartAdvanced
	}
	return PartReturned
}

// ClosedMovements are those of a deal that a change lets be won or lost; none for other
// changes. age is how old the deal is, in milliseconds.
func ClosedMovements(from, to *Deal, age int64) []Movement {
	if to == nil || to.Status == StageOpen || from != nil && from.Status == to.Status {
		return nil
	}
	part := MovementPart(to.Status)
	return []Movement{{to.PipelineID, MovementClosed, part, "", max(age, 0)}, {to.PipelineID, MovementClosing, part, ClosingValue(to.ReasonID, to.Currency), to.minor()}}
}

// HasTimes reports whether the amount of a movement is a time.
func (m MovementMetric) HasTimes() bool { return m == MovementLeft || m == MovementClosed }
