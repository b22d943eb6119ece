package contact

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/csvfile"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/csvtable"
)

// ImportSource is a table of contacts that comes in, to be read once.
type ImportSource struct {
	Body     io.Reader
	Filename string
	Options  crm.ImportOptions
}

// openedTable is a table of contacts whose beginning was read, with what its columns mean.
type openedTable struct {
	*csvtable.Table
	columns []crm.ImportColumn
	fields  []crm.CustomField
}

// openTable reads the beginning of a table and tells what its columns are.
func (s *Contacts) openTable(ctx context.Context, workspaceID string, src *ImportSource) (t openedTable, err error) {
	var f crm.Faults
	src.Options.Validate(&f)
	CheckCountry(src.Options.DefaultCountry, &f)
	if t.Table, err = csvtable.Open(src.Body, src.Options.Delimiter, &f); err != nil {
		return t, err
	}
	if t.fields, err = s.contactFields(ctx, workspaceID); err != nil {
		return t, err
	}
	if len(t.Header.Cells) > 0 {
		t.columns = src.Options.Columns(t.Header.Cells, t.fields, &f)
	}
	return t, f.Err()
}

// ImportPreview is how the first rows of a table would be read.
type ImportPreview struct {
	Encoding, Delimiter string
	Columns             []crm.ImportColumn
	Rows                []PreviewRow
	Fields              []crm.CustomField
}

// PreviewRow is one row of a preview: the contact as it would be, or why not.
type PreviewRow struct {
	Line     int64
	Row      crm.ContactRow
	Problems []crm.RunProblem
}

// PreviewContactImport reads the first rows of a table and stores nothing.
func (s *Contacts) PreviewContactImport(ctx context.Context, actor crm.Actor, src ImportSource) (p ImportPreview, err error) {
	if err := actor.Require(crm.ScopeContactsWrite); err != nil {
		return p, err
	}
	t, err := s.openTable(ctx, actor.WorkspaceID, &src)
	if err == nil {
		_, err = s.recheckImporter(ctx, actor)
	}
	if err != nil {
		return p, err
	}
	p = ImportPreview{Encoding: t.Encoding(), Delimiter: string(rune(t.Delimiter)), Columns: t.columns, Fields: t.fields}
	read := newRowReader(src.Options, t.columns, t.fields)
	for _, rec := range t.First(crm.ImportPreviewRows) {
		row, faults := read(rec)
		p.Rows = append(p.Rows, PreviewRow{rec.Line, row, faults})
	}
	return p, nil
}

// CreateContactImport stores a table of contacts durably and lets it be read in
// by a background job.
func (s *Contacts) CreateContactImport(ctx context.Context, actor crm.Actor, src ImportSource) (crm.ContactImport, error) {
	if err := actor.Require(crm.ScopeContactsWrite); err != nil {
		return crm.ContactImport{}, err
	}
	if err := s.tables.CheckStore(); err != nil {
		return crm.ContactImport{}, err
	}
	hash := sha256.New()
	src.Body = io.TeeReader(src.Body, hash)
	t, err := s.openTable(ctx, actor.WorkspaceID, &src)
	if err != nil {
		return crm.ContactImport{}, err
	}
	i := crm.ContactImport{ID: s.db.Source().NewID(crm.PrefixContactImport), WorkspaceID: actor.WorkspaceID, Options: src.Options, Columns: t.columns}
	if i.TableFile, i.Run, err = s.tables.Keep(ctx, actor.WorkspaceID, src.Filename, t.Table); err != nil {
		return i, err
	}
	if idem, _ := ctx.Value(core.IdempotencyContext{}).(*core.Idempotency); idem != nil {
		options, _ := json.Marshal(src.Options)
		sum := sha256.Sum256(append(append([]byte("POST /v1/contact-imports\n"), options...), hash.Sum(nil)...))
		idem.RequestHash = hex.EncodeToString(sum[:])
	}
	out := crm.ContactImport{}
	if actor, err = s.recheckImporter(ctx, actor); err == nil {
		out, err = core.Once(ctx, s.calls, actor, func(save core.Saver[crm.ContactImport]) (crm.ContactImport, error) {
			return i, s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
				insertContactImport(tx, i)
				s.imports.Begin(tx, importKey(i.WorkspaceID, i.ID), i.WorkspaceID, i.Run)
				if err := save(tx, i); err != nil {
					return err
				}
				return audit.Record(tx, actor, crm.Act{Action: "contact_import.created", Targets: []crm.ActTarget{importTarget(i)}})
			})
		})
	}
	if err != nil || out.ID != i.ID {
		s.tables.Drop(ctx, i.TableFile)
	}
	return out, err
}

// recheckImporter refuses whoever may import no more, now that the table was read.
func (s *Contacts) recheckImporter(ctx context.Context, actor crm.Actor) (crm.Actor, error) {
	fresh, err := s.access.Recheck(ctx, actor, crm.ScopeContactsWrite)
	if err == nil {
		err = fresh.RequireWholeReach()
	}
	return fresh, err
}

// ContactImport returns an import with how far it has come.
func (s *Contacts) ContactImport(ctx context.Context, actor crm.Actor, id string) (i crm.ContactImport, err error) {
	if err := actor.Require(crm.ScopeContactsRead); err != nil {
		return i, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { i, err = contactImport(tx, actor.WorkspaceID, id); return err })
	return i, err
}

// ContactImports returns a page of imports, newest first.
func (s *Contacts) ContactImports(ctx context.Context, actor crm.Actor, p crm.Page) (list crm.List[crm.ContactImport], err error) {
	if err := actor.Require(crm.ScopeContactsRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = contactImports(tx, actor.WorkspaceID, p); return err })
	return list, err
}

// ContactImportProblems returns a page of why rows were not taken.
func (s *Contacts) ContactImportProblems(ctx context.Context, actor crm.Actor, id string, p crm.Page) (list crm.List[crm.RunProblem], err error) {
	if err := actor.Require(crm.ScopeContactsRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if _, err := contactImport(tx, actor.WorkspaceID, id); err != nil {
			return err
		}
		list, err = importProblems(tx, actor.WorkspaceID, id, p)
		return err
	})
	return list, err
}

// CancelContactImport stops an import; the rows that were read stay. One that
// has ended stays as it is.
func (s *Contacts) CancelContactImport(ctx context.Context, actor crm.Actor, id string) (crm.ContactImport, error) {
	if err := actor.Require(crm.ScopeContactsWrite); err != nil {
		return crm.ContactImport{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.ContactImport]) (i crm.ContactImport, err error) {
		err = s.db.Update(db.Urgent(ctx), id, func(tx *db.Tx) error {
			before, err := contactImport(tx, actor.WorkspaceID, id)
			if err != nil {
				return err
			}
			if err := s.imports.End(tx, importKey(actor.WorkspaceID, id), crm.RunCanceled, ""); err != nil {
				return err
			}
			if i, err = contactImport(tx, actor.WorkspaceID, id); err != nil {
				return err
			}
			if err := save(tx, i); err != nil || i.State == before.State {
				return err
			}
			return audit.Record(tx, actor, crm.Act{Action: "contact_import.canceled", Targets: []crm.ActTarget{importTarget(i)}})
		})
		return i, err
	})
}

// newRowReader returns what reads the records of a table.
func newRowReader(o crm.ImportOptions, columns []crm.ImportColumn, fields []crm.CustomField) csvtable.Read[crm.ContactRow] {
	byNumber := make(map[int]crm.CustomField, len(fields))
	for _, d := range fields {
		byNumber[d.Number] = d
	}
	phone := func(text string) (string, string) { return ReadPhone(csvfile.Uncell(text), o.DefaultCountry) }
	return func(rec csvfile.Record) (crm.ContactRow, []crm.RunProblem) {
		rec.Fit(len(columns))
		if rec.Fault != "" {
			return crm.ContactRow{}, []crm.RunProblem{{Line: rec.Line, Reason: rec.Fault}}
		}
		rec.Unquote()
		row, faults := o.Row(rec.Cells, columns, byNumber, phone)
		row.Line = rec.Line
		for n := range faults {
			faults[n].Line = rec.Line
		}
		return row, faults
	}
}
