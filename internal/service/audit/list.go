package audit

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"slices"
	"strconv"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/csvfile"
	"service.example/crm/internal/db"
)

// exportPage is how many acts an export reads at a time.
const exportPage = 1000

// Entries returns a page of the acts that a filter selects, newest first.
func (s *Audit) Entries(ctx context.Context, actor crm.Actor, f crm.AuditFilter, p crm.Page) (list crm.List[crm.AuditEntry], err error) {
	if err := actor.Require(crm.ScopeAuditRead); err != nil {
		return list, err
	}
	return s.page(ctx, actor, f, p)
}

// page returns a page of acts. Who does not reach every conversation is not told of
// acts on contacts: the page may then have fewer than its limit.
func (s *Audit) page(ctx context.Context, actor crm.Actor, f crm.AuditFilter, p crm.Page) (list crm.List[crm.AuditEntry], err error) {
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = entries(tx, actor.WorkspaceID, f, p); return err })
	if !actor.Reach.IsWhole() {
		list.Items = slices.DeleteFunc(list.Items, func(e crm.AuditEntry) bool {
			return slices.ContainsFunc(e.Targets, func(t crm.ActTarget) bool { return t.Type == "contact" })
		})
	}
	return list, err
}

// Export returns what writes the acts that a filter selects as a table, newest first.
// It holds one page in memory, however many there are. The export is an act itself,
// the first one of the table.
func (s *Audit) Export(ctx context.Context, actor crm.Actor, f crm.AuditFilter) (func(io.Writer) error, error) {
	if err := actor.Require(crm.ScopeAuditRead); err != nil {
		return nil, err
	}
	err := s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		return Record(tx, actor, crm.Act{Action: "audit_log.exported", Targets: []crm.ActTarget{{Type: "workspace", ID: actor.WorkspaceID}}})
	})
	if err != nil {
		return nil, err
	}
	return func(w io.Writer) error {
		buffer := bufio.NewWriterSize(w, 64<<10)
		out := csv.NewWriter(buffer)
		if err := out.Write([]string{"seq", "id", "occurredAt", "action", "actorType", "actorId", "actorName", "targets", "changes", "outcome",
			"ip", "userAgent", "sessionId", "requestId", "prevHash", "hash"}); err != nil {
			return err
		}
		for p := (crm.Page{Limit: exportPage}); ; {
			list, err := s.page(ctx, actor, f, p)
			if err != nil {
				return err
			}
			for i := range list.Items {
				if err := out.Write(exportRow(&list.Items[i])); err != nil {
					return err
				}
			}
			if p.After = list.Next; p.After == "" {
				break
			}
		}
		out.Flush()
		if err := out.Error(); err != nil {
			return err
		}
		return buffer.Flush()
	}, nil
}

func exportRow(e *crm.AuditEntry) []string {
	targets, _ := json.Marshal(e.Targets) // they were read from JSON
	changes, _ := json.Marshal(e.Changes)
	out := []string{strconv.FormatInt(e.Seq, 10), e.ID, e.OccurredAt.Format(crm.TimeLayout), e.Action, string(e.Actor.Type), e.Actor.ID, e.Actor.Name,
		string(targets), string(changes), string(e.Outcome), e.IP, e.UserAgent, e.SessionID, e.RequestID, e.PrevHash, e.Hash}
	for i := range out {
		out[i] = csvfile.Cell(out[i])
	}
	return out
}
