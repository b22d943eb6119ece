package button

import (
	"fmt"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/core"
)

// Presses are bounded by button, by workspace and in all, and what has ended is
// forgotten.
func TestGate(t *testing.T) {
	var g core.Gate
	var leave []func()
	enters := func(workspace, button string) bool {
		out, err := enter(&g, workspace, button)
		if err == nil {
			leave = append(leave, out)
		} else if crm.CodeOf(err) != crm.CodeButtonBusy || crm.AsError(err).RetryAfter == 0 {
			t.Errorf("it is refused with %v", err)
		}
		return err == nil
	}
	fill := func(most int, key func(i int) (workspace, button string)) {
		t.Helper()
		for i := range most + 1 {
			if workspace, button := key(i); enters(workspace, button) != (i < most) {
				t.Errorf("press %d of %d", i+1, most)
			}
		}
		for _, out := range leave {
			out()
		}
		if leave = nil; g.Under() != 0 {
			t.Errorf("%d keys are still kept", g.Under())
		}
	}
	fill(crm.MaxButtonPresses, func(int) (string, string) { return "w", "b" })
	fill(crm.MaxWorkspacePresses, func(i int) (string, string) { return "w", fmt.Sprint("b", i) })
	fill(crm.MaxNodePresses, func(i int) (string, string) { return fmt.Sprint("w", i), fmt.Sprint("b", i) })
}
