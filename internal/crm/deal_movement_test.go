package crm

import (
	"math/rand/v2"
	"testing"
)

// Whatever becomes of a deal, also its removal, its movements sum to the difference of
// what is open, for each pipeline and currency.
func TestMovementsSumToTheDifference(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	type place struct{ pipeline, currency string }
	some := func() *Deal {
		if r.IntN(6) == 0 {
			return nil
		}
		d := &Deal{PipelineID: []string{"a", "b"}[r.IntN(2)], Status: StageKinds[r.IntN(3)]}
		if code := []string{"", "EUR", "JPY"}[r.IntN(3)]; code != "" {
			d.Currency, d.Amount = code, new(r.Int64N(5))
		}
		return d
	}
	for range 20_000 {
		from, to := some(), some()
		if from == nil && to == nil {
			continue
		}
		got, want := map[place]Worth{}, map[place]Worth{}
		for _, m := range BridgeMovements(from, to) {
			w := got[place{m.PipelineID, m.Value}]
			got[place{m.PipelineID, m.Value}] = Worth{w.Deals + m.Part.Deals(), w.Minor + m.Amount}
		}
		for sign, d := range map[int64]*Deal{-1: from, 1: to} {
			if d != nil && d.Status == StageOpen {
				w := want[place{d.PipelineID, d.Currency}]
				want[place{d.PipelineID, d.Currency}] = Worth{w.Deals + sign, w.Minor + sign*d.minor()}
			}
		}
		for _, pipeline := range []string{"a", "b"} {
			for _, currency := range []string{"", "EUR", "JPY"} {
				if p := (place{pipeline, currency}); got[p] != want[p] {
					t.Fatalf("from %+v to %+v: the movements of %v are %v, the difference is %v", from, to, p, got[p], want[p])
				}
			}
		}
	}
}
