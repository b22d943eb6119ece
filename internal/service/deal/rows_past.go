package deal

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

// at is a statement that lists what deals were at a moment $3 by an index, those that
// changed last before it first, from a place on; from $8 on the reach, by what the deals
// are now. Those that are gone are seen by who sees everything.
func at(column, index string) *db.Stmt {
	condition := "f." + column + " = $2"
	if column == "owner_id" {
		condition += " AND f.owner_id <> ''"
	}
	// The index is read alone, and then the rows of which it is not known that they ended.
	return db.SQL(`SELECT ` + factColumns + `, CASE WHEN f.to_at = 0 OR f.to_at > $3 THEN 1 ELSE 0 END, CASE WHEN $8 = 'all' AND $12 = '' THEN 1 WHEN d.id IS NULL THEN 0 ELSE ` + inReach(8) + ` END
		FROM (SELECT * FROM deal_facts f INDEXED BY ` + index + ` WHERE f.workspace_id = $1 AND ` + condition + ` AND f.from_at <= $3 AND (f.from_at, f.deal_id, f.number) < ($4, $5, $6)
			ORDER BY f.from_at DESC, f.deal_id DESC, f.number DESC LIMIT $7) f
		LEFT JOIN deals d ON d.workspace_id = f.workspace_id AND d.id = f.deal_id ORDER BY f.from_at DESC, f.deal_id DESC, f.number DESC`).ByOnPostgres(index)
}

var (
	atPipelineSQL = at("pipeline_id", "deal_facts_pipeline")
	atStageSQL    = at("stage_id", "deal_facts_stage")
	atOwnerSQL    = at("owner_id", "deal_facts_owner")
)

// factPlace is where a page of the past begins: behind a fact.
type factPlace struct {
	from   int64
	dealID string
	number int64
	part   string // of a movement
}

func (p factPlace) String() string {
	return strconv.FormatInt(p.from, 10) + "." + p.dealID + "." + strconv.FormatInt(p.number, 10) + "." + p.part
}

// parsePlace reads a cursor of factPlace; the first place for "".
func parsePlace(text string) (p factPlace, err error) {
	if text == "" {
		return factPlace{from: math.MaxInt64}, nil
	}
	parts := strings.Split(text, ".")
	if len(parts) == 4 {
		p.dealID, p.part = parts[1], parts[3]
		if p.from, err = strconv.ParseInt(parts[0], 10, 64); err == nil {
			p.number, err = strconv.ParseInt(parts[2], 10, 64)
		}
	}
	if len(parts) != 4 || err != nil {
		var f crm.Faults
		f.Add("cursor", crm.CodeParameterInvalid, "cursor is not from this list.")
		return p, f.Err()
	}
	return p, nil
}

// dealsAt returns a page of what deals of a pipeline were at a moment.
func dealsAt(tx *db.Tx, actor crm.Actor, p crm.Pipeline, f crm.ForecastFilter, moment int64, page crm.Page) (out crm.List[crm.Deal], err error) {
	place, err := parsePlace(page.After)
	if err != nil {
		return out, err
	}
	which, value := atPipelineSQL, p.ID
	switch {
	case f.StageID != "":
		which, value = atStageSQL, f.StageID
	case f.OwnerID != "" && f.OwnerID != crm.ForecastNone:
		which, value = atOwnerSQL, f.OwnerID
	}
	// Most of what changed last is still there: little is read first, and then more, up to
	// what one page may look at.
	for size, left := 2*page.Limit+1, max(page.Limit+1, looked); left > 0; size *= 2 {
		size = min(size, left)
		left -= size
		rows, full := 0, false
		err = tx.Each(which, func(r db.Row) error {
			if rows++; full {
				return nil
			}
			var there, seen int64
			d, from, err := scanFact(r, p, &there, &seen)
			if err != nil {
				return err
			}
			if there == 1 && seen == 1 && d.PipelineID == p.ID && f.Has(&d) {
				if len(out.Items) == page.Limit {
					full = true
					return nil
				}
				out.Items = append(out.Items, d)
			}
			place = factPlace{from: from, dealID: d.ID, number: d.Version}
			return nil
		}, append([]any{actor.WorkspaceID, value, moment, place.from, place.dealID, place.number, size}, reach.Args(actor.Reach)...)...)
		if err != nil || rows < size && !full {
			return out, err
		}
		if full {
			break
		}
	}
	out.Next = place.String()
	return out, nil
}

// totalsAt are what the stages of a pipeline had at a moment, by stage.
func totalsAt(tx *db.Tx, p crm.Pipeline, moment int64) (map[string][]crm.StageTotal, error) {
	found, err := cells(tx, p.WorkspaceID, p.ID, cellStage, &moment)
	out := map[string][]crm.StageTotal{}
	for cell, a := range found {
		c, err := parseCell(cell, a)
		if err != nil {
			return nil, err
		}
		out[c.Stage] = append(out[c.Stage], crm.StageTotal{StageID: c.Stage, Currency: c.Currency, Deals: a.deals, Minor: a.minor})
	}
	for _, list := range out {
		slices.SortFunc(list, func(a, b crm.StageTotal) int { return cmp.Compare(a.Currency, b.Currency) })
	}
	return out, err
}
