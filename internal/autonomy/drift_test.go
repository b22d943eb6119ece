package autonomy_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"service.example/crm/internal/autonomy"
)

// wrongAfter lets a model that acts by itself begin to err otherwise after some acts,
// and returns how many wrong acts it made from then on until it stepped back; false if
// it stepped back before.
func wrongAfter(r *rand.Rand, good, bad float64) (wrong int, drifted bool) {
	s := autonomy.Settings{}
	t := autonomy.Track{State: autonomy.Act}
	for begins, n := 100+r.IntN(400), 0; ; n++ {
		m := model{r, good}
		if n >= begins {
			m.wrong = bad
		}
		agreed := m.agrees()
		if n >= begins && !agreed {
			wrong++
		}
		var ch *autonomy.Change
		if t, ch = t.Judge(s, agreed); ch != nil {
			return wrong, n >= begins
		}
	}
}

// After drift an assistant makes at most so many wrong acts before it only suggests: in
// 9,999 of 10,000 runs for each drift.
func TestDriftCausesFewWrongActs(t *testing.T) {
	for _, of := range []struct {
		bad            float64
		middle, at9999 int
	}{{0.12, 8, 36}, {0.30, 6, 12}, {0.60, 5, 8}, {1, 5, 5}} {
		var all []int
		for run := range 20_000 {
			if n, drifted := wrongAfter(seeded(run), 0.03, of.bad); drifted {
				all = append(all, n)
			}
		}
		slices.Sort(all)
		middle, most := all[len(all)/2], all[len(all)*9999/10_000]
		t.Logf("drift to %.0f %%: %d wrong acts in the middle, %d in 99 of 100 runs, %d in 9,999 of 10,000, %d at most", 100*of.bad, middle, all[len(all)*99/100], most, all[len(all)-1])
		if middle > of.middle || most > of.at9999 {
			t.Errorf("drift to %v causes %d wrong acts in the middle, and %d in 9,999 of 10,000 runs", of.bad, middle, most)
		}
	}
}

// Whatever an assistant does, of n acts in a row at most WrongAtMost are wrong: also for
// one who knows the score and errs whenever that is just not noticed.
func TestNobodyMakesMoreWrongActsThanStated(t *testing.T) {
	s := autonomy.Settings{}
	var strategies []func(autonomy.Track, int) bool // whether the next act is right
	for _, low := range []float64{0, 1, 2, 3, 4, 4.5} {
		strategies = append(strategies, func(t autonomy.Track, _ int) bool { return t.Score > low })
	}
	for seed := range 200 {
		r := seeded(seed)
		strategies = append(strategies, func(autonomy.Track, int) bool { return r.IntN(100) >= seed/2 })
	}
	tight := false
	for i, right := range strategies {
		t2, acts := autonomy.Track{State: autonomy.Act}, []int{0} // wrong acts until each
		for n := 0; n < 600; n++ {
			agreed := right(t2, n)
			wrong := acts[len(acts)-1]
			if !agreed {
				wrong++
			}
			acts = append(acts, wrong)
			var ch *autonomy.Change
			if t2, ch = t2.Judge(s, agreed); ch != nil {
				break
			}
		}
		for _, n := range []int{1, 5, 20, 50, 200, 500} {
			for from := 0; from+n < len(acts); from++ {
				wrong := acts[from+n] - acts[from]
				if wrong > s.WrongAtMost(n) {
					t.Fatalf("strategy %d makes %d wrong acts of %d, stated are %d", i, wrong, n, s.WrongAtMost(n))
				}
				tight = tight || n == 200 && wrong >= s.WrongAtMost(n)-1
			}
		}
	}
	t.Logf("wrong acts at most: %d of 20, %d of 50, %d of 200", s.WrongAtMost(20), s.WrongAtMost(50), s.WrongAtMost(200))
	if !tight {
		t.Error("nobody comes near the bound: it says less than it could")
	}
}

// An assistant that errs in 3 of 100 acts is seldom stepped back for nothing.
func TestGoodAssistantsGoOn(t *testing.T) {
	total, back := 0, 0
	for run := range 300 {
		m, tr := model{seeded(run), 0.03}, autonomy.Track{State: autonomy.Act}
		for range 10_000 {
			var ch *autonomy.Change
			total++
			if tr, ch = tr.Judge(autonomy.Settings{}, m.agrees()); ch != nil {
				back++
				tr = autonomy.Track{State: autonomy.Act}
			}
		}
	}
	t.Logf("one that errs in 3 of 100 acts is stepped back once in %d acts", total/max(1, back))
	if total/max(1, back) < 3000 {
		t.Errorf("it is stepped back %d times in %d acts", back, total)
	}
}

// Each change says what it rests on, and people can put the state elsewhere.
func TestChangesSayWhatTheyRestOn(t *testing.T) {
	s := autonomy.Settings{Line: 0.9}
	var tr autonomy.Track
	var changes []autonomy.Change
	for n := 0; len(changes) < 2; n++ {
		var ch *autonomy.Change
		if tr, ch = tr.Judge(s, n%25 != 0); ch != nil {
			changes = append(changes, *ch)
		}
	}
	for i, ch := range changes {
		if ch.From != autonomy.States[i] || ch.To != autonomy.States[i+1] || ch.Reason != autonomy.Earned || ch.Cases < 200 || ch.Agreed*100/ch.Cases != 96 || ch.Lower < 0.9 || ch.Line != 0.9 {
			t.Errorf("change %d is %+v", i, ch)
		}
	}
	if !tr.MayAct(autonomy.MaxOpen-1) || tr.MayAct(autonomy.MaxOpen) {
		t.Error("acts that wait to be judged are not bounded")
	}
	tr, ch := tr.Set(s, autonomy.Shadow)
	if ch == nil || ch.Reason != autonomy.Override || ch.From != autonomy.Act || tr.Cases != 0 {
		t.Errorf("the override is %+v", ch)
	}
	if _, ch = tr.Set(s, autonomy.Shadow); ch != nil {
		t.Error("nothing changed, and it is a change")
	}
}
