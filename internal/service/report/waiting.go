package report

import (
	"cmp"
	"context"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/conversation"
)

// waitsAtOnce is how many waits are added up in one transaction.
const waitsAtOnce = 100

// quarter is how long a part of a report is, in milliseconds: every time zone is off
// by a multiple of it.
const quarter = 15 * 60 * 1000

// bucket is a place where waiting is added up.
type bucket struct {
	workspaceID   string
	at            int64
	teamID        string
	phoneNumberID string
	cause         crm.WaitCause // "" counts the waits
}

func (b bucket) compare(o bucket) int {
	return cmp.Or(cmp.Compare(b.workspaceID, o.workspaceID), cmp.Compare(b.at, o.at), cmp.Compare(b.teamID, o.teamID), cmp.Compare(b.phoneNumberID, o.phoneNumberID), cmp.Compare(b.cause, o.cause))
}

// sum is what was added up.
type sum struct{ ms, waits int64 }

// AddWaits adds up the waits that ended, of every workspace, each once, however many
// nodes do so.
func (s *Reports) AddWaits(ctx context.Context) error {
	for n := waitsAtOnce; n == waitsAtOnce; {
		err := s.db.Update(ctx, "reports", func(tx *db.Tx) error {
			list, err := conversation.TakeEndedWaits(tx, waitsAtOnce)
			if err != nil {
				return err
			}
			n = len(list)
			sums := map[bucket]sum{}
			for _, w := range list {
				add(sums, w)
			}
			// In one order: two nodes would wait for each other else.
			keys := make([]bucket, 0, len(sums))
			for b := range sums {
				keys = append(keys, b)
			}
			slices.SortFunc(keys, bucket.compare)
			for _, b := range keys {
				addQuarter(tx, b, sums[b])
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// add adds a wait to the quarters of an hour in which it was.
func add(sums map[bucket]sum, w conversation.EndedWait) {
	sign := int64(1)
	if w.Undone {
		sign = -1
	}
	for i, span := range w.Spans {
		for from := span.From; from < span.To; {
			b := bucket{w.WorkspaceID, from / quarter * quarter, w.TeamID, w.PhoneNumberID, span.Cause}
			to := min(b.at+quarter, span.To)
			had := sums[b]
			had.ms += sign * (to - from)
			sums[b], from = had, to
		}
		if i == len(w.Spans)-1 {
			b := bucket{w.WorkspaceID, (span.To - 1) / quarter * quarter, w.TeamID, w.PhoneNumberID, ""}
			had := sums[b]
			had.waits += sign
			sums[b] = had
		}
	}
}
