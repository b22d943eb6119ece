package account

import "service.example/crm/internal/crm"

// simulatorToken stands for the token of the simulator in stored accounts: that
// one is drawn anew by every process at every start.
const SimulatorToken = "sandbox"

// OwnToken returns the token to use where a stored one stands for the
// simulator's.
func (s *Accounts) OwnToken(live bool, token string) string {
	if !live && token == SimulatorToken && s.opt.TestToken != "" {
		return s.opt.TestToken
	}
	return token
}

// NoSimulator says that a test workspace has nothing to reach here. Trying again
// does not help, so it is no outage.
func NoSimulator() error {
	return crm.Errorf(crm.KindConflict, crm.CodeNoSimulator, "This server runs no provider simulator, which test workspaces need. Start it with --sandbox, or run the demo, which has one: make run.")
}
