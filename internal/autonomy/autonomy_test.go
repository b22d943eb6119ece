package autonomy_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"service.example/crm/internal/autonomy"
)

// model is wrong so often.
type model struct {
	r     *rand.Rand
	wrong float64
}

func (m *model) agrees() bool { return m.r.Float64() >= m.wrong }

func seeded(run int) *rand.Rand { return rand.New(rand.NewPCG(uint64(run), 99)) }

// The bound is that p for which what was seen is just as far off as 95 % allow, found by
// halving.
func TestTheBoundIsThatOfTheScoreTest(t *testing.T) {
	for _, n := range []int{1, 7, 200, 201, 333, 1000} {
		for k := 0; k <= n; k += max(1, n/40) {
			seen, low, high := float64(k)/float64(n), 0.0, float64(k)/float64(n)
			for range 200 {
				p := (low + high) / 2
				if seen-p > 1.959963984540054*math.Sqrt(p*(1-p)/float64(n)) {
					low = p
				} else {
					high = p
				}
			}
			if got := autonomy.LowerBound(k, n); math.Abs(got-low) > 1e-9 {
				t.Errorf("of %d of %d it is %v, want %v", k, n, got, low)
			}
		}
	}
}

// climb lets a model have cases until it acts by itself, and returns how many it took
// and how far it came; changes are on record.
func climb(m *model, cases int, judge func(autonomy.Track, bool) (autonomy.Track, *autonomy.Change)) (took int, furthest autonomy.State) {
	var t autonomy.Track
	furthest = autonomy.Shadow
	for n := 1; n <= cases; n++ {
		var ch *autonomy.Change
		if t, ch = judge(t, m.agrees()); ch != nil && slices.Index(autonomy.States, ch.To) > slices.Index(autonomy.States, furthest) {
			furthest = ch.To
		}
		if furthest == autonomy.Act {
			return n, furthest
		}
	}
	return cases, furthest
}

func judge(t autonomy.Track, agreed bool) (autonomy.Track, *autonomy.Change) {
	return t.Judge(autonomy.Settings{}, agreed)
}

// A model that errs in 3 of 100 cases comes to act by itself in each of 2,000 runs; one
// that errs in 12 never does in 5,000, and is not even suggested from.
func TestWhoErrsSeldomIsPromotedAndWhoErrsOftenNever(t *testing.T) {
	var took []int
	for run := range 2000 {
		n, came := climb(&model{seeded(run), 0.03}, 5000, judge)
		if came != autonomy.Act {
			t.Fatalf("run %d: it came to %s only", run, came)
		}
		took = append(took, n)
	}
	slices.Sort(took)
	t.Logf("it takes %d cases in the middle, %d in 99 of 100 runs, %d at most", took[1000], took[1980], took[1999])
	if took[0] < 2*autonomy.MinCases || took[1000] > 700 {
		t.Errorf("it takes %d cases at least, and %d in the middle", took[0], took[1000])
	}
	for run := range 5000 {
		if n, came := climb(&model{seeded(run), 0.12}, 3000, judge); came != autonomy.Shadow {
			t.Errorf("run %d: a model that errs in 12 of 100 cases came to %s after %d", run, came, n)
		}
	}
	// The judge can tell: a rule that looks at the share alone, after each of few cases,
	// lets many through.
	through := 0
	for run := range 500 {
		if _, came := climb(&model{seeded(run), 0.12}, 3000, careless); came == autonomy.Act {
			through++
		}
	}
	if through < 250 {
		t.Errorf("a careless rule lets %d of 500 through", through)
	}
}

// careless promotes by the share of the last 30 cases.
func careless(t autonomy.Track, agreed bool) (autonomy.Track, *autonomy.Change) {
	c := "0"
	if agreed {
		c = "1"
	}
	t.State, t.Recent = t.Now(), t.Recent+c
	t.Recent = t.Recent[max(0, len(t.Recent)-30):]
	if e := t.Evidence(autonomy.Settings{}); e.Cases == 30 && float64(e.Agreed)/30 >= e.Line {
		to := autonomy.States[min(slices.Index(autonomy.States, t.State)+1, 2)]
		return autonomy.Track{State: to}, &autonomy.Change{From: t.State, To: to}
	}
	return t, nil
}

// By the exact binomial distribution, summed over all looks: how likely a model that
// errs in 12 of 100 cases is to pass one step up within 100,000 cases.
func TestTheChanceOfABadModelIsSmall(t *testing.T) {
	chance := 0.0
	for cases := 200; cases <= 1000; cases += 50 {
		passing := 0 // the most wrong cases that clear the line
		for autonomy.LowerBound(cases-passing-1, cases) >= autonomy.DefaultLine {
			passing++
		}
		looks := 1.0
		if cases == 1000 {
			looks = 99_000/50 + 1
		}
		chance += looks * atMost(passing, cases, 0.12)
	}
	t.Logf("the chance is at most %.2g for one step, and %.2g for both", chance, chance*chance)
	if chance > 1e-5 {
		t.Errorf("the chance is %g", chance)
	}
}

// atMost is the probability of k wrong cases of n at most.
func atMost(k, n int, p float64) (sum float64) {
	for i := range k + 1 {
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(i + 1))
		c, _ := math.Lgamma(float64(n - i + 1))
		sum += math.Exp(a - b - c + float64(i)*math.Log(p) + float64(n-i)*math.Log(1-p))
	}
	return sum
}
