package dealtable

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/longrun"
)

const importColumns = `id, filename, encoding, delimiter, options, columns, object, sealed_key, size, created, updated, skipped, failed, problems, ` + longrun.Columns

// importRuns are imports as long runs.
var importRuns = longrun.In("deal_imports", "workspace_id", "id")

var (
	insertImportSQL = db.SQL(`INSERT INTO deal_imports (workspace_id, id, filename, encoding, delimiter, options, columns, object, sealed_key, size)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`)
	selectImportSQL  = db.SQL(`SELECT ` + importColumns + ` FROM deal_imports WHERE workspace_id = $1 AND id = $2`)
	selectImportsSQL = db.SQL(`SELECT ` + importColumns + ` FROM deal_imports WHERE workspace_id = $1 AND id < CASE WHEN $2 = '' THEN '~' ELSE $2 END ORDER BY id DESC LIMIT $3`)
	countImportedSQL = db.SQL(`UPDATE deal_imports SET created = created + $3, updated = updated + $4, skipped = skipped + $5, failed = failed + $6,
		problems = problems + $7 WHERE workspace_id = $1 AND id = $2`)
	forgetTableSQL    = db.SQL(`UPDATE deal_imports SET object = '', sealed_key = $3 WHERE workspace_id = $1 AND id = $2`)
	insertProblemSQL  = db.SQL(`INSERT INTO deal_import_problems (workspace_id, import_id, number, line, field, reason) VALUES ($1, $2, $3, $4, $5, $6)`)
	selectProblemsSQL = db.SQL(`SELECT number, line, '', field, reason FROM deal_import_problems
		WHERE workspace_id = $1 AND import_id = $2 AND number > $3 ORDER BY number LIMIT $4`)
)

// insertImport stores a new import, which is yet to begin.
func insertImport(tx *db.Tx, i crm.DealImport) {
	tx.Write(insertImportSQL, i.WorkspaceID, i.ID, i.Filename, i.Encoding, string(rune(i.Delimiter)), db.Text(i.Options), db.Text(i.Columns), i.Object, i.Key, i.Size)
}

// dealImport returns an import of the workspace, or a KindNotFound error.
func dealImport(tx *db.Tx, workspaceID, id string) (i crm.DealImport, err error) {
	found := false
	err = tx.Each(selectImportSQL, func(r db.Row) (err error) { found = true; i, err = scanImport(r, workspaceID); return err }, workspaceID, id)
	if err == nil && !found {
		err = crm.NotFound("deal import", id)
	}
	return i, err
}

// dealImports returns a page of the workspace's imports, newest first.
func dealImports(tx *db.Tx, workspaceID string, p crm.Page) (crm.List[crm.DealImport], error) {
	var out []crm.DealImport
	err := tx.Each(selectImportsSQL, func(r db.Row) error {
		i, err := scanImport(r, workspaceID)
		out = append(out, i)
		return err
	}, workspaceID, p.After, p.Limit+1)
	return crm.CutPage(out, p.Limit, func(i crm.DealImport) string { return i.ID }), err
}

func scanImport(r db.Row, workspaceID string) (i crm.DealImport, err error) {
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

// countImported adds what came of a batch of lines.
func countImported(tx *db.Tx, i crm.DealImport, r result) {
	tx.Write(countImportedSQL, i.WorkspaceID, i.ID, r.created, r.updated, r.skipped, r.failed, len(r.problems))
}

// forgetTable notes that the table of an import is removed.
func forgetTable(tx *db.Tx, i crm.DealImport) {
	tx.Write(forgetTableSQL, i.WorkspaceID, i.ID, []byte{})
}

// addProblems lists why lines were not taken, after those that are listed.
func addProblems(tx *db.Tx, i crm.DealImport, list []crm.RunProblem) {
	for k, p := range list {
		tx.Write(insertProblemSQL, i.WorkspaceID, i.ID, i.Problems+int64(k)+1, p.Line, p.Field, p.Reason)
	}
}

// problems returns a page of why lines were not taken, in the order of the table.
func problems(tx *db.Tx, workspaceID, importID string, p crm.Page) (crm.List[crm.RunProblem], error) {
	return longrun.Problems(tx, selectProblemsSQL, p, workspaceID, importID)
}
