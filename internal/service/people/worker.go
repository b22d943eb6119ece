package people

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

// Worker is somebody as routing looks at them.
type Worker struct {
	UserID string
	// Active says that they work here, CanAnswer that their role lets them answer.
	Active, CanAnswer bool
	Reach             crm.Reach
	Masks             bool // they see contacts' phone numbers masked
	Availability      crm.AvailabilityStatus
	// Since is when they said so; nil if they never did.
	Since *time.Time
	// OnlineAt is when they are online again by themselves; nil for no time.
	OnlineAt *time.Time
}

// WorkersOf returns the members of a team as they are now, and the method of the
// team; false if there is none. Their reach has no other team: it is for
// conversations of this one.
func WorkersOf(tx *db.Tx, workspaceID, teamID string) (list []Worker, method crm.TeamMethod, found bool, err error) {
	if method, found, err = MethodOf(tx, workspaceID, teamID); err != nil || !found {
		return nil, "", false, err
	}
	if list, err = readWorkers(tx, teamWorkersSQL, workspaceID, teamID); err == nil {
		for i := range list {
			list[i].Reach.TeamIDs = []string{teamID}
		}
	}
	return list, method, true, err
}

// WorkerOf returns one person as they are now; false if nobody here is called so.
func WorkerOf(tx *db.Tx, workspaceID, userID string) (w Worker, found bool, err error) {
	list, err := readWorkers(tx, workerSQL, workspaceID, userID)
	if err != nil || len(list) == 0 {
		return w, false, err
	}
	w = list[0]
	if w.Reach.TeamIDs, err = teamsOf(tx, workspaceID, userID); err == nil {
		w.Reach.TeamNumberIDs, err = reach.TeamNumbers(tx, workspaceID, w.Reach.TeamIDs)
	}
	return w, true, err
}

// TeamsOf returns the teams of a person in a workspace.
func TeamsOf(tx *db.Tx, workspaceID, userID string) ([]string, error) {
	return teamsOf(tx, workspaceID, userID)
}

// heard tells routing that something of a person or a team changed, by which
// somebody may get a conversation.
func (s *People) heard(tx *db.Tx, workspaceID, id string) error {
	if s.opt.Changed == nil {
		return nil
	}
	return s.opt.Changed(tx, workspaceID, id)
}
