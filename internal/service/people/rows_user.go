package people

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const userColumns = `u.id, u.email, u.name, u.handle, u.password, u.verified_at, u.created_at, u.operator_since`

var (
	insertUserSQL          = db.SQL(`INSERT INTO users (id, email, address_key, name, handle, password, verified_at, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`)
	selectUserSQL          = db.SQL(`SELECT ` + userColumns + ` FROM users u WHERE u.id = $1`)
	selectUserByAddressSQL = db.SQL(`SELECT ` + userColumns + ` FROM users u WHERE u.address_key = $1`).By("users_address")
	insertMemberSQL        = db.SQL(`INSERT INTO members (workspace_id, user_id, role_id, state, created_at, created_by, changed_at, accepted_at) VALUES ($1, $2, $3, $4, $5, $6, $5, $7)`)
	selectSpacesSQL        = db.SQL(`SELECT m.workspace_id, m.role_id FROM members m WHERE m.user_id = $1 AND m.state = 'active' ORDER BY m.workspace_id LIMIT 1000`).
				By("members_user").AcrossWorkspaces("the workspaces of a person")
	selectMemberSQL   = db.SQL(`SELECT m.role_id, m.state FROM members m WHERE m.workspace_id = $1 AND m.user_id = $2`)
	selectRoleSQL     = db.SQL(`SELECT id, name, scopes, reach, phone_number_ids, created_at, updated_at, masks_numbers FROM roles WHERE workspace_id = $1 AND id = $2`)
	selectTeamsOfSQL  = db.SQL(`SELECT team_id FROM team_members WHERE workspace_id = $1 AND user_id = $2 ORDER BY team_id LIMIT 1000`).By("team_members_user")
	touchMemberSQL    = db.SQL(`UPDATE members SET last_seen_at = $3 WHERE workspace_id = $1 AND user_id = $2 AND last_seen_at < $3`)
	updatePasswordSQL = db.SQL(`UPDATE users SET password = $2, password_short = $3 WHERE id = $1`)
	updateHashSQL     = db.SQL(`UPDATE users SET password = $2 WHERE id = $1`)
	selectShortSQL    = db.SQL(`SELECT password_short FROM users WHERE id = $1`)
)

// insertUser stores a person of the deployment; addressKey is crm.AddressKey of
// the address.
func insertUser(tx *db.Tx, u crm.User, addressKey string) {
	tx.Write(insertUserSQL, u.ID, u.Email, addressKey, u.Name, u.Handle, u.PasswordHash, db.MsOf(u.VerifiedAt), db.Ms(u.CreatedAt))
}

// addMember lets a person into a workspace: at once, or as one who is invited. now is
// when the user was made, if that was for it.
func addMember(tx *db.Tx, workspaceID string, u crm.User, roleID string, state crm.MemberState, by crm.DoneBy, now time.Time) crm.Member {
	m := crm.Member{WorkspaceID: workspaceID, User: u, RoleID: roleID, State: state, CreatedAt: now, CreatedBy: by, ChangedAt: now}
	if state == crm.MemberActive {
		m.AcceptedAt = &now
	}
	tx.Write(insertMemberSQL, m.WorkspaceID, m.User.ID, m.RoleID, string(m.State), db.Ms(m.CreatedAt), m.CreatedBy.String(), db.MsOf(m.AcceptedAt))
	return m
}

// user returns a person, or found false.
func user(tx *db.Tx, id string) (crm.User, bool, error) { return readUser(tx, selectUserSQL, id) }

// userByAddress returns the person with this address key, or found false.
func userByAddress(tx *db.Tx, key string) (crm.User, bool, error) {
	return readUser(tx, selectUserByAddressSQL, key)
}

func readUser(tx *db.Tx, which *db.Stmt, arg string) (u crm.User, found bool, err error) {
	err = tx.Each(which, func(r db.Row) (err error) { found = true; u, err = scanUser(r); return err }, arg)
	return u, found, err
}

func scanUser(r db.Row) (u crm.User, err error) {
	var verified, created, operator int64
	err = r.Scan(&u.ID, &u.Email, &u.Name, &u.Handle, &u.PasswordHash, &verified, &created, &operator)
	u.VerifiedAt, u.CreatedAt, u.OperatorSince = db.AtOf(verified), db.At(created), db.AtOf(operator)
	return u, err
}

// setPassword replaces the hash of a person's password.
func setPassword(tx *db.Tx, userID string, p newPassword) {
	tx.Write(updatePasswordSQL, userID, p.hash, p.short)
}

// place is a workspace in which a person works.
type place struct{ workspaceID, roleID string }

// placesOf returns where a person works.
func placesOf(tx *db.Tx, userID string) (out []place, err error) {
	err = tx.Each(selectSpacesSQL, func(r db.Row) error {
		var p place
		err := r.Scan(&p.workspaceID, &p.roleID)
		out = append(out, p)
		return err
	}, userID)
	return out, err
}

// membership returns the role and state of a person in a workspace, "" for none.
func membership(tx *db.Tx, workspaceID, userID string) (roleID string, state crm.MemberState, err error) {
	err = tx.Each(selectMemberSQL, func(r db.Row) error { return r.Scan(&roleID, (*string)(&state)) }, workspaceID, userID)
	return roleID, state, err
}

// Role returns a role that a workspace has, built in or its own, or a
// KindNotFound error.
func Role(tx *db.Tx, workspaceID, id string) (crm.Role, error) {
	if r, ok := crm.BuiltInRole(id); ok {
		r.WorkspaceID = workspaceID
		return r, nil
	}
	var out crm.Role
	found := false
	err := tx.Each(selectRoleSQL, func(r db.Row) (err error) { found = true; out, err = scanRole(r, workspaceID); return err }, workspaceID, id)
	if err == nil && !found {
		err = crm.NotFound("role", id)
	}
	return out, err
}

func scanRole(r db.Row, workspaceID string) (out crm.Role, err error) {
	var scopes, numbers string
	var created, updated int64
	err = r.Scan(&out.ID, &out.Name, &scopes, (*string)(&out.Reach), &numbers, &created, &updated, &out.MasksPhoneNumbers)
	out.WorkspaceID, out.Scopes, out.PhoneNumberIDs = workspaceID, crm.SplitScopes(scopes), crm.SplitIDs(numbers)
	out.CreatedAt, out.UpdatedAt = db.At(created), db.At(updated)
	return out, err
}

// teamsOf returns the teams of a person in a workspace.
func teamsOf(tx *db.Tx, workspaceID, userID string) ([]string, error) {
	return tx.Texts(selectTeamsOfSQL, workspaceID, userID)
}
