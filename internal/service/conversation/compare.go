package conversation

import (
	"context"
	"math/rand/v2"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const (
	// repairPart bounds what one transaction sets right.
	repairPart = 500
	// comparedWorkspaces and comparedFor bound what one look of CompareSome costs.
	comparedWorkspaces = 20
	comparedFor        = 5 * time.Second
)

// Metrics counts what operators watch. Every field may be nil.
type Metrics struct {
	// CountWrong is told of each count that a comparison found wrong.
	CountWrong func()
}

// Compared is what was found out about the counts of one workspace.
type Compared struct {
	WorkspaceID string
	Wrong       []WrongCount
	// Repaired says that they were set right.
	Repaired bool
}

// CompareCounts holds the counts of a workspace, or of every one where none is named,
// against a recount, and sets them right where repair says so. It is for the operator
// of the deployment. Reading holds up nobody, and what is set right is a few rows at a
// time, exactly, while others write.
func (s *Conversations) CompareCounts(ctx context.Context, workspaceID string, repair bool, tell func(Compared)) error {
	if workspaceID != "" {
		return s.compareCounts(ctx, workspaceID, repair, tell)
	}
	for id := ""; ; {
		err := s.db.View(ctx, func(tx *db.Tx) (err error) { id, err = nextCounted(tx, id); return err })
		if err != nil || id == "" {
			return err
		}
		if err := s.compareCounts(ctx, id, repair, tell); err != nil {
			return err
		}
	}
}

// compareCounts tells of a workspace in parts: of the last, nothing is wrong or it is
// told without a repair.
func (s *Conversations) compareCounts(ctx context.Context, id string, repair bool, tell func(Compared)) error {
	for first := true; ; first = false {
		c := Compared{WorkspaceID: id}
		var repairs int64
		err := s.db.View(ctx, func(tx *db.Tx) (err error) { c.Wrong, repairs, err = wrongCounts(tx, id, repairPart); return err })
		if err != nil {
			return err
		}
		if len(c.Wrong) > 0 && repair {
			err = s.db.Update(ctx, id, func(tx *db.Tx) (err error) {
				c.Repaired, err = repairCounts(tx, id, c.Wrong, repairs)
				return err
			})
			if err != nil {
				return err
			}
			if !c.Repaired {
				continue // by somebody else: what is left is measured anew
			}
		}
		if first || len(c.Wrong) > 0 {
			tell(c)
		}
		if !c.Repaired {
			return nil
		}
	}
}

// CompareSome compares the counts of a few workspaces, which it takes in turn from a
// random one on, and tells the operator of differences. It repairs none: what made
// them is to be found first. One call at a time may be under way.
func (s *Conversations) CompareSome(ctx context.Context) error {
	wrong, last, looked := 0, "", 0
	tell := func(c Compared) {
		if n := len(c.Wrong); n > 0 {
			wrong, last = wrong+n, c.WorkspaceID
		}
	}
	began, start := time.Now(), ""
	for around := false; looked < comparedWorkspaces && time.Since(began) < comparedFor; {
		var next string
		err := s.db.View(ctx, func(tx *db.Tx) (err error) {
			if start == "" {
				if start, err = s.compareFrom(tx); err != nil {
					return err
				}
				s.compared = start
			}
			next, err = nextCounted(tx, s.compared)
			return err
		})
		if err != nil {
			return err
		}
		if s.compared = next; next == "" && !around {
			around = true // from the first one on
			continue
		}
		if next == "" || around && next > start {
			break
		}
		looked++
		if err := s.compareCounts(ctx, next, false, tell); err != nil {
			return err
		}
	}
	if wrong == 0 {
		return nil
	}
	if s.metrics.CountWrong != nil {
		for range wrong {
			s.metrics.CountWrong()
		}
	}
	s.log.Error("counts of conversations are wrong; crm doctor counters lists them", "counts", wrong, "workspaces", looked, "workspaceId", last)
	return nil
}

// compareFrom returns where the last look ended, or an id at random between those of
// the first and the last workspace that have conversations.
func (s *Conversations) compareFrom(tx *db.Tx) (string, error) {
	if s.compared != "" {
		return s.compared, nil
	}
	first, err := nextCounted(tx, "")
	if err != nil {
		return "", err
	}
	var last string
	if _, err := tx.One(selectLastStandingSQL, []any{&last}); err != nil {
		return "", err
	}
	from := crm.TimeOfID(first)
	span := max(crm.TimeOfID(last).Sub(from), 0)
	return crm.LowestID(crm.PrefixWorkspace, from.Add(rand.N(span+time.Millisecond))), nil
}
