package contact

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/csvfile"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/longrun"
	"service.example/crm/internal/service/media"
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

// place is where the next row of a table begins.
type place struct{ offset, line int64 }

func (p place) String() string { return fmt.Sprint(p.offset, " ", p.line) }

func parsePlace(text string) (p place, err error) {
	_, err = fmt.Sscan(text, &p.offset, &p.line)
	return p, err
}

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
	batches, stop, err := s.importBatches(ctx, i, fields)
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
	return media.EnqueueRemoval(tx, crm.File{WorkspaceID: i.WorkspaceID, Object: i.Object}, nil)
}

// rowBatch is what the next transaction of an import does; when nothing was read
// it is the end.
type rowBatch struct {
	rows      []crm.ContactRow
	faults    []crm.RunProblem
	read, bad int64
	end       place
	err       error
}

// importBatches reads the table ahead of the writer by one batch.
func (s *Contacts) importBatches(ctx context.Context, i crm.ContactImport, fields []crm.CustomField) (<-chan rowBatch, func(), error) {
	key, err := s.box.Open(i.Key, media.ObjectContext(i.WorkspaceID, i.Object))
	if err != nil {
		return nil, nil, err
	}
	content := s.opt.Media.Reader(ctx, i.Object, key, i.Size)
	at, err := parsePlace(i.Position)
	if err != nil {
		return nil, nil, err
	}
	if _, err := content.Seek(at.offset, io.SeekStart); err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	records := csvfile.NewReader(content, i.Delimiter, at.offset, at.line)
	read := newRowReader(i.Options, i.Columns, fields)
	out, ended := make(chan rowBatch, 1), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			b := readBatch(records, read)
			select {
			case out <- b:
			case <-ctx.Done():
				return
			}
			if b.read == 0 || b.err != nil {
				return
			}
		}
	}()
	return out, func() { cancel(); <-ended; _ = content.Close() }, nil
}

func readBatch(records *csvfile.Reader, read func(csvfile.Record) (crm.ContactRow, []crm.RunProblem)) (b rowBatch) {
	for b.read < importBatch {
		rec, err := records.Read()
		if errors.Is(err, io.EOF) {
			return b
		}
		if err != nil {
			b.err = err
			return b
		}
		b.read++
		b.end = place{rec.End, rec.EndLine}
		row, faults := read(rec)
		if len(faults) > 0 {
			b.faults = append(b.faults, faults...)
			b.bad++
			continue
		}
		b.rows = append(b.rows, row)
	}
	return b
}

// importNext lets a batch take effect and moves the import on; without rows it
// ends the import.
func (s *Contacts) importNext(ctx context.Context, key longrun.Key, i *crm.ContactImport, b rowBatch) error {
	if b.err != nil {
		return b.err
	}
	after := *i
	err := s.db.Update(ctx, i.ID, func(tx *db.Tx) error {
		if b.read == 0 {
			return s.imports.End(tx, key, crm.RunCompleted, "")
		}
		r, err := importContacts(tx, i.WorkspaceID, b.rows, i.Options.OnDuplicate == crm.DuplicateSkip)
		if err != nil {
			return err
		}
		r.Failed = b.bad + int64(len(r.Problems))
		r.Problems = append(b.faults[:len(b.faults):len(b.faults)], r.Problems...)
		r.Problems = r.Problems[:min(len(r.Problems), int(crm.MaxImportProblems-i.Problems))]
		addImportProblems(tx, *i, r.Problems)
		countImported(tx, *i, r)
		after.Problems = i.Problems + int64(len(r.Problems))
		after.Position = b.end.String()
		importRuns.Advance(tx, key, longrun.Move{From: i.Run, To: after.Position, Done: b.read})
		return nil
	})
	if err == nil {
		*i = after
	}
	return err
}
