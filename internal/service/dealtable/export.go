package dealtable

import (
	"bufio"
	"context"
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/csvfile"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/deal"
	"service.example/crm/internal/service/people"
)

// exportPage is how many deals an export reads at a time.
const exportPage = 500

// Export returns what writes the deals of a filter that the actor reaches, the newest
// first, as a table with a column per custom field that CreateImport reads again. It
// holds one page in memory, however many there are.
func (s *Tables) Export(ctx context.Context, actor crm.Actor, f crm.DealFilter, values map[string]string) (func(io.Writer) error, error) {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return nil, err
	}
	first, err := s.deals.Deals(ctx, actor, f, values, crm.Page{Limit: exportPage})
	if err != nil {
		return nil, err
	}
	var fields []crm.CustomField
	err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) (err error) {
		if fields, err = contact.CustomFields(tx, actor.WorkspaceID, crm.OfDeals); err != nil {
			return err
		}
		return audit.Record(tx, actor, crm.Act{Action: "deal.exported", Targets: []crm.ActTarget{{Type: "workspace", ID: actor.WorkspaceID}}})
	})
	if err != nil {
		return nil, err
	}
	return func(w io.Writer) error {
		buffer := bufio.NewWriterSize(w, 64<<10)
		out := csv.NewWriter(buffer)
		header := append([]string{}, crm.DealColumns...)
		for _, d := range fields {
			header = append(header, d.Key)
		}
		if err := out.Write(header); err != nil {
			return err
		}
		for list := first; ; {
			rows, err := s.exportRows(ctx, actor, list.Items, fields)
			if err != nil {
				return err
			}
			if err := out.WriteAll(rows); err != nil {
				return err
			}
			if list.Next == "" {
				break
			}
			if list, err = s.deals.Deals(ctx, actor, f, values, crm.Page{Limit: exportPage, After: list.Next}); err != nil {
				return err
			}
		}
		return buffer.Flush()
	}, nil
}

// exportRows are the rows of a page of deals.
func (s *Tables) exportRows(ctx context.Context, actor crm.Actor, list []crm.Deal, fields []crm.CustomField) (out [][]string, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) error {
		out = nil
		n, err := newNamer(tx, actor)
		for _, d := range list {
			if err != nil {
				break
			}
			var row []string
			row, err = n.row(d, fields)
			out = append(out, row)
		}
		return err
	})
	return out, err
}

// namer writes what deals have by the names that people know.
type namer struct {
	tx        *db.Tx
	actor     crm.Actor
	pipelines map[string]crm.Pipeline
	reasons   map[string]string
	owners    map[string]string // addresses, as far as they were asked for
}

func newNamer(tx *db.Tx, actor crm.Actor) (*namer, error) {
	n := &namer{tx: tx, actor: actor, pipelines: map[string]crm.Pipeline{}, reasons: map[string]string{}, owners: map[string]string{}}
	list, err := deal.AllPipelines(tx, actor.WorkspaceID)
	if err != nil {
		return nil, err
	}
	for _, p := range list {
		n.pipelines[p.ID] = p
	}
	reasons, err := deal.AllReasons(tx, actor.WorkspaceID)
	for _, r := range reasons {
		n.reasons[r.ID] = r.Name
	}
	return n, err
}

func (n *namer) row(d crm.Deal, fields []crm.CustomField) ([]string, error) {
	p := n.pipelines[d.PipelineID]
	stage, _ := p.Stage(d.StageID)
	cells := map[string]string{crm.ColumnExternalKey: d.ExternalKey, crm.ColumnTitle: d.Title, crm.ColumnPipeline: p.Name, crm.ColumnStage: stage.Name, crm.ColumnCurrency: d.Currency,
		crm.ColumnCloseOn: d.ExpectedCloseOn, crm.ColumnForecast: string(d.Forecast), crm.ColumnReason: n.reasons[d.ReasonID], crm.ColumnCloseNote: d.Note}
	if d.ExternalKey == "" || strings.HasPrefix(d.ExternalKey, "#") {
		cells[crm.ColumnExternalKey] = d.ID
	}
	if amount := d.AmountText(); amount != nil {
		cells[crm.ColumnAmount] = *amount
	}
	var err error
	if cells[crm.ColumnContactPhone], cells[crm.ColumnContactUserID], err = n.contact(d.ContactID); err == nil {
		cells[crm.ColumnOwnerEmail], err = n.owner(d.OwnerID)
	}
	if err != nil {
		return nil, err
	}
	row := make([]string, 0, len(crm.DealColumns)+len(fields))
	for _, column := range crm.DealColumns {
		row = append(row, csvfile.Cell(cells[column]))
	}
	for _, f := range fields {
		row = append(row, csvfile.Cell(d.Values[f.Number]))
	}
	return row, nil
}

// contact is how a contact is known that the actor may see; both are "" for others.
func (n *namer) contact(id string) (phone, userID string, err error) {
	if id == "" || n.actor.Require(crm.ScopeContactsRead) != nil {
		return "", "", nil
	}
	c, err := contact.ContactFor(n.tx, n.actor, id)
	if crm.CodeOf(err) == crm.CodeNotFound {
		return "", "", nil
	}
	return n.actor.Shown(c.Phone), c.UserID, err
}

// owner is the address of a member: of the actor, or of anybody for those who may see
// users.
func (n *namer) owner(id string) (address string, err error) {
	if id == "" || id != n.actor.UserID() && n.actor.Require(crm.ScopeUsersRead) != nil {
		return "", nil
	}
	address, asked := n.owners[id]
	if !asked {
		m, err := people.Member(n.tx, n.actor.WorkspaceID, id)
		if err != nil && crm.CodeOf(err) != crm.CodeNotFound {
			return "", err
		}
		address = m.User.Email
		n.owners[id] = address
	}
	return address, nil
}

// WriteProblems writes why lines of an import were not taken as a CSV table.
func (s *Tables) WriteProblems(ctx context.Context, actor crm.Actor, id string) (func(io.Writer) error, error) {
	first, err := s.Problems(ctx, actor, id, crm.Page{Limit: exportPage})
	if err != nil {
		return nil, err
	}
	return func(w io.Writer) error {
		out := csv.NewWriter(w)
		if err := out.Write([]string{"line", "column", "reason"}); err != nil {
			return err
		}
		for list := first; ; {
			for _, p := range list.Items {
				_ = out.Write([]string{strconv.FormatInt(p.Line, 10), csvfile.Cell(p.Field), csvfile.Cell(p.Reason)})
			}
			if list.Next == "" {
				break
			}
			var err error
			if list, err = s.Problems(ctx, actor, id, crm.Page{Limit: exportPage, After: list.Next}); err != nil {
				return err
			}
		}
		out.Flush()
		return out.Error()
	}, nil
}
