package deal

import (
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/media"
)

const noteColumns = `id, body, media, mentions, created_by, created_at, edited_at`

var (
	insertNoteSQL  = db.SQL(`INSERT INTO deal_notes (workspace_id, deal_id, id, body, media, mentions, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`)
	updateNoteSQL  = db.SQL(`UPDATE deal_notes SET body = $4, media = $5, mentions = $6, edited_at = $7 WHERE workspace_id = $1 AND deal_id = $2 AND id = $3`)
	lockNoteSQL    = db.SQL(`SELECT ` + noteColumns + ` FROM deal_notes WHERE workspace_id = $1 AND deal_id = $2 AND id = $3 FOR UPDATE`)
	deleteNoteSQL  = db.SQL(`DELETE FROM deal_notes WHERE workspace_id = $1 AND deal_id = $2 AND id = $3`)
	deleteNotesSQL = db.SQL(`DELETE FROM deal_notes WHERE workspace_id = $1 AND deal_id = $2`)
	// The newest first, by the key.
	selectNotesSQL = db.SQL(`SELECT ` + noteColumns + ` FROM deal_notes WHERE workspace_id = $1 AND deal_id = $2 AND id < CASE WHEN $3 = '' THEN '~' ELSE $3 END
		ORDER BY deal_id DESC, id DESC LIMIT $4`).By()
	notedFilesSQL = db.SQL(`SELECT media FROM deal_notes WHERE workspace_id = $1 AND deal_id = $2 AND media <> ''`)
	touchDealSQL  = db.SQL(`UPDATE deals SET active_at = $3 WHERE workspace_id = $1 AND id = $2`)
)

func insertNote(tx *db.Tx, n crm.DealNote) {
	tx.Write(insertNoteSQL, n.WorkspaceID, n.DealID, n.ID, n.Body, crm.JoinIDs(n.MediaIDs), crm.JoinIDs(n.MentionedUserIDs), n.CreatedBy.String(), db.Ms(n.CreatedAt))
}

func updateNote(tx *db.Tx, n crm.DealNote) {
	tx.Write(updateNoteSQL, n.WorkspaceID, n.DealID, n.ID, n.Body, crm.JoinIDs(n.MediaIDs), crm.JoinIDs(n.MentionedUserIDs), db.MsOf(n.EditedAt))
}

func deleteNote(tx *db.Tx, n crm.DealNote) {
	tx.Write(deleteNoteSQL, n.WorkspaceID, n.DealID, n.ID)
}

// lockNote returns a note of a deal, and keeps other nodes from changing it; a
// KindNotFound error if there is none.
func lockNote(tx *db.Tx, d crm.Deal, id string) (crm.DealNote, error) {
	list, err := readNotes(tx, lockNoteSQL, d, id)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("note", id)
	}
	return append(list, crm.DealNote{})[0], err
}

// notes returns a page of the notes of a deal, newest first.
func notes(tx *db.Tx, d crm.Deal, p crm.Page) (crm.List[crm.DealNote], error) {
	list, err := readNotes(tx, selectNotesSQL, d, p.After, p.Limit+1)
	return crm.CutPage(list, p.Limit, func(n crm.DealNote) string { return n.ID }), err
}

func readNotes(tx *db.Tx, which *db.Stmt, d crm.Deal, args ...any) (out []crm.DealNote, err error) {
	err = tx.Each(which, func(r db.Row) error {
		n := crm.DealNote{DealID: d.ID, Note: crm.Note{WorkspaceID: d.WorkspaceID}}
		var files, mentions, by string
		var created, edited int64
		if err := r.Scan(&n.ID, &n.Body, &files, &mentions, &by, &created, &edited); err != nil {
			return err
		}
		n.MediaIDs, n.MentionedUserIDs, n.CreatedAt, n.EditedAt = crm.SplitIDs(files), crm.SplitIDs(mentions), db.At(created), db.AtOf(edited)
		var err error
		n.CreatedBy, err = crm.ParseDoneBy(by)
		out = append(out, n)
		return err
	}, append([]any{d.WorkspaceID, d.ID}, args...)...)
	return out, err
}

// useFiles keeps in step how often files are used, and which are beside the deal, once the
// rows of the notes are as they become.
func useFiles(tx *db.Tx, d crm.Deal, before, after []string) error {
	for i, id := range after {
		if !slices.Contains(before, id) {
			media.UseFileAt(tx, d.WorkspaceID, d.ID, id, crm.Pointer("mediaIds", i))
		}
	}
	gone := slices.DeleteFunc(slices.Clone(before), func(id string) bool { return slices.Contains(after, id) })
	if len(gone) == 0 {
		return nil
	}
	left, err := notedFiles(tx, d)
	for _, id := range gone {
		if media.ReleaseFile(tx, d.WorkspaceID, id); !slices.Contains(left, id) {
			media.LeavePlace(tx, d.WorkspaceID, d.ID, id)
		}
	}
	return err
}

// notedFiles are the files of all notes of a deal, each as often as a note has it.
func notedFiles(tx *db.Tx, d crm.Deal) (out []string, err error) {
	list, err := tx.Texts(notedFilesSQL, d.WorkspaceID, d.ID)
	for _, files := range list {
		out = append(out, crm.SplitIDs(files)...)
	}
	return out, err
}

// removeNotes removes the notes of a deal that is deleted.
func removeNotes(tx *db.Tx, d crm.Deal) error {
	files, err := notedFiles(tx, d)
	if err != nil {
		return err
	}
	tx.Write(deleteNotesSQL, d.WorkspaceID, d.ID)
	for _, id := range files {
		media.ReleaseFile(tx, d.WorkspaceID, id)
		media.LeavePlace(tx, d.WorkspaceID, d.ID, id)
	}
	return nil
}

// touch notes that somebody did something with a deal just now.
func touch(tx *db.Tx, d crm.Deal) {
	tx.Write(touchDealSQL, d.WorkspaceID, d.ID, db.Ms(tx.Now()))
}
