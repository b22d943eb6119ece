// Package dealrule makes and moves deals by rules: when a label is added, a button is
// tapped, a form is answered or a conversation is closed. A follower of the log applies
// them. A rule acts on each trigger once, and never on what a rule did.
package dealrule

import (
	"context"
	"log/slog"
	"reflect"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/deal"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/people"
)

// Rules has the use cases about rules of deals.
type Rules struct {
	db    *db.DB
	log   *slog.Logger
	calls *core.Calls
	deals *deal.Deals

	failing event.Patience
}

// New returns the use cases.
func New(p core.Parts, deals *deal.Deals) *Rules {
	return &Rules{db: p.DB, log: p.Log, calls: p.Calls, deals: deals}
}

// List returns a page of the rules in their order.
func (s *Rules) List(ctx context.Context, actor crm.Actor, p crm.Page) (out crm.List[crm.DealRule], err error) {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = list(tx, actor.WorkspaceID, p); return err })
	return out, err
}

// Rule returns one rule.
func (s *Rules) Rule(ctx context.Context, actor crm.Actor, id string) (out crm.DealRule, err error) {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = one(tx, actor.WorkspaceID, id); return err })
	return out, err
}

// Runs returns a page of what a rule did, or could not do, the newest first. Some may be
// of conversations beyond a limited reach, so it takes the whole one.
func (s *Rules) Runs(ctx context.Context, actor crm.Actor, id string, outcome crm.DealRunOutcome, p crm.Page) (out crm.List[crm.DealRun], err error) {
	if err := requireWhole(actor, crm.ScopeDealsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		r, err := one(tx, actor.WorkspaceID, id)
		if err == nil {
			out, err = runs(tx, r, outcome, p)
		}
		return err
	})
	return out, err
}

// Create makes a rule behind the others, or at the place that it names. It acts on what
// happens from then on.
func (s *Rules) Create(ctx context.Context, actor crm.Actor, ch crm.DealRuleChange) (crm.DealRule, error) {
	return s.change(ctx, actor, "deal_rule.created", func(tx *db.Tx, all []crm.DealRule) (old, r crm.DealRule, err error) {
		if len(all) >= crm.MaxDealRules {
			return old, r, crm.Errorf(crm.KindConflict, crm.CodeDealRuleLimit, "A workspace has at most %d rules of deals.", crm.MaxDealRules)
		}
		now := tx.Now()
		r = crm.DealRule{ID: tx.NewID(crm.PrefixDealRule), WorkspaceID: actor.WorkspaceID, Version: 1, Rank: int64(len(all)) + 1, CreatedBy: actor.By(), CreatedAt: now, UpdatedAt: now}
		r.Enabled = true
		if r, err = check(tx, r, ch); err != nil {
			return old, r, err
		}
		if r.Since, err = head(tx, r.WorkspaceID); err == nil {
			insert(tx, r)
		}
		return old, r, err
	})
}

// Update changes what is given of a rule. If the condition, an If-Match, names another
// version than the one that there is, nothing changes. A rule that is enabled again acts
// on what happens from then on.
func (s *Rules) Update(ctx context.Context, actor crm.Actor, id string, ch crm.DealRuleChange, condition string) (crm.DealRule, error) {
	return s.change(ctx, actor, "deal_rule.updated", func(tx *db.Tx, all []crm.DealRule) (old, r crm.DealRule, err error) {
		if old, err = ruleOf(all, id); err != nil {
			return old, old, err
		}
		if !crm.MatchesVersion(condition, old.Version) {
			return old, old, crm.Errorf(crm.KindPrecondition, crm.CodeChangedMeanwhile, "The rule is version %d now, which is not what If-Match names.", old.Version)
		}
		if r, err = check(tx, old, ch); err != nil {
			return old, old, err
		}
		r.Rank = min(r.Rank, int64(len(all)))
		if reflect.DeepEqual(r, old) {
			return old, old, nil
		}
		if r.Enabled && !old.Enabled {
			if r.Since, err = head(tx, r.WorkspaceID); err != nil {
				return old, old, err
			}
		}
		r.Version, r.UpdatedAt = old.Version+1, tx.Now()
		update(tx, r)
		return old, r, nil
	})
}

// Delete removes a rule. The deals that it made stay, and name it.
func (s *Rules) Delete(ctx context.Context, actor crm.Actor, id string) error {
	_, err := s.change(ctx, actor, "deal_rule.deleted", func(tx *db.Tx, all []crm.DealRule) (old, r crm.DealRule, err error) {
		if old, err = ruleOf(all, id); err == nil {
			remove(tx, old)
		}
		return old, r, err
	})
	return err
}

func ruleOf(all []crm.DealRule, id string) (crm.DealRule, error) {
	i := slices.IndexFunc(all, func(r crm.DealRule) bool { return r.ID == id })
	if i < 0 {
		return crm.DealRule{}, crm.NotFound("rule of deals", id)
	}
	return all[i], nil
}

// change lets do change one of the rules, which nobody else changes meanwhile, keeps
// their order without gaps, and records the act. do returns what a rule was and what it
// is, each of them without an identifier where there is none.
func (s *Rules) change(ctx context.Context, actor crm.Actor, action string, do func(tx *db.Tx, all []crm.DealRule) (old, r crm.DealRule, err error)) (crm.DealRule, error) {
	if err := requireWhole(actor, crm.ScopePipelinesWrite); err != nil {
		return crm.DealRule{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.DealRule]) (r crm.DealRule, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			if err := lockRules(tx, actor.WorkspaceID); err != nil {
				return err
			}
			all, err := everyRule(tx, actor.WorkspaceID)
			if err != nil {
				return err
			}
			var old crm.DealRule
			if old, r, err = do(tx, all); err != nil {
				return err
			}
			if r, err = arrange(tx, all, old, r); err != nil {
				return err
			}
			if err := save(tx, r); err != nil {
				return err
			}
			of := r
			if of.ID == "" {
				of = old
			}
			return audit.RecordChange(tx, actor, action, crm.ActTarget{Type: "deal_rule", ID: of.ID, Name: of.Name}, crm.ActDiff(factsOf(old), factsOf(r)))
		})
		return r, err
	})
}

// arrange puts a rule to its place among the others, moves these together, and lets the
// log be read for as long as one of them is enabled.
func arrange(tx *db.Tx, all []crm.DealRule, old, r crm.DealRule) (crm.DealRule, error) {
	rest := slices.DeleteFunc(slices.Clone(all), func(o crm.DealRule) bool { return o.ID == old.ID })
	if r.ID != "" {
		at := min(int(r.Rank)-1, len(rest))
		rest = slices.Insert(rest, at, r)
		r.Rank = int64(at) + 1
	}
	enabled := false
	for i, o := range rest {
		if enabled = enabled || o.Enabled; o.Rank != int64(i)+1 || o.ID == r.ID {
			place(tx, o, int64(i)+1)
		}
	}
	of := old.WorkspaceID
	if r.ID != "" {
		of = r.WorkspaceID
	}
	return r, setActive(tx, of, enabled)
}

// ruleFacts are what the audit log compares of a rule.
type ruleFacts struct {
	Name       string
	Enabled    bool
	Trigger    crm.DealTrigger
	Conditions crm.DealConditions
	Act        crm.DealAct
	Position   int64
}

func factsOf(r crm.DealRule) ruleFacts {
	return ruleFacts{r.Name, r.Enabled, r.Trigger, r.When, r.Act, r.Rank}
}

func requireWhole(actor crm.Actor, scope crm.Scope) error {
	if err := actor.Require(scope); err != nil {
		return err
	}
	return actor.RequireWholeReach()
}

// check returns a rule as it becomes, or every fault: of its form, and of what it names.
func check(tx *db.Tx, r crm.DealRule, ch crm.DealRuleChange) (crm.DealRule, error) {
	var f crm.Faults
	r, err := ch.Apply(r)
	if broken := f.Join(err); broken != nil {
		return r, broken
	}
	if err == nil { // what has another form is not looked for
		if err := checkNamed(tx, r, &f); err != nil {
			return r, err
		}
	}
	return r, f.Err()
}

// checkNamed adds a fault for everything that a rule names and that is not there.
func checkNamed(tx *db.Tx, r crm.DealRule, f *crm.Faults) error {
	there, err := conversation.HoldLabels(tx, r.WorkspaceID, r.When.LabelIDs...)
	if err != nil {
		return err
	}
	for i, id := range r.When.LabelIDs {
		if !slices.Contains(there, id) {
			f.Add("/conditions"+crm.Pointer("labelIds", i), crm.CodeNotFound, "There is no label %q in this workspace.", id)
		}
	}
	for i, id := range r.When.PhoneNumberIDs {
		_, err := account.PhoneNumber(tx, r.WorkspaceID, id)
		if crm.CodeOf(err) == crm.CodeNotFound {
			f.Add("/conditions"+crm.Pointer("phoneNumberIds", i), crm.CodeNotFound, "There is no phone number %q in this workspace.", id)
		} else if err != nil {
			return err
		}
	}
	if r.Act.OwnerID != "" && crm.ValidID(crm.PrefixUser, r.Act.OwnerID) {
		_, ok, err := people.Assignable(tx, r.WorkspaceID, r.Act.OwnerID)
		if err != nil {
			return err
		}
		if !ok {
			f.Add("/act/ownerId", crm.CodeNotFound, "There is no active member %q who may answer in this workspace.", r.Act.OwnerID)
		}
	}
	return deal.CheckAct(tx, r.WorkspaceID, r.Act, f)
}

// Sweep forgets what rules did long ago.
func (s *Rules) Sweep(ctx context.Context) error {
	return core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) {
		return tx.Exec(expireRunsSQL, db.Ms(tx.Now().Add(-crm.DealRunLife)), limit)
	})
}
