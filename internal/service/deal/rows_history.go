package deal

import (
	"encoding/json"
	"math"
	"strconv"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	insertHistorySQL = db.SQL(`INSERT INTO deal_history (workspace_id, deal_id, number, at, done_by, kind, facts) VALUES ($1, $2, $3, $4, $5, $6, $7)`)
	// The newest first, by the key.
	listHistorySQL = db.SQL(`SELECT number, at, done_by, kind, facts FROM deal_history WHERE workspace_id = $1 AND deal_id = $2 AND number < $3 ORDER BY deal_id DESC, number DESC LIMIT $4`)
	insertSpanSQL  = db.SQL(`INSERT INTO deal_spans (workspace_id, deal_id, number, pipeline_id, stage_id, from_at, begun_by) VALUES ($1, $2, $3, $4, $5, $6, $7)`)
	endSpanSQL     = db.SQL(`UPDATE deal_spans SET to_at = $3 WHERE workspace_id = $1 AND deal_id = $2 AND to_at = 0`)
	listSpansSQL   = db.SQL(`SELECT number, pipeline_id, stage_id, from_at, to_at, begun_by FROM deal_spans WHERE workspace_id = $1 AND deal_id = $2 AND number > $3 ORDER BY number LIMIT $4`)
)

// happened adds an entry to the history of a deal, which has its number already.
func happened(tx *db.Tx, d crm.Deal, kind crm.DealHistoryKind, by crm.DoneBy, facts crm.DealHistoryFacts) {
	tx.Write(insertHistorySQL, d.WorkspaceID, d.ID, d.Version, db.Ms(tx.Now()), by.String(), string(kind), db.Text(facts))
}

// beginSpan lets a deal be on its stage from now on; whatever stage it was on before ends.
func beginSpan(tx *db.Tx, d crm.Deal, by crm.DoneBy) {
	tx.Write(endSpanSQL, d.WorkspaceID, d.ID, db.Ms(tx.Now()))
	tx.Write(insertSpanSQL, d.WorkspaceID, d.ID, d.Version, d.PipelineID, d.StageID, db.Ms(tx.Now()), by.String())
}

// history returns a page of what happened to a deal, the newest first.
func history(tx *db.Tx, d crm.Deal, p crm.Page) (crm.List[crm.DealHistoryEntry], error) {
	var list []crm.DealHistoryEntry
	from, err := p.Number()
	if err != nil {
		return crm.List[crm.DealHistoryEntry]{}, err
	}
	if from == 0 {
		from = math.MaxInt64
	}
	err = tx.Each(listHistorySQL, func(r db.Row) error {
		e := crm.DealHistoryEntry{WorkspaceID: d.WorkspaceID, DealID: d.ID}
		var at int64
		var by, facts string
		if err := r.Scan(&e.Number, &at, &by, (*string)(&e.Kind), &facts); err != nil {
			return err
		}
		e.At = db.At(at)
		var err error
		if e.By, err = crm.ParseDoneBy(by); err == nil {
			err = json.Unmarshal([]byte(facts), &e.DealHistoryFacts)
		}
		list = append(list, e)
		return err
	}, d.WorkspaceID, d.ID, from, p.Limit+1)
	return crm.CutPage(list, p.Limit, func(e crm.DealHistoryEntry) string { return strconv.FormatInt(e.Number, 10) }), err
}

// spans returns a page of the stretches of time that a deal spent on stages, the first
// one first.
func spans(tx *db.Tx, d crm.Deal, p crm.Page) (crm.List[crm.DealSpan], error) {
	var list []crm.DealSpan
	from, err := p.Number()
	if err != nil {
		return crm.List[crm.DealSpan]{}, err
	}
	err = tx.Each(listSpansSQL, func(r db.Row) error {
		s := crm.DealSpan{WorkspaceID: d.WorkspaceID, DealID: d.ID}
		var from, to int64
		var by string
		if err := r.Scan(&s.Number, &s.PipelineID, &s.StageID, &from, &to, &by); err != nil {
			return err
		}
		s.From, s.To = db.At(from), db.AtOf(to)
		var err error
		s.By, err = crm.ParseDoneBy(by)
		list = append(list, s)
		return err
	}, d.WorkspaceID, d.ID, from, p.Limit+1)
	return crm.CutPage(list, p.Limit, func(s crm.DealSpan) string { return strconv.FormatInt(s.Number, 10) }), err
}
