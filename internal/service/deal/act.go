package deal

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
)

// CreateDeal is Create in a transaction, for an actor who asks and whoever it is done
// by.
func (s *Deals) CreateDeal(tx *db.Tx, actor crm.Actor, by crm.DoneBy, n NewDeal) (crm.Deal, error) {
	return s.create(actor, by, n)(tx)
}

// LockPipelineOf locks a pipeline by its identifier, or by that of one of its stages
// where it is "": until the transaction ends nobody else makes or moves deals in it.
func LockPipelineOf(tx *db.Tx, workspaceID, pipelineID, stageID string) (p crm.Pipeline, err error) {
	if pipelineID == "" {
		if pipelineID, err = pipelineOfStage(tx, workspaceID, stageID); err != nil {
			return p, err
		}
		if pipelineID == "" {
			return p, crm.NotFound("stage", stageID)
		}
	}
	return lockPipeline(tx, workspaceID, pipelineID)
}

// OpenDeal returns the newest open deal that a conversation, or one that was joined to
// it, has in a pipeline; false if it has none.
func OpenDeal(tx *db.Tx, workspaceID, conversationID, pipelineID string) (d crm.Deal, found bool, err error) {
	family, err := contact.Family(tx, workspaceID, conversationID)
	newest := ""
	for _, member := range family {
		if err != nil {
			break
		}
		var id string
		if _, err = tx.One(openDealSQL, []any{&id}, workspaceID, member, pipelineID); id > newest {
			newest = id
		}
	}
	if err != nil || newest == "" {
		return d, false, err
	}
	d, err = deal(tx, selectDealSQL, workspaceID, newest)
	return d, err == nil, err
}

// CheckAct adds every fault of what an act of a rule names: its pipeline, its stage, the
// reason, and what the deal is worth.
func CheckAct(tx *db.Tx, workspaceID string, a crm.DealAct, f *crm.Faults) error {
	var own crm.Faults
	defer func() { f.Below("/act", own) }()
	id := a.PipelineID
	if a.StageID != "" {
		of, err := pipelineOfStage(tx, workspaceID, a.StageID)
		if err != nil {
			return err
		}
		if of == "" || id != "" && id != of {
			own.Add("/stageId", crm.CodeNotFound, "There is no stage %q in this workspace, or it is of another pipeline.", a.StageID)
			return nil
		}
		id = of
	}
	p, err := pipeline(tx, workspaceID, id)
	if crm.CodeOf(err) == crm.CodeNotFound {
		own.Add("/pipelineId", crm.CodeNotFound, "There is no pipeline %q in this workspace.", id)
		return nil
	}
	if err != nil {
		return err
	}
	if err := checkArchive(p); err != nil && a.Type == crm.DealActCreate {
		own.Add("/pipelineId", crm.CodePipelineArchived, "%s", crm.AsError(err).Message)
	}
	stage := p.First()
	if a.StageID != "" {
		stage, _ = p.Stage(a.StageID)
	}
	if _, err := ending(tx, workspaceID, stage, a.End(), &own); err != nil || a.Type != crm.DealActCreate {
		return err
	}
	_, err = crm.DealChange{Title: &a.Title, Amount: &a.Amount, Currency: &a.Currency, OwnerID: &a.OwnerID}.Apply(crm.DealContent{}, p.Currency)
	return own.Join(err)
}

// Shift moves a deal, for an actor who asks and whoever it is done by, and returns where it
// stood: PutBack brings it there again.
func Shift(tx *db.Tx, actor crm.Actor, by crm.DoneBy, id string, m crm.DealMove) (was crm.DealActionItem, err error) {
	before, err := dealFor(tx, selectDealSQL, actor, id)
	if err != nil {
		return was, err
	}
	m.IfStageID = before.StageID
	moved, err := MoveDeal(tx, actor, by, id, m)
	return crm.DealActionItem{DealID: id, StageID: before.StageID, Position: before.Position, End: before.DealEnd, ClosedAt: before.ClosedAt, Number: moved.Deal.Version}, err
}

// PutBack brings a deal back to where it stood, or refuses: if it was moved since, its
// stage is gone, or lacks what that asks for.
func PutBack(tx *db.Tx, actor crm.Actor, was crm.DealActionItem) error {
	return putBack(tx, actor, was)
}

// TakeBack removes a deal that was made and that nobody changed since: it is still the
// version that it was then.
func TakeBack(tx *db.Tx, actor crm.Actor, id string, version int64) error {
	d, _, err := lockDeal(tx, actor, id, "")
	if err == nil && d.Version != version {
		err = crm.Errorf(crm.KindPrecondition, crm.CodeChangedMeanwhile, "The deal was changed since it was made.")
	}
	if err != nil {
		return err
	}
	return drop(tx, actor, d)
}

// EveryPipeline returns the pipelines with their stages, the oldest first.
func EveryPipeline(tx *db.Tx, workspaceID string) ([]crm.Pipeline, error) {
	list, err := pipelines(tx, workspaceID, crm.Page{Limit: crm.MaxPipelines})
	return list.Items, err
}

// DealsOn returns the deals that a conversation, or one that was joined to it, has on a
// stage now: of its newest ones.
func DealsOn(tx *db.Tx, workspaceID, conversationID, stageID string) (out []crm.Deal, err error) {
	list, err := deals(tx, crm.Insider(workspaceID, crm.ActorSystem, false), crm.DealFilter{ConversationID: conversationID}, crm.Page{Limit: 50})
	for _, d := range list.Items {
		if d.StageID == stageID {
			out = append(out, d)
		}
	}
	return out, err
}

// Look returns a deal, or a KindNotFound error.
func Look(tx *db.Tx, workspaceID, id string) (crm.Deal, error) {
	return deal(tx, selectDealSQL, workspaceID, id)
}
