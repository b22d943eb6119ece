package deal

import (
	"cmp"
	"context"
	"math"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// Bridge returns how a pipeline came from what its open deals were worth to what they are
// worth, day by day: to the minor unit. Actors see it who see every deal.
func (s *Deals) Bridge(ctx context.Context, actor crm.Actor, q crm.PipelineQuery) (out crm.Bridge, err error) {
	if err := mayReport(actor); err != nil {
		return out, err
	}
	var f crm.Faults
	if q.Currency != "" && !crm.ValidCurrency(q.Currency) {
		f.Add("currency", crm.CodeParameterInvalid, "currency is a code of ISO 4217 in capital letters, such as EUR.")
	}
	if err := f.Err(); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		p, period, err := periodOf(tx, actor, q)
		if err != nil {
			return err
		}
		start, err := worthBefore(tx, p, db.Ms(period.Bounds[0]))
		if err != nil {
			return err
		}
		bounds := make([]int64, len(period.Bounds))
		for i, b := range period.Bounds {
			bounds[i] = slotOf(db.Ms(b))
		}
		days := make([]map[string]map[crm.MovementPart]crm.Worth, len(period.Dates))
		for i := range days {
			days[i] = map[string]map[crm.MovementPart]crm.Worth{}
		}
		err = movementSums(tx, p, crm.MovementBridge, bounds, func(m movementSum) error {
			of := days[crm.Day(bounds, m.at)]
			if of[m.value] == nil {
				of[m.value] = map[crm.MovementPart]crm.Worth{}
			}
			sum := of[m.value][m.part]
			of[m.value][m.part] = crm.Worth{Deals: sum.Deals + m.n, Minor: sum.Minor + m.amount}
			return nil
		})
		if err == nil {
			out = crm.NewBridge(period, start, days)
		}
		if err == nil && q.Currency != "" {
			out.Closed, err = closedSum(tx, p, q.Currency, bounds[0], bounds[len(bounds)-1])
		}
		return err
	})
	return out, err
}

func mayReport(actor crm.Actor) error {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return err
	}
	return actor.RequireWholeReach()
}

// periodOf returns the pipeline and the days that a query is about.
func periodOf(tx *db.Tx, actor crm.Actor, q crm.PipelineQuery) (p crm.Pipeline, period crm.ReportPeriod, err error) {
	if period, _, err = (crm.ReportQuery{From: q.From, To: q.To, Zone: q.Zone}).Period(tx.Now()); err == nil {
		p, err = pipeline(tx, actor.WorkspaceID, q.PipelineID)
	}
	return p, period, err
}

// worthBefore is what the open deals of a pipeline were worth when a slot began, by
// currency.
func worthBefore(tx *db.Tx, p crm.Pipeline, begins int64) (map[string]crm.Worth, error) {
	p, err := stagesAt(tx, p, slotOf(begins)-1)
	if err != nil {
		return nil, err
	}
	found, err := cellsBefore(tx, p.WorkspaceID, p.ID, cellStage, slotOf(begins))
	out := map[string]crm.Worth{}
	for cell, a := range found {
		c, err := parseCell(cell, a)
		if err != nil {
			return nil, err
		}
		if stage, there := p.Stage(c.Stage); there && stage.Kind != crm.StageOpen {
			continue
		}
		sum := out[c.Currency]
		out[c.Currency] = crm.Worth{Deals: sum.Deals + a.deals, Minor: sum.Minor + a.minor}
	}
	return out, err
}

// Items are the movements of a metric and a value. Of a bridge, a part may also be what
// there was at its start, or at its end.
type Items struct {
	Metric crm.MovementMetric
	// Parts are those that are listed; nil for all.
	Parts []crm.MovementPart
	// Value is a currency or a stage; nil for all.
	Value *string
	// Standing says that the deals are listed that were open when the period began, or
	// when it ended.
	Standing Standing
}

// Standing names an end of a bridge.
type Standing string

// The ends of a bridge.
const (
	AtStart Standing = "start"
	AtEnd   Standing = "end"
)

// Movements returns a page of what a number of a bridge or a report counts, the latest
// first. Actors see it who see every deal.
func (s *Deals) Movements(ctx context.Context, actor crm.Actor, q crm.PipelineQuery, items Items, page crm.Page) (out crm.List[crm.MovementItem], err error) {
	if err := mayReport(actor); err != nil {
		return out, err
	}
	var f crm.Faults
	if items.Value != nil && items.Metric == crm.MovementBridge {
		crm.CheckCurrencyFilter("currency", *items.Value, &f)
	}
	if err := f.Err(); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		p, period, err := periodOf(tx, actor, q)
		if err != nil {
			return err
		}
		from, to := slotsOf(period)
		switch items.Standing {
		case AtStart:
			out, err = standing(tx, actor, p, items, from-1, page)
		case AtEnd:
			out, err = standing(tx, actor, p, items, to-1, page)
		default:
			out, err = movements(tx, p, items, from, to, page)
		}
		return err
	})
	return out, err
}

// standing lists the deals that were open at a moment as items.
func standing(tx *db.Tx, actor crm.Actor, p crm.Pipeline, items Items, moment int64, page crm.Page) (out crm.List[crm.MovementItem], err error) {
	f := crm.ForecastFilter{Status: crm.StageOpen}
	if items.Value != nil {
		f.Currency = cmp.Or(*items.Value, crm.ForecastNone)
	}
	list, err := dealsAt(tx, actor, p, f, moment, page)
	out.Next = list.Next
	for _, d := range list.Items {
		i := crm.MovementItem{Movement: crm.Movement{PipelineID: p.ID, Metric: crm.MovementBridge, Part: crm.MovementPart(items.Standing), Value: d.Currency},
			At: db.Ms(d.UpdatedAt), DealID: d.ID, Number: d.Version, Title: d.Title, OwnerID: d.OwnerID}
		if d.Amount != nil {
			i.Amount = *d.Amount
		}
		out.Items = append(out.Items, i)
	}
	return out, err
}

// movements merges the parts that are asked for into one list.
func movements(tx *db.Tx, p crm.Pipeline, items Items, from, to int64, page crm.Page) (out crm.List[crm.MovementItem], err error) {
	place, err := parsePlace(page.After)
	if err != nil {
		return out, err
	}
	var all []crm.MovementItem
	for _, part := range items.Parts {
		list, err := movementsOf(tx, p, items.Metric, part, items.Value, from, to, place, page.Limit+1)
		if err != nil {
			return out, err
		}
		all = append(all, list...)
	}
	return latest(all, page.Limit), nil
}

// latest cuts a page off movements of several lists.
func latest(all []crm.MovementItem, limit int) crm.List[crm.MovementItem] {
	// Of what happened at once, the parts are in the order of their names.
	slices.SortFunc(all, func(a, b crm.MovementItem) int {
		return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(b.DealID, a.DealID), cmp.Compare(b.Number, a.Number), cmp.Compare(b.Part, a.Part))
	})
	return crm.CutPage(all, limit, func(i crm.MovementItem) string {
		return factPlace{i.At, i.DealID, i.Number, string(i.Part)}.String()
	})
}

// Conversion returns what became of the deals on the stages of a pipeline in a period.
// Actors see it who see every deal.
func (s *Deals) Conversion(ctx context.Context, actor crm.Actor, q crm.PipelineQuery) (out crm.ConversionReport, err error) {
	if err := mayReport(actor); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		p, period, err := periodOf(tx, actor, q)
		if err != nil {
			return err
		}
		from, to := slotsOf(period)
		bounds := []int64{from, to}
		out = crm.ConversionReport{ReportPeriod: period, Closed: map[crm.MovementPart]*crm.Figure{crm.PartWon: crm.NewFigure(), crm.PartLost: crm.NewFigure()}}
		stages, err := stagesBetween(tx, p, bounds[0], bounds[1])
		if err != nil {
			return err
		}
		of := map[string]*crm.StageConversion{}
		for _, stage := range stages {
			out.Stages = append(out.Stages, crm.StageConversion{Stage: stage, Left: crm.NewFigure()})
		}
		for i := range out.Stages {
			of[out.Stages[i].Stage.ID] = &out.Stages[i]
		}
		for _, metric := range []crm.MovementMetric{crm.MovementEntered, crm.MovementLeft, crm.MovementClosed} {
			err := movementSums(tx, p, metric, bounds, func(m movementSum) error {
				stage := of[m.value]
				switch {
				case metric == crm.MovementClosed:
					return out.Closed[m.part].AddSum(string(m.part), m.n, m.amount, 0, m.times, "")
				case stage == nil: // made just now
					return nil
				case metric == crm.MovementEntered:
					stage.Entered += m.n
					return nil
				}
				return stage.Left.AddSum(string(m.part), m.n, m.amount, 0, m.times, "")
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}

// Closings returns why deals of a pipeline were won, or lost, in a period. As in a bridge
// it is what they were at that moment, whatever became of them later. Actors see it who
// see every deal.
func (s *Deals) Closings(ctx context.Context, actor crm.Actor, q crm.PipelineQuery, part crm.MovementPart) (out crm.Closings, err error) {
	if err := mayReport(actor); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		p, period, err := periodOf(tx, actor, q)
		if err != nil {
			return err
		}
		from, to := slotsOf(period)
		found, err := closingSums(tx, p, part, from, to)
		if err != nil {
			return err
		}
		out = crm.NewClosings(period, found)
		return nameReasons(tx, p.WorkspaceID, out.Reasons)
	})
	return out, err
}

// closingSums are the closings of a time by their values.
func closingSums(tx *db.Tx, p crm.Pipeline, part crm.MovementPart, from, to int64) (map[string]crm.Worth, error) {
	out := map[string]crm.Worth{}
	return out, movementSums(tx, p, crm.MovementClosing, []int64{from, to}, func(m movementSum) error {
		if m.part == part {
			sum := out[m.value]
			out[m.value] = crm.Worth{Deals: sum.Deals + m.n, Minor: sum.Minor + m.amount}
		}
		return nil
	})
}

// ClosingItems returns a page of the deals that Closings counts, the latest first: those
// of a reason, "" for own words, or all with nil. Actors see it who see every deal.
func (s *Deals) ClosingItems(ctx context.Context, actor crm.Actor, q crm.PipelineQuery, part crm.MovementPart, reasonID *string, page crm.Page) (out crm.List[crm.MovementItem], err error) {
	if err := mayReport(actor); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		p, period, err := periodOf(tx, actor, q)
		if err != nil {
			return err
		}
		from, to := slotsOf(period)
		if reasonID == nil {
			out, err = movements(tx, p, Items{Metric: crm.MovementClosing, Parts: []crm.MovementPart{part}}, from, to, page)
			return err
		}
		place, err := parsePlace(page.After)
		if err != nil {
			return err
		}
		found, err := closingSums(tx, p, part, from, to)
		if err != nil {
			return err
		}
		// A reason has a value for each currency: the lists of these are merged.
		var all []crm.MovementItem
		for value := range found {
			if id, _ := crm.ParseClosingValue(value); id != *reasonID {
				continue
			}
			list, err := movementsOf(tx, p, crm.MovementClosing, part, &value, from, to, place, page.Limit+1)
			if err != nil {
				return err
			}
			all = append(all, list...)
		}
		out = latest(all, page.Limit)
		return nil
	})
	return out, err
}

// everlasting is before every moment: days begin at any quarter of an hour, however old.
const everlasting = math.MinInt64
