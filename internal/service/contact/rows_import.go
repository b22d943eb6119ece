package contact

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/longrun"
)

const importColumns = `id, filename, encoding, delimiter, options, columns, object, sealed_key, size, created, updated, skipped, failed, problems, ` + longrun.Columns

// importRuns are imports as long runs.
var importRuns = longrun.In("contact_imports", "workspace_id", "id")

var (
	insertContactImportSQL = db.SQL(`INSERT INTO contact_imports (workspace_id, id, filename, encoding, delimiter, options, columns, object, sealed_key, size)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`)
	selectContactImportSQL  = db.SQL(`SELECT ` + importColumns + ` FROM contact_imports WHERE workspace_id = $1 AND id = $2`)
	selectContactImportsSQL = db.SQL(`SELECT ` + importColumns + ` FROM contact_imports WHERE workspace_id = $1 AND id < CASE WHEN $2 = '' THEN '~' ELSE $2 END ORDER BY id DESC LIMIT $3`)
	countImportedSQL        = db.SQL(`UPDATE contact_imports SET created = created + $3, updated = updated + $4, skipped = skipped + $5, failed = failed + $6,
		problems = problems + $7 WHERE workspace_id = $1 AND id = $2`)
	forgetImportedTableSQL = db.SQL(`UPDATE contact_imports SET object = '', sealed_key = $3 WHERE workspace_id = $1 AND id = $2`)
	insertImportProblemSQL = db.Merged(`INSERT INTO contact_import_problems (number, workspace_id, import_id, line, field, reason) VALUES ($1, $2, $3, $4, $5, $6)`,
		`INSERT INTO contact_import_problems (number, workspace_id, import_id, line, field, reason)
		SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[]) RETURNING number::text, ''`)
	selectImportProblemsSQL = db.SQL(`SELECT number, line, '', field, reason FROM contact_import_problems
		WHERE workspace_id = $1 AND import_id = $2 AND number > $3 ORDER BY number LIMIT $4`)

	// What an import writes for many contacts at once.
	importContactSQL = db.SQL(insertContactText).ForMany(`WITH u AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
			$7::bigint[], $8::text[], $9::text[], $10::boolean[], $11::text[], $12::text[], $13::bigint[], $14::bigint[], $15::text[], $16::bigint[], $17::bigint[])
			WITH ORDINALITY AS u (workspace_id, id, phone, lookup_key, user_id, parent_user_id, phone_since, name, search_name, named_here,
				tags, field_values, opted_out_at, refuses_all_at, merged_into, created_at, updated_at, n)),
		made AS (INSERT INTO contacts (workspace_id, id, phone, lookup_key, user_id, parent_user_id, phone_since, name, search_name, named_here,
				tags, field_values, opted_out_at, refuses_all_at, merged_into, created_at, updated_at)
			SELECT workspace_id, id, phone, lookup_key, user_id, parent_user_id, phone_since, name, search_name, named_here,
				tags, field_values, opted_out_at, refuses_all_at, merged_into, created_at, updated_at FROM u ORDER BY lookup_key, user_id
			ON CONFLICT DO NOTHING RETURNING id)
		SELECT u.n FROM made JOIN u ON u.id = made.id`)
	importTagSQL = db.Merged(`INSERT INTO contact_tags (contact_id, workspace_id, tag) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
		`INSERT INTO contact_tags (contact_id, workspace_id, tag) SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) ON CONFLICT DO NOTHING RETURNING contact_id, ''`)
	importValueSQL = db.Merged(`INSERT INTO contact_field_values (contact_id, workspace_id, field, value) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
		`INSERT INTO contact_field_values (contact_id, workspace_id, field, value)
		SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[]) ON CONFLICT DO NOTHING RETURNING contact_id, ''`)
)

// insertContactImport stores a new import, which is yet to begin.
func insertContactImport(tx *db.Tx, i crm.ContactImport) {
	tx.Write(insertContactImportSQL, i.WorkspaceID, i.ID, i.Filename, i.Encoding, string(rune(i.Delimiter)), db.Text(i.Options), db.Text(i.Columns), i.Object, i.Key, i.Size)
}

// contactImport returns an import of the workspace, or a KindNotFound error.
func contactImport(tx *db.Tx, workspaceID, id string) (i crm.ContactImport, err error) {
	found := false
	err = tx.Each(selectContactImportSQL, func(r db.Row) (err error) { found = true; i, err = scanImport(r, workspaceID); return err }, workspaceID, id)
	if err == nil && !found {
		err = crm.NotFound("contact import", id)
	}
	return i, err
}

// contactImports returns a page of the workspace's imports, newest first.
func contactImports(tx *db.Tx, workspaceID string, p crm.Page) (crm.List[crm.ContactImport], error) {
	var out []crm.ContactImport
	err := tx.Each(selectContactImportsSQL, func(r db.Row) error {
		i, err := scanImport(r, workspaceID)
		out = append(out, i)
		return err
	}, workspaceID, p.After, p.Limit+1)
	return crm.CutPage(out, p.Limit, func(i crm.ContactImport) string { return i.ID }), err
}

func scanImport(r db.Row, workspaceID string) (i crm.ContactImport, err error) {
	var delimiter, options, columns string
	var run longrun.Row
	err = r.Scan(append([]any{&i.ID, &i.Filename, &i.Encoding, &delimiter, &options, &columns, &i.Object, &i.Key, &i.Size,
		&i.Created, &i.Updated, &i.Skipped, &i.Failed, &i.Problems}, run.Into()...)...)
	if err != nil {
		return i, err
	}
	i.WorkspaceID, i.Run, i.Delimiter = workspaceID, run.Run(), delimiter[0]
	if err := json.Unmarshal([]byte(options), &i.Options); err != nil {
		return i, err
	}
	return i, json.Unmarshal([]byte(columns), &i.Columns)
}

// countImported adds what came of a batch of rows.
func countImported(tx *db.Tx, i crm.ContactImport, r importResult) {
	tx.Write(countImportedSQL, i.WorkspaceID, i.ID, r.Created, r.Updated, r.Skipped, r.Failed, len(r.Problems))
}

// forgetImportedTable notes that the table of an import is removed.
func forgetImportedTable(tx *db.Tx, i crm.ContactImport) {
	tx.Write(forgetImportedTableSQL, i.WorkspaceID, i.ID, []byte{})
}

// addImportProblems lists why rows were not taken, after those that are listed.
func addImportProblems(tx *db.Tx, i crm.ContactImport, list []crm.RunProblem) {
	for k, p := range list {
		tx.Write(insertImportProblemSQL, i.Problems+int64(k)+1, i.WorkspaceID, i.ID, p.Line, p.Field, p.Reason)
	}
}

// importProblems returns a page of why rows were not taken, in the order of the table.
func importProblems(tx *db.Tx, workspaceID, importID string, p crm.Page) (crm.List[crm.RunProblem], error) {
	return longrun.Problems(tx, selectImportProblemsSQL, p, workspaceID, importID)
}

// importResult is what came of a batch of rows.
type importResult struct {
	Created, Updated, Skipped, Failed int64
	Problems                          []crm.RunProblem
}

// imported is a contact as a batch finds it and as it leaves it.
type imported struct{ before, now crm.Contact }

// importContacts makes a batch of rows contacts, or adds them to those that
// are known. Two rows of one person are one contact; the later one adds to it.
func importContacts(tx *db.Tx, workspaceID string, rows []crm.ContactRow, skipKnown bool) (out importResult, err error) {
	known, err := importFresh(tx, workspaceID, rows)
	if err != nil {
		return out, err
	}
	out.Created = int64(len(rows) - len(known))
	if skipKnown || len(known) == 0 {
		out.Skipped = int64(len(known))
		return out, nil
	}
	byPhone, byUser, err := knownRows(tx, workspaceID, known)
	if err != nil {
		return out, err
	}
	var changed []*imported
	for _, r := range known {
		c, other := byPhone[crm.LookupKey(r.Phone)], byUser[r.UserID]
		if c == nil {
			c = other
		}
		reason := ""
		switch {
		case c == nil:
			return out, longrun.ErrMoved // another node took the contact away in this moment
		case other != nil && c != other:
			reason = "The phone and the user id belong to two contacts."
		case r.UserID != "" && c.now.UserID != "" && c.now.UserID != r.UserID:
			reason = "The contact with this phone has another user id."
		case r.Phone != "" && c.now.Phone != "" && byPhone[crm.LookupKey(r.Phone)] == nil:
			reason = "The contact with this user id has another phone."
		}
		if reason != "" {
			out.Problems = append(out.Problems, crm.RunProblem{Line: r.Line, Reason: reason})
			continue
		}
		was := c.now
		if c.now = r.Apply(was); crm.SameContent(was, c.now) {
			out.Skipped++
			continue
		}
		if out.Updated++; crm.SameContent(was, c.before) {
			changed = append(changed, c)
		}
		byPhone[crm.LookupKey(c.now.Phone)], byUser[c.now.UserID] = c, c
		delete(byPhone, "")
		delete(byUser, "")
	}
	for _, c := range changed {
		c.now.UpdatedAt = tx.Now()
		saveContact(tx, c.before, c.now)
	}
	return out, nil
}

// importFresh makes the rows of people who are not known contacts, and returns
// the others.
func importFresh(tx *db.Tx, workspaceID string, rows []crm.ContactRow) (known []crm.ContactRow, err error) {
	if len(rows) == 0 {
		return nil, nil
	}
	now := tx.Now()
	made, asked := make([]crm.Contact, len(rows)), make([][]any, len(rows))
	for i, r := range rows {
		made[i] = r.Apply(crm.Contact{WorkspaceID: workspaceID, ID: tx.NewID(crm.PrefixContact), CreatedAt: now, UpdatedAt: now})
		asked[i] = contactArgs(made[i])
	}
	changed, err := tx.ExecOf(importContactSQL, asked)
	if err != nil {
		return nil, err
	}
	for i, c := range made {
		if changed[i] == 0 {
			known = append(known, rows[i])
			continue
		}
		for _, t := range c.Tags {
			tx.Write(importTagSQL, c.ID, workspaceID, t)
		}
		for n, v := range c.Values {
			tx.Write(importValueSQL, c.ID, workspaceID, n, crm.SearchText(v))
		}
	}
	return known, nil
}

// knownRows finds, by number and by user id, the contacts that rows speak of.
func knownRows(tx *db.Tx, workspaceID string, rows []crm.ContactRow) (byPhone, byUser map[string]*imported, err error) {
	byPhone, byUser = make(map[string]*imported, len(rows)), make(map[string]*imported, len(rows))
	roots := map[string]*imported{}
	find := func(s *db.Stmt, into map[string]*imported, key func(crm.ContactRow) string) error {
		var asked [][]any
		for _, r := range rows {
			if k := key(r); k != "" {
				asked = append(asked, []any{workspaceID, k})
			}
		}
		holders := make([]crm.Contact, len(asked))
		err := tx.EachOf(s, asked, func(i int, r db.Row) (err error) { holders[i], err = scanContact(r, workspaceID); return err })
		for i, c := range holders {
			if err != nil || c.ID == "" {
				continue
			}
			if c.MergedInto != "" {
				if c, err = rootContact(tx, lockContactSQL, workspaceID, c.MergedInto); err != nil {
					return err
				}
			}
			if roots[c.ID] == nil {
				roots[c.ID] = &imported{before: c, now: c}
			}
			into[asked[i][1].(string)] = roots[c.ID]
		}
		return err
	}
	if err = find(lockContactByPhoneSQL, byPhone, func(r crm.ContactRow) string { return crm.LookupKey(r.Phone) }); err == nil {
		err = find(lockContactByUserSQL, byUser, func(r crm.ContactRow) string { return r.UserID })
	}
	return byPhone, byUser, err
}
