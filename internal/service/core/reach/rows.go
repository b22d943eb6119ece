package reach

import (
	"strconv"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// rootOf is the text of a query that leads from a conversation to the one that it
// is joined to in the end, or to itself: its columns are those of v. The
// conversation is workspace and id.
func rootOf(workspace, id string) string {
	return `WITH RECURSIVE up (id, joined_to) AS (SELECT o.id, o.joined_to FROM conversations o WHERE o.workspace_id = ` + workspace + ` AND o.id = ` + id + `
		UNION ALL SELECT p.id, p.joined_to FROM up CROSS JOIN conversations p WHERE p.workspace_id = ` + workspace + ` AND p.id = up.joined_to AND up.joined_to <> '')
		SELECT 1 FROM up CROSS JOIN conversations v WHERE v.workspace_id = ` + workspace + ` AND v.id = up.id AND up.joined_to = '' AND `
}

// OfConversation is the condition that a conversation is in reach, or the one
// that it was joined to. workspace and id are how the statement names it.
func OfConversation(workspace, id string, first int) string {
	return `EXISTS (SELECT 1 FROM conversations h WHERE h.workspace_id = ` + workspace + ` AND h.id = ` + id + ` AND (h.joined_to = '' AND ` + Where("h", first) +
		` OR h.joined_to <> '' AND EXISTS (` + rootOf("h.workspace_id", "h.joined_to") + Where("v", first) + ")))"
}

// OfContact is the condition that one of the conversations of a contact, which
// was not merged away, is in reach.
func OfContact(workspace, id string, first int) string {
	return `EXISTS (SELECT 1 FROM conversations v INDEXED BY conversations_pair WHERE v.workspace_id = ` + workspace + " AND v.contact_id = " + id + " AND v.joined_to = '' AND " + Where("v", first) + ")"
}

// OfFile is the condition that a message of a conversation in reach has a file, or a note
// of a deal in reach, or that the reach's user uploaded it.
func OfFile(workspace, id string, first int) string {
	user := "$" + strconv.Itoa(first+1)
	return `EXISTS (SELECT 1 FROM media_places mp WHERE mp.workspace_id = ` + workspace + " AND mp.media_id = " + id +
		" AND (mp.place = " + user + " AND " + user + " <> '' OR " + OfConversation(workspace, "mp.place", first) +
		" OR EXISTS (SELECT 1 FROM deals pd WHERE pd.workspace_id = " + workspace + " AND pd.id = mp.place AND (pd.owner_id = " + user + " AND " + user + " <> '' OR pd.conversation_id <> '' AND " +
		OfConversation(workspace, "pd.conversation_id", first) + "))))"
}

// OfDeal is the condition that a deal is in reach: the user of the reach has it, or its
// conversation is. Who sees everything sees every deal.
func OfDeal(workspace, id string, first int) string {
	kind, user, numbers := "$"+strconv.Itoa(first), "$"+strconv.Itoa(first+1), "$"+strconv.Itoa(first+4)
	return `EXISTS (SELECT 1 FROM deals pd WHERE pd.workspace_id = ` + workspace + " AND pd.id = " + id +
		" AND (" + kind + " = 'all' AND " + numbers + " = '' OR pd.owner_id = " + user + " AND " + user + " <> '' OR pd.conversation_id <> '' AND " +
		OfConversation(workspace, "pd.conversation_id", first) + "))"
}

var (
	seesConversationSQL = db.SQL(`SELECT 1 WHERE ` + OfConversation("$1", "$2", 3))
	// A contact that was merged away is in reach where the one is that it is now.
	seesContactSQL = db.SQL(`WITH RECURSIVE up (id, merged_into) AS (SELECT c.id, c.merged_into FROM contacts c WHERE c.workspace_id = $1 AND c.id = $2
		UNION ALL SELECT p.id, p.merged_into FROM up CROSS JOIN contacts p WHERE p.workspace_id = $1 AND p.id = up.merged_into AND up.merged_into <> '')
		SELECT 1 FROM up WHERE up.merged_into = '' AND ` + OfContact("$1", "up.id", 3))
	seesFileSQL = db.SQL(`SELECT 1 FROM media m WHERE m.workspace_id = $1 AND m.id = $2 AND ` + OfFile("m.workspace_id", "m.id", 3))
	followsSQL  = db.SQL(`SELECT 1 FROM conversation_followers WHERE workspace_id = $1 AND conversation_id = $2 AND user_id = $3`)

	teamNumbersSQL = db.SQL(`SELECT phone_number_id FROM team_numbers WHERE workspace_id = $1 AND team_id = $2 ORDER BY phone_number_id LIMIT 1000`).
			ForMany(`SELECT u.n, t.phone_number_id FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS u (workspace, team, n)
		JOIN team_numbers t ON t.workspace_id = u.workspace AND t.team_id = u.team ORDER BY u.n, t.phone_number_id`)
)

// SeesConversation reports whether a conversation of the workspace is in reach.
func SeesConversation(tx *db.Tx, workspaceID string, r crm.Reach, id string) (bool, error) {
	return sees(tx, seesConversationSQL, workspaceID, r, id)
}

// SeesContact reports whether a contact of the workspace is in reach.
func SeesContact(tx *db.Tx, workspaceID string, r crm.Reach, id string) (bool, error) {
	return sees(tx, seesContactSQL, workspaceID, r, id)
}

// SeesFile reports whether a file of the workspace is in reach.
func SeesFile(tx *db.Tx, workspaceID string, r crm.Reach, id string) (bool, error) {
	return sees(tx, seesFileSQL, workspaceID, r, id)
}

func sees(tx *db.Tx, s *db.Stmt, workspaceID string, r crm.Reach, id string) (bool, error) {
	if r.IsWhole() {
		return true, nil
	}
	var one int64
	return tx.One(s, []any{&one}, append([]any{workspaceID, id}, Args(r)...)...)
}

// Covers is Holds for a conversation that was read: whether it is followed is
// looked up where it matters.
func Covers(tx *db.Tx, workspaceID string, r crm.Reach, id string, c Subject) (bool, error) {
	if Holds(r, c, false) || !Holds(r, c, true) {
		return Holds(r, c, false), nil
	}
	var one int64
	return tx.One(followsSQL, []any{&one}, workspaceID, id, r.UserID)
}

// TeamNumbers returns the phone numbers of teams.
func TeamNumbers(tx *db.Tx, workspaceID string, teamIDs []string) (out []string, err error) {
	teams := make([][]any, len(teamIDs))
	for i, id := range teamIDs {
		teams[i] = []any{workspaceID, id}
	}
	err = tx.EachOf(teamNumbersSQL, teams, func(_ int, r db.Row) error {
		var id string
		err := r.Scan(&id)
		out = append(out, id)
		return err
	})
	return out, err
}
