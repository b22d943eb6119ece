package broadcast

import (
	"cmp"
	"context"

	"service.example/crm/internal/abtest"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// checkB finds every fault of the other variant. a is the template of the first one: both
// cost the same and need the same consent.
func (s *Broadcasts) checkB(ctx context.Context, workspaceID string, number crm.PhoneNumber, body *crm.BroadcastBody, a *crm.Template, f *crm.Faults) error {
	if body.Experiment.B == nil || body.Experiment.B.Name == "" {
		return nil
	}
	var below crm.Faults
	like := *body
	like.Template = *body.Experiment.B
	t, err := s.template.Template(ctx, workspaceID, number.MessagingAccountID, &like.Template, &below)
	if err != nil {
		return err
	}
	if t != nil {
		like.Template.Language = t.Language
		checkFilling(t.Form, &like, &below)
		if a != nil && t.Category != a.Category {
			below.Add("/templateName", crm.CodeNotAllowed, "The template of variant B is of the category %s, that of A of %s. Both must be of one.", t.Category, a.Category)
		}
	}
	body.Experiment.B = &like.Template
	f.Below("/experiment/variantB", below)
	return nil
}

// sampleOf is how many of each variant a winner takes.
func sampleOf(x crm.BroadcastExperiment) int64 {
	if x.B == nil {
		return 0
	}
	return cmp.Or(x.SampleSize, abtest.SampleSize(x.Baseline, x.Detect))
}

// planOf says whether an audience is large enough; nil without variants.
func planOf(tx *db.Tx, b crm.Broadcast) (*crm.BroadcastPlan, error) {
	if b.Experiment.B == nil {
		return nil, nil
	}
	found, err := armsOf(tx, b)
	return &crm.BroadcastPlan{SampleSize: sampleOf(b.Experiment), A: found[crm.ArmA].Recipients, B: found[crm.ArmB].Recipients}, err
}

// Results returns what a broadcast has shown so far, by its arms.
func (s *Broadcasts) Results(ctx context.Context, actor crm.Actor, id string) (b crm.Broadcast, out crm.BroadcastResults, err error) {
	if b, err = s.Broadcast(ctx, actor, id); err != nil {
		return b, out, err
	}
	var found arms
	var over bool // nothing that comes changes the counts
	var did *crm.FollowUpCounts
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		if at := b.Experiment.DecidesAt(b.EndedAt); at != nil && !tx.Now().Before(*at) {
			if over, err = counted(tx, b.WorkspaceID, *at); err != nil {
				return err
			}
		}
		if found, err = armsOf(tx, b); err == nil && b.FollowUp != nil {
			did = &crm.FollowUpCounts{}
			*did, err = followUpCounts(tx, b)
		}
		return err
	})
	if err != nil {
		return b, out, err
	}
	out = resultsOf(b, found, over)
	out.FollowUp = did
	return b, out, nil
}

// resultsOf is what the arms of a broadcast have shown so far, or for good.
func resultsOf(b crm.Broadcast, found arms, over bool) (out crm.BroadcastResults) {
	x := b.Experiment
	out = crm.BroadcastResults{Goal: x.Goal, SampleSize: sampleOf(x), Variants: []crm.ArmResult{resultOf(crm.ArmA, found)}}
	if x.B != nil {
		out.Variants = append(out.Variants, resultOf(crm.ArmB, found))
	}
	if x.Holdout > 0 {
		out.Holdout = new(resultOf(crm.ArmHoldout, found))
	}
	if x.Goal == nil {
		out.Reason = crm.NoWinnerVariants
		return out
	}
	if x.Rest != nil {
		out.Rest = new(resultOf(crm.ArmRest, found))
	}
	out.DecidesAt = x.DecidesAt(b.EndedAt)
	a, other, rest, held := shareOf(found[crm.ArmA]), shareOf(found[crm.ArmB]), shareOf(found[crm.ArmRest]), shareOf(found[crm.ArmHoldout])
	if x.Holdout > 0 {
		out.Lift = new(rate(abtest.Difference(held, abtest.Share{Hits: a.Hits + other.Hits + rest.Hits, Of: a.Of + other.Of + rest.Of})))
	}
	switch {
	case x.B == nil:
		out.Reason = crm.NoWinnerVariants
		return out
	case x.Decision != nil && x.Decision.At != nil: // what the rest goes by, whatever is told later
		out.Winner, out.Reason = x.Decision.Winner, x.Decision.Reason
	case !over || x.Rest != nil && b.EndedAt == nil:
		out.Reason = crm.NoWinnerOpen
	default:
		out.Winner, out.Reason = decide(x, found)
	}
	out.Difference = new(rate(abtest.Difference(a, other)))
	return out
}

// decide names the winner of a test whose windows are over, or says why there is none.
func decide(x crm.BroadcastExperiment, found arms) (crm.BroadcastArm, string) {
	a, b := shareOf(found[crm.ArmA]), shareOf(found[crm.ArmB])
	if min(a.Of, b.Of) < sampleOf(x) {
		return "", crm.NoWinnerSample
	}
	return winner(a, b)
}

// winner is the variant that is better beyond doubt, or why there is none.
func winner(a, b abtest.Share) (crm.BroadcastArm, string) {
	switch abtest.Decide(a, b) {
	case -1:
		return crm.ArmA, ""
	case 1:
		return crm.ArmB, ""
	}
	return "", crm.NoWinnerDifference
}

func shareOf(c crm.ArmCount) abtest.Share { return abtest.Share{Hits: c.Reached, Of: c.Sent} }

func rate(i abtest.Interval) crm.Rate { return crm.Rate(i) }

func resultOf(arm crm.BroadcastArm, found arms) crm.ArmResult {
	c := found[arm]
	return crm.ArmResult{Arm: arm, ArmCount: c, Rate: rate(abtest.Rate(shareOf(c)))}
}
