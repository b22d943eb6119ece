package store

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const fileColumns = `workspace_id, id, state, mime_type, filename, animated, size, sha256, object, object_key, fault, created_at, last_used_at`

var (
	insertFile = db.SQL(`INSERT INTO media (` + fileColumns + `, copy) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
		ON CONFLICT (workspace_id, sha256) WHERE sha256 <> '' AND NOT copy DO NOTHING`)
	selectFile       = db.SQL(`SELECT ` + fileColumns + ` FROM media WHERE workspace_id = $1 AND id = $2`)
	selectFileByHash = db.SQL(`SELECT ` + fileColumns + ` FROM media WHERE workspace_id = $1 AND sha256 = $2 AND sha256 <> '' AND NOT copy`)
	// The same bytes under another name are a copy with a name of its own.
	selectFileNamed = db.SQL(`SELECT ` + fileColumns + ` FROM media WHERE workspace_id = $1 AND sha256 = $2 AND sha256 <> '' AND copy AND state = 'ready' AND filename = $3 LIMIT 1`).ByOnPostgres("media_named")
	selectFiles     = db.SQL(`SELECT ` + fileColumns + ` FROM media WHERE workspace_id = $1 AND ($2 = '' OR id < $2) ORDER BY id DESC LIMIT $3`)
	// What is ready stays as it is: whoever comes later brought the same bytes.
	completeFile = db.SQL(`UPDATE media SET state = 'ready', mime_type = $3, animated = $4, size = $5, sha256 = $6, object = $7, object_key = $8, fault = '',
		filename = CASE WHEN filename = '' THEN $9 ELSE filename END,
		copy = EXISTS (SELECT 1 FROM media o INDEXED BY media_hash WHERE o.workspace_id = $1 AND o.sha256 = $6 AND o.sha256 <> '' AND o.id <> $2 AND NOT o.copy)
		WHERE workspace_id = $1 AND id = $2 AND state IN ('fetching', 'failed')`).By("media_hash")
	faultFile = db.SQL(`UPDATE media SET state = $3, fault = $4 WHERE workspace_id = $1 AND id = $2 AND state IN ('fetching', 'failed')`)
	useFile   = db.Merged(`UPDATE media SET uses = uses + 1, last_used_at = $3 WHERE id = $1 AND workspace_id = $2`,
		`UPDATE media m SET uses = m.uses + u.uses, last_used_at = u.at
		FROM (SELECT id, workspace_id, count(*) AS uses, max(at) AS at FROM unnest($1::text[], $2::text[], $3::bigint[]) AS a (id, workspace_id, at) GROUP BY 1, 2) u
		WHERE m.workspace_id = u.workspace_id AND m.id = u.id RETURNING m.id, ''`)
	// A file that loses its last use is kept for the retention from then on.
	releaseFile   = db.SQL(`UPDATE media SET uses = uses - 1, last_used_at = $3 WHERE workspace_id = $1 AND id = $2 AND uses > 0`)
	touchFile     = db.SQL(`UPDATE media SET last_used_at = $3 WHERE workspace_id = $1 AND id = $2`)
	deleteFile    = db.SQL(`DELETE FROM media WHERE workspace_id = $1 AND id = $2`)
	deleteUnused  = db.SQL(`DELETE FROM media WHERE workspace_id = $1 AND id = $2 AND uses = 0 AND last_used_at < $3`)
	selectUploads = db.SQL(`SELECT phone_number_id, provider_media_id, expires_at FROM media_uploads WHERE workspace_id = $1 AND media_id = $2`)
	deleteUploads = db.SQL(`DELETE FROM media_uploads WHERE workspace_id = $1 AND media_id = $2`)
	selectUpload  = db.SQL(`SELECT provider_media_id, expires_at FROM media_uploads WHERE workspace_id = $1 AND media_id = $2 AND phone_number_id = $3`)
	saveUpload    = db.SQL(`INSERT INTO media_uploads (workspace_id, media_id, phone_number_id, provider_media_id, expires_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (workspace_id, media_id, phone_number_id) DO UPDATE SET provider_media_id = $4, expires_at = $5`)
	forgetUpload = db.SQL(`DELETE FROM media_uploads WHERE workspace_id = $1 AND media_id = $2 AND phone_number_id = $3 AND provider_media_id = $4`)

	// The retention and the objects are the deployment's, not a workspace's.
	selectUnused = db.SQL(`SELECT ` + fileColumns + ` FROM media WHERE uses = 0 AND last_used_at < $1 ORDER BY last_used_at LIMIT $2`)
	objectKnown  = db.SQL(`SELECT 1 FROM media WHERE object = $1 AND object <> ''
		UNION ALL SELECT 1 FROM contact_imports WHERE object = $1 AND object <> ''
		UNION ALL SELECT 1 FROM knowledge_sources WHERE object = $1 AND object <> ''`)
)

// AddFile stores a file unless the workspace has the same bytes under the same
// name, and returns the file that the workspace then has. One that was still to be fetched, or
// could not be, gets the bytes.
func (tx *Tx) AddFile(f crm.File) (crm.File, error) {
	n, err := tx.Exec(insertFile, fileArgs(f, false)...)
	if err != nil || n == 1 {
		return f, err
	}
	known, found, err := tx.FileByHash(f.WorkspaceID, f.SHA256)
	if err != nil || !found {
		return f, err
	}
	if f.State == crm.FileReady && known.State == crm.FileReady && f.Filename != "" && known.Filename != "" && f.Filename != known.Filename {
		return tx.addNamed(f)
	}
	if known.State != crm.FileFetching && known.State != crm.FileFailed || f.State != crm.FileReady {
		tx.Write(touchFile, known.WorkspaceID, known.ID, db.Ms(tx.Now()))
		return known, nil
	}
	f.ID, f.CreatedAt = known.ID, known.CreatedAt
	if known.Filename != "" {
		f.Filename = known.Filename
	}
	_, err = tx.CompleteFile(f)
	return f, err
}

// addNamed stores a file whose bytes the workspace has under another name: the
// name belongs to the use, not to the bytes.
func (tx *Tx) addNamed(f crm.File) (crm.File, error) {
	list, err := tx.files(selectFileNamed, f.WorkspaceID, f.SHA256, f.Filename)
	if err != nil {
		return f, err
	}
	if len(list) > 0 {
		tx.Write(touchFile, list[0].WorkspaceID, list[0].ID, db.Ms(tx.Now()))
		return list[0], nil
	}
	_, err = tx.Exec(insertFile, fileArgs(f, true)...)
	return f, err
}

func fileArgs(f crm.File, isCopy bool) []any {
	key := f.Key
	if key == nil {
		key = []byte{}
	}
	return []any{f.WorkspaceID, f.ID, string(f.State), f.MIMEType, f.Filename, f.Animated, f.Size, f.SHA256, f.Object, key, f.Fault,
		db.Ms(f.CreatedAt), db.Ms(f.LastUsedAt), isCopy}
}

// CompleteFile gives a file that was being fetched its bytes. false means that
// it has them already, or is gone: then those given are not needed.
func (tx *Tx) CompleteFile(f crm.File) (bool, error) {
	n, err := tx.Exec(completeFile, f.WorkspaceID, f.ID, f.MIMEType, f.Animated, f.Size, f.SHA256, f.Object, f.Key, f.Filename)
	return n == 1, err
}

// FaultFile notes why a file that was being fetched is not there.
func (tx *Tx) FaultFile(workspaceID, id string, state crm.FileState, fault string) {
	tx.Write(faultFile, workspaceID, id, string(state), fault)
}

// UseFile notes that a message of the transaction has the file. When the file
// is gone, the whole update fails with a fault at the pointer.
func (tx *Tx) UseFile(workspaceID, id, pointer string) {
	var f crm.Faults
	f.Add(pointer, crm.CodeNotFound, "There is no file %q in this workspace.", id)
	tx.WriteExactlyOne(useFile, f.Err(), id, workspaceID, db.Ms(tx.Now()))
}

// ReleaseFile notes that a message that had the file is gone.
func (tx *Tx) ReleaseFile(workspaceID, id string) {
	tx.Write(releaseFile, workspaceID, id, db.Ms(tx.Now()))
}

// File returns a file of the workspace, or a KindNotFound error.
func (tx *Tx) File(workspaceID, id string) (crm.File, error) {
	list, err := tx.files(selectFile, workspaceID, id)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("file", id)
	}
	if err != nil {
		return crm.File{}, err
	}
	return list[0], nil
}

// FileByHash returns the workspace's file of these bytes, if it has one.
func (tx *Tx) FileByHash(workspaceID, sha256 string) (crm.File, bool, error) {
	list, err := tx.files(selectFileByHash, workspaceID, sha256)
	if err != nil || len(list) == 0 {
		return crm.File{}, false, err
	}
	return list[0], true, nil
}

// Files returns a page of the workspace's files, newest first.
func (tx *Tx) Files(workspaceID string, p crm.Page) (crm.List[crm.File], error) {
	list, err := tx.files(selectFiles, workspaceID, p.After, p.Limit+1)
	return crm.CutPage(list, p.Limit, func(f crm.File) string { return f.ID }), err
}

// DeleteFile removes a file and returns its copies at the provider.
func (tx *Tx) DeleteFile(workspaceID, id string) ([]crm.FileUpload, error) {
	uploads, err := tx.fileUploads(workspaceID, id)
	tx.Write(deleteFile, workspaceID, id)
	tx.Write(deleteUploads, workspaceID, id)
	return uploads, err
}

// DeleteUnusedFile is DeleteFile for a file that no message has and that was
// not used since the time; false when that is not so any more.
func (tx *Tx) DeleteUnusedFile(workspaceID, id string, before time.Time) ([]crm.FileUpload, bool, error) {
	n, err := tx.Exec(deleteUnused, workspaceID, id, db.Ms(before))
	if err != nil || n == 0 {
		return nil, false, err
	}
	uploads, err := tx.fileUploads(workspaceID, id)
	tx.Write(deleteUploads, workspaceID, id)
	return uploads, true, err
}

// UnusedFiles returns up to limit files of all workspaces that no message has
// and that were not used since the time.
func (tx *Tx) UnusedFiles(before time.Time, limit int) ([]crm.File, error) {
	return tx.files(selectUnused, db.Ms(before), limit)
}

// ObjectKnown reports whether a file has its bytes in the object.
func (tx *Tx) ObjectKnown(object string) (bool, error) {
	var one int64
	return tx.One(objectKnown, []any{&one}, object)
}

// FileUpload returns what the provider calls a number's copy of a file; false
// when it has none.
func (tx *Tx) FileUpload(workspaceID, id, phoneNumberID string) (u crm.FileUpload, found bool, err error) {
	var expires int64
	found, err = tx.One(selectUpload, []any{&u.ProviderMediaID, &expires}, workspaceID, id, phoneNumberID)
	u.PhoneNumberID, u.ExpiresAt = phoneNumberID, db.At(expires)
	return u, found, err
}

// SaveFileUpload notes a number's copy of a file in place of an earlier one.
func (tx *Tx) SaveFileUpload(workspaceID, id string, u crm.FileUpload) {
	tx.Write(saveUpload, workspaceID, id, u.PhoneNumberID, u.ProviderMediaID, db.Ms(u.ExpiresAt))
}

// ForgetFileUpload removes a copy that the provider does not know any more.
func (tx *Tx) ForgetFileUpload(workspaceID, id string, u crm.FileUpload) {
	tx.Write(forgetUpload, workspaceID, id, u.PhoneNumberID, u.ProviderMediaID)
}

func (tx *Tx) fileUploads(workspaceID, id string) (out []crm.FileUpload, err error) {
	err = tx.Each(selectUploads, func(r db.Row) error {
		var u crm.FileUpload
		var expires int64
		err := r.Scan(&u.PhoneNumberID, &u.ProviderMediaID, &expires)
		u.ExpiresAt = db.At(expires)
		out = append(out, u)
		return err
	}, workspaceID, id)
	return out, err
}

func (tx *Tx) files(s *db.Stmt, args ...any) (out []crm.File, err error) {
	err = tx.Each(s, func(r db.Row) error {
		var f crm.File
		var state string
		var created, used int64
		err := r.Scan(&f.WorkspaceID, &f.ID, &state, &f.MIMEType, &f.Filename, &f.Animated, &f.Size, &f.SHA256, &f.Object, &f.Key, &f.Fault, &created, &used)
		f.State, f.CreatedAt, f.LastUsedAt = crm.FileState(state), db.At(created), db.At(used)
		out = append(out, f)
		return err
	}, args...)
	return out, err
}
