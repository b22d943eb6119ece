package conversation

import (
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
)

const noteColumns = `id, conversation_id, body, mentions, created_by, created_at, edited_at`

var (
	insertNoteSQL = db.SQL(`INSERT INTO notes (workspace_id, conversation_id, id, body, mentions, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`)
	updateNoteSQL = db.SQL(`UPDATE notes SET body = $4, mentions = $5, edited_at = $6 WHERE workspace_id = $1 AND conversation_id = $2 AND id = $3`)
	lockNoteSQL   = db.SQL(`SELECT ` + noteColumns + ` FROM notes WHERE workspace_id = $1 AND conversation_id = $2 AND id = $3 FOR UPDATE`)
	deleteNoteSQL = db.SQL(`DELETE FROM notes WHERE workspace_id = $1 AND conversation_id = $2 AND id = $3`)
	// The newest first, by the key.
	selectNotesSQL = db.SQL(`SELECT ` + noteColumns + ` FROM notes WHERE workspace_id = $1 AND conversation_id = $2 AND id < CASE WHEN $3 = '' THEN '~' ELSE $3 END
		ORDER BY conversation_id DESC, id DESC LIMIT $4`)
)

func insertNote(tx *db.Tx, n crm.Note) {
	tx.Write(insertNoteSQL, n.WorkspaceID, n.ConversationID, n.ID, n.Body, crm.JoinIDs(n.MentionedUserIDs), n.CreatedBy.String(), db.Ms(n.CreatedAt))
}

func updateNote(tx *db.Tx, n crm.Note) {
	tx.Write(updateNoteSQL, n.WorkspaceID, n.ConversationID, n.ID, n.Body, crm.JoinIDs(n.MentionedUserIDs), db.MsOf(n.EditedAt))
}

func deleteNote(tx *db.Tx, n crm.Note) {
	tx.Write(deleteNoteSQL, n.WorkspaceID, n.ConversationID, n.ID)
}

// lockNote returns a note of a conversation, or of one that was joined to it, and
// keeps other nodes from changing it; a KindNotFound error if there is none.
func lockNote(tx *db.Tx, c crm.Conversation, id string) (crm.Note, error) {
	family, err := contact.Family(tx, c.WorkspaceID, c.ID)
	for _, member := range family {
		list, err := readNotes(tx, lockNoteSQL, c.WorkspaceID, member, id)
		if err != nil || len(list) > 0 {
			return append(list, crm.Note{})[0], err
		}
	}
	if err == nil {
		err = crm.NotFound("note", id)
	}
	return crm.Note{}, err
}

// notes returns a page of the notes of a conversation and of those that were
// joined to it, newest first.
func notes(tx *db.Tx, c crm.Conversation, p crm.Page) (crm.List[crm.Note], error) {
	family, err := contact.Family(tx, c.WorkspaceID, c.ID)
	var all []crm.Note
	for _, member := range family {
		list, err := readNotes(tx, selectNotesSQL, c.WorkspaceID, member, p.After, p.Limit+1)
		if err != nil {
			return crm.List[crm.Note]{}, err
		}
		all = append(all, list...)
	}
	slices.SortFunc(all, func(a, b crm.Note) int { return strings.Compare(b.ID, a.ID) })
	return crm.CutPage(all, p.Limit, func(n crm.Note) string { return n.ID }), err
}

func readNotes(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []crm.Note, err error) {
	err = tx.Each(which, func(r db.Row) error {
		n := crm.Note{WorkspaceID: workspaceID}
		var mentions, by string
		var created, edited int64
		if err := r.Scan(&n.ID, &n.ConversationID, &n.Body, &mentions, &by, &created, &edited); err != nil {
			return err
		}
		n.MentionedUserIDs, n.CreatedAt, n.EditedAt = crm.SplitIDs(mentions), db.At(created), db.AtOf(edited)
		n.CreatedBy, err = crm.ParseDoneBy(by)
		out = append(out, n)
		return err
	}, append([]any{workspaceID}, args...)...)
	return out, err
}

var (
	findNoteSQL = db.SQL(`SELECT ` + noteColumns + ` FROM notes WHERE workspace_id = $1 AND conversation_id = $2 AND id = $3`)
	// In the order of the key, so that a walk over all notes can go on anywhere.
	walkNotesSQL = db.SQL(`SELECT ` + noteColumns + ` FROM notes WHERE workspace_id = $1 AND (conversation_id, id) > ($2, $3) ORDER BY conversation_id, id LIMIT $4`).By()
)

// NoteRef names a note of a conversation.
type NoteRef struct{ ConversationID, ID string }

// NotesByRef returns the notes that exist, by identifier.
func NotesByRef(tx *db.Tx, workspaceID string, refs []NoteRef) (map[string]crm.Note, error) {
	out := make(map[string]crm.Note, len(refs))
	for _, ref := range refs {
		list, err := readNotes(tx, findNoteSQL, workspaceID, ref.ConversationID, ref.ID)
		if err != nil {
			return nil, err
		}
		for _, n := range list {
			out[n.ID] = n
		}
	}
	return out, nil
}

// NotesAfter returns up to limit notes of the workspace behind one, in the order
// of their conversations.
func NotesAfter(tx *db.Tx, workspaceID string, after NoteRef, limit int) ([]crm.Note, error) {
	return readNotes(tx, walkNotesSQL, workspaceID, after.ConversationID, after.ID, limit)
}
