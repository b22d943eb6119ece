package crm

import (
	"strings"
	"time"
	"unicode/utf8"
)

// DealReason is why deals are lost, or won: one of a short list of the workspace.
type DealReason struct {
	ID, WorkspaceID string
	Kind            StageKind // won or lost
	Name            string
	CreatedBy       DoneBy
	CreatedAt       time.Time
}

const (
	// MaxDealReasons is how many a workspace may have of either kind.
	MaxDealReasons    = 100
	maxDealReasonName = 100
)

// Validate returns the reason as it is kept, or every fault of it.
func (r DealReason) Validate() (DealReason, error) {
	var f Faults
	r.Name = strings.Join(strings.Fields(r.Name), " ")
	switch {
	case r.Name == "":
		f.Add("/name", CodeRequired, "name is required: the reason in a few words.")
	case utf8.RuneCountInString(r.Name) > maxDealReasonName:
		f.Add("/name", CodeTooLong, "name may have at most %d characters.", maxDealReasonName)
	}
	if r.Kind != StageWon && r.Kind != StageLost {
		f.Add("/kind", CodeNotAllowed, "kind is lost or won.")
	}
	return r, f.Err()
}
