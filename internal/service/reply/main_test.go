package reply_test

import (
	"flag"
	"testing"

	"service.example/crm/internal/testkit/testpg"
)

// The tests wait for models more than they compute, so more of them run side by
// side than there are processors.
func TestMain(m *testing.M) {
	if side := flag.Lookup("test.parallel"); side.Value.String() == side.DefValue {
		_ = side.Value.Set("6")
	}
	testpg.Main(m)
}
