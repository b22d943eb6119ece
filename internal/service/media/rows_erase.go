package media

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var elsewhereSQL = db.SQL(`SELECT place FROM media_places WHERE workspace_id = $1 AND media_id = $2 AND place <> $3 LIMIT 1`)

// EraseFile removes a file that stood at a place which is erased, unless it stands at
// another one, too. It reports whether the file is gone; so is one that was not there.
func EraseFile(tx *db.Tx, workspaceID, place, id string) (gone bool, err error) {
	var other string
	kept, err := tx.One(elsewhereSQL, []any{&other}, workspaceID, id, place)
	if err != nil {
		return false, err
	}
	LeavePlace(tx, workspaceID, place, id)
	if kept {
		ReleaseFile(tx, workspaceID, id)
		return false, nil
	}
	f, err := File(tx, workspaceID, id)
	if crm.CodeOf(err) == crm.CodeNotFound {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	uploads, err := deleteFile(tx, workspaceID, id)
	if err != nil {
		return false, err
	}
	return true, EnqueueRemoval(tx, f, uploads)
}
