package deal

import (
	"context"
	"math"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// ownerOf is whose deals an actor counts; "" for all. Who reaches only some deals counts
// their own, which are always in reach: other sums would tell of deals beyond it.
func ownerOf(actor crm.Actor, ownerID string) (string, error) {
	own := actor.Reach.UserID
	switch {
	case actor.Reach.IsWhole():
		return ownerID, nil
	case own != "" && (ownerID == "" || ownerID == own):
		return own, nil
	}
	return "", crm.Errorf(crm.KindForbidden, crm.CodeReachRequired, "Your reach is limited: you can forecast your own deals alone.")
}

// Forecast returns what the open deals of a pipeline are worth, or were at a moment. Who
// reaches only some deals gets their own. It reads sums alone, so it costs the same
// however many deals there are.
func (s *Deals) Forecast(ctx context.Context, actor crm.Actor, q crm.ForecastQuery) (out crm.Forecast, err error) {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return out, err
	}
	if q.OwnerID, err = ownerOf(actor, q.OwnerID); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		at := tx.Now()
		if err := q.Validate(at); err != nil {
			return err
		}
		p, err := pipelineAt(tx, actor.WorkspaceID, q.PipelineID, q.At)
		if err != nil {
			return err
		}
		if q.At != nil {
			at = *q.At
		}
		list, err := forecastCells(tx, p, q)
		if err != nil {
			return err
		}
		rates := map[string]crm.ExchangeRate{}
		if q.Currency != "" {
			if rates, err = ratesOn(tx, p.WorkspaceID, q.Currency, at.UTC().Format(time.DateOnly)); err != nil {
				return err
			}
		}
		out = crm.NewForecast(q, at, p, list, rates)
		return nil
	})
	return out, err
}

// pipelineAt returns a pipeline with the stages that it had at a moment; nil for now.
func pipelineAt(tx *db.Tx, workspaceID, id string, at *time.Time) (crm.Pipeline, error) {
	p, err := pipeline(tx, workspaceID, id)
	if err == nil && at != nil {
		p, err = stagesAt(tx, p, db.Ms(*at))
	}
	return p, err
}

// forecastCells reads the cells that say the least that is still enough for a forecast.
func forecastCells(tx *db.Tx, p crm.Pipeline, q crm.ForecastQuery) (out []crm.ForecastCell, err error) {
	prefix, owner := cellMonth, q.OwnerID
	if owner == crm.ForecastNone {
		owner = ""
	}
	one := q.OwnerID != ""
	switch {
	case one && (q.GroupBy == crm.ForecastByMonth || q.GroupBy == crm.ForecastByCategory):
		prefix = cellOwned + owner + "/"
	case one:
		prefix = cellOwner + owner + "/"
	case q.GroupBy == crm.ForecastByStage:
		prefix = cellStage
	case q.GroupBy == crm.ForecastByOwner:
		prefix = cellOwner
	}
	found, err := cells(tx, p.WorkspaceID, p.ID, prefix, msOrNil(q.At))
	for cell, a := range found {
		c, err := parseCell(cell, a)
		if err != nil {
			return nil, err
		}
		if stage, there := p.Stage(c.Stage); prefix == cellStage && there && stage.Kind != crm.StageOpen {
			continue
		}
		out = append(out, c)
	}
	return out, err
}

func msOrNil(at *time.Time) *int64 {
	if at == nil {
		return nil
	}
	return new(db.Ms(*at))
}

// ForecastItems returns a page of the deals that a number of a forecast is made of, as
// they were at the moment, those that changed last first. A page may be short although
// more follow.
func (s *Deals) ForecastItems(ctx context.Context, actor crm.Actor, q crm.ForecastQuery, f crm.ForecastFilter, p crm.Page) (out crm.List[crm.Deal], err error) {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return out, err
	}
	if !actor.Reach.IsWhole() && q.OwnerID == "" {
		q.OwnerID = actor.Reach.UserID // as in the forecast
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		var faults crm.Faults
		err := faults.Join(q.Validate(tx.Now()))
		if f.Validate(&faults); err == nil {
			err = faults.Err()
		}
		if err != nil {
			return err
		}
		of, err := pipelineAt(tx, actor.WorkspaceID, q.PipelineID, q.At)
		if err == nil {
			f.OwnerID, f.Status = q.OwnerID, crm.StageOpen
			out, err = dealsAt(tx, actor, of, f, momentOr(q.At), p)
		}
		return err
	})
	return out, err
}

// momentOr is a moment in Unix milliseconds; behind all others for nil.
func momentOr(at *time.Time) int64 {
	if at == nil {
		return math.MaxInt64
	}
	return db.Ms(*at)
}

// BoardAt is Board as it was at a moment, with the stages of then. Deals are in the order
// of their last change until then, the latest first: their places are not kept.
func (s *Deals) BoardAt(ctx context.Context, actor crm.Actor, pipelineID, stageID string, at time.Time, p crm.Page) (out []crm.BoardColumn, err error) {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		out = nil
		var f crm.Faults
		if crm.CheckPast(&at, tx.Now(), &f); !f.Empty() {
			return f.Err()
		}
		of, err := pipelineAt(tx, actor.WorkspaceID, pipelineID, &at)
		if err != nil {
			return err
		}
		if _, there := of.Stage(stageID); stageID != "" && !there {
			return crm.NotFound("stage", stageID)
		}
		sums, err := totalsAt(tx, of, db.Ms(at))
		if err != nil {
			return err
		}
		for _, stage := range of.Stages {
			if stageID != "" && stage.ID != stageID {
				continue
			}
			c := crm.BoardColumn{Stage: stage}
			if actor.Reach.IsWhole() {
				c.Totals = append([]crm.StageTotal{}, sums[stage.ID]...)
			}
			if c.Deals, err = dealsAt(tx, actor, of, crm.ForecastFilter{StageID: stage.ID}, db.Ms(at), p); err != nil {
				return err
			}
			out = append(out, c)
		}
		return nil
	})
	return out, err
}
