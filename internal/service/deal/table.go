package deal

import (
	"encoding/csv"
	"io"
	"strconv"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/csvfile"
)

func number(n int64) string { return strconv.FormatInt(n, 10) }

// WriteForecast writes a forecast as a CSV table: a row for each group and currency.
func WriteForecast(to io.Writer, f crm.Forecast) error {
	w := csv.NewWriter(to)
	_ = w.Write([]string{string(f.GroupBy), "currency", "deals", "amount", "weightedAmount"})
	for _, g := range f.Groups {
		for _, l := range g.Lines {
			_ = w.Write([]string{csvfile.Cell(g.Group), l.Currency, number(l.Deals), l.AmountText(), l.WeightedText()})
		}
	}
	w.Flush()
	return w.Error()
}

// WriteBridge writes a bridge as a CSV table: a row for each day and currency.
func WriteBridge(to io.Writer, b crm.Bridge) error {
	w := csv.NewWriter(to)
	head := []string{"date", "currency", "startDeals", "start"}
	for _, part := range crm.BridgeParts {
		head = append(head, "part:"+string(part))
	}
	_ = w.Write(append(head, "endDeals", "end"))
	for _, day := range b.Days {
		for _, l := range day.Lines {
			row := []string{day.Date, l.Currency, number(l.Start.Deals), crm.FormatMinor(l.Start.Minor, l.Currency)}
			for _, part := range crm.BridgeParts {
				row = append(row, crm.FormatMinor(l.Parts[part].Minor, l.Currency))
			}
			_ = w.Write(append(row, number(l.End().Deals), crm.FormatMinor(l.End().Minor, l.Currency)))
		}
	}
	w.Flush()
	return w.Error()
}

// WriteConversion writes a report of stages as a CSV table: a row for each stage.
func WriteConversion(to io.Writer, r crm.ConversionReport) error {
	w := csv.NewWriter(to)
	head := []string{"stageId", "stage", "kind", "entered", "left"}
	for _, part := range crm.LeftParts {
		head = append(head, "part:"+string(part))
	}
	_ = w.Write(append(head, "conversion", "totalMs", "averageMs", "p50Ms", "p90Ms", "p95Ms"))
	for _, s := range r.Stages {
		row := []string{s.Stage.ID, csvfile.Cell(s.Stage.Name), string(s.Stage.Kind), number(s.Entered), number(s.Left.Count)}
		for _, part := range crm.LeftParts {
			row = append(row, number(s.Left.Parts[string(part)]))
		}
		share := ""
		if c, known := s.Conversion(); known {
			share = strconv.FormatFloat(c, 'f', 4, 64)
		}
		row = append(row, share, number(s.Left.Wall), number(s.Left.Average(s.Left.Wall)))
		for _, part := range []float64{0.5, 0.9, 0.95} {
			row = append(row, number(s.Left.Walls.Percentile(part)))
		}
		_ = w.Write(row)
	}
	w.Flush()
	return w.Error()
}

// WriteClosings writes why deals were lost, or won, as a CSV table: a row for each reason
// and currency.
func WriteClosings(to io.Writer, c crm.Closings) error {
	w := csv.NewWriter(to)
	_ = w.Write([]string{"reasonId", "reason", "currency", "deals", "amount"})
	for _, r := range c.Reasons {
		for _, s := range r.Sums {
			_ = w.Write([]string{r.ReasonID, csvfile.Cell(r.Name), s.Currency, number(s.Deals), crm.FormatMinor(s.Minor, s.Currency)})
		}
	}
	w.Flush()
	return w.Error()
}
