package people

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const (
	workerColumns = `coalesce(m.role_id, ''), coalesce(m.state, ''), coalesce(a.status, ''), coalesce(a.until_at, 0), ` + saidAt
	// The newest entry of the log of $1's user w.user_id, if there is one.
	workerAvailability = ` LEFT JOIN availability a ON a.workspace_id = w.workspace_id AND a.user_id = w.user_id
		AND a.from_at = (SELECT max(n.from_at) FROM availability n WHERE n.workspace_id = w.workspace_id AND n.user_id = w.user_id)`
)

var (
	teamMethodSQL  = db.SQL(`SELECT method FROM teams WHERE workspace_id = $1 AND id = $2`)
	teamWorkersSQL = db.SQL(`SELECT w.user_id, ` + workerColumns + ` FROM team_members w LEFT JOIN members m ON m.workspace_id = w.workspace_id AND m.user_id = w.user_id` +
		workerAvailability + ` WHERE w.workspace_id = $1 AND w.team_id = $2 ORDER BY w.user_id LIMIT 1000`)
	workerSQL = db.SQL(`SELECT w.user_id, coalesce(w.role_id, ''), coalesce(w.state, ''), coalesce(a.status, ''), coalesce(a.until_at, 0), ` + saidAt + ` FROM members w` +
		workerAvailability + ` WHERE w.workspace_id = $1 AND w.user_id = $2`)
	membersOfSQL  = db.SQL(`SELECT user_id FROM team_members WHERE workspace_id = $1 AND team_id = $2 ORDER BY user_id LIMIT 1000`)
	managersOfSQL = db.SQL(`SELECT user_id FROM members INDEXED BY members_role WHERE workspace_id = $1 AND role_id IN ('owner', 'admin') AND state = 'active' ORDER BY role_id, user_id LIMIT 100`).By("members_role")
)

func readWorkers(tx *db.Tx, which *db.Stmt, workspaceID, id string) (out []Worker, err error) {
	roles, ids := map[string]crm.Role{}, []string{}
	err = tx.Each(which, func(r db.Row) error {
		var w Worker
		var role, state string
		var until, since int64
		if err := r.Scan(&w.UserID, &role, &state, (*string)(&w.Availability), &until, &since); err != nil {
			return err
		}
		now := crm.Availability{Status: w.Availability, Since: db.AtOf(since), Until: db.AtOf(until)}.At(tx.Now())
		w.Availability, w.Since, w.OnlineAt, w.Active = now.Status, now.Since, now.Until, crm.MemberState(state) == crm.MemberActive
		out, ids = append(out, w), append(ids, role)
		return nil
	}, workspaceID, id)
	for i := range out {
		role, known := roles[ids[i]]
		if !known && err == nil {
			if role, err = Role(tx, workspaceID, ids[i]); crm.AsError(err).Kind == crm.KindNotFound {
				err = nil
			}
			roles[ids[i]] = role
		}
		w := &out[i]
		w.CanAnswer = crm.Actor{Kind: crm.ActorUser, Scopes: role.Scopes}.Require(crm.ScopeMessagesWrite) == nil
		w.Masks = role.MasksPhoneNumbers
		w.Reach = crm.Reach{Kind: role.Reach, UserID: w.UserID, PhoneNumberIDs: role.PhoneNumberIDs}
	}
	return out, err
}

// MembersOf returns who is in a team.
func MembersOf(tx *db.Tx, workspaceID, teamID string) ([]string, error) {
	return tx.Texts(membersOfSQL, workspaceID, teamID)
}

// ManagersOf returns the owners and admins who work in a workspace, the first hundred.
func ManagersOf(tx *db.Tx, workspaceID string) ([]string, error) {
	return tx.Texts(managersOfSQL, workspaceID)
}

// MethodOf returns how conversations of a team find a person; false if there is no
// such team.
func MethodOf(tx *db.Tx, workspaceID, teamID string) (method crm.TeamMethod, found bool, err error) {
	found, err = tx.One(teamMethodSQL, []any{(*string)(&method)}, workspaceID, teamID)
	return method, found, err
}
