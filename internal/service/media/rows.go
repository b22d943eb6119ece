package media

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

const fileColumns = `workspace_id, id, state, mime_type, filename, animated, size, sha256, object, object_key, fault, created_at, last_used_at`

var (
	insertFileSQL = db.SQL(`INSERT INTO media (` + fileColumns + `, copy) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
		ON CONFLICT (workspace_id, sha256) WHERE sha256 <> '' AND NOT copy DO NOTHING`)
	selectFileSQL       = db.SQL(`SELECT ` + fileColumns + ` FROM media WHERE workspace_id = $1 AND id = $2`)
	selectFileByHashSQL = db.SQL(`SELECT ` + fileColumns + ` FROM media WHERE workspace_id = $1 AND sha256 = $2 AND sha256 <> '' AND NOT copy`)
	// The same bytes under another name are a copy with a name of its own.
	selectFileNamedSQL = db.SQL(`SELECT ` + fileColumns + ` FROM media WHERE workspace_id = $1 AND sha256 = $2 AND sha256 <> '' AND copy AND state = 'ready' AND filename = $3 LIMIT 1`).ByOnPostgres("media_named")
	selectFilesSQL     = db.SQL(`SELECT ` + fileColumns + ` FROM media WHERE workspace_id = $1 AND id < CASE WHEN $2 = '' THEN '~' ELSE $2 END ORDER BY id DESC LIMIT $3`)
	// What is ready stays as it is: whoever comes later brought the same bytes.
	completeFileSQL = db.SQL(`UPDATE media SET state = 'ready', mime_type = $3, animated = $4, size = $5, sha256 = $6, object = $7, object_key = $8, fault = '',
		filename = CASE WHEN filename = '' THEN $9 ELSE filename END,
		copy = EXISTS (SELECT 1 FROM media o INDEXED BY media_hash WHERE o.workspace_id = $1 AND o.sha256 = $6 AND o.sha256 <> '' AND o.id <> $2 AND NOT o.copy)
		WHERE workspace_id = $1 AND id = $2 AND state IN ('fetching', 'failed')`).By("media_hash")
	faultFileSQL = db.SQL(`UPDATE media SET state = $3, fault = $4 WHERE workspace_id = $1 AND id = $2 AND state IN ('fetching', 'failed')`)
	useFileSQL   = db.Merged(`UPDATE media SET uses = uses + 1, last_used_at = $3 WHERE id = $1 AND workspace_id = $2`,
		`UPDATE media m SET uses = m.uses + u.uses, last_used_at = u.at
		FROM (SELECT id, workspace_id, count(*) AS uses, max(at) AS at FROM unnest($1::text[], $2::text[], $3::bigint[]) AS a (id, workspace_id, at) GROUP BY 1, 2) u
		WHERE m.workspace_id = u.workspace_id AND m.id = u.id RETURNING m.id, ''`)
	// A file that loses its last use is kept for the retention from then on.
	releaseFileSQL   = db.SQL(`UPDATE media SET uses = uses - 1, last_used_at = $3 WHERE workspace_id = $1 AND id = $2 AND uses > 0`)
	touchFileSQL     = db.SQL(`UPDATE media SET last_used_at = $3 WHERE workspace_id = $1 AND id = $2`)
	deleteFileSQL    = db.SQL(`DELETE FROM media WHERE workspace_id = $1 AND id = $2`)
	deleteUnusedSQL  = db.SQL(`DELETE FROM media WHERE workspace_id = $1 AND id = $2 AND uses = 0 AND last_used_at < $3`)
	selectUploadsSQL = db.SQL(`SELECT phone_number_id, provider_media_id, expires_at FROM media_uploads WHERE workspace_id = $1 AND media_id = $2`)
	deleteUploadsSQL = db.SQL(`DELETE FROM media_uploads WHERE workspace_id = $1 AND media_id = $2`)
	selectUploadSQL  = db.SQL(`SELECT provider_media_id, expires_at FROM media_uploads WHERE workspace_id = $1 AND media_id = $2 AND phone_number_id = $3`)
	saveUploadSQL    = db.SQL(`INSERT INTO media_uploads (workspace_id, media_id, phone_number_id, provider_media_id, expires_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (workspace_id, media_id, phone_number_id) DO UPDATE SET provider_media_id = $4, expires_at = $5`)
	forgetUploadSQL = db.SQL(`DELETE FROM media_uploads WHERE workspace_id = $1 AND media_id = $2 AND phone_number_id = $3 AND provider_media_id = $4`)

	insertFilePlaceSQL  = db.SQL(`INSERT INTO media_places (workspace_id, media_id, place) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`)
	deleteFilePlacesSQL = db.SQL(`DELETE FROM media_places WHERE workspace_id = $1 AND media_id = $2`)
	deleteFilePlaceSQL  = db.SQL(`DELETE FROM media_places WHERE workspace_id = $1 AND media_id = $2 AND place = $3`)
	// A file that a limited reach does not cover is read all the same, so that a
	// page looks at as many files as it asks for.
	selectFilesReachSQL = db.SQL(`SELECT ` + fileColumns + `, CASE WHEN ` + reach.OfFile("f.workspace_id", "f.id", 4) + ` THEN 1 ELSE 0 END FROM media f
		WHERE workspace_id = $1 AND id < CASE WHEN $2 = '' THEN '~' ELSE $2 END ORDER BY id DESC LIMIT $3`)

	selectUnusedSQL = db.SQL(`SELECT ` + fileColumns + ` FROM media WHERE uses = 0 AND last_used_at < $1 ORDER BY last_used_at LIMIT $2`).
			By("media_unused").AcrossWorkspaces("retention")
	lastObjectSQL = db.SQL(`SELECT object FROM media WHERE object <> '' ORDER BY object DESC LIMIT 1`).
			By("media_object").AcrossWorkspaces("whether the store has the files of the database")
	objectKnownSQL = db.SQL(`SELECT 1 FROM media WHERE object = $1 AND object <> ''
		UNION ALL SELECT 1 FROM contact_imports WHERE object = $1 AND object <> ''
		UNION ALL SELECT 1 FROM deal_imports WHERE object = $1 AND object <> ''
		UNION ALL SELECT 1 FROM knowledge_sources WHERE object = $1 AND object <> ''`).
		Unlimited("an object has one row, found by its name").AcrossWorkspaces("whose an object is, its name does not say")
)

// AddFile stores a file unless the workspace has the same bytes under the same
// name, and returns the file that the workspace then has. One that was still to be fetched, or
// could not be, gets the bytes.
func AddFile(tx *db.Tx, f crm.File) (crm.File, error) {
	n, err := tx.Exec(insertFileSQL, fileArgs(f, false)...)
	if err != nil || n == 1 {
		return f, err
	}
	known, found, err := FileByHash(tx, f.WorkspaceID, f.SHA256)
	if err != nil || !found {
		return f, err
	}
	if f.State == crm.FileReady && known.State == crm.FileReady && f.Filename != "" && known.Filename != "" && f.Filename != known.Filename {
		return addNamed(tx, f)
	}
	if known.State != crm.FileFetching && known.State != crm.FileFailed || f.State != crm.FileReady {
		tx.Write(touchFileSQL, known.WorkspaceID, known.ID, db.Ms(tx.Now()))
		return known, nil
	}
	f.ID, f.CreatedAt = known.ID, known.CreatedAt
	if known.Filename != "" {
		f.Filename = known.Filename
	}
	_, err = CompleteFile(tx, f)
	return f, err
}

// addNamed stores a file whose bytes the workspace has under another name: the
// name belongs to the use, not to the bytes.
func addNamed(tx *db.Tx, f crm.File) (crm.File, error) {
	list, err := readFiles(tx, selectFileNamedSQL, f.WorkspaceID, f.SHA256, f.Filename)
	if err != nil {
		return f, err
	}
	if len(list) > 0 {
		tx.Write(touchFileSQL, list[0].WorkspaceID, list[0].ID, db.Ms(tx.Now()))
		return list[0], nil
	}
	_, err = tx.Exec(insertFileSQL, fileArgs(f, true)...)
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
func CompleteFile(tx *db.Tx, f crm.File) (bool, error) {
	n, err := tx.Exec(completeFileSQL, f.WorkspaceID, f.ID, f.MIMEType, f.Animated, f.Size, f.SHA256, f.Object, f.Key, f.Filename)
	return n == 1, err
}

// FaultFile notes why a file that was being fetched is not there.
func FaultFile(tx *db.Tx, workspaceID, id string, state crm.FileState, fault string) {
	tx.Write(faultFileSQL, workspaceID, id, string(state), fault)
}

// UseFile notes that a message of the transaction has the file. When the file
// is gone, the whole update fails with a fault at the pointer.
func UseFile(tx *db.Tx, m *crm.Message, id, pointer string) {
	UseFileAt(tx, m.WorkspaceID, m.ConversationID, id, pointer)
}

// UseFileAt is UseFile for what stands at a place: a conversation, or a deal.
func UseFileAt(tx *db.Tx, workspaceID, place, id, pointer string) {
	var f crm.Faults
	f.Add(pointer, crm.CodeNotFound, "There is no file %q in this workspace.", id)
	tx.WriteExactlyOne(useFileSQL, f.Err(), id, workspaceID, db.Ms(tx.Now()))
	tx.Write(insertFilePlaceSQL, workspaceID, id, place)
}

// LeavePlace notes that nothing at a place has the file any more.
func LeavePlace(tx *db.Tx, workspaceID, place, id string) {
	tx.Write(deleteFilePlaceSQL, workspaceID, id, place)
}

// ReleaseFile notes that a message that had the file is gone.
func ReleaseFile(tx *db.Tx, workspaceID, id string) {
	tx.Write(releaseFileSQL, workspaceID, id, db.Ms(tx.Now()))
}

// File returns a file of the workspace, or a KindNotFound error.
func File(tx *db.Tx, workspaceID, id string) (crm.File, error) {
	list, err := readFiles(tx, selectFileSQL, workspaceID, id)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("file", id)
	}
	if err != nil {
		return crm.File{}, err
	}
	return list[0], nil
}

// FileByHash returns the workspace's file of these bytes, if it has one.
func FileByHash(tx *db.Tx, workspaceID, sha256 string) (crm.File, bool, error) {
	list, err := readFiles(tx, selectFileByHashSQL, workspaceID, sha256)
	if err != nil || len(list) == 0 {
		return crm.File{}, false, err
	}
	return list[0], true, nil
}

// files returns a page of the workspace's files, newest first.
// Those beyond the reach are left out; then a page may be short.
func files(tx *db.Tx, workspaceID string, r crm.Reach, p crm.Page) (crm.List[crm.File], error) {
	id := func(f crm.File) string { return f.ID }
	if r.IsWhole() {
		list, err := readFiles(tx, selectFilesSQL, workspaceID, p.After, p.Limit+1)
		return crm.CutPage(list, p.Limit, id), err
	}
	var page crm.List[crm.File]
	after, n := p.After, max(p.Limit+1, filesChunk)
	var all []crm.File
	for looked := 0; looked < filesLook; looked += n {
		last, read := "", 0
		err := tx.Each(selectFilesReachSQL, func(row db.Row) error {
			var seen int64
			f, err := scanFile(row, &seen)
			if last, read = f.ID, read+1; seen == 1 {
				all = append(all, f)
			}
			return err
		}, append([]any{workspaceID, after, n}, reach.Args(r)...)...)
		if err != nil {
			return page, err
		}
		if len(all) > p.Limit || read < n {
			return crm.CutPage(all, p.Limit, id), nil
		}
		after = last
	}
	return crm.List[crm.File]{Items: all, Next: after}, nil
}

// How many files one page reads at once, and looks at, of which most may be
// beyond the reach.
const filesChunk, filesLook = 500, 5000

// FileFor is File as far as the actor's reach goes.
func FileFor(tx *db.Tx, actor crm.Actor, id string) (crm.File, error) {
	f, err := File(tx, actor.WorkspaceID, id)
	if err != nil || actor.Reach.IsWhole() {
		return f, err
	}
	seen, err := reach.SeesFile(tx, actor.WorkspaceID, actor.Reach, id)
	if err == nil && !seen {
		err = crm.NotFound("file", id)
	}
	return f, err
}

// noteUploader lets somebody of a limited reach see what they uploaded.
func noteUploader(tx *db.Tx, actor crm.Actor, id string) {
	if !actor.Reach.IsWhole() && actor.Reach.UserID != "" {
		tx.Write(insertFilePlaceSQL, actor.WorkspaceID, id, actor.Reach.UserID)
	}
}

// deleteFile removes a file and returns its copies at the provider.
func deleteFile(tx *db.Tx, workspaceID, id string) ([]crm.FileUpload, error) {
	uploads, err := fileUploads(tx, workspaceID, id)
	tx.Write(deleteFileSQL, workspaceID, id)
	tx.Write(deleteFilePlacesSQL, workspaceID, id)
	tx.Write(deleteUploadsSQL, workspaceID, id)
	return uploads, err
}

// deleteUnusedFile is DeleteFile for a file that no message has and that was
// not used since the time; false when that is not so any more.
func deleteUnusedFile(tx *db.Tx, workspaceID, id string, before time.Time) ([]crm.FileUpload, bool, error) {
	n, err := tx.Exec(deleteUnusedSQL, workspaceID, id, db.Ms(before))
	if err != nil || n == 0 {
		return nil, false, err
	}
	uploads, err := fileUploads(tx, workspaceID, id)
	tx.Write(deleteUploadsSQL, workspaceID, id)
	tx.Write(deleteFilePlacesSQL, workspaceID, id)
	return uploads, true, err
}

// unusedFiles returns up to limit files of all workspaces that no message has
// and that were not used since the time.
func unusedFiles(tx *db.Tx, before time.Time, limit int) ([]crm.File, error) {
	return readFiles(tx, selectUnusedSQL, db.Ms(before), limit)
}

// AnObject returns the name of one of the objects that must be in the store; "" if
// there is none.
func AnObject(ctx context.Context, base *db.DB) (object string, err error) {
	err = base.View(ctx, func(tx *db.Tx) error { _, err := tx.One(lastObjectSQL, []any{&object}); return err })
	return object, err
}

// objectKnown reports whether a file has its bytes in the object.
func objectKnown(tx *db.Tx, object string) (bool, error) {
	var one int64
	return tx.One(objectKnownSQL, []any{&one}, object)
}

// FileUpload returns what the provider calls a number's copy of a file; false
// when it has none.
func FileUpload(tx *db.Tx, workspaceID, id, phoneNumberID string) (u crm.FileUpload, found bool, err error) {
	var expires int64
	found, err = tx.One(selectUploadSQL, []any{&u.ProviderMediaID, &expires}, workspaceID, id, phoneNumberID)
	u.PhoneNumberID, u.ExpiresAt = phoneNumberID, db.At(expires)
	return u, found, err
}

// SaveFileUpload notes a number's copy of a file in place of an earlier one.
func SaveFileUpload(tx *db.Tx, workspaceID, id string, u crm.FileUpload) {
	tx.Write(saveUploadSQL, workspaceID, id, u.PhoneNumberID, u.ProviderMediaID, db.Ms(u.ExpiresAt))
}

// ForgetFileUpload removes a copy that the provider does not know any more.
func ForgetFileUpload(tx *db.Tx, workspaceID, id string, u crm.FileUpload) {
	tx.Write(forgetUploadSQL, workspaceID, id, u.PhoneNumberID, u.ProviderMediaID)
}

func fileUploads(tx *db.Tx, workspaceID, id string) (out []crm.FileUpload, err error) {
	err = tx.Each(selectUploadsSQL, func(r db.Row) error {
		var u crm.FileUpload
		var expires int64
		err := r.Scan(&u.PhoneNumberID, &u.ProviderMediaID, &expires)
		u.ExpiresAt = db.At(expires)
		out = append(out, u)
		return err
	}, workspaceID, id)
	return out, err
}

func readFiles(tx *db.Tx, s *db.Stmt, args ...any) (out []crm.File, err error) {
	err = tx.Each(s, func(r db.Row) error {
		f, err := scanFile(r)
		out = append(out, f)
		return err
	}, args...)
	return out, err
}

// scanFile reads fileColumns, and more columns after them.
func scanFile(r db.Row, more ...any) (f crm.File, err error) {
	var state string
	var created, used int64
	err = r.Scan(append([]any{&f.WorkspaceID, &f.ID, &state, &f.MIMEType, &f.Filename, &f.Animated, &f.Size, &f.SHA256, &f.Object, &f.Key, &f.Fault, &created, &used}, more...)...)
	f.State, f.CreatedAt, f.LastUsedAt = crm.FileState(state), db.At(created), db.At(used)
	return f, err
}
