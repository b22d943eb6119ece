package contact

import (
	"cmp"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

var (
	lockAssignmentSQL = db.SQL(`SELECT team_id, agent_id FROM conversations WHERE workspace_id = $1 AND id = $2 AND joined_to = '' FOR UPDATE`)
	assignSQL         = db.SQL(`UPDATE conversations SET team_id = $3, agent_id = $4 WHERE workspace_id = $1 AND id = $2 AND joined_to = ''`)
	// A conversation that is joined to one that nobody has brings its own people.
	inheritSQL = db.SQL(`UPDATE conversations SET team_id = $3, agent_id = $4 WHERE workspace_id = $1 AND id = $2 AND team_id = '' AND agent_id = ''`)
	// Those of an agent who goes, in the order of their identifiers.
	selectOfAgentSQL = db.SQL(`SELECT id, contact_id, phone_number_id, team_id FROM conversations INDEXED BY conversations_agent
		WHERE workspace_id = $1 AND agent_id = $2 AND agent_id <> '' AND joined_to = '' ORDER BY id LIMIT $3`).By("conversations_agent").ByOnPostgres("conversations_agent")

	followSQL   = db.SQL(`INSERT INTO conversation_followers (workspace_id, conversation_id, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`)
	unfollowSQL = db.SQL(`DELETE FROM conversation_followers WHERE workspace_id = $1 AND conversation_id = $2 AND user_id = $3`)
	// Followers of a conversation that is joined to another one follow that.
	joinFollowersSQL = db.SQL(`INSERT INTO conversation_followers (workspace_id, conversation_id, user_id)
		SELECT workspace_id, CAST($3 AS TEXT), user_id FROM conversation_followers WHERE workspace_id = $1 AND conversation_id = $2 ON CONFLICT DO NOTHING`)
)

// ConversationFor is Conversation as far as the actor's reach goes: one beyond
// it is a KindNotFound error, like one that does not exist.
func ConversationFor(tx *db.Tx, actor crm.Actor, id string) (crm.Conversation, error) {
	c, err := Conversation(tx, actor.WorkspaceID, id)
	if err != nil || actor.Reach.IsWhole() {
		return c, err
	}
	covered, err := reach.Covers(tx, c.WorkspaceID, actor.Reach, c.ID, SubjectOf(c))
	if err == nil && !covered {
		err = crm.NotFound("conversation", id)
	}
	return c, err
}

// ContactFor is Contact as far as the actor's reach goes.
func ContactFor(tx *db.Tx, actor crm.Actor, id string) (crm.Contact, error) {
	c, err := Contact(tx, actor.WorkspaceID, id)
	if err == nil {
		err = CheckContact(tx, actor, c.ID, id)
	}
	return c, err
}

// CheckContact fails with the error of an unknown contact, by the identifier
// that was asked for, when the contact is beyond the actor's reach.
func CheckContact(tx *db.Tx, actor crm.Actor, id, asked string) error {
	seen, err := reach.SeesContact(tx, actor.WorkspaceID, actor.Reach, id)
	if err == nil && !seen {
		err = crm.NotFound("contact", asked)
	}
	return err
}

// lockContactFor is ContactFor, and keeps other nodes from changing the contact
// meanwhile.
func lockContactFor(tx *db.Tx, actor crm.Actor, id string) (crm.Contact, error) {
	c, err := lockContact(tx, actor.WorkspaceID, id)
	if err == nil {
		err = CheckContact(tx, actor, c.ID, id)
	}
	return c, err
}

// hideContact takes the contact out of the error that somebody is known already,
// when it is beyond the actor's reach.
func hideContact(tx *db.Tx, actor crm.Actor, err error) error {
	if crm.CodeOf(err) != crm.CodeContactExists || actor.Reach.IsWhole() {
		return err
	}
	e := crm.AsError(err)
	seen, broken := reach.SeesContact(tx, actor.WorkspaceID, actor.Reach, e.ExistingID)
	if broken != nil || seen {
		return cmp.Or(broken, err)
	}
	hidden := crm.Errorf(crm.KindConflict, crm.CodeContactExists, "A contact beyond your reach is this person already.")
	for _, f := range e.Fields {
		hidden.Fields = append(hidden.Fields, crm.FieldError{Pointer: f.Pointer, Detail: crm.Naming(f.Pointer, hidden.Message), Code: f.Code})
	}
	return hidden
}

// SubjectOf is what the rule of reach looks at of a conversation.
func SubjectOf(c crm.Conversation) reach.Subject {
	return reach.Subject{AgentID: c.AgentID, TeamID: c.TeamID, PhoneNumberID: c.PhoneNumberID}
}

// LockAssignment returns who a conversation is assigned to, and keeps other nodes
// from changing it meanwhile; false when it was joined to another one just now.
func LockAssignment(tx *db.Tx, workspaceID, id string) (teamID, agentID string, found bool, err error) {
	found, err = tx.One(lockAssignmentSQL, []any{&teamID, &agentID}, workspaceID, id)
	return teamID, agentID, found, err
}

// Assign stores who a conversation is assigned to.
func Assign(tx *db.Tx, workspaceID, id, teamID, agentID string) {
	tx.WriteExactlyOne(assignSQL, ErrJoined, workspaceID, id, teamID, agentID)
}

// Follow lets a user follow a conversation, Unfollow ends it.
func Follow(tx *db.Tx, workspaceID, id, userID string) { tx.Write(followSQL, workspaceID, id, userID) }

// Unfollow lets a user follow a conversation no more.
func Unfollow(tx *db.Tx, workspaceID, id, userID string) {
	tx.Write(unfollowSQL, workspaceID, id, userID)
}

// AssignedToAgent returns up to limit conversations that are assigned to a user.
func AssignedToAgent(tx *db.Tx, workspaceID, userID string, limit int) (out []crm.Conversation, err error) {
	err = tx.Each(selectOfAgentSQL, func(r db.Row) error {
		c := crm.Conversation{WorkspaceID: workspaceID, AgentID: userID}
		err := r.Scan(&c.ID, &c.ContactID, &c.PhoneNumberID, &c.TeamID)
		out = append(out, c)
		return err
	}, workspaceID, userID, limit)
	return out, err
}

// inheritAssignment gives the conversation that another one is joined to its
// followers, and its assignment where it has none itself.
func inheritAssignment(tx *db.Tx, workspaceID string, from, to lockedConversation) {
	if from.teamID != "" || from.agentID != "" {
		tx.Write(inheritSQL, workspaceID, to.id, from.teamID, from.agentID)
	}
	tx.Write(joinFollowersSQL, workspaceID, from.id, to.id)
}
