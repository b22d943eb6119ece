package contact

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/csvfile"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/media"
)

// ImportSource is a table of contacts that comes in, to be read once.
type ImportSource struct {
	Body     io.Reader
	Filename string
	Options  crm.ImportOptions
}

// importHead is how much of a table shows what it is.
const importHead = 4 * csvfile.MaxRecord

// table is a table of contacts whose beginning was read.
type table struct {
	decoder *csvfile.Decoder
	head    []byte
	// read is what its columns mean.
	columns   []crm.ImportColumn
	delimiter byte
	header    csvfile.Record
	fields    []crm.CustomField
}

// openTable reads the beginning of a table and tells what its columns are.
func (s *Contacts) openTable(ctx context.Context, workspaceID string, src *ImportSource) (*table, error) {
	var f crm.Faults
	src.Options.Validate(&f)
	if c := src.Options.DefaultCountry; c != "" && !knownCountry(c) {
		f.Add("/defaultCountry", crm.CodeNotAllowed, "defaultCountry is a country's two letters, such as DE.")
	}
	t := &table{decoder: csvfile.NewDecoder(src.Body), head: make([]byte, importHead)}
	n, err := io.ReadFull(t.decoder, t.head)
	if t.head = t.head[:n]; err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	if t.fields, err = s.contactFields(ctx, workspaceID); err != nil {
		return nil, err
	}
	t.delimiter = csvfile.Delimiter(string(t.head))
	if d := src.Options.Delimiter; len(d) == 1 {
		t.delimiter = d[0]
	}
	switch t.header, err = csvfile.NewReader(bytes.NewReader(t.head), t.delimiter, 0, 1).Read(); {
	case err != nil:
		f.Add("/file", crm.CodeRequired, "The table is empty: its first row names the columns.")
	case t.header.Fault != "":
		f.Add("/file", crm.CodeParameterInvalid, "The first row, which names the columns, cannot be read: %s", t.header.Fault)
	default:
		t.columns = src.Options.Columns(t.header.Cells, t.fields, &f)
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
	p = ImportPreview{Encoding: string(t.decoder.Encoding()), Delimiter: string(rune(t.delimiter)), Columns: t.columns, Fields: t.fields}
	rows := csvfile.NewReader(bytes.NewReader(t.head[t.header.End:]), t.delimiter, t.header.End, t.header.EndLine)
	read := newRowReader(src.Options, t.columns, t.fields)
	for len(p.Rows) < crm.ImportPreviewRows {
		rec, err := rows.Read()
		if err != nil || rec.End == int64(len(t.head)) && len(t.head) == importHead {
			break // the end, or a row that the beginning of the table has in part
		}
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
	if s.opt.Media == nil {
		return crm.ContactImport{}, crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "This process has no store of files.")
	}
	hash := sha256.New()
	src.Body = io.TeeReader(src.Body, hash)
	t, err := s.openTable(ctx, actor.WorkspaceID, &src)
	if err != nil {
		return crm.ContactImport{}, err
	}
	i, err := s.keepTable(ctx, actor.WorkspaceID, src, t)
	if err != nil {
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
		s.media.DropObject(ctx, i.Object)
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

// keepTable puts the table into the store of files, as UTF-8.
func (s *Contacts) keepTable(ctx context.Context, workspaceID string, src ImportSource, t *table) (i crm.ContactImport, err error) {
	now := s.now()
	i = crm.ContactImport{ID: s.db.Source().NewID(crm.PrefixContactImport), WorkspaceID: workspaceID, Filename: crm.CleanFilename(src.Filename),
		Delimiter: t.delimiter, Options: src.Options, Columns: t.columns, Object: s.media.NewObject(),
		Run: crm.Run{State: crm.RunRunning, Position: place{t.header.End, t.header.EndLine}.String(), StartedAt: now, UpdatedAt: now}}
	size, rows := &counter{}, countRows(t.delimiter)
	key, err := s.opt.Media.Put(ctx, i.Object, io.TeeReader(io.MultiReader(bytes.NewReader(t.head), t.decoder), io.MultiWriter(size, rows)))
	total := rows.end()
	if err != nil {
		return i, err
	}
	i.Size, i.Total, i.Encoding = size.n, &total, string(t.decoder.Encoding())
	i.Key, err = s.box.Seal(key, media.ObjectContext(workspaceID, i.Object))
	if err != nil {
		s.media.DropObject(ctx, i.Object)
	}
	return i, err
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
func newRowReader(o crm.ImportOptions, columns []crm.ImportColumn, fields []crm.CustomField) func(csvfile.Record) (crm.ContactRow, []crm.RunProblem) {
	byNumber := make(map[int]crm.CustomField, len(fields))
	for _, d := range fields {
		byNumber[d.Number] = d
	}
	phone := func(text string) (string, string) { return importPhone(csvfile.Uncell(text), o.DefaultCountry) }
	return func(rec csvfile.Record) (crm.ContactRow, []crm.RunProblem) {
		if rec.Fault != "" {
			return crm.ContactRow{}, []crm.RunProblem{{Line: rec.Line, Reason: rec.Fault}}
		}
		if slices.ContainsFunc(rec.Cells, func(c string) bool { return strings.HasPrefix(c, "'") }) {
			for n := range rec.Cells {
				rec.Cells[n] = csvfile.Uncell(rec.Cells[n])
			}
		}
		row, faults := o.Row(rec.Cells, columns, byNumber, phone)
		row.Line = rec.Line
		for n := range faults {
			faults[n].Line = rec.Line
		}
		return row, faults
	}
}
