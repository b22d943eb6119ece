package api

import (
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/deal"
)

// noneFilter is a value as a filter names it: empty for none, nil for all.
func noneFilter(text string) *string {
	switch text {
	case "":
		return nil
	case crm.ForecastNone:
		return new(string)
	}
	return &text
}

func (in *bridgeItemsInput) items() deal.Items {
	out := deal.Items{Metric: crm.MovementBridge, Parts: crm.BridgeParts, Value: noneFilter(in.Currency)}
	switch in.Part {
	case "":
	case string(deal.AtStart), string(deal.AtEnd):
		out.Standing = deal.Standing(in.Part)
	default:
		out.Parts = []crm.MovementPart{crm.MovementPart(in.Part)}
	}
	return out
}

func (in *conversionItemsInput) items() (deal.Items, error) {
	var f crm.Faults
	out := deal.Items{Metric: crm.MovementMetric(in.Number)}
	switch out.Metric {
	case crm.MovementEntered:
		out.Parts = []crm.MovementPart{""}
	case crm.MovementLeft:
		out.Parts = crm.LeftParts
	case crm.MovementClosed, crm.MovementBridge, crm.MovementClosing:
		out.Parts = []crm.MovementPart{crm.PartWon, crm.PartLost}
	}
	if in.Part != "" && !slices.Contains(out.Parts, crm.MovementPart(in.Part)) {
		f.Add("part", crm.CodeNotAllowed, "part=%s and number=%s cannot be combined.", in.Part, in.Number)
	} else if in.Part != "" {
		out.Parts = []crm.MovementPart{crm.MovementPart(in.Part)}
	}
	if in.StageID != "" {
		if out.Value = &in.StageID; out.Metric == crm.MovementClosed {
			f.Add("stageId", crm.CodeNotAllowed, "stageId and number=closed cannot be combined.")
		}
	}
	return out, f.Err()
}

func renderBridge(in PipelinePeriod, b crm.Bridge) Bridge {
	out := Bridge{PipelineID: in.ID, From: b.From, To: b.To, TimeZone: in.TimeZone, Currencies: renderBridgeLines(b.Whole.Lines), Days: make([]BridgeDay, len(b.Days))}
	for i, d := range b.Days {
		out.Days[i] = BridgeDay{d.Date, renderBridgeLines(d.Lines)}
	}
	if c := b.Closed; c != nil {
		out.Converted = &BridgeClosed{Currency: c.Currency, Won: minorText(c.Won, c.Currency), Lost: minorText(c.Lost, c.Currency), Rates: []ClosingRate{}, MissingRates: append([]string{}, c.Missing...)}
		for _, r := range c.Rates {
			out.Converted.Rates = append(out.Converted.Rates, ClosingRate{r.Day, ForecastRate{From: r.From, On: r.On, Rate: r.Rate, Source: r.Source}})
		}
	}
	return out
}

func renderBridgeLines(list []crm.BridgeLine) []BridgeLine {
	out := make([]BridgeLine, len(list))
	for i, l := range list {
		sum := func(w crm.Worth) BridgeSum { return BridgeSum{w.Deals, crm.FormatMinor(w.Minor, l.Currency)} }
		out[i] = BridgeLine{Currency: textOrNull(l.Currency), Start: sum(l.Start), Parts: []BridgePart{}, End: sum(l.End())}
		for _, part := range crm.BridgeParts {
			if w, there := l.Parts[part]; there {
				out[i].Parts = append(out[i].Parts, BridgePart{part, w.Deals, crm.FormatMinor(w.Minor, l.Currency)})
			}
		}
	}
	return out
}

func renderBridgeItem(i crm.MovementItem) BridgeItem {
	return BridgeItem{At: time.UnixMilli(i.At).UTC(), DealID: i.DealID, Title: i.Title, OwnerID: i.OwnerID, Part: string(i.Part), Currency: textOrNull(i.Value), Amount: crm.FormatMinor(i.Amount, i.Value)}
}

func renderConversion(in PipelinePeriod, r crm.ConversionReport) Conversion {
	closed := func(part crm.MovementPart) ClosedDeals {
		f := r.Closed[part]
		return ClosedDeals{f.Count, *renderTimes(f, f.Wall, f.Walls)}
	}
	out := Conversion{PipelineID: in.ID, From: r.From, To: r.To, TimeZone: in.TimeZone, WinRate: partOrNull(r.WinRate()), Won: closed(crm.PartWon), Lost: closed(crm.PartLost), Stages: make([]StageConversion, len(r.Stages))}
	for i, s := range r.Stages {
		out.Stages[i] = StageConversion{StageID: s.Stage.ID, Name: s.Stage.Name, Kind: s.Stage.Kind, Entered: s.Entered, Left: s.Left.Count, Parts: []StageConversionPart{},
			Conversion: partOrNull(s.Conversion()), Times: *renderTimes(s.Left, s.Left.Wall, s.Left.Walls)}
		for _, part := range crm.LeftParts {
			if n := s.Left.Parts[string(part)]; n != 0 {
				out.Stages[i].Parts = append(out.Stages[i].Parts, StageConversionPart{part, n})
			}
		}
	}
	return out
}

// partOrNull is nil where a part of nothing is asked for.
func partOrNull(part float64, known bool) *float64 {
	if !known {
		return nil
	}
	return &part
}

func renderConversionItem(i crm.MovementItem) ConversionItem {
	return ConversionItem{At: time.UnixMilli(i.At).UTC(), DealID: i.DealID, Title: i.Title, OwnerID: i.OwnerID, StageID: i.Value, Part: i.Part, TookMs: i.Amount}
}
