package people

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// SeedMember stores somebody who works in a workspace since they were made, without a
// password: nobody signs in as them.
func SeedMember(tx *db.Tx, workspaceID string, u crm.User, roleID string) {
	key, _ := crm.AddressKey(u.Email)
	insertUser(tx, u, key)
	addMember(tx, workspaceID, u, roleID, crm.MemberActive, crm.DoneBy{Type: crm.ActorOperator}, u.CreatedAt)
}

// SeedTeam stores a team that is not there yet, with its members and numbers.
func SeedTeam(tx *db.Tx, t crm.Team) {
	insertTeam(tx, t)
	replaceTeamMembers(tx, t)
	replaceTeamNumbers(tx, t)
}
