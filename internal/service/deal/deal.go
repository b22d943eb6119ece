package deal

import (
	"context"
	"slices"
	"strconv"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/people"
)

// NewDeal is a deal to be made.
type NewDeal struct {
	// PipelineID is that of the stage where it is "", StageID the first open stage.
	PipelineID, StageID string
	Change              crm.DealChange
	// Move says why a deal that begins on a stage of the kind won or lost is so.
	Move crm.DealMove
	// ExternalKey is what another system knows it by; "" for none. One deal has it.
	ExternalKey string
	// AtBottom puts it below the deals of its stage.
	AtBottom bool
}

// Deal returns one deal.
func (s *Deals) Deal(ctx context.Context, actor crm.Actor, id string) (d crm.Deal, err error) {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return d, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		if d, err = dealFor(tx, selectDealSQL, actor, id); err == nil {
			err = nameFields(tx, &d)
		}
		return err
	})
	return d, err
}

// Deals returns a page of the deals of a filter, the newest first, or in the order of the
// expected close where the filter is about that. fields narrows it to those with a value
// of a custom field, by key. A page may be short although more follow.
func (s *Deals) Deals(ctx context.Context, actor crm.Actor, f crm.DealFilter, fields map[string]string, p crm.Page) (out crm.List[crm.Deal], err error) {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return out, err
	}
	if err := f.Validate(); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		now, err := heads(tx, actor.WorkspaceID, f)
		if err == nil && len(fields) > 0 {
			now.Values, err = fieldFilter(tx, actor.WorkspaceID, fields)
		}
		if err == nil {
			out, err = deals(tx, actor, now, p)
		}
		if err == nil {
			err = nameFieldsOf(tx, out.Items)
		}
		return err
	})
	return out, err
}

// heads is a filter of what became of a contact that was merged into another one, and of
// a conversation that was joined to another one.
func heads(tx *db.Tx, workspaceID string, f crm.DealFilter) (crm.DealFilter, error) {
	if f.ContactID != "" {
		c, err := contact.Contact(tx, workspaceID, f.ContactID)
		if err == nil {
			f.ContactID = c.ID
		} else if crm.CodeOf(err) != crm.CodeNotFound {
			return f, err
		}
	}
	if f.ConversationID == "" {
		return f, nil
	}
	c, err := contact.Conversation(tx, workspaceID, f.ConversationID)
	if crm.CodeOf(err) == crm.CodeNotFound {
		return f, nil
	}
	f.ConversationID = c.ID
	return f, err
}

// Board returns a page of each stage of a pipeline, or of one of them, with what the
// stage has in all: that is not told to who reaches only some of its deals.
func (s *Deals) Board(ctx context.Context, actor crm.Actor, pipelineID, stageID string, p crm.Page) (out []crm.BoardColumn, err error) {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		out = nil
		of, err := pipeline(tx, actor.WorkspaceID, pipelineID)
		if err != nil {
			return err
		}
		if _, there := of.Stage(stageID); stageID != "" && !there {
			return crm.NotFound("stage", stageID)
		}
		sums, err := totals(tx, actor.WorkspaceID, pipelineID)
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
			if c.Deals, err = column(tx, actor, stage.ID, p); err == nil {
				err = nameFieldsOf(tx, c.Deals.Items)
			}
			if err != nil {
				return err
			}
			out = append(out, c)
		}
		return nil
	})
	return out, err
}

// Create makes a deal at the top of its stage. A person who names no owner owns it.
func (s *Deals) Create(ctx context.Context, actor crm.Actor, n NewDeal) (crm.Deal, error) {
	return change(ctx, s, actor, s.create(actor, actor.By(), n))
}

// related looks up what a deal names anew, and returns it by the identifiers that hold
// now. A conversation brings its contact along where the deal has none.
func (s *Deals) related(tx *db.Tx, actor crm.Actor, before, after crm.DealContent, f *crm.Faults) (crm.DealContent, error) {
	if id := after.OwnerID; id != before.OwnerID && crm.ValidID(crm.PrefixUser, id) {
		if _, ok, err := people.Assignable(tx, actor.WorkspaceID, id); err != nil {
			return after, err
		} else if !ok {
			f.Add("/ownerId", crm.CodeNotFound, "There is no active member %q who may answer in this workspace.", id)
		}
	}
	if id := after.ContactID; id != before.ContactID && crm.ValidID(crm.PrefixContact, id) {
		c, err := contact.ContactFor(tx, actor, id)
		if err != nil && crm.CodeOf(err) != crm.CodeNotFound {
			return after, err
		}
		if after.ContactID = c.ID; err != nil {
			f.Add("/contactId", crm.CodeNotFound, "There is no contact %q that you reach.", id)
		}
	}
	if id := after.ConversationID; id != before.ConversationID && crm.ValidID(crm.PrefixConversation, id) {
		c, err := contact.ConversationFor(tx, actor, id)
		if err != nil && crm.CodeOf(err) != crm.CodeNotFound {
			return after, err
		}
		if after.ConversationID = c.ID; err != nil {
			f.Add("/conversationId", crm.CodeNotFound, "There is no conversation %q that you reach.", id)
		} else if after.ContactID == "" {
			after.ContactID = c.ContactID
		}
	}
	return after, nil
}

// Update changes what is given of a deal. If the condition, an If-Match, names another
// version than the one that there is, nothing changes.
func (s *Deals) Update(ctx context.Context, actor crm.Actor, id string, ch crm.DealChange, condition string) (crm.Deal, error) {
	return change(ctx, s, actor, func(tx *db.Tx) (crm.Deal, error) {
		old, p, err := lockDeal(tx, actor, id, "")
		if err != nil {
			return old, err
		}
		if err := checkVersion(old, condition); err != nil {
			return old, err
		}
		var f crm.Faults
		d, err := s.changed(tx, actor, old, p[old.PipelineID], ch, &f)
		if err == nil {
			err = checkKept(tx, p[old.PipelineID], old, d, &f)
		}
		if err == nil {
			err = f.Err()
		}
		if err != nil {
			return old, err
		}
		changes, err := changesOf(tx, old.WorkspaceID, old.DealContent, d.DealContent)
		if err == nil && len(changes) > 0 {
			old, err = store(tx, old, d, p[old.PipelineID], actor.By(), changes)
		}
		if err == nil {
			err = nameFields(tx, &old)
		}
		return old, err
	})
}

// changed returns a deal with what is given of it, and adds every fault.
func (s *Deals) changed(tx *db.Tx, actor crm.Actor, d crm.Deal, p crm.Pipeline, ch crm.DealChange, f *crm.Faults) (crm.Deal, error) {
	content, err := ch.Apply(d.DealContent, p.Currency)
	if err = f.Join(err); err == nil {
		err = applyFields(tx, actor.WorkspaceID, ch.Fields, &content, f)
	}
	if err == nil {
		d.DealContent, err = s.related(tx, actor, d.DealContent, content, f)
	}
	return d, err
}

func checkVersion(d crm.Deal, condition string) error {
	if crm.MatchesVersion(condition, d.Version) {
		return nil
	}
	return crm.Errorf(crm.KindPrecondition, crm.CodeChangedMeanwhile, "The deal is version %d now, which is not what If-Match names.", d.Version)
}

// store stores what became of a deal on its stage, and returns it.
func store(tx *db.Tx, old, d crm.Deal, p crm.Pipeline, by crm.DoneBy, changes crm.ActChanges) (crm.Deal, error) {
	d.Version, d.UpdatedAt, d.ActiveAt = old.Version+1, tx.Now(), tx.Now()
	if stage, there := p.Stage(d.StageID); there {
		d.RotsAt = stage.Rots(d.ActiveAt)
	}
	updateDeal(tx, d)
	putValues(tx, old, d)
	dropPrimary(tx, old, d)
	if minorOf(old.Amount) != minorOf(d.Amount) || old.Currency != d.Currency {
		count(tx, d.WorkspaceID, d.StageID, old.DealContent, -1)
		count(tx, d.WorkspaceID, d.StageID, d.DealContent, 1)
	}
	happened(tx, d, crm.DealChanged, by, crm.DealHistoryFacts{Changes: changes})
	if err := record(tx, &old, &d); err != nil {
		return d, err
	}
	return d, tellOwner(tx, old.OwnerID, d, by)
}

// lockTries is how often a deal is looked for that goes from pipeline to pipeline.
const lockTries = 5

// lockDeal locks a deal that the actor reaches, and before it its pipeline and that of a
// stage, in one order everywhere. The pipelines are returned by identifier.
func lockDeal(tx *db.Tx, actor crm.Actor, id, toPipeline string) (crm.Deal, map[string]crm.Pipeline, error) {
	d, err := deal(tx, selectDealSQL, actor.WorkspaceID, id)
	if err != nil {
		return d, nil, err
	}
	return lockKnownDeal(tx, actor, d, toPipeline)
}

// lockKnownDeal is lockDeal for a deal that has just been read.
func lockKnownDeal(tx *db.Tx, actor crm.Actor, d crm.Deal, toPipeline string) (crm.Deal, map[string]crm.Pipeline, error) {
	locked := map[string]crm.Pipeline{}
	for range lockTries {
		wanted := slices.Compact(slices.Sorted(slices.Values([]string{d.PipelineID, toPipeline})))
		wanted = slices.DeleteFunc(wanted, func(of string) bool { _, done := locked[of]; return done || of == "" })
		read := make([]crm.Pipeline, len(wanted))
		var list []func(*db.Tx) error // what locks goes first, and the rest with it in one round trip
		for _, of := range wanted {
			list = append(list, func(tx *db.Tx) error { _, err := tx.Texts(lockPipelineSQL, actor.WorkspaceID, of); return err })
		}
		list = append(list, func(tx *db.Tx) (err error) { d, err = dealFor(tx, lockDealSQL, actor, d.ID); return err })
		for i, of := range wanted {
			list = append(list, func(tx *db.Tx) (err error) { read[i], err = pipeline(tx, actor.WorkspaceID, of); return err })
		}
		if err := tx.Together(list...); err != nil {
			return d, nil, err
		}
		for _, p := range read {
			locked[p.ID] = p
		}
		if _, has := locked[d.PipelineID]; has {
			return d, locked, nil
		}
	}
	return d, nil, crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "The deal is being moved by others; try again.")
}

// change lets do change a deal.
func change[T any](ctx context.Context, s *Deals, actor crm.Actor, do func(*db.Tx) (T, error)) (none T, _ error) {
	if err := actor.Require(crm.ScopeDealsWrite); err != nil {
		return none, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[T]) (out T, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			if out, err = do(tx); err != nil {
				return err
			}
			return save(tx, out)
		})
		return out, err
	})
}

// ETag is how a version of a deal is named in If-Match.
func ETag(d crm.Deal) string { return strconv.Quote(strconv.FormatInt(d.Version, 10)) }
