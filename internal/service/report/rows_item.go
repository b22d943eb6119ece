package report

import (
	"math"
	"strconv"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// itemsBy is a statement of the facts of a dimension in a time, before a place in it:
// those that were not taken back. from and where say where they stand.
func itemsBy(columns, from, where, order string) *db.Stmt {
	return db.SQL(`SELECT ` + columns + ` FROM ` + from + ` WHERE ` + where + order + ` LIMIT $8`)
}

const (
	liveItems = ` AND f.sign = 1 AND f.undone = 0 AND ($9 = '' OR f.part = $9)`
	timeOf    = ` AND f.at >= $3 AND f.at < $4 AND (f.at, f.number) < ($5, $6)`
	inNumber  = ` AND ($7 = '' OR f.phone_number_id = $7)`
	latest    = ` ORDER BY f.at DESC, f.number DESC`
)

var (
	itemColumns = "f." + strings.ReplaceAll(factColumns, ", ", ", f.")

	itemsSQL         = itemsBy(itemColumns, `report_facts f`, `f.workspace_id = $1 AND f.metric = $2`+timeOf+` AND $7 = ''`+liveItems, latest)
	itemsOfNumberSQL = itemsBy(itemColumns, `report_facts f INDEXED BY report_facts_number`, `f.workspace_id = $1 AND f.metric = $2 AND f.phone_number_id = $7`+timeOf+liveItems, latest).By("report_facts_number")
	itemsOfTeamSQL   = itemsBy(itemColumns, `report_facts f INDEXED BY report_facts_team`, `f.workspace_id = $1 AND f.metric = $2 AND f.team_id = $10 AND f.team_id <> ''`+timeOf+inNumber+liveItems, latest).By("report_facts_team")
	itemsOfAgentSQL  = itemsBy(itemColumns, `report_facts f INDEXED BY report_facts_agent`, `f.workspace_id = $1 AND f.metric = $2 AND f.agent_id = $10 AND f.agent_id <> ''`+timeOf+inNumber+liveItems, latest).By("report_facts_agent")
	itemsOfLabelSQL  = itemsBy(itemColumns, `report_labels l JOIN report_facts f ON f.workspace_id = l.workspace_id AND f.metric = l.metric AND f.at = l.at AND f.number = l.number`,
		`l.workspace_id = $1 AND l.metric = $2 AND l.label_id = $10 AND l.at >= $3 AND l.at < $4 AND (l.at, l.number) < ($5, $6)`+inNumber+liveItems, ` ORDER BY l.at DESC, l.number DESC`)
)

// itemPlace is where a page of items begins: behind a fact.
type itemPlace struct{ at, number int64 }

func (i Item) cursor() string {
	return strconv.FormatInt(i.At, 10) + "." + strconv.FormatInt(i.Number, 10)
}

func readCursor(text string) (p itemPlace, err error) {
	if text == "" {
		return itemPlace{math.MaxInt64, math.MaxInt64}, nil
	}
	at, number, _ := strings.Cut(text, ".")
	p.at, err = strconv.ParseInt(at, 10, 64)
	if err == nil {
		p.number, err = strconv.ParseInt(number, 10, 64)
	}
	if err != nil {
		var f crm.Faults
		f.Add("cursor", crm.CodeParameterInvalid, "cursor is not from this list.")
		err = f.Err()
	}
	return p, err
}

// itemsOf returns up to limit facts of a slice in a time, the latest first.
func itemsOf(tx *db.Tx, workspaceID string, q crm.ReportQuery, s crm.Slice, from, to int64, before itemPlace, limit int) (out []Item, err error) {
	which, args := itemsSQL, []any{workspaceID, string(q.Metric), from, to, before.at, before.number, s.PhoneNumberID, limit, q.Part}
	switch s.Kind {
	case crm.SliceTeam:
		which, args = itemsOfTeamSQL, append(args, s.Value)
	case crm.SliceAgent:
		which, args = itemsOfAgentSQL, append(args, s.Value)
	case crm.SliceLabel:
		which, args = itemsOfLabelSQL, append(args, s.Value)
	case crm.SliceNumber:
		which, args[6] = itemsOfNumberSQL, s.Value
	case crm.SliceAll:
	}
	err = tx.Each(which, func(r db.Row) error {
		e, err := scanFact(r, q.Metric)
		if err == nil {
			out = append(out, Item{e.Fact, e.number})
		}
		return err
	}, args...)
	return out, err
}
