package broadcast

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/csvfile"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/core/longrun"
	"service.example/crm/internal/service/csvtable"
)

// TableSource is a table of an audience that comes in, to be read once.
type TableSource struct {
	Body                         io.Reader
	Filename, Delimiter, Country string
}

// CreateFromTable makes a draft whose audience is a table. The table is stored as a whole,
// or nothing is; then it is read in the background.
func (s *Broadcasts) CreateFromTable(ctx context.Context, actor crm.Actor, body crm.BroadcastBody, src TableSource) (out crm.Broadcast, err error) {
	if err := requireWhole(actor, crm.ScopeMessagesWrite); err != nil {
		return out, err
	}
	if err := s.tables.CheckStore(); err != nil {
		return out, err
	}
	var f crm.Faults
	hash, said := sha256.New(), db.Text(body)
	contact.CheckCountry(src.Country, &f)
	options := crm.ImportOptions{Delimiter: src.Delimiter}
	options.Validate(&f)
	t, err := csvtable.Open(io.TeeReader(src.Body, hash), src.Delimiter, &f)
	if err != nil {
		return out, err
	}
	table := crm.BroadcastTable{Country: src.Country}
	if len(t.Header.Cells) > 0 {
		table.Columns = crm.BroadcastColumns(t.Header.Cells, &f)
	}
	if err := f.Err(); err != nil {
		return out, err
	}
	body.Audience = crm.BroadcastAudience{Table: &table}
	if err := s.check(ctx, actor, &body, fresh{true, true}); err != nil {
		return out, err
	}
	file, run, err := s.tables.Keep(ctx, actor.WorkspaceID, src.Filename, t)
	if err != nil {
		return out, err
	}
	table.TableFile, table.Begin, body.Audience.Named = file, run.Position, *run.Total
	if idem, _ := ctx.Value(core.IdempotencyContext{}).(*core.Idempotency); idem != nil {
		text, _ := json.Marshal([]string{said, src.Country, src.Delimiter})
		sum := sha256.Sum256(append(append([]byte("POST /v1/broadcasts/from-table\n"), text...), hash.Sum(nil)...))
		idem.RequestHash = hex.EncodeToString(sum[:])
	}
	made := crm.Broadcast{}
	if actor, err = s.access.Recheck(ctx, actor, crm.ScopeMessagesWrite); err == nil {
		err = actor.RequireWholeReach()
	}
	if err == nil {
		out, err = core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Broadcast]) (crm.Broadcast, error) {
			b, err := s.create(ctx, actor, body, save)
			made = b
			return b, err
		})
	}
	if err != nil || out.ID != made.ID {
		s.tables.Drop(ctx, file)
	}
	return out, err
}

// phaseReading reads the table of an audience.
const phaseReading crm.RunPhase = "reading"

// readPosition is how many parts of a table were read, and where the next row begins.
func readPosition(parts int64, at string) string { return fmt.Sprintf("t%d %s", parts, at) }

// tableReader reads the table of an audience ahead of the writer.
type tableReader struct {
	at      string // where the run is to stand for the next batch
	batches <-chan csvtable.Batch[crm.BroadcastRecipient]
	stop    func()
}

func (r *tableReader) close() {
	if r.stop != nil {
		r.stop()
	}
	*r = tableReader{}
}

// read stores the next rows of a table as a part of the audience, which is then expanded
// like one that a request named. At its end the table is removed.
func (s *Broadcasts) read(ctx context.Context, key longrun.Key, run crm.Run, r *tableReader) (next longrun.Next, err error) {
	text, at, _ := strings.Cut(strings.TrimPrefix(run.Position, "t"), " ")
	var parts int64
	if _, err := fmt.Sscan(text, &parts); err != nil {
		return next, err
	}
	if r.stop == nil || r.at != run.Position {
		r.close()
		if err := s.openTable(ctx, key, run.Position, at, r); err != nil {
			return next, err
		}
	}
	var batch csvtable.Batch[crm.BroadcastRecipient]
	select {
	case batch = <-r.batches:
	case <-ctx.Done():
		return next, ctx.Err()
	}
	if batch.Err != nil {
		return next, batch.Err
	}
	to := readPosition(parts+1, batch.End)
	err = s.db.Update(ctx, key[1], func(tx *db.Tx) error {
		b, err := lock(tx, key[0], key[1])
		if err != nil {
			return err
		}
		if batch.Read > 0 {
			addPart(tx, b, parts+1, batch.Rows)
			runs.Advance(tx, key, longrun.Move{From: run, To: to, Done: batch.Read})
			return nil
		}
		b.Audience.Named = run.Done
		if err := forgetTable(tx, &b); err != nil {
			return err
		}
		saveAudience(tx, b)
		runs.Advance(tx, key, longrun.Move{From: run, To: partPosition(0), Phase: phasePreparing})
		return nil
	})
	if r.at = to; err != nil {
		r.close()
	}
	return next, err
}

// openTable begins to read a table where the run stands.
func (s *Broadcasts) openTable(ctx context.Context, key longrun.Key, position, at string, r *tableReader) error {
	var b crm.Broadcast
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { b, err = one(tx, key[0], key[1]); return err })
	if err != nil {
		return err
	}
	table := b.Audience.Unread()
	if table == nil {
		return longrun.ErrMoved
	}
	r.batches, r.stop, err = csvtable.Batches(ctx, s.tables, b.WorkspaceID, table.TableFile, at, partEntries, readRow(*table))
	r.at = position
	return err
}

// forgetTable lets a table that nobody reads any more be removed.
func forgetTable(tx *db.Tx, b *crm.Broadcast) error {
	table := b.Audience.Unread()
	if table == nil {
		return nil
	}
	file := table.TableFile
	table.Object, table.Key = "", nil
	return csvtable.EnqueueRemoval(tx, b.WorkspaceID, file)
}

// maxShown is how much of a cell is kept that is no phone number, in bytes.
const maxShown = 64

// readRow returns what reads the rows of a table. What cannot be read is an entry, too: it
// is left out with the reason.
func readRow(t crm.BroadcastTable) csvtable.Read[crm.BroadcastRecipient] {
	return func(rec csvfile.Record) (crm.BroadcastRecipient, []crm.RunProblem) {
		out := crm.BroadcastRecipient{Line: rec.Line}
		rec.Fit(len(t.Columns))
		if rec.Fault != "" {
			out.Unread, out.Detail = true, rec.Fault
			return out, nil
		}
		rec.Unquote()
		for i, cell := range rec.Cells[:min(len(rec.Cells), len(t.Columns))] {
			switch cell = strings.TrimSpace(cell); {
			case cell == "" || t.Columns[i] == "":
			case t.Columns[i] == crm.ColumnTo:
				out.To = cell
			default:
				if out.Parameters == nil {
					out.Parameters = map[string]string{}
				}
				out.Parameters[t.Columns[i]] = cell
			}
		}
		if out.To == "" {
			out.Detail = "The row has no phone number."
			return out, nil
		}
		phone, fault := contact.ReadPhone(out.To, t.Country)
		if out.Detail = fault; fault == "" {
			out.To = phone
		} else {
			out.To = strings.ToValidUTF8(out.To[:min(len(out.To), maxShown)], "")
		}
		return out, nil
	}
}
