package library_test

import (
	"testing"

	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testshop"
)

// shelf is a workspace's knowledge.
type shelf struct{ *testshop.Shelf }

func newShelf(t *testing.T, k *testkit.Kit) *shelf {
	t.Helper()
	return &shelf{testshop.NewShelf(t, k)}
}
