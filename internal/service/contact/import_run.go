package contact

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/longrun"
	"service.example/crm/internal/service/csvtable"
)

const (
	// importBatch is how many rows share a transaction: few enough that others
	// do not wait for the writer for long.
	importBatch = 500
	// importSlice is how long one run reads before it lets others have a turn.
	importSlice = 2 * time.Second
)

func (s *Contacts) importRuns() longrun.Kind {
	return longrun.Kind{Table: importRuns, Job: jobImportContacts, Slice: importSlice, Open: s.openImport, Ended: s.dropTable,
		GaveUp: "The table could not be read on. The rows that were read stay."}
}

func importKey(workspaceID, id string) longrun.Key { return longrun.Key{workspaceID, id} }

// openImport reads on in a table, batch by batch. Each batch of rows takes
// effect together with the progress of the import.
func (s *Contacts) openImport(ctx context.Context, key longrun.Key) (steps longrun.Steps, err error) {
	var i crm.ContactImport
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { i, err = contactImport(tx, key[0], key[1]); return err })
	if err != nil {
		return steps, err
	}
	fields, err := s.contactFields(ctx, i.WorkspaceID)
	if err != nil {
		return steps, err
	}
	batches, stop, err := csvtable.Batches(ctx, s.tables, i.WorkspaceID, i.TableFile, i.Position, importBatch, newRowReader(i.Options, i.Columns, fields))
	if err != nil {
		return steps, err
	}
	step := func(ctx context.Context, _ crm.Run) (longrun.Next, error) {
		select {
		case b := <-batches:
			return longrun.Next{}, s.importNext(ctx, key, &i, b)
		case <-ctx.Done():
			return longrun.Next{}, ctx.Err()
		}
	}
	return longrun.Steps{Step: step, Close: stop}, nil
}

// dropTable lets the table of an import that has ended be removed.
func (s *Contacts) dropTable(tx *db.Tx, key longrun.Key) error {
	i, err := contactImport(tx, key[0], key[1])
	if err != nil || i.Object == "" {
		return err
	}
	forgetImportedTable(tx, i)
	return csvtable.EnqueueRemoval(tx, i.WorkspaceID, i.TableFile)
}

// importNext lets a batch take effect and moves the import on; without rows it
// ends the import.
func (s *Contacts) importNext(ctx context.Context, key longrun.Key, i *crm.ContactImport, b csvtable.Batch[crm.ContactRow]) error {
	if b.Err != nil {
		return b.Err
	}
	after := *i
	err := s.db.Update(ctx, i.ID, func(tx *db.Tx) error {
		if b.Read == 0 {
			return s.imports.End(tx, key, crm.RunCompleted, "")
		}
		r, err := importContacts(tx, i.WorkspaceID, b.Rows, i.Options.OnDuplicate == crm.DuplicateSkip)
		if err != nil {
			return err
		}
		r.Failed = b.Bad + int64(len(r.Problems))
		r.Problems = append(b.Faults[:len(b.Faults):len(b.Faults)], r.Problems...)
		r.Problems = r.Problems[:min(len(r.Problems), int(crm.MaxImportProblems-i.Problems))]
		addImportProblems(tx, *i, r.Problems)
		countImported(tx, *i, r)
		after.Problems = i.Problems + int64(len(r.Problems))
		after.Position = b.End
		importRuns.Advance(tx, key, longrun.Move{From: i.Run, To: after.Position, Done: b.Read})
		return nil
	})
	if err == nil {
		*i = after
	}
	return err
}
