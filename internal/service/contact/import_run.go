package contact

import (
	"context"
	"errors"
	"io"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/csvfile"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/media"
)

const (
	// importBatch is how many rows share a transaction: few enough that others
	// do not wait for the writer for long.
	importBatch = 500
	// importSlice is how long one run reads before it lets others have a turn.
	importSlice = 2 * time.Second
	// importTries is how often a batch is tried again when another node wrote
	// the same contacts in the same moment.
	importTries = 5
)

// importContacts reads on in a table for a while. Each batch of rows takes
// effect together with the progress of the import, so that every row does
// exactly once, whatever stops it. more says that the table goes on; the job
// was given back then.
func (s *Contacts) importContacts(ctx context.Context, j jobs.Job) (more bool, err error) {
	var i crm.ContactImport
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { i, err = contactImport(tx, j.WorkspaceID, j.Payload); return err })
	if err != nil {
		return false, err
	}
	if i.State != crm.ImportRunning {
		return false, s.db.Update(ctx, j.WorkspaceID, func(tx *db.Tx) error { jobs.FinishJob(tx, j); return nil })
	}
	fields, err := s.contactFields(ctx, i.WorkspaceID)
	if err != nil {
		return false, err
	}
	batches, stop, err := s.importBatches(ctx, i, fields)
	if err != nil {
		return false, err
	}
	defer stop()
	for began := time.Now(); ; {
		b := <-batches
		switch {
		case b.err != nil:
			return false, b.err
		case len(b.rows) == 0 && len(b.faults) == 0:
			return false, s.db.Update(ctx, j.WorkspaceID, func(tx *db.Tx) error {
				_, err := s.endImport(tx, i, crm.ImportCompleted, "")
				jobs.FinishJob(tx, j)
				return err
			})
		}
		err := s.importBatch(ctx, &i, b)
		moved := err != nil && crm.AsError(err).Kind == crm.KindConflict // canceled, perhaps: the next run sees
		if err != nil && !moved {
			return false, err
		}
		if moved || time.Since(began) > importSlice {
			return true, s.db.Update(ctx, j.WorkspaceID, func(tx *db.Tx) error { jobs.RetryJob(tx, j, tx.Now(), moved); return nil })
		}
	}
}

// failContactImport ends an import that cannot be read on.
func (s *Contacts) failContactImport(ctx context.Context, j jobs.Job, cause error) error {
	return s.db.Update(ctx, j.WorkspaceID, func(tx *db.Tx) error {
		i, err := contactImport(tx, j.WorkspaceID, j.Payload)
		if err != nil {
			return err
		}
		s.log.Error("an import of contacts failed", "import", i.ID, "error", cause)
		_, err = s.endImport(tx, i, crm.ImportFailed, "The table could not be read on. The rows that were read stay.")
		jobs.FinishJob(tx, j)
		return err
	})
}

// rowBatch is what the next transaction of an import does; without rows and
// faults it is the end.
type rowBatch struct {
	rows      []crm.ContactRow
	faults    []crm.ImportError
	read, bad int64
	end, line int64
	err       error
}

// importBatches reads the table ahead of the writer by one batch.
func (s *Contacts) importBatches(ctx context.Context, i crm.ContactImport, fields []crm.ContactField) (<-chan rowBatch, func(), error) {
	key, err := s.box.Open(i.Key, media.ObjectContext(i.WorkspaceID, i.Object))
	if err != nil {
		return nil, nil, err
	}
	content := s.opt.Media.Reader(ctx, i.Object, key, i.Size)
	if _, err := content.Seek(i.Offset, io.SeekStart); err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	records := csvfile.NewReader(content, i.Delimiter, i.Offset, i.Line)
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

func readBatch(records *csvfile.Reader, read func(csvfile.Record) (crm.ContactRow, []crm.ImportError)) (b rowBatch) {
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
		b.end, b.line = rec.End, rec.EndLine
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

// importBatch lets a batch take effect and moves the import on.
func (s *Contacts) importBatch(ctx context.Context, i *crm.ContactImport, b rowBatch) error {
	var after crm.ContactImport
	for try := 1; ; try++ {
		err := s.db.Update(ctx, i.ID, func(tx *db.Tx) error {
			r, err := importContacts(tx, i.WorkspaceID, b.rows, i.Options.OnDuplicate == crm.DuplicateSkip)
			if err != nil {
				return err
			}
			after = *i
			after.Offset, after.Line = b.end, b.line
			after.Rows += b.read
			after.Created += r.Created
			after.Updated += r.Updated
			after.Skipped += r.Skipped
			after.Failed += b.bad + int64(len(r.Faults))
			faults := append(b.faults[:len(b.faults):len(b.faults)], r.Faults...)
			faults = faults[:min(len(faults), int(crm.MaxImportErrors-i.Errors))]
			addImportErrors(tx, i.WorkspaceID, i.ID, i.Errors, faults)
			after.Errors += int64(len(faults))
			advanceContactImport(tx, i.Offset, after)
			return nil
		})
		if err == nil {
			*i = after
			return nil
		}
		if crm.AsError(err).Kind != crm.KindConflict || try == importTries {
			return err
		}
	}
}
