package routing

import (
	"context"
	"slices"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
)

// waitCause is why nobody gets a conversation of the queue that asks for skills.
func (d *desk) waitCause(skills []string) crm.WaitCause {
	for i := range d.candidates {
		d.candidates[i].ReachesNumber, d.candidates[i].Excluded = true, false
	}
	able := func(c assign.Candidate) bool {
		return !slices.ContainsFunc(skills, func(s string) bool { return !slices.Contains(c.Skills, s) })
	}
	in := assign.Input{Team: d.team, Now: db.Ms(d.now)}
	there, full := 0, 0 // who could come, or is there
	for _, c := range d.candidates {
		if !c.Member || !c.CanAnswer || c.Deactivated {
			continue
		}
		there++
		if c.Availability != crm.AvailableOnline || c.Unreachable || !able(c) {
			continue
		}
		in.Candidates = append(in.Candidates, c)
		full++
	}
	made := assign.Choose(in)
	switch {
	case d.team.Method == crm.TeamManual:
		return crm.WaitUnassigned
	case there == 0:
		return crm.WaitNobodyMay
	case d.closed:
		return crm.WaitOutsideHours
	case made.Reasons[assign.Eligible] > 0:
		return crm.WaitRouting
	case full > 0:
		return crm.WaitFull
	case slices.ContainsFunc(d.candidates, func(c assign.Candidate) bool {
		return c.Availability == crm.AvailableOnline && !c.Unreachable && !able(c)
	}):
		return crm.WaitSkill
	}
	return crm.WaitUnavailable
}

// highest is behind every cause and every conversation.
const highest = "~"

// causesAtOnce bounds how many causes one look at a queue writes: whoever comes free
// meanwhile does not wait for all.
const causesAtOnce = 500

// noteCauses notes for what the conversations of a queue wait now, where that changed.
// late says that there are more.
func (s *Routing) noteCauses(ctx context.Context, d *desk) (late bool, err error) {
	if d.queue == "" { // it is gone
		return false, nil
	}
	general, left := d.waitCause(nil), causesAtOnce
	for _, part := range []causesOf{{to: general}, {after: queued{waitCause: general, conversationID: highest}, to: highest}, {after: queued{waitCause: general}, skilled: true}} {
		for more := true; more; {
			var list []queued
			err := s.db.View(ctx, func(tx *db.Tx) (err error) {
				list, err = part.read(tx, d)
				return err
			})
			for _, q := range list {
				cause := general
				if len(q.match.Target.RequiredSkills) > 0 {
					cause = d.waitCause(q.match.Target.RequiredSkills)
				}
				if err == nil && cause != q.waitCause {
					if left == 0 {
						return true, nil
					}
					left--
					err = s.noteCause(ctx, q, cause)
				}
				part.after = q
			}
			if err != nil {
				return false, err
			}
			more = len(list) == servePage
		}
	}
	return false, nil
}

// causesOf are conversations of a queue by the cause that is noted of them: those
// below a cause, or those with the cause of after that ask for skills.
type causesOf struct {
	after   queued
	to      crm.WaitCause
	skilled bool
}

func (c causesOf) read(tx *db.Tx, d *desk) ([]queued, error) {
	if c.skilled {
		return skilledQueued(tx, d.workspaceID, d.queue, c.after, servePage)
	}
	return causedBetween(tx, d.workspaceID, d.queue, c.after, c.to, servePage)
}

// noteCause notes for what a conversation waits, unless it waits no more.
func (s *Routing) noteCause(ctx context.Context, q queued, cause crm.WaitCause) error {
	return s.db.Update(ctx, q.phoneNumberID, func(tx *db.Tx) error {
		state, found, err := conversation.Lock(tx, q.workspaceID, q.conversationID)
		if err != nil || !found {
			return err
		}
		now, there, err := lockQueued(tx, q.workspaceID, q.conversationID)
		if err != nil || !there || now.queue != q.queue || !waits(state) || state.Episode.ID != q.episodeID {
			return err
		}
		conv, err := contact.Conversation(tx, q.workspaceID, q.conversationID)
		if err != nil {
			return err
		}
		noteCause(tx, q, cause)
		return conversation.NoteWaitCause(tx, conv, cause)
	})
}
