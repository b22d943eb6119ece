package people

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const teamColumns = `id, name, method, lead_user_id, created_at, updated_at`

var (
	insertTeamSQL  = db.SQL(`INSERT INTO teams (workspace_id, id, name, method, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)`)
	updateTeamSQL  = db.SQL(`UPDATE teams SET name = $3, method = $4, lead_user_id = $5, updated_at = $6 WHERE workspace_id = $1 AND id = $2`)
	selectTeamSQL  = db.SQL(`SELECT ` + teamColumns + ` FROM teams WHERE workspace_id = $1 AND id = $2`)
	lockTeamSQL    = db.SQL(`SELECT ` + teamColumns + ` FROM teams WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	holdTeamSQL    = db.SQL(`SELECT id FROM teams WHERE workspace_id = $1 AND id = $2 FOR KEY SHARE`)
	selectTeamsSQL = db.SQL(`SELECT ` + teamColumns + ` FROM teams WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`)
	teamNamedSQL   = db.SQL(`SELECT id FROM teams WHERE workspace_id = $1 AND name = $2`).By("teams_name")
	deleteTeamSQL  = db.SQL(`DELETE FROM teams WHERE workspace_id = $1 AND id = $2`)

	selectTeamMembersSQL = db.SQL(`SELECT user_id FROM team_members WHERE workspace_id = $1 AND team_id = $2 ORDER BY user_id LIMIT 1000`)
	insertTeamMemberSQL  = db.SQL(`INSERT INTO team_members (workspace_id, team_id, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`)
	deleteTeamMembersSQL = db.SQL(`DELETE FROM team_members WHERE workspace_id = $1 AND team_id = $2`)
	selectTeamNumbersSQL = db.SQL(`SELECT phone_number_id FROM team_numbers WHERE workspace_id = $1 AND team_id = $2 ORDER BY phone_number_id LIMIT 1000`)
	insertTeamNumberSQL  = db.SQL(`INSERT INTO team_numbers (workspace_id, team_id, phone_number_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`)
	deleteTeamNumbersSQL = db.SQL(`DELETE FROM team_numbers WHERE workspace_id = $1 AND team_id = $2`)
	numberThereSQL       = db.SQL(`SELECT 1 FROM phone_numbers WHERE workspace_id = $1 AND id = $2`)

	// What keeps a team: a conversation, a key that reaches it, or a canned reply.
	conversationOfTeamSQL = db.SQL(`SELECT 1 FROM conversations INDEXED BY conversations_team WHERE workspace_id = $1 AND team_id = $2 AND team_id <> '' LIMIT 1`).By("conversations_team").ByOnPostgres("conversations_team")
	keyOfTeamSQL          = db.SQL(`SELECT 1 FROM api_keys WHERE workspace_id = $1 AND revoked_at = 0 AND ' ' || team_ids || ' ' LIKE '% ' || CAST($2 AS TEXT) || ' %' LIMIT 1`)
	routingOfTeamSQL      = db.SQL(`SELECT 1 FROM routing_references WHERE workspace_id = $1 AND thing = $2 AND place <> $2 LIMIT 1`)
	cannedReplyOfTeamSQL  = db.SQL(`SELECT 1 FROM canned_replies INDEXED BY canned_replies_team WHERE workspace_id = $1 AND team_id = $2 AND team_id <> '' LIMIT 1`).By("canned_replies_team")
)

// Team returns a team of the workspace with its people and numbers, or a
// KindNotFound error.
func Team(tx *db.Tx, workspaceID, id string) (crm.Team, error) {
	return readTeam(tx, selectTeamSQL, workspaceID, id)
}

// LockTeam is Team, and keeps other nodes from changing it meanwhile.
func LockTeam(tx *db.Tx, workspaceID, id string) (crm.Team, error) {
	return readTeam(tx, lockTeamSQL, workspaceID, id)
}

// HoldTeam reports whether the workspace has a team, and keeps other nodes from
// changing or removing it until the transaction ends: for what is about to belong to
// the team.
func HoldTeam(tx *db.Tx, workspaceID, id string) (there bool, err error) {
	return tx.One(holdTeamSQL, []any{&id}, workspaceID, id)
}

func readTeam(tx *db.Tx, which *db.Stmt, workspaceID, id string) (crm.Team, error) {
	list, err := readTeams(tx, which, workspaceID, id)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("team", id)
	}
	if err != nil {
		return crm.Team{}, err
	}
	return list[0], nil
}

// teams returns a page of the workspace's teams, oldest first.
func teams(tx *db.Tx, workspaceID string, p crm.Page) (crm.List[crm.Team], error) {
	list, err := readTeams(tx, selectTeamsSQL, workspaceID, p.After, p.Limit+1)
	return crm.CutPage(list, p.Limit, func(t crm.Team) string { return t.ID }), err
}

func readTeams(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []crm.Team, err error) {
	err = tx.Each(which, func(r db.Row) error {
		t := crm.Team{WorkspaceID: workspaceID}
		var created, updated int64
		err := r.Scan(&t.ID, &t.Name, (*string)(&t.Method), &t.LeadUserID, &created, &updated)
		t.CreatedAt, t.UpdatedAt = db.At(created), db.At(updated)
		out = append(out, t)
		return err
	}, append([]any{workspaceID}, args...)...)
	teams := make([][]any, len(out))
	for i, t := range out {
		teams[i] = []any{workspaceID, t.ID}
	}
	if err == nil {
		err = tx.EachOf(selectTeamMembersSQL, teams, func(i int, r db.Row) error { return addID(r, &out[i].UserIDs) })
	}
	if err == nil {
		err = tx.EachOf(selectTeamNumbersSQL, teams, func(i int, r db.Row) error { return addID(r, &out[i].PhoneNumberIDs) })
	}
	return out, err
}

// addID reads an identifier into a list.
func addID(r db.Row, list *[]string) error {
	var id string
	err := r.Scan(&id)
	*list = append(*list, id)
	return err
}

func insertTeam(tx *db.Tx, t crm.Team) {
	tx.Write(insertTeamSQL, t.WorkspaceID, t.ID, t.Name, string(t.Method), db.Ms(t.CreatedAt))
}

// UpdateTeam stores the name, the method and the lead of a team.
func UpdateTeam(tx *db.Tx, t crm.Team) {
	tx.Write(updateTeamSQL, t.WorkspaceID, t.ID, t.Name, string(t.Method), t.LeadUserID, db.Ms(t.UpdatedAt))
}

// replaceTeamMembers stores who is in a team.
func replaceTeamMembers(tx *db.Tx, t crm.Team) {
	tx.Write(deleteTeamMembersSQL, t.WorkspaceID, t.ID)
	for _, id := range t.UserIDs {
		tx.Write(insertTeamMemberSQL, t.WorkspaceID, t.ID, id)
	}
	UpdateTeam(tx, t)
}

// replaceTeamNumbers stores the phone numbers of a team.
func replaceTeamNumbers(tx *db.Tx, t crm.Team) {
	tx.Write(deleteTeamNumbersSQL, t.WorkspaceID, t.ID)
	for _, id := range t.PhoneNumberIDs {
		tx.Write(insertTeamNumberSQL, t.WorkspaceID, t.ID, id)
	}
	UpdateTeam(tx, t)
}

func deleteTeam(tx *db.Tx, workspaceID, id string) {
	tx.Write(deleteTeamMembersSQL, workspaceID, id)
	tx.Write(deleteTeamNumbersSQL, workspaceID, id)
	tx.Write(deleteTeamSQL, workspaceID, id)
}

// teamNamed returns the identifier of the team with this name, "" for none.
func teamNamed(tx *db.Tx, workspaceID, name string) (id string, err error) {
	_, err = tx.One(teamNamedSQL, []any{&id}, workspaceID, name)
	return id, err
}

// teamInUse reports whether a conversation, an API key or a canned reply belongs
// to a team.
func teamInUse(tx *db.Tx, workspaceID, id string) (used bool, err error) {
	for _, which := range []*db.Stmt{conversationOfTeamSQL, keyOfTeamSQL, cannedReplyOfTeamSQL} {
		var one int64
		if used, err = tx.One(which, []any{&one}, workspaceID, id); used || err != nil {
			break
		}
	}
	return used, err
}

// teamIsRoutedTo reports whether the rules of routing, or the settings of another
// team, name a team.
func teamIsRoutedTo(tx *db.Tx, workspaceID, id string) (bool, error) {
	var one int64
	return tx.One(routingOfTeamSQL, []any{&one}, workspaceID, id)
}

// checkNumbers records every phone number at /field that the workspace lacks.
func checkNumbers(tx *db.Tx, workspaceID, field string, ids []string, f *crm.Faults) error {
	for i, id := range ids {
		var one int64
		found, err := tx.One(numberThereSQL, []any{&one}, workspaceID, id)
		if err != nil {
			return err
		}
		if !found {
			f.Add(crm.Pointer(field, i), crm.CodeNotFound, "There is no phone number %q in this workspace.", id)
		}
	}
	return nil
}

// Two teams or roles got one name at once: made again, one finds the other's.
var _ = db.RunAgainAfter("teams_name", "roles_name", "users_address", "members_pkey", "user_totp_pkey")

// EveryTeam returns up to limit teams of a workspace, oldest first.
func EveryTeam(tx *db.Tx, workspaceID string, limit int) ([]crm.Team, error) {
	list, err := teams(tx, workspaceID, crm.Page{Limit: limit})
	return list.Items, err
}
