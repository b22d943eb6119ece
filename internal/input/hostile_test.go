package input_test

import (
	"runtime"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/input"
)

// What a body costs is bounded by its size, however many faults it has, and
// however long the names are that lead to them.
func TestFaultsCostNoMoreThanTheirBody(t *testing.T) {
	const size, depth = 256 << 10, 100
	declared := &input.Shape{Type: input.Object, Fields: map[string]*input.Field{"name": {Shape: &input.Shape{Type: input.String}}}}
	declared.Seal()
	fill := func(open, item, end string) string {
		n := (size - len(open) - len(end)) / (len(item) + 1)
		return open + strings.TrimSuffix(strings.Repeat(item+",", n), ",") + end
	}
	deep := fill(strings.Repeat("[", depth), `"\u0000"`, strings.Repeat("]", depth))
	long := `{"` + strings.Repeat(`\u0041`, 200) + `":`
	for name, c := range map[string]struct {
		shape *input.Shape
		body  string
	}{
		"faults deep in anything":         {&input.Shape{}, deep},
		"faults below an unknown field":   {declared, `{"other":` + deep + `}`},
		"faults below long names":         {&input.Shape{}, fill(strings.Repeat(long, depth)+"[", `"\u0000"`, "]"+strings.Repeat("}", depth))},
		"faults below one very long name": {&input.Shape{}, fill(`{"`+strings.Repeat("a", size/2)+`":[`, `"\u0000"`, "]}")},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			res, err := input.Check([]byte(c.body), c.shape, "The body")
			runtime.ReadMemStats(&after)
			if err != nil || len(res.Faults) == 0 || len(res.Faults) > crm.MaxFaults {
				t.Fatalf("%d faults: %v", len(res.Faults), err)
			}
			said := 0
			for _, f := range res.Faults {
				said += len(f.Pointer) + len(f.Detail)
			}
			if said > 4*size {
				t.Errorf("a body of %d bytes is answered with %d", len(c.body), said)
			}
			if cost := after.TotalAlloc - before.TotalAlloc; cost > 100*size {
				t.Errorf("a body of %d bytes takes %d bytes of memory", len(c.body), cost)
			}
		})
	}
}
