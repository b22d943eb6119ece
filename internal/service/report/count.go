package report

import (
	"context"
	"errors"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// changesAtOnce is how many changes of conversations one transaction counts.
const changesAtOnce = 100

// undoWaits is for how long what is taken back may be known before what it takes back:
// the clocks of nodes differ.
const undoWaits = time.Minute

// CountFacts counts what happened in conversations and what the logs of all workspaces
// tell of messages, each exactly once, however many nodes do so.
func (s *Reports) CountFacts(ctx context.Context) error {
	err := s.countQueue(ctx)
	return errors.Join(err, s.follow(ctx))
}

// countQueue counts what waits in the queue.
func (s *Reports) countQueue(ctx context.Context) error {
	for more := true; more; {
		err := s.db.Update(ctx, "reports", func(tx *db.Tx) error {
			list, err := takeQueue(tx, changesAtOnce)
			if err != nil {
				return err
			}
			more = len(list) == changesAtOnce
			for len(list) > 0 { // those of a workspace are beside each other
				n := slices.IndexFunc(list, func(q queued) bool { return q.workspaceID != list[0].workspaceID })
				if n < 0 {
					n = len(list)
				}
				if err := s.countChanges(tx, list[:n]); err != nil {
					return err
				}
				list = list[n:]
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// countChanges counts changes of one workspace, in the order in which they happened.
func (s *Reports) countChanges(tx *db.Tx, list []queued) error {
	workspaceID := list[0].workspaceID
	if _, err := lockPosition(tx, workspaceID); err != nil {
		return err
	}
	ledger := newLedger(s, tx, workspaceID)
	for _, q := range list {
		var wait []crm.Fact
		for _, f := range q.facts {
			if !f.Undo {
				if err := ledger.note(q.number, f); err != nil {
					return err
				}
				continue
			}
			found, err := ledger.takeBack(q.number, f)
			if err != nil {
				return err
			}
			if !found && tx.Now().Sub(db.NumberTime(q.number)) < undoWaits {
				wait = append(wait, f)
			}
		}
		if len(wait) > 0 {
			enqueue(tx, workspaceID, q.number, wait)
		}
	}
	return ledger.store()
}

// entry is a fact as it is kept. A sign of -1 takes another one back.
type entry struct {
	crm.Fact
	number int64
	sign   int64
	undone bool
}

// ledger gathers what one transaction counts of a workspace.
type ledger struct {
	tx          *db.Tx
	workspaceID string
	room        *Reports
	entries     []*entry
	undone      []*entry // that were stored before
	hours       map[string]crm.OfficeTime
}

func newLedger(room *Reports, tx *db.Tx, workspaceID string) *ledger {
	return &ledger{tx: tx, workspaceID: workspaceID, room: room, hours: map[string]crm.OfficeTime{}}
}

// note takes up a fact.
func (l *ledger) note(number int64, f crm.Fact) error {
	e := &entry{Fact: f, number: number, sign: 1}
	if f.Metric.HasTimes() {
		hours, err := l.hoursOf(&e.Fact)
		if err != nil {
			return err
		}
		from := db.At(f.From)
		e.Office = hours.Between(from, from.Add(time.Duration(f.Wall)*time.Millisecond)).Milliseconds()
	}
	l.entries = append(l.entries, e)
	return nil
}

// takeBack takes back the latest fact of a metric about something, if there is one: it
// leaves the sums where it was.
func (l *ledger) takeBack(number int64, f crm.Fact) (found bool, err error) {
	var e *entry
	for _, of := range slices.Backward(l.entries) {
		if of.Metric == f.Metric && of.Ref == f.Ref && of.sign > 0 && !of.undone {
			e = of
			break
		}
	}
	if e == nil {
		stored, err := liveFact(l.tx, l.workspaceID, f)
		if err != nil || stored == nil || slices.ContainsFunc(l.undone, func(o *entry) bool { return o.number == stored.number && o.Metric == stored.Metric }) {
			return false, err
		}
		e = stored
		l.undone = append(l.undone, e)
	}
	e.undone = true
	back := *e
	back.sign, back.number = -1, number
	l.entries = append(l.entries, &back)
	return true, nil
}

// hoursOf are the hours by which a fact is timed: of the promise that was made, or of
// the team's shifts. Without either it is always open.
func (l *ledger) hoursOf(f *crm.Fact) (hours crm.OfficeTime, err error) {
	key := f.TeamID
	if f.CalendarID != "" {
		key = hoursKey(l.workspaceID, f.CalendarID, f.CalendarVersion)
	}
	if known, ok := l.hours[key]; ok {
		return known, nil
	}
	if f.CalendarID != "" {
		hours, err = l.room.promisedHours(l.tx, l.workspaceID, f)
	} else {
		hours, err = shiftHours(l.tx, l.workspaceID, f.TeamID)
	}
	l.hours[key] = hours
	return hours, err
}

// store stores what was gathered, and adds it to the sums.
func (l *ledger) store() error {
	if len(l.entries) == 0 {
		return nil
	}
	if err := l.findLabels(); err != nil {
		return err
	}
	storeFacts(l.tx, l.workspaceID, l.entries, l.undone)
	sums := sumsOf(l.entries)
	return addSums(l.tx, l.workspaceID, sums)
}

// findLabels says of each new fact which labels its conversation has. What takes a fact
// back has those of the fact.
func (l *ledger) findLabels() error {
	var ids []string
	for _, e := range l.entries {
		if e.sign > 0 && e.ConversationID != "" {
			ids = append(ids, e.ConversationID)
		}
	}
	labels, err := labelsOf(l.tx, l.workspaceID, ids)
	for _, e := range l.entries {
		if e.sign > 0 {
			e.Labels = labels[e.ConversationID]
		}
	}
	for _, e := range l.entries { // what was taken back at once
		if e.sign < 0 {
			for _, of := range l.entries {
				if of.sign > 0 && of.undone && of.Metric == e.Metric && of.Ref == e.Ref && of.At == e.At {
					e.Labels = of.Labels
				}
			}
		}
	}
	return err
}
