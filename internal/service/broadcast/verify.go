package broadcast

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// Difference is a broadcast whose counts are not those of its recipients.
type Difference struct {
	WorkspaceID, BroadcastID string
	Kept, There              crm.BroadcastCounts
	KeptArms, ThereArms      map[crm.BroadcastArm]crm.ArmCount
}

// Compare holds the counts of every broadcast against its recipients, and sets them right
// if repair says so, while others count. It is for the operator of the deployment. tell
// gets each difference.
func (s *Broadcasts) Compare(ctx context.Context, repair bool, tell func(Difference)) error {
	for workspace := ""; ; {
		err := s.db.View(ctx, func(tx *db.Tx) (err error) { workspace, err = nextFollowed(tx, workspace); return err })
		if err != nil || workspace == "" {
			return err
		}
		for page := (crm.Page{Limit: crm.MaxPageLimit}); ; {
			var found crm.List[crm.Broadcast]
			if err := s.db.View(ctx, func(tx *db.Tx) (err error) { found, err = list(tx, workspace, "", page); return err }); err != nil {
				return err
			}
			for _, b := range found.Items {
				if err := s.compare(ctx, b, repair, tell); err != nil {
					return err
				}
			}
			if page.After = found.Next; page.After == "" {
				break
			}
		}
	}
}

// compare recounts a broadcast, which nobody else counts meanwhile.
func (s *Broadcasts) compare(ctx context.Context, of crm.Broadcast, repair bool, tell func(Difference)) error {
	var found *Difference
	err := s.db.Update(ctx, of.ID, func(tx *db.Tx) error {
		found = nil
		b, err := lock(tx, of.WorkspaceID, of.ID)
		if crm.CodeOf(err) == crm.CodeNotFound {
			return nil
		}
		if err != nil || b.Status == crm.BroadcastDraft {
			return err
		}
		there, byArm, err := tally(tx, b)
		if err != nil {
			return err
		}
		kept, err := armsOf(tx, b)
		if err != nil {
			return err
		}
		left, err := exclusions(tx, b)
		for _, e := range left {
			if e.Reason == crm.ExcludedDuplicate && b.Audience.Way != crm.AudienceTable { // they have no rows of their own
				there.Excluded += e.Count
			}
		}
		less := arms{}
		for _, arm := range []crm.BroadcastArm{crm.ArmA, crm.ArmB, crm.ArmHoldout} {
			if kept[arm] != byArm[arm] {
				c := byArm[arm]
				c.Add(kept[arm], -1)
				less[arm] = c
			}
		}
		if err != nil {
			return err
		}
		reasons, err := wrongFailures(tx, b)
		if (there != b.Counts || len(less)+len(reasons) > 0) && err == nil {
			found = &Difference{b.WorkspaceID, b.ID, b.Counts, there, kept, byArm}
			if repair {
				count(tx, b.WorkspaceID, b.ID, there.Less(b.Counts))
				less.save(tx, b.WorkspaceID, b.ID)
				reasons.save(tx, b.WorkspaceID, b.ID)
			}
		}
		return err
	})
	if err == nil && found != nil {
		tell(*found)
	}
	return err
}
