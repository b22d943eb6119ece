package audit

import (
	"context"
	"fmt"

	"service.example/crm/internal/db"
)

// verifyPage is how many acts are verified at a time.
const verifyPage = 500

// Verdict is what Verify found out about the acts of one workspace.
type Verdict struct {
	// WorkspaceID is "" for the acts on the deployment.
	WorkspaceID string
	// Acts is how many were verified, Hash that of the last one of them.
	Acts int64
	Hash string
	// Problem says what is wrong with the act after them; "" if nothing is.
	Problem string
}

// Verify reads the acts of a workspace, or of every one where none is named, and holds
// each against its hash, the act before it, and the head of the log. It is for the
// operator of the deployment. Acts that are added meanwhile are left out.
func (s *Audit) Verify(ctx context.Context, workspaceID string, tell func(Verdict)) error {
	if workspaceID != "" {
		v, err := s.verify(ctx, workspaceID)
		if err == nil {
			tell(v)
		}
		return err
	}
	for id := ""; ; {
		v, err := s.verify(ctx, id)
		if err != nil {
			return err
		}
		if id != "" || v.Acts > 0 || v.Problem != "" {
			tell(v)
		}
		err = s.db.View(ctx, func(tx *db.Tx) (err error) { id, err = nextWorkspace(tx, id); return err })
		if err != nil || id == "" {
			return err
		}
	}
}

func (s *Audit) verify(ctx context.Context, workspaceID string) (v Verdict, err error) {
	v.WorkspaceID = workspaceID
	var last int64
	var hash string
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { last, hash, err = head(tx, workspaceID); return err })
	if err != nil {
		return v, err
	}
	upTo := last
	if last == 0 {
		upTo = 1 // one may be there without a head
	}
	for more := true; more && v.Problem == ""; {
		n := 0
		err = s.db.View(ctx, func(tx *db.Tx) error {
			return forward(tx, workspaceID, v.Acts, upTo, verifyPage, func(r *row) { n++; v.take(r) })
		})
		if err != nil {
			return v, err
		}
		more = n == verifyPage
	}
	switch {
	case v.Problem != "":
	case v.Acts < last:
		v.Problem = fmt.Sprintf("act %d is missing", v.Acts+1)
	case v.Acts > last:
		v.Problem = "the head of the log is missing"
	case v.Hash != hash:
		v.Problem = fmt.Sprintf("act %d is not the one that the head of the log names", v.Acts)
		v.Acts--
	}
	return v, nil
}

// take verifies one act more.
func (v *Verdict) take(r *row) {
	switch {
	case v.Problem != "":
	case r.Seq != v.Acts+1:
		v.Problem = fmt.Sprintf("act %d is missing", v.Acts+1)
	case r.PrevHash != v.Hash:
		v.Problem = fmt.Sprintf("act %d does not follow the one before", r.Seq)
	case r.Hash != hashOf(r):
		v.Problem = fmt.Sprintf("act %d was changed", r.Seq)
	default:
		v.Acts, v.Hash = r.Seq, r.Hash
	}
}
