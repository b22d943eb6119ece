package crm

import (
	"cmp"
	"maps"
	"slices"
)

// PipelineQuery asks what happened in a pipeline. From, To and Zone are as in
// WaitingQuery.
type PipelineQuery struct {
	PipelineID, From, To, Zone string
	// Currency is the one that what was won and lost is converted to; "" for none.
	Currency string
}

// Worth is how many deals there are, and what they are worth in minor units.
type Worth struct{ Deals, Minor int64 }

// BridgeLine says how open deals of one currency came from what they were worth to what
// they are worth. Currency is "" for deals without an amount.
type BridgeLine struct {
	Currency string
	Start    Worth
	Parts    map[MovementPart]Worth // Deals is how many movements, Minor has a sign
}

// End is the start and everything that happened.
func (l BridgeLine) End() Worth {
	end := l.Start
	for part, s := range l.Parts {
		end.Deals += s.Deals * part.Deals()
		end.Minor += s.Minor
	}
	return end
}

// BridgeDay is the bridge of a day, or of a whole period, by currency.
type BridgeDay struct {
	Date  string
	Lines []BridgeLine
}

// Bridge says how a pipeline came from what it was worth to what it is worth.
type Bridge struct {
	ReportPeriod
	Whole BridgeDay
	Days  []BridgeDay
	// Closed is what was won and lost in one currency; nil where none was asked for.
	Closed *ClosedSum
}

// NewBridge lets each day begin with what the one before ended with. start is by
// currency, days by day and currency.
func NewBridge(p ReportPeriod, start map[string]Worth, days []map[string]map[MovementPart]Worth) Bridge {
	out := Bridge{ReportPeriod: p}
	whole := map[string]map[MovementPart]Worth{}
	at := maps.Clone(start)
	for i, day := range days {
		lines := bridgeDay(at, day)
		out.Days = append(out.Days, BridgeDay{p.Dates[i], lines})
		for _, l := range lines {
			at[l.Currency] = l.End()
			for part, s := range l.Parts {
				if whole[l.Currency] == nil {
					whole[l.Currency] = map[MovementPart]Worth{}
				}
				sum := whole[l.Currency][part]
				whole[l.Currency][part] = Worth{sum.Deals + s.Deals, sum.Minor + s.Minor}
			}
		}
	}
	out.Whole.Lines = bridgeDay(start, whole)
	return out
}

func bridgeDay(start map[string]Worth, moved map[string]map[MovementPart]Worth) (out []BridgeLine) {
	all := map[string]bool{}
	for currency, s := range start {
		all[currency] = s != Worth{}
	}
	for currency := range moved {
		all[currency] = true
	}
	for currency, there := range all {
		if there {
			out = append(out, BridgeLine{currency, start[currency], moved[currency]})
		}
	}
	slices.SortFunc(out, func(a, b BridgeLine) int { return cmp.Compare(a.Currency, b.Currency) })
	return out
}

// ConversionReport says which deals came onto the stages of a pipeline in a period, and
// what became of those that left them.
type ConversionReport struct {
	ReportPeriod
	Stages []StageConversion
	// Closed are the deals that were won and lost, with how old they were.
	Closed map[MovementPart]*Figure
}

// StageConversion is what happened on one stage.
type StageConversion struct {
	Stage   Stage
	Entered int64
	// Left are the deals that left it, with how long they were there; by LeftParts.
	Left *Figure
}

// Conversion is which part of the deals that left the stage came further, or were won;
// false where none left.
func (c StageConversion) Conversion() (float64, bool) {
	if c.Left.Count == 0 {
		return 0, false
	}
	return float64(c.Left.Parts[string(PartAdvanced)]+c.Left.Parts[string(PartWon)]) / float64(c.Left.Count), true
}

// WinRate is which part of the deals that were closed was won; false where none was.
func (r ConversionReport) WinRate() (float64, bool) {
	won, all := r.Closed[PartWon].Count, r.Closed[PartWon].Count+r.Closed[PartLost].Count
	if all == 0 {
		return 0, false
	}
	return float64(won) / float64(all), true
}

// MovementItem is a movement of a deal.
type MovementItem struct {
	Movement
	At             int64 // in Unix milliseconds
	DealID         string
	Number         int64
	Title, OwnerID string // as they were then; "" of a deal that was removed
	Note           string // the words with which it was won or lost
}
