package dealtable

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core/longrun"
	"service.example/crm/internal/service/csvtable"
)

const (
	// importBatch is how many lines share a transaction: few enough that people who move
	// deals in the same pipelines do not wait for long.
	importBatch = 100
	// importSlice is how long one run reads before it lets others have a turn.
	importSlice = 2 * time.Second
)

func (s *Tables) importRuns() longrun.Kind {
	return longrun.Kind{Table: importRuns, Job: jobImportDeals, Slice: importSlice, Open: s.openImport, Ended: s.dropTable,
		GaveUp: "The table could not be read on. The deals that were made stay."}
}

func importKey(workspaceID, id string) longrun.Key { return longrun.Key{workspaceID, id} }

// openImport reads on in a table, batch by batch. Each batch of lines takes effect
// together with the progress of the import.
func (s *Tables) openImport(ctx context.Context, key longrun.Key) (steps longrun.Steps, err error) {
	var i crm.DealImport
	var fields []crm.CustomField
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		if i, err = dealImport(tx, key[0], key[1]); err == nil {
			fields, err = contact.CustomFields(tx, i.WorkspaceID, crm.OfDeals)
		}
		return err
	})
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
func (s *Tables) dropTable(tx *db.Tx, key longrun.Key) error {
	i, err := dealImport(tx, key[0], key[1])
	if err != nil || i.Object == "" {
		return err
	}
	forgetTable(tx, i)
	return csvtable.EnqueueRemoval(tx, i.WorkspaceID, i.TableFile)
}

// importNext lets a batch take effect and moves the import on; without lines it ends the
// import.
func (s *Tables) importNext(ctx context.Context, key longrun.Key, i *crm.DealImport, b csvtable.Batch[crm.DealRow]) error {
	if b.Err != nil {
		return b.Err
	}
	after := *i
	err := s.db.Update(ctx, i.ID, func(tx *db.Tx) error {
		if b.Read == 0 {
			return s.imports.End(tx, key, crm.RunCompleted, "")
		}
		taker, err := s.newTaker(tx, *i)
		if err != nil {
			return err
		}
		r, err := taker.take(b.Rows)
		if err != nil {
			return err
		}
		r.failed += b.Bad
		r.problems = append(b.Faults[:len(b.Faults):len(b.Faults)], r.problems...)
		r.problems = r.problems[:min(len(r.problems), int(crm.MaxImportProblems-i.Problems))]
		addProblems(tx, *i, r.problems)
		countImported(tx, *i, r)
		after.Problems = i.Problems + int64(len(r.problems))
		after.Position = b.End
		importRuns.Advance(tx, key, longrun.Move{From: i.Run, To: after.Position, Done: b.Read})
		return nil
	})
	if err == nil {
		*i = after
	}
	return err
}
