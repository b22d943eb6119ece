package report

import (
	"cmp"
	"context"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/conversation"
)

// One transaction adds up so many waits, and of these so many quarters of an hour:
// the rest of a long one is for the next.
const (
	waitsAtOnce    = 100
	quartersAtOnce = 2000
)

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
	part          string        // of the cause: a skill or an agent; "" for all of it
	labelID       string        // only conversations with the label, of any team; "" for all
}

func (b bucket) compare(o bucket) int {
	return cmp.Or(cmp.Compare(min(len(b.labelID), 1), min(len(o.labelID), 1)), cmp.Compare(min(len(b.part), 1), min(len(o.part), 1)), cmp.Compare(b.workspaceID, o.workspaceID), cmp.Compare(b.at, o.at), cmp.Compare(b.teamID, o.teamID), cmp.Compare(b.phoneNumberID, o.phoneNumberID), cmp.Compare(b.cause, o.cause), cmp.Compare(b.part, o.part), cmp.Compare(b.labelID, o.labelID))
}

// sum is what was added up.
type sum struct{ ms, waits int64 }

// AddWaits adds up the waits that ended, of every workspace, each once, however many
// nodes do so.
func (s *Reports) AddWaits(ctx context.Context) error {
	for more := true; more; {
		err := s.db.Update(ctx, "reports", func(tx *db.Tx) error {
			list, err := conversation.TakeEndedWaits(tx, waitsAtOnce)
			if err != nil {
				return err
			}
			more = len(list) == waitsAtOnce
			sums, room := map[bucket]sum{}, quartersAtOnce
			slices.SortFunc(list, func(a, b conversation.EndedWait) int { return cmp.Compare(a.BookedAt, b.BookedAt) })
			labels, err := findWaitLabels(tx, list)
			if err != nil {
				return err
			}
			for i, w := range list {
				var rest []crm.WaitSpan
				if rest, room = add(sums, w, labels[i], db.Ms(tx.Now().Add(-crm.ReportLife)), room); len(rest) > 0 {
					w.PutBack(tx, rest)
					more = true
				}
				keepWaitLabels(tx, w, labels[i], len(rest) == 0)
			}
			// In one order: two nodes would wait for each other else.
			keys := make([]bucket, 0, len(sums))
			for b := range sums {
				keys = append(keys, b)
			}
			slices.SortFunc(keys, bucket.compare)
			for _, b := range keys {
				addSum(tx, b, sums[b])
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// add adds a wait to the quarters of an hour in which it was, and to those of the labels
// of its conversation, no more than there is room for, and returns the spans that are left
// and the room. What was before the earliest time is in no report.
func add(sums map[bucket]sum, w conversation.EndedWait, labels []string, earliest int64, room int) ([]crm.WaitSpan, int) {
	sign := int64(1)
	if w.Undone {
		sign = -1
	}
	count := func(b bucket, by sum) {
		increase(sums, b, by)
		b.teamID = ""
		for _, b.labelID = range labels {
			increase(sums, b, by)
		}
	}
	for i, span := range w.Spans {
		for from := max(span.From, earliest); from < span.To; room -= 1 + len(span.About) + len(labels) {
			if room <= 0 {
				span.From = from
				return append([]crm.WaitSpan{span}, w.Spans[i+1:]...), 0
			}
			b := bucket{workspaceID: w.WorkspaceID, at: from / quarter * quarter, teamID: w.TeamID, phoneNumberID: w.PhoneNumberID, cause: span.Cause}
			to := min(b.at+quarter, span.To)
			count(b, sum{ms: sign * (to - from)})
			span.Parts(to-from, func(part string, ms int64) {
				b.part = part
				increase(sums, b, sum{ms: sign * ms})
			})
			from = to
		}
		if i == len(w.Spans)-1 && span.To > earliest {
			b := bucket{workspaceID: w.WorkspaceID, at: (span.To - 1) / quarter * quarter, teamID: w.TeamID, phoneNumberID: w.PhoneNumberID}
			count(b, sum{waits: sign})
			for _, b.part = range span.About {
				b.cause = span.Cause
				increase(sums, b, sum{waits: sign})
			}
		}
	}
	return nil, room
}

func increase(sums map[bucket]sum, b bucket, by sum) {
	had := sums[b]
	sums[b] = sum{had.ms + by.ms, had.waits + by.waits}
}
