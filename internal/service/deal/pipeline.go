package deal

import (
	"context"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
)

// Pipelines returns a page of the workspace's pipelines, the oldest first.
func (s *Deals) Pipelines(ctx context.Context, actor crm.Actor, p crm.Page) (out crm.List[crm.Pipeline], err error) {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = pipelines(tx, actor.WorkspaceID, p); return err })
	return out, err
}

// Pipeline returns one pipeline.
func (s *Deals) Pipeline(ctx context.Context, actor crm.Actor, id string) (out crm.Pipeline, err error) {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = pipeline(tx, actor.WorkspaceID, id); return err })
	return out, err
}

// CreatePipeline makes a pipeline. One without stages that win or lose gets them.
func (s *Deals) CreatePipeline(ctx context.Context, actor crm.Actor, ch crm.PipelineChange) (crm.Pipeline, error) {
	return s.changePipeline(ctx, actor, "pipeline.created", func(tx *db.Tx) (old, p crm.Pipeline, err error) {
		p = crm.Pipeline{ID: tx.NewID(crm.PrefixPipeline), WorkspaceID: actor.WorkspaceID, CreatedBy: actor.By(), CreatedAt: tx.Now(), UpdatedAt: tx.Now()}
		if ch.Stages == nil {
			ch.Stages = new([]crm.StageSpec)
		}
		if p, err = ch.Apply(p, tx.Now(), stageIDs(tx)); err == nil {
			err = checkRequirements(tx, old, p)
		}
		if err == nil {
			err = checkPipelineLimit(tx, p.WorkspaceID)
		}
		if err == nil {
			insertPipeline(tx, p)
			recordStages(tx, old, p)
		}
		return old, p, err
	})
}

// UpdatePipeline changes what is given of a pipeline. A stage that has deals is neither
// removed nor of another kind.
func (s *Deals) UpdatePipeline(ctx context.Context, actor crm.Actor, id string, ch crm.PipelineChange) (crm.Pipeline, error) {
	return s.changePipeline(ctx, actor, "pipeline.updated", func(tx *db.Tx) (old, p crm.Pipeline, err error) {
		if old, err = lockPipeline(tx, actor.WorkspaceID, id); err == nil {
			p, err = ch.Apply(old, tx.Now(), stageIDs(tx))
		}
		if err == nil {
			err = checkRequirements(tx, old, p)
		}
		if err == nil {
			err = checkEmpty(tx, old, p)
		}
		if err == nil && len(crm.ActDiff(factsOf(old), factsOf(p))) > 0 {
			p.UpdatedAt = tx.Now()
			updatePipeline(tx, p, gone(old, p))
			recordStages(tx, old, p)
			checkRotOfStages(tx, old, p)
		}
		return old, p, err
	})
}

func stageIDs(tx *db.Tx) func() string {
	return func() string { return tx.NewID(crm.PrefixStage) }
}

// checkEmpty refuses what cannot be done to a stage that has deals.
func checkEmpty(tx *db.Tx, before, after crm.Pipeline) error {
	touched := gone(before, after)
	for _, s := range after.Stages {
		if old, there := before.Stage(s.ID); there && old.Kind != s.Kind {
			touched = append(touched, old)
		}
	}
	for _, s := range touched {
		full, err := hasDeals(tx, before.WorkspaceID, s.ID)
		if err != nil {
			return err
		}
		if full {
			return crm.Errorf(crm.KindConflict, crm.CodeStageNotEmpty, "The stage %s (%s) has deals: it is neither removed nor of another kind until they are moved.", s.Name, s.ID)
		}
	}
	return nil
}

// pipelineFacts are what the audit log compares of a pipeline.
type pipelineFacts struct {
	Name, Currency string
	Archived       bool
	Stages         []crm.Stage
}

func factsOf(p crm.Pipeline) pipelineFacts {
	return pipelineFacts{p.Name, p.Currency, p.ArchivedAt != nil, p.Stages}
}

// changePipeline lets do change a pipeline, and records the act.
func (s *Deals) changePipeline(ctx context.Context, actor crm.Actor, action string, do func(*db.Tx) (old, p crm.Pipeline, err error)) (crm.Pipeline, error) {
	if err := actor.Require(crm.ScopePipelinesWrite); err != nil {
		return crm.Pipeline{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Pipeline]) (p crm.Pipeline, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			var old crm.Pipeline
			if old, p, err = do(tx); err != nil {
				return err
			}
			if err := save(tx, p); err != nil {
				return err
			}
			return audit.RecordChange(tx, actor, action, crm.ActTarget{Type: "pipeline", ID: p.ID, Name: p.Name}, crm.ActDiff(factsOf(old), factsOf(p)))
		})
		return p, err
	})
}

// Reasons returns a page of why deals are won or lost, or both, the oldest first.
func (s *Deals) Reasons(ctx context.Context, actor crm.Actor, kind crm.StageKind, p crm.Page) (out crm.List[crm.DealReason], err error) {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = reasons(tx, actor.WorkspaceID, kind, p); return err })
	return out, err
}

// CreateReason adds a reason to the workspace's list.
func (s *Deals) CreateReason(ctx context.Context, actor crm.Actor, kind crm.StageKind, name string) (crm.DealReason, error) {
	return s.changeReason(ctx, actor, "deal_reason.created", func(tx *db.Tx) (crm.DealReason, crm.ActChanges, error) {
		r, err := crm.DealReason{ID: tx.NewID(crm.PrefixDealReason), WorkspaceID: actor.WorkspaceID, Kind: kind, Name: name, CreatedBy: actor.By(), CreatedAt: tx.Now()}.Validate()
		if err == nil {
			err = checkReasonLimit(tx, r.WorkspaceID, r.Kind)
		}
		fresh := false
		if err == nil {
			fresh, err = insertReason(tx, r)
		}
		if err == nil && !fresh {
			err = crm.Errorf(crm.KindConflict, crm.CodeDealReasonExists, "There is a reason %q already.", r.Name)
		}
		return r, crm.ActChanges{}.Set("name", nil, r.Name).Set("kind", nil, string(r.Kind)), err
	})
}

// DeleteReason removes a reason from the list. Deals that name it keep it.
func (s *Deals) DeleteReason(ctx context.Context, actor crm.Actor, id string) error {
	_, err := s.changeReason(ctx, actor, "deal_reason.deleted", func(tx *db.Tx) (crm.DealReason, crm.ActChanges, error) {
		r, err := reason(tx, actor.WorkspaceID, id)
		if err == nil {
			removeReason(tx, r)
		}
		return r, crm.ActChanges{}.Set("name", r.Name, nil), err
	})
	return err
}

func (s *Deals) changeReason(ctx context.Context, actor crm.Actor, action string, do func(*db.Tx) (crm.DealReason, crm.ActChanges, error)) (crm.DealReason, error) {
	if err := actor.Require(crm.ScopePipelinesWrite); err != nil {
		return crm.DealReason{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.DealReason]) (r crm.DealReason, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			var changes crm.ActChanges
			if r, changes, err = do(tx); err != nil {
				return err
			}
			if err := save(tx, r); err != nil {
				return err
			}
			return audit.RecordChange(tx, actor, action, crm.ActTarget{Type: "deal_reason", ID: r.ID, Name: r.Name}, changes)
		})
		return r, err
	})
}

// LockPipelines keeps others from making and moving deals in pipelines until the
// transaction ends, in the order in which everybody does.
func LockPipelines(tx *db.Tx, workspaceID string, ids []string) error {
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		if _, err := tx.Texts(lockPipelineSQL, workspaceID, id); err != nil {
			return err
		}
	}
	return nil
}

// AllPipelines returns every pipeline of a workspace with its stages.
func AllPipelines(tx *db.Tx, workspaceID string) ([]crm.Pipeline, error) {
	list, err := pipelines(tx, workspaceID, crm.Page{Limit: crm.MaxPipelines})
	return list.Items, err
}

// AllReasons returns every reason of a workspace why deals are won and lost.
func AllReasons(tx *db.Tx, workspaceID string) ([]crm.DealReason, error) {
	list, err := reasons(tx, workspaceID, "", crm.Page{Limit: 2 * crm.MaxDealReasons})
	return list.Items, err
}
