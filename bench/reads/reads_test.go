package reads

import (
	"slices"
	"testing"
)

func TestReadsComeInTheirShares(t *testing.T) {
	if order := InOrder([]Read{{Share: 5}, {Share: 1}, {Share: 2}}); !slices.Equal(order, []int{0, 2, 0, 0, 1, 0, 2, 0}) {
		t.Errorf("they come as %v", order)
	}
}
