package contact

import (
	"bufio"
	"context"
	"encoding/csv"
	"io"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/csvfile"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
)

// exportPage is how many contacts an export reads at a time.
const exportPage = 1000

// ExportContacts returns what writes every contact, newest first, as a table
// with a column per custom field that CreateContactImport reads again. It holds
// one page in memory, however many there are.
func (s *Contacts) ExportContacts(ctx context.Context, actor crm.Actor) (func(io.Writer) error, error) {
	if err := actor.Require(crm.ScopeContactsRead); err != nil {
		return nil, err
	}
	fields, err := s.contactFields(ctx, actor.WorkspaceID)
	if err != nil {
		return nil, err
	}
	err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		return audit.Record(tx, actor, crm.Act{Action: "contact.exported", Targets: []crm.ActTarget{{Type: "workspace", ID: actor.WorkspaceID}}})
	})
	if err != nil {
		return nil, err
	}
	return func(w io.Writer) error {
		buffer := bufio.NewWriterSize(w, 64<<10)
		out := csv.NewWriter(buffer)
		header := []string{"id", "phone", "userId", "name", "tags", "optedOutAt", "createdAt"}
		for _, d := range fields {
			header = append(header, d.Key)
		}
		if err := out.Write(header); err != nil {
			return err
		}
		for p := (crm.Page{Limit: exportPage}); ; {
			var list crm.List[crm.Contact]
			err := s.db.View(ctx, func(tx *db.Tx) (err error) {
				list, err = ListContacts(tx, actor.WorkspaceID, actor.Reach, crm.ContactFilter{}, p)
				return err
			})
			if err != nil {
				return err
			}
			for _, c := range list.Items {
				if err := out.Write(exportRow(actor, c, fields)); err != nil {
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

func exportRow(actor crm.Actor, c crm.Contact, fields []crm.CustomField) []string {
	row := []string{c.ID, actor.Shown(c.Phone), c.UserID, c.Name, strings.Join(c.Tags, "|"), "", c.CreatedAt.Format(crm.TimeLayout)}
	if c.OptedOutAt != nil {
		row[5] = c.OptedOutAt.Format(crm.TimeLayout)
	}
	for _, d := range fields {
		row = append(row, c.Values[d.Number])
	}
	for i := range row {
		row[i] = csvfile.Cell(row[i])
	}
	return row
}
