package button

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/core"
)

// enter lets one press begin, which ends with leave; or returns a KindRateLimited
// error.
func enter(g *core.Gate, workspaceID, buttonID string) (leave func(), err error) {
	leave, full := g.Enter(core.Place{Key: workspaceID + "/" + buttonID, Most: crm.MaxButtonPresses},
		core.Place{Key: workspaceID, Most: crm.MaxWorkspacePresses}, core.Place{Most: crm.MaxNodePresses})
	if full < 0 {
		return leave, nil
	}
	busy := crm.Errorf(crm.KindRateLimited, crm.CodeButtonBusy, "Too many presses %s are under way: nothing was sent. Try again in a moment.",
		[]string{"of this button", "of buttons in this workspace", "of buttons"}[full])
	busy.RetryAfter = 2 * time.Second
	return nil, busy
}
