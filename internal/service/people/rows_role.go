package people

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	insertRoleSQL = db.SQL(`INSERT INTO roles (workspace_id, id, name, scopes, reach, phone_number_ids, created_at, updated_at, masks_numbers) VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8)`)
	updateRoleSQL = db.SQL(`UPDATE roles SET name = $3, scopes = $4, reach = $5, phone_number_ids = $6, updated_at = $7, masks_numbers = $8 WHERE workspace_id = $1 AND id = $2`)
	deleteRoleSQL = db.SQL(`DELETE FROM roles WHERE workspace_id = $1 AND id = $2`)
	lockRoleSQL   = db.SQL(`SELECT id, name, scopes, reach, phone_number_ids, created_at, updated_at, masks_numbers FROM roles WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	// A workspace has few roles of its own: CreateRole bounds them.
	selectRolesSQL = db.SQL(`SELECT id, name, scopes, reach, phone_number_ids, created_at, updated_at, masks_numbers FROM roles WHERE workspace_id = $1 ORDER BY id LIMIT 1000`)
	memberInSQL    = db.SQL(`SELECT 1 FROM members WHERE workspace_id = $1 AND role_id = $2 LIMIT 1`).By("members_role").ByOnPostgres("members_role")
)

// ownRoles returns the roles that a workspace made, oldest first.
func ownRoles(tx *db.Tx, workspaceID string) (out []crm.Role, err error) {
	err = tx.Each(selectRolesSQL, func(r db.Row) error {
		role, err := scanRole(r, workspaceID)
		out = append(out, role)
		return err
	}, workspaceID)
	return out, err
}

// lockRole returns a role that a workspace made and keeps other nodes from
// changing it meanwhile. Built-in roles cannot be changed.
func lockRole(tx *db.Tx, workspaceID, id string) (out crm.Role, err error) {
	if _, builtIn := crm.BuiltInRole(id); builtIn {
		return out, crm.Errorf(crm.KindConflict, crm.CodeNotAllowed, "A built-in role cannot be changed. Make a role of your own.")
	}
	found := false
	err = tx.Each(lockRoleSQL, func(r db.Row) (err error) { found = true; out, err = scanRole(r, workspaceID); return err }, workspaceID, id)
	if err == nil && !found {
		err = crm.NotFound("role", id)
	}
	return out, err
}

// holdRole keeps other nodes from removing a role that somebody is about to get.
func holdRole(tx *db.Tx, workspaceID, id string) error {
	if _, builtIn := crm.BuiltInRole(id); builtIn {
		return nil
	}
	_, err := lockRole(tx, workspaceID, id)
	if crm.AsError(err).Kind == crm.KindNotFound {
		return nil // its own fault says so
	}
	return err
}

func insertRole(tx *db.Tx, r crm.Role) {
	tx.Write(insertRoleSQL, r.WorkspaceID, r.ID, r.Name, crm.JoinScopes(r.Scopes), string(r.Reach), crm.JoinIDs(r.PhoneNumberIDs), db.Ms(r.CreatedAt), r.MasksPhoneNumbers)
}

func updateRole(tx *db.Tx, r crm.Role) {
	tx.Write(updateRoleSQL, r.WorkspaceID, r.ID, r.Name, crm.JoinScopes(r.Scopes), string(r.Reach), crm.JoinIDs(r.PhoneNumberIDs), db.Ms(r.UpdatedAt), r.MasksPhoneNumbers)
}

func deleteRole(tx *db.Tx, workspaceID, id string) { tx.Write(deleteRoleSQL, workspaceID, id) }

// roleInUse reports whether a member has a role, in whatever state.
func roleInUse(tx *db.Tx, workspaceID, id string) (bool, error) {
	var one int64
	return tx.One(memberInSQL, []any{&one}, workspaceID, id)
}
