package report

import (
	"encoding/csv"
	"io"
	"maps"
	"slices"
	"strconv"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/csvfile"
)

// percentiles are those of a table, as its columns are named.
var percentiles = []struct {
	name string
	part float64
}{{"p50Ms", 0.5}, {"p90Ms", 0.9}, {"p95Ms", 0.95}}

// WriteTable writes a report as a CSV table: of its groups, if it was asked for some,
// else of its days. Every row has the same columns, and the numbers of the report.
func WriteTable(to io.Writer, q crm.ReportQuery, r crm.Report) error {
	lines, first := r.Groups, string(q.GroupBy)
	if q.GroupBy == crm.GroupNone {
		lines, first = nil, "date"
		for i, f := range r.Days {
			lines = append(lines, crm.ReportGroupFigure{Of: r.Dates[i], Figure: f})
		}
	}
	all := map[string]bool{}
	for _, l := range lines {
		for part := range l.Parts {
			all[part] = true
		}
	}
	parts := slices.Sorted(maps.Keys(all))
	w := csv.NewWriter(to)
	_ = w.Write(headOf(q.Metric, first, parts))
	for _, l := range lines {
		_ = w.Write(append([]string{csvfile.Cell(l.Of)}, cellsOf(q.Metric, l.Figure, parts)...))
	}
	w.Flush()
	return w.Error()
}

func headOf(m crm.Metric, first string, parts []string) []string {
	out := []string{first, "count"}
	if m.HasTimes() {
		for _, of := range []string{"", "office:"} {
			out = append(out, of+"totalMs", of+"averageMs")
			for _, p := range percentiles {
				out = append(out, of+p.name)
			}
		}
	}
	if m == crm.MetricRatings {
		out = append(out, "averageScore")
	}
	for _, part := range parts {
		out = append(out, csvfile.Cell("part:"+part))
	}
	return out
}

func cellsOf(m crm.Metric, f *crm.Figure, parts []string) []string {
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	out := []string{number(f.Count)}
	if m.HasTimes() {
		for _, t := range []struct {
			total int64
			of    crm.Histogram
		}{{f.Wall, f.Walls}, {f.Office, f.Offices}} {
			out = append(out, number(t.total), number(f.Average(t.total)))
			for _, p := range percentiles {
				out = append(out, number(t.of.Percentile(p.part)))
			}
		}
	}
	if m == crm.MetricRatings {
		out = append(out, strconv.FormatFloat(f.Score(), 'f', 2, 64))
	}
	for _, part := range parts {
		out = append(out, number(f.Parts[part]))
	}
	return out
}
