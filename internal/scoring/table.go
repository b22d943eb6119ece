// Package scoring makes the table of an evaluation from the scores of its
// questions. The table has values, their intervals, and the meaning of a
// difference. The package is pure.
package scoring

import "service.example/crm/internal/crm"

// Pair is what the scores of one question are. Live is nil where no revision
// stood beside.
type Pair struct{ Draft, Live *crm.EvaluationScores }

// metric is one line of the table.
type metric struct {
	name, unit, better string
	// share and value take the measurement out of the scores of a question.
	share func(*crm.EvaluationScores) *bool
	value func(*crm.EvaluationScores) *float64
	of    func([]float64) float64
}

var metrics = []metric{
	{name: "groundedness", unit: "share", better: "higher", share: func(s *crm.EvaluationScores) *bool { return s.Grounded }},
	{name: "agreement", unit: "score", better: "higher", value: func(s *crm.EvaluationScores) *float64 { return s.Agreement }, of: Mean},
	{name: "decision_agreement", unit: "share", better: "higher", share: func(s *crm.EvaluationScores) *bool { return s.Decision }},
	{name: "expected_facts", unit: "score", better: "higher", value: func(s *crm.EvaluationScores) *float64 { return s.Facts }, of: Mean},
	{name: "hand_off_rate", unit: "share", better: "neither", share: func(s *crm.EvaluationScores) *bool { return &s.HandedOff }},
	{name: "cost_micros", unit: "micros", better: "lower", value: cost, of: Mean},
	{name: "tokens", unit: "tokens", better: "lower", value: func(s *crm.EvaluationScores) *float64 { v := float64(s.Tokens); return &v }, of: Mean},
	{name: "latency_p50_ms", unit: "ms", better: "lower", value: latency, of: Quantile(0.5)},
	{name: "latency_p95_ms", unit: "ms", better: "lower", value: latency, of: Quantile(0.95)},
}

func cost(s *crm.EvaluationScores) *float64 {
	if s.CostMicros == nil {
		return nil
	}
	v := float64(*s.CostMicros)
	return &v
}

func latency(s *crm.EvaluationScores) *float64 { return &s.LatencyMs }

// Table makes the table of the questions that were measured; unmeasured is how
// many were not.
func Table(list []Pair, unmeasured int) crm.EvaluationTable {
	t := crm.EvaluationTable{Questions: len(list) + unmeasured, Unmeasured: unmeasured, Confidence: Confidence, Rows: []crm.EvaluationRow{}}
	for _, m := range metrics {
		row := crm.EvaluationRow{Metric: m.name, Unit: m.unit, Better: m.better}
		var difference *crm.EvaluationEstimate
		if m.share != nil {
			draft, live, a, b := measured(list, m.share)
			row.Draft, row.Live, difference = Rate(draft), Rate(live), RateDifference(a, b)
		} else {
			draft, live, a, b := measured(list, m.value)
			row.Draft, row.Live, difference = Bootstrap(draft, m.of), Bootstrap(live, m.of), BootstrapDifference(a, b, m.of)
		}
		if difference != nil {
			row.Difference = &crm.EvaluationDifference{EvaluationEstimate: *difference, Verdict: verdict(*difference, m.better)}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// measured takes a measurement out of every question that has it: of either
// revision by itself, and of both where both have it.
func measured[T any](list []Pair, of func(*crm.EvaluationScores) *T) (draft, live, a, b []T) {
	for _, p := range list {
		var d, l *T
		if p.Draft != nil {
			d = of(p.Draft)
		}
		if p.Live != nil {
			l = of(p.Live)
		}
		if d != nil {
			draft = append(draft, *d)
		}
		if l != nil {
			live = append(live, *l)
		}
		if d != nil && l != nil {
			a, b = append(a, *d), append(b, *l)
		}
	}
	return draft, live, a, b
}

// verdict says what a difference of draft and live means.
func verdict(d crm.EvaluationEstimate, better string) crm.EvaluationVerdict {
	switch above, below := d.Low > 0, d.High < 0; {
	case d.Questions < MinPairs:
		return crm.VerdictTooFew
	case !above && !below:
		return crm.VerdictSame
	case better == "neither":
		return crm.VerdictDifferent
	case above == (better == "higher"):
		return crm.VerdictBetter
	}
	return crm.VerdictWorse
}
