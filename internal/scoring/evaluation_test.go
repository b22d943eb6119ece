package scoring_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/scoring"
)

func yes(n, of int) []bool {
	list := make([]bool, of)
	for i := range n {
		list[i] = true
	}
	return list
}

func TestRates(t *testing.T) {
	for _, c := range []struct{ n, of, value, low, high float64 }{
		{8, 10, 0.8, 0.4902, 0.9433}, {0, 10, 0, 0, 0.2775}, {10, 10, 1, 0.7225, 1}, {1, 1, 1, 0.2065, 1}, {50, 100, 0.5, 0.4038, 0.5962}} {
		if e := scoring.Rate(yes(int(c.n), int(c.of))); e.Value != c.value || e.Low != c.low || e.High != c.high || e.Questions != int(c.of) {
			t.Errorf("%v of %v: %+v", c.n, c.of, e)
		}
	}
	if scoring.Rate(nil) != nil || scoring.Bootstrap(nil, scoring.Mean) != nil || scoring.RateDifference(nil, nil) != nil {
		t.Error("nothing was measured, and there is an estimate")
	}
}

// Each interval has the truth in it about as often as it says.
func TestIntervalsCover(t *testing.T) {
	const rounds, n = 200, 40
	random := rand.New(rand.NewPCG(1, 2))
	hits := map[string]int{}
	for range rounds {
		a, b := make([]bool, n), make([]bool, n)
		x, y := make([]float64, n), make([]float64, n)
		for i := range n {
			a[i], b[i] = random.Float64() < 0.3, random.Float64() < 0.5
			x[i] = 10 + 3*random.NormFloat64()
			y[i] = x[i] + 1 + random.NormFloat64()
		}
		for name, c := range map[string]struct {
			e     *crm.EvaluationEstimate
			truth float64
		}{"rate": {scoring.Rate(a), 0.3}, "rates apart": {scoring.RateDifference(a, b), -0.2},
			"mean": {scoring.Bootstrap(x, scoring.Mean), 10}, "means apart": {scoring.BootstrapDifference(x, y, scoring.Mean), -1},
			"median": {scoring.Bootstrap(x, scoring.Quantile(0.5)), 10}} {
			if c.e.Low > c.e.Value || c.e.High < c.e.Value {
				t.Fatalf("%s: the value lies beside its interval: %+v", name, c.e)
			}
			if c.e.Low <= c.truth && c.truth <= c.e.High {
				hits[name]++
			}
		}
	}
	for name, n := range hits {
		if share := float64(n) / rounds; share < 0.9 || share > 0.99 {
			t.Errorf("%s: the truth is in %.3f of the intervals", name, share)
		}
	}
	if len(hits) != 5 {
		t.Error(hits)
	}
}

func scores(agreement float64, handedOff bool) *crm.EvaluationScores {
	cost := int64(1000)
	return &crm.EvaluationScores{Agreement: &agreement, HandedOff: handedOff, Tokens: 10, CostMicros: &cost, LatencyMs: 100 * agreement}
}

func row(t *testing.T, table crm.EvaluationTable, metric string) crm.EvaluationRow {
	t.Helper()
	for _, r := range table.Rows {
		if r.Metric == metric {
			return r
		}
	}
	t.Fatalf("the table has no %s", metric)
	return crm.EvaluationRow{}
}

func TestTable(t *testing.T) {
	var list []scoring.Pair
	for i := range 40 {
		worse := 0.2 + 0.01*float64(i%5)
		list = append(list, scoring.Pair{Draft: scores(worse, i%2 == 0), Live: scores(worse+0.5, false)})
	}
	table := scoring.Table(list, 3)
	if table.Questions != 43 || table.Unmeasured != 3 {
		t.Errorf("%+v", table)
	}
	if again := scoring.Table(list, 3); !reflect.DeepEqual(table, again) {
		t.Error("the same measurements have another table")
	}
	agreement := row(t, table, "agreement")
	if agreement.Draft.High >= agreement.Live.Low || agreement.Difference.Verdict != crm.VerdictWorse || math.Abs(agreement.Difference.Value+0.5) > 1e-9 {
		t.Errorf("a draft that agrees less: %+v, %+v, %+v", agreement.Draft, agreement.Live, agreement.Difference)
	}
	if r := row(t, table, "hand_off_rate"); r.Difference.Verdict != crm.VerdictDifferent || r.Draft.Value != 0.5 || r.Live.Value != 0 {
		t.Errorf("%+v", r)
	}
	if r := row(t, table, "latency_p50_ms"); r.Difference.Verdict != crm.VerdictBetter {
		t.Errorf("less latency is better: %+v", r.Difference)
	}
	if r := row(t, table, "cost_micros"); r.Difference.Verdict != crm.VerdictSame || r.Difference.Low != 0 || r.Difference.High != 0 {
		t.Errorf("%+v", r.Difference)
	}
	if r := row(t, table, "groundedness"); r.Draft != nil || r.Live != nil || r.Difference != nil {
		t.Errorf("nothing was measured: %+v", r)
	}
	if r := row(t, scoring.Table(list[:9], 0), "agreement"); r.Difference.Verdict != crm.VerdictTooFew {
		t.Errorf("nine questions are too few: %+v", r.Difference)
	}
	alone := scoring.Table([]scoring.Pair{{Draft: scores(1, false)}}, 0)
	if r := row(t, alone, "agreement"); r.Live != nil || r.Difference != nil || r.Draft.Value != 1 {
		t.Errorf("no revision stood beside: %+v", r)
	}
	for i := range list {
		list[i].Draft.CostMicros = nil
	}
	if r := row(t, scoring.Table(list, 0), "cost_micros"); r.Draft != nil || r.Difference != nil || r.Live == nil {
		t.Errorf("a cost that is not known: %+v", r)
	}
}
