package routing

import (
	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// tell says of conversations for which nobody is free where they stand in the queue, and
// how long it takes from there by those who stood there lately. It says nothing of those
// who wait for something else than that somebody has room.
func (d *desk) tell(tx *db.Tx, list []queued) ([]told, error) {
	out, known := make([]told, len(list)), map[int]int64{}
	for i, q := range list {
		out[i].toldAt = db.Ms(tx.Now())
		if d.waitReason(q.match.Target.RequiredSkills).Cause != crm.WaitFull {
			continue
		}
		before, err := ahead(tx, q)
		if err != nil {
			return nil, err
		}
		if before >= assign.MaxPosition {
			continue
		}
		place := assign.Place(before + 1)
		if _, read := known[place]; !read {
			waits, err := placeWaits(tx, d.workspaceID, d.queue, place)
			if err != nil {
				return nil, err
			}
			known[place], _ = assign.Estimate(waits)
		}
		out[i].place, out[i].promised = place, known[place]
	}
	return out, nil
}
