// Package csvtable takes in tables that people export from other programs: it tells what
// they are, keeps them until they are read, and reads them on from any row.
package csvtable

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"service.example/crm/internal/blob"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/csvfile"
	"service.example/crm/internal/db"
	"service.example/crm/internal/secret"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/media"
)

// Tables keeps tables in the store of files.
type Tables struct {
	db    *db.DB
	box   *secret.Box
	store *blob.Store
	media *media.Media
}

// New returns what keeps tables; store is nil where a process has none.
func New(p core.Parts, store *blob.Store, media *media.Media) *Tables {
	return &Tables{db: p.DB, box: p.Box, store: store, media: media}
}

// headSize is how much of a table shows what it is.
const headSize = 4 * csvfile.MaxRecord

// Table is a table whose beginning was read.
type Table struct {
	// Header is the row that names the columns.
	Header    csvfile.Record
	Delimiter byte
	decoder   *csvfile.Decoder
	head      []byte
}

// Open reads the beginning of a table, and adds what is wrong with it. delimiter stands
// between its cells; "" lets it be recognised. A table without a header has faults.
func Open(body io.Reader, delimiter string, f *crm.Faults) (*Table, error) {
	t := &Table{decoder: csvfile.NewDecoder(body), head: make([]byte, headSize)}
	n, err := io.ReadFull(t.decoder, t.head)
	if t.head = t.head[:n]; err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	t.Delimiter = csvfile.Delimiter(string(t.head))
	if len(delimiter) == 1 {
		t.Delimiter = delimiter[0]
	}
	switch t.Header, err = csvfile.NewReader(bytes.NewReader(t.head), t.Delimiter, 0, 1).Read(); {
	case err != nil:
		f.Add("/file", crm.CodeRequired, "The table is empty: its first row names the columns.")
	case t.Header.Fault != "":
		f.Add("/file", crm.CodeParameterInvalid, "The first row, which names the columns, cannot be read: %s", t.Header.Fault)
	}
	return t, nil
}

// Encoding is how the table writes its characters, as far as it was read.
func (t *Table) Encoding() string { return string(t.decoder.Encoding()) }

// First returns up to n rows that the beginning of the table has.
func (t *Table) First(n int) (out []csvfile.Record) {
	rows := csvfile.NewReader(bytes.NewReader(t.head[t.Header.End:]), t.Delimiter, t.Header.End, t.Header.EndLine)
	for len(out) < n {
		rec, err := rows.Read()
		if err != nil || rec.End == int64(len(t.head)) && len(t.head) == headSize {
			break // the end, or a row that the beginning of the table has in part
		}
		out = append(out, rec)
	}
	return out
}

// CheckStore refuses a table where this process keeps none.
func (s *Tables) CheckStore() error {
	if s.store == nil {
		return crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "This process has no store of files.")
	}
	return nil
}

// Keep puts a table into the store of files, as UTF-8, and returns the run that reads it.
func (s *Tables) Keep(ctx context.Context, workspaceID, filename string, t *Table) (f crm.TableFile, run crm.Run, err error) {
	now := s.db.Source().Now()
	f = crm.TableFile{Filename: crm.CleanFilename(filename), Delimiter: t.Delimiter, Object: s.media.NewObject()}
	run = crm.Run{State: crm.RunRunning, Position: place{t.Header.End, t.Header.EndLine}.String(), StartedAt: now, UpdatedAt: now}
	size, rows := &counter{}, countRows(t.Delimiter)
	key, err := s.store.Put(ctx, f.Object, io.TeeReader(io.MultiReader(bytes.NewReader(t.head), t.decoder), io.MultiWriter(size, rows)))
	total := rows.end()
	if err != nil {
		return f, run, err
	}
	f.Size, f.Encoding, run.Total = size.n, t.Encoding(), &total
	f.Key, err = s.box.Seal(key, media.ObjectContext(workspaceID, f.Object))
	if err != nil {
		s.Drop(ctx, f)
	}
	return f, run, err
}

// Drop removes a table that nobody reads.
func (s *Tables) Drop(ctx context.Context, f crm.TableFile) { s.media.DropObject(ctx, f.Object) }

// EnqueueRemoval lets a table that was read be removed.
func EnqueueRemoval(tx *db.Tx, workspaceID string, f crm.TableFile) error {
	return media.EnqueueRemoval(tx, crm.File{WorkspaceID: workspaceID, Object: f.Object}, nil)
}

type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) { c.n += int64(len(p)); return len(p), nil }

// rowCounter counts the rows of a table that is written to it.
type rowCounter struct {
	*io.PipeWriter
	rows chan int64
}

func countRows(delimiter byte) rowCounter {
	r, w := io.Pipe()
	c := rowCounter{w, make(chan int64)}
	go func() {
		n := int64(-1) // the header
		records := csvfile.NewReader(r, delimiter, 0, 1)
		for _, err := records.Read(); err == nil; _, err = records.Read() {
			n++
		}
		_ = r.Close()
		c.rows <- max(n, 0)
	}()
	return c
}

// end returns how many rows were written below the header.
func (c rowCounter) end() int64 { _ = c.Close(); return <-c.rows }

// place is where the next row of a table begins.
type place struct{ offset, line int64 }

func (p place) String() string { return fmt.Sprint(p.offset, " ", p.line) }

func parsePlace(text string) (p place, err error) {
	_, err = fmt.Sscan(text, &p.offset, &p.line)
	return p, err
}
