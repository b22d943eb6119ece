package csvtable

import (
	"context"
	"errors"
	"io"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/csvfile"
	"service.example/crm/internal/service/media"
)

// Batch is rows that take effect in one transaction. One that has read none is the end.
type Batch[R any] struct {
	Rows []R
	// Faults are why rows were not taken; Bad counts these, and Read all.
	Faults    []crm.RunProblem
	Read, Bad int64
	// End is where the run stands after them.
	End string
	Err error
}

// Read reads a record: a row, or why it is none.
type Read[R any] func(csvfile.Record) (R, []crm.RunProblem)

// Batches reads a table that is kept on from a position, ahead of the writer by one
// batch of up to size rows, until it is stopped.
func Batches[R any](ctx context.Context, s *Tables, workspaceID string, f crm.TableFile, position string, size int64, read Read[R]) (<-chan Batch[R], func(), error) {
	key, err := s.box.Open(f.Key, media.ObjectContext(workspaceID, f.Object))
	if err != nil {
		return nil, nil, err
	}
	content := s.store.Reader(ctx, f.Object, key, f.Size)
	at, err := parsePlace(position)
	if err != nil {
		return nil, nil, err
	}
	if _, err := content.Seek(at.offset, io.SeekStart); err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	records := csvfile.NewReader(content, f.Delimiter, at.offset, at.line)
	out, ended := make(chan Batch[R], 1), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			b := readBatch(records, size, read)
			select {
			case out <- b:
			case <-ctx.Done():
				return
			}
			if b.Read == 0 || b.Err != nil {
				return
			}
		}
	}()
	return out, func() { cancel(); <-ended; _ = content.Close() }, nil
}

func readBatch[R any](records *csvfile.Reader, size int64, read Read[R]) (b Batch[R]) {
	for b.Read < size {
		rec, err := records.Read()
		if errors.Is(err, io.EOF) {
			return b
		}
		if err != nil {
			b.Err = err
			return b
		}
		b.Read++
		b.End = place{rec.End, rec.EndLine}.String()
		row, faults := read(rec)
		if len(faults) > 0 {
			b.Faults = append(b.Faults, faults...)
			b.Bad++
			continue
		}
		b.Rows = append(b.Rows, row)
	}
	return b
}
