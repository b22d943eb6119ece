package templatelint_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"
	"time"

	"service.example/crm/internal/templatelint"
)

// Templates put together at random from the parts of all cases: the linter and
// the provider accept and refuse the same ones, and the provider's reason is
// among the linter's.
func TestTheyAgree(t *testing.T) {
	p, all := newProvider(t), cases(t)
	ids := slices.Sorted(maps.Keys(all))
	var parts []json.RawMessage
	for _, id := range ids {
		parts = append(parts, all[id].Components...)
	}
	random := rand.New(rand.NewPCG(1, 2))
	refused := 0
	for i := range 6000 {
		one := all[ids[random.IntN(len(ids))]]
		one.Name = fmt.Sprintf("mixed_%d", i)
		one.Components = slices.Clone(one.Components)
		for range random.IntN(3) {
			one.Components = append(one.Components, parts[random.IntN(len(parts))])
		}
		if random.IntN(3) == 0 {
			one.Category = []string{"UTILITY", "MARKETING", "AUTHENTICATION"}[random.IntN(3)]
		}
		if random.IntN(4) == 0 {
			one.Format = []string{"", "NAMED", "POSITIONAL"}[random.IntN(3)]
		}
		if random.IntN(3) == 0 && len(one.Components) > 1 {
			at := random.IntN(len(one.Components))
			one.Components = slices.Delete(one.Components, at, at+1)
		}
		got, want := verdicts(templatelint.Lint(one.template(), templatelint.History{Now: p.Now()})), p.create(one.template())
		if want == "accept" {
			p.call(http.MethodDelete, "?name="+one.Name, struct{}{})
			p.Advance(time.Minute)
		} else {
			refused++
		}
		if !slices.Contains(got, want) {
			raw, _ := json.Marshal(one)
			t.Errorf("the provider says %s, the linter %v: %s", want, got, raw)
		}
	}
	if refused < 1000 || refused > 5800 {
		t.Errorf("%d of 6000 were refused", refused)
	}
}
