package reads

import (
	"slices"
	"testing"
)

func TestReadsComeInTheirShares(t *testing.T) {
	list := []Read{{Share: 5}, {Share: 1}, {Share: 2}}
	order := Shuffled(list)
	came := make([]int, len(list))
	for _, i := range order {
		came[i]++
	}
	if !slices.Equal(came, []int{5 * rounds, rounds, 2 * rounds}) {
		t.Errorf("they come %v times", came)
	}
	if !slices.Equal(order, Shuffled(list)) {
		t.Error("another run has another order")
	}
}
