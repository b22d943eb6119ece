package conversion

import (
	"fmt"
	"strconv"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const columns = `id, contact_id, name, minor, currency, external_id, occurred_at, created_by, created_at`

// listOf is a page of conversions behind a place, by an index.
func listOf(index, where string) *db.Stmt {
	return db.SQL(`SELECT ` + columns + ` FROM conversions INDEXED BY ` + index + ` WHERE workspace_id = $1 ` + where + ` AND occurred_at >= $2 AND (occurred_at, id) < ($3, $4)
		ORDER BY occurred_at DESC, id DESC LIMIT $5`).By(index).ByOnPostgres(index)
}

var (
	insertSQL = db.SQL(`INSERT INTO conversions (workspace_id, ` + columns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`)
	// The one with an external id.
	externalSQL = db.SQL(`SELECT ` + columns + ` FROM conversions INDEXED BY conversions_external WHERE workspace_id = $1 AND external_id = $2 AND external_id <> ''`).
			By("conversions_external").ByOnPostgres("conversions_external")
	listSQL       = listOf("conversions_occurred", "")
	listOfNameSQL = listOf("conversions_name", "AND name = $6")
	// Of a contact and those that were merged into it. The order is made of what is found:
	// no index has it.
	listOfContactSQL = db.SQL(`WITH RECURSIVE family (id) AS (SELECT o.id FROM contacts o WHERE o.workspace_id = $1 AND o.id = $6
			UNION ALL SELECT m.id FROM family CROSS JOIN contacts m WHERE m.workspace_id = $1 AND m.merged_into = family.id AND m.merged_into <> '')
		SELECT c.id, c.contact_id, c.name, c.minor, c.currency, c.external_id, c.occurred_at, c.created_by, c.created_at
		FROM family CROSS JOIN conversions c INDEXED BY conversions_contact WHERE c.workspace_id = $1 AND c.contact_id = family.id AND ($7 = '' OR c.name = $7)
		AND c.occurred_at >= $2 AND (c.occurred_at, c.id) < ($3, $4) ORDER BY c.occurred_at + 0 DESC, c.id || '' DESC LIMIT $5`).ByOnPostgres("conversions_contact")
)

// insert stores a conversion; fresh is false, and nothing is stored, where its external id
// is an earlier one's.
func insert(tx *db.Tx, c crm.Conversion) (fresh bool, err error) {
	n, err := tx.Exec(insertSQL, c.WorkspaceID, c.ID, c.ContactID, c.Name, c.Minor, c.Currency, c.ExternalID, db.Ms(c.OccurredAt), c.CreatedBy.String(), db.Ms(c.CreatedAt))
	return n > 0, err
}

func byExternalID(tx *db.Tx, workspaceID, externalID string) (crm.Conversion, error) {
	found, err := read(tx, externalSQL, workspaceID, externalID)
	if err == nil && len(found) == 0 {
		err = crm.NotFound("conversion", externalID)
	}
	return append(found, crm.Conversion{})[0], err
}

// beyond is after everything that happened.
const beyond = int64(1) << 60

func list(tx *db.Tx, workspaceID string, filter crm.ConversionFilter, p crm.Page) (out crm.List[crm.Conversion], err error) {
	from, at, id := int64(0), beyond, ""
	if !filter.From.IsZero() {
		from = db.Ms(filter.From)
	}
	if !filter.To.IsZero() {
		at = db.Ms(filter.To)
	}
	if p.After != "" {
		if at, id, err = placeOf(p.After); err != nil {
			return out, err
		}
	}
	which, args := listSQL, []any{from, at, id, p.Limit + 1}
	switch {
	case filter.ContactID != "":
		which, args = listOfContactSQL, append(args, filter.ContactID, filter.Name)
	case filter.Name != "":
		which, args = listOfNameSQL, append(args, filter.Name)
	}
	found, err := read(tx, which, workspaceID, args...)
	return crm.CutPage(found, p.Limit, func(c crm.Conversion) string { return fmt.Sprintf("%d.%s", db.Ms(c.OccurredAt), c.ID) }), err
}

func placeOf(cursor string) (at int64, id string, err error) {
	text, id, ok := strings.Cut(cursor, ".")
	if at, err = strconv.ParseInt(text, 10, 64); err == nil && ok {
		return at, id, nil
	}
	var f crm.Faults
	f.Add("cursor", crm.CodeParameterInvalid, "cursor is not from this list.")
	return 0, "", f.Err()
}

func read(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []crm.Conversion, err error) {
	err = tx.Each(which, func(r db.Row) error {
		c := crm.Conversion{WorkspaceID: workspaceID}
		var by string
		var occurred, created int64
		err := r.Scan(&c.ID, &c.ContactID, &c.Name, &c.Minor, &c.Currency, &c.ExternalID, &occurred, &by, &created)
		if err == nil {
			c.CreatedBy, err = crm.ParseDoneBy(by)
		}
		c.OccurredAt, c.CreatedAt = db.At(occurred), db.At(created)
		out = append(out, c)
		return err
	}, append([]any{workspaceID}, args...)...)
	return out, err
}
