package dealtable

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
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/csvtable"
)

// Source is a table of deals that comes in, to be read once.
type Source struct {
	Body     io.Reader
	Filename string
	Options  crm.DealImportOptions
}

// openedTable is a table of deals whose beginning was read, with what its columns mean.
type openedTable struct {
	*csvtable.Table
	columns []crm.ImportColumn
	fields  []crm.CustomField
}

// openTable reads the beginning of a table and tells what its columns are.
func (s *Tables) openTable(ctx context.Context, workspaceID string, src *Source) (t openedTable, err error) {
	var f crm.Faults
	src.Options.Validate(&f)
	contact.CheckCountry(src.Options.DefaultCountry, &f)
	if t.Table, err = csvtable.Open(src.Body, src.Options.Delimiter, &f); err != nil {
		return t, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if t.fields, err = contact.CustomFields(tx, workspaceID, crm.OfDeals); err != nil {
			return err
		}
		return checkPipeline(tx, workspaceID, src.Options.PipelineID, &f)
	})
	if err != nil {
		return t, err
	}
	if len(t.Header.Cells) > 0 {
		t.columns = src.Options.Columns(t.Header.Cells, t.fields, &f)
	}
	return t, f.Err()
}

// Preview is how the first lines of a table would be read.
type Preview struct {
	Encoding, Delimiter string
	Columns             []crm.ImportColumn
	Rows                []PreviewRow
}

// PreviewRow is one line of a preview: the deal as it would be, or why not.
type PreviewRow struct {
	Line int64
	// Deal is the deal as it would be made, or the one that is known by the line already.
	Deal     crm.Deal
	Known    bool
	Problems []crm.RunProblem
}

// PreviewImport reads the first lines of a table and stores nothing.
func (s *Tables) PreviewImport(ctx context.Context, actor crm.Actor, src Source) (p Preview, err error) {
	if err := actor.Require(crm.ScopeDealsWrite); err != nil {
		return p, err
	}
	t, err := s.openTable(ctx, actor.WorkspaceID, &src)
	if err == nil {
		_, err = s.recheckImporter(ctx, actor)
	}
	if err != nil {
		return p, err
	}
	read := newRowReader(src.Options, t.columns, t.fields)
	err = s.db.View(ctx, func(tx *db.Tx) error {
		p = Preview{Encoding: t.Encoding(), Delimiter: string(rune(t.Delimiter)), Columns: t.columns}
		taker, err := s.newTaker(tx, crm.DealImport{WorkspaceID: actor.WorkspaceID, Options: src.Options, Columns: t.columns})
		if err != nil {
			return err
		}
		for _, rec := range t.First(crm.ImportPreviewRows) {
			row, faults := read(rec)
			shown := PreviewRow{Line: rec.Line, Problems: faults}
			if len(faults) == 0 {
				if shown, err = taker.look(row); err != nil {
					return err
				}
			}
			p.Rows = append(p.Rows, shown)
		}
		return nil
	})
	return p, err
}

// CreateImport stores a table of deals durably and lets it be read in by a background
// job.
func (s *Tables) CreateImport(ctx context.Context, actor crm.Actor, src Source) (crm.DealImport, error) {
	if err := actor.Require(crm.ScopeDealsWrite); err != nil {
		return crm.DealImport{}, err
	}
	if err := s.tables.CheckStore(); err != nil {
		return crm.DealImport{}, err
	}
	hash := sha256.New()
	src.Body = io.TeeReader(src.Body, hash)
	t, err := s.openTable(ctx, actor.WorkspaceID, &src)
	if err != nil {
		return crm.DealImport{}, err
	}
	i := crm.DealImport{ID: s.db.Source().NewID(crm.PrefixDealImport), WorkspaceID: actor.WorkspaceID, Options: src.Options, Columns: t.columns}
	if i.TableFile, i.Run, err = s.tables.Keep(ctx, actor.WorkspaceID, src.Filename, t.Table); err != nil {
		return i, err
	}
	if idem, _ := ctx.Value(core.IdempotencyContext{}).(*core.Idempotency); idem != nil {
		options, _ := json.Marshal(src.Options)
		sum := sha256.Sum256(append(append([]byte("POST /v1/deal-imports\n"), options...), hash.Sum(nil)...))
		idem.RequestHash = hex.EncodeToString(sum[:])
	}
	out := crm.DealImport{}
	if actor, err = s.recheckImporter(ctx, actor); err == nil {
		out, err = core.Once(ctx, s.calls, actor, func(save core.Saver[crm.DealImport]) (crm.DealImport, error) {
			return i, s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
				insertImport(tx, i)
				s.imports.Begin(tx, importKey(i.WorkspaceID, i.ID), i.WorkspaceID, i.Run)
				if err := save(tx, i); err != nil {
					return err
				}
				return audit.Record(tx, actor, crm.Act{Action: "deal_import.created", Targets: []crm.ActTarget{importTarget(i)}})
			})
		})
	}
	if err != nil || out.ID != i.ID {
		s.tables.Drop(ctx, i.TableFile)
	}
	return out, err
}

// recheckImporter refuses whoever may import no more, now that the table was read.
func (s *Tables) recheckImporter(ctx context.Context, actor crm.Actor) (crm.Actor, error) {
	fresh, err := s.access.Recheck(ctx, actor, crm.ScopeDealsWrite)
	if err == nil {
		err = fresh.RequireWholeReach()
	}
	return fresh, err
}

// Import returns an import with how far it has come.
func (s *Tables) Import(ctx context.Context, actor crm.Actor, id string) (i crm.DealImport, err error) {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return i, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { i, err = dealImport(tx, actor.WorkspaceID, id); return err })
	return i, err
}

// Imports returns a page of imports, newest first.
func (s *Tables) Imports(ctx context.Context, actor crm.Actor, p crm.Page) (list crm.List[crm.DealImport], err error) {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = dealImports(tx, actor.WorkspaceID, p); return err })
	return list, err
}

// Problems returns a page of why lines were not taken.
func (s *Tables) Problems(ctx context.Context, actor crm.Actor, id string, p crm.Page) (list crm.List[crm.RunProblem], err error) {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if _, err := dealImport(tx, actor.WorkspaceID, id); err != nil {
			return err
		}
		list, err = problems(tx, actor.WorkspaceID, id, p)
		return err
	})
	return list, err
}

// CancelImport stops an import; the deals that were made stay. One that has ended stays
// as it is.
func (s *Tables) CancelImport(ctx context.Context, actor crm.Actor, id string) (crm.DealImport, error) {
	if err := actor.Require(crm.ScopeDealsWrite); err != nil {
		return crm.DealImport{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.DealImport]) (i crm.DealImport, err error) {
		err = s.db.Update(db.Urgent(ctx), id, func(tx *db.Tx) error {
			before, err := dealImport(tx, actor.WorkspaceID, id)
			if err != nil {
				return err
			}
			if err := s.imports.End(tx, importKey(actor.WorkspaceID, id), crm.RunCanceled, ""); err != nil {
				return err
			}
			if i, err = dealImport(tx, actor.WorkspaceID, id); err != nil {
				return err
			}
			if err := save(tx, i); err != nil || i.State == before.State {
				return err
			}
			return audit.Record(tx, actor, crm.Act{Action: "deal_import.canceled", Targets: []crm.ActTarget{importTarget(i)}})
		})
		return i, err
	})
}

// newRowReader returns what reads the records of a table.
func newRowReader(o crm.DealImportOptions, columns []crm.ImportColumn, fields []crm.CustomField) csvtable.Read[crm.DealRow] {
	byNumber := make(map[int]crm.CustomField, len(fields))
	for _, d := range fields {
		byNumber[d.Number] = d
	}
	phone := func(text string) (string, string) { return contact.ReadPhone(text, o.DefaultCountry) }
	return func(rec csvfile.Record) (crm.DealRow, []crm.RunProblem) {
		rec.Fit(len(columns))
		if rec.Fault != "" {
			return crm.DealRow{}, []crm.RunProblem{{Line: rec.Line, Reason: rec.Fault}}
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
