package people

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const memberColumns = userColumns + `, m.role_id, m.state, m.created_at, m.created_by, m.changed_at, m.accepted_at, m.last_seen_at`

var (
	viewMemberSQL    = db.SQL(`SELECT ` + memberColumns + ` FROM members m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = $1 AND m.user_id = $2`)
	selectMembersSQL = db.SQL(`SELECT ` + memberColumns + ` FROM members m JOIN users u ON u.id = m.user_id
		WHERE m.workspace_id = $1 AND m.user_id > $2 AND ($3 = '' OR m.state = $3) AND ($4 = '' OR m.role_id = $4) ORDER BY m.user_id LIMIT $5`)
	countMembersSQL    = db.SQL(`SELECT count(*) FROM (SELECT user_id FROM members WHERE workspace_id = $1 LIMIT $2) s`)
	memberByAddressSQL = db.SQL(`SELECT m.user_id FROM users u JOIN members m ON m.workspace_id = $1 AND m.user_id = u.id WHERE u.address_key = $2`).By("users_address")
	// In one order, so that two who change owners at once wait for each other.
	lockOwnersSQL = db.SQL(`SELECT user_id FROM members WHERE workspace_id = $1 AND role_id = 'owner' AND state = 'active' ORDER BY user_id LIMIT 1000 FOR UPDATE`).By("members_role")
	lockMemberSQL = db.SQL(`SELECT state FROM members WHERE workspace_id = $1 AND user_id = $2 FOR UPDATE`)
	// Of who writes something: whoever changes the member waits, and notes of when they
	// were seen do not.
	holdMemberSQL     = db.SQL(`SELECT user_id FROM members WHERE workspace_id = $1 AND user_id = $2 FOR KEY SHARE`)
	updateMemberSQL   = db.SQL(`UPDATE members SET role_id = $3, state = $4, changed_at = $5, accepted_at = $6 WHERE workspace_id = $1 AND user_id = $2`)
	deleteMemberSQL   = db.SQL(`DELETE FROM members WHERE workspace_id = $1 AND user_id = $2`)
	updateUserNameSQL = db.SQL(`UPDATE users SET name = $2 WHERE id = $1`)
	verifyUserSQL     = db.SQL(`UPDATE users SET verified_at = $2 WHERE id = $1 AND verified_at = 0`)
	deleteUserSQL     = db.SQL(`DELETE FROM users WHERE id = $1 AND verified_at = 0 AND password = ''`)
	// Every workspace that knows a person, whatever the state.
	selectPlacesSQL = db.SQL(`SELECT workspace_id, state FROM members WHERE user_id = $1 ORDER BY workspace_id LIMIT 1000`).By("members_user").AcrossWorkspaces("the workspaces of a person")
)

// Member returns a person of the workspace, or a KindNotFound error.
func Member(tx *db.Tx, workspaceID, userID string) (m crm.Member, err error) {
	found := false
	err = tx.Each(viewMemberSQL, func(r db.Row) (err error) { found = true; m, err = scanMember(r, workspaceID); return err }, workspaceID, userID)
	if err == nil && !found {
		err = crm.NotFound("user", userID)
	}
	return m, err
}

// MemberByAddress returns the person of the workspace with an address, by crm.AddressKey;
// "" for none.
func MemberByAddress(tx *db.Tx, workspaceID, addressKey string) (userID string, err error) {
	_, err = tx.One(memberByAddressSQL, []any{&userID}, workspaceID, addressKey)
	return userID, err
}

// lockedMember is Member for who is about to change it: nobody else changes
// the workspace's owners or the member meanwhile. It also returns how many active
// owners there are beside them.
func lockedMember(tx *db.Tx, workspaceID, userID string) (m crm.Member, otherOwners int, err error) {
	owners, err := tx.Texts(lockOwnersSQL, workspaceID)
	if err != nil {
		return m, 0, err
	}
	if _, err := tx.Texts(lockMemberSQL, workspaceID, userID); err != nil {
		return m, 0, err
	}
	for _, id := range owners {
		if id != userID {
			otherOwners++
		}
	}
	m, err = Member(tx, workspaceID, userID)
	return m, otherOwners, err
}

// members returns a page of the people of a workspace, oldest first.
func members(tx *db.Tx, workspaceID string, f crm.MemberFilter, p crm.Page) (crm.List[crm.Member], error) {
	var out []crm.Member
	err := tx.Each(selectMembersSQL, func(r db.Row) error {
		m, err := scanMember(r, workspaceID)
		out = append(out, m)
		return err
	}, workspaceID, p.After, string(f.State), f.RoleID, p.Limit+1)
	return crm.CutPage(out, p.Limit, func(m crm.Member) string { return m.User.ID }), err
}

func scanMember(r db.Row, workspaceID string) (m crm.Member, err error) {
	var verified, userCreated, operator, created, changed, accepted, seen int64
	var by string
	u := &m.User
	err = r.Scan(&u.ID, &u.Email, &u.Name, &u.Handle, &u.PasswordHash, &verified, &userCreated, &operator, &m.RoleID, (*string)(&m.State), &created, &by, &changed, &accepted, &seen)
	if err != nil {
		return m, err
	}
	u.VerifiedAt, u.CreatedAt, u.OperatorSince = db.AtOf(verified), db.At(userCreated), db.AtOf(operator)
	m.WorkspaceID, m.CreatedAt, m.ChangedAt, m.AcceptedAt, m.LastSeenAt = workspaceID, db.At(created), db.At(changed), db.AtOf(accepted), db.AtOf(seen)
	m.CreatedBy, err = crm.ParseDoneBy(by)
	return m, err
}

// saveMember stores role and state of a member, and when they accepted.
func saveMember(tx *db.Tx, m crm.Member) {
	tx.Write(updateMemberSQL, m.WorkspaceID, m.User.ID, m.RoleID, string(m.State), db.Ms(m.ChangedAt), db.MsOf(m.AcceptedAt))
}

// full reports whether a workspace has as many people as it may have.
func full(tx *db.Tx, workspaceID string) (bool, error) {
	var n int
	_, err := tx.One(countMembersSQL, []any{&n}, workspaceID, crm.MaxMembers)
	return n >= crm.MaxMembers, err
}

// knownBy returns the state of a person in each workspace that knows them.
func knownBy(tx *db.Tx, userID string) (map[string]crm.MemberState, error) {
	out := map[string]crm.MemberState{}
	err := tx.Each(selectPlacesSQL, func(r db.Row) error {
		var id, state string
		err := r.Scan(&id, &state)
		out[id] = crm.MemberState(state)
		return err
	}, userID)
	return out, err
}
