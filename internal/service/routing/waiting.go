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

// waitReason is why nobody gets a conversation of the queue that asks for skills.
func (d *desk) waitReason(skills []string) crm.WaitReason {
	for i := range d.candidates {
		d.candidates[i].ReachesNumber, d.candidates[i].Excluded = true, false
	}
	able := func(c assign.Candidate) bool {
		return !slices.ContainsFunc(skills, func(s string) bool { return !slices.Contains(c.Skills, s) })
	}
	in := assign.Input{Team: d.team, Now: db.Ms(d.now)}
	may, there, unreachable := 0, []assign.Candidate(nil), []string(nil)
	for _, c := range d.candidates {
		if !c.Member || !c.CanAnswer || c.Deactivated {
			continue
		}
		may++
		switch {
		case c.Availability != crm.AvailableOnline:
		case !c.Unreachable:
			there = append(there, c)
			if able(c) {
				in.Candidates = append(in.Candidates, c)
			}
		case able(c):
			unreachable = append(unreachable, c.ID)
		}
	}
	made := assign.Choose(in)
	switch {
	case d.team.Method == crm.TeamManual:
		return crm.WaitReason{Cause: crm.WaitUnassigned}
	case may == 0:
		return crm.WaitReason{Cause: crm.WaitNobodyMay}
	case d.closed:
		return crm.WaitReason{Cause: crm.WaitOutsideHours}
	case made.Reasons[assign.Eligible] > 0:
		return crm.WaitReason{Cause: crm.WaitRouting}
	case len(in.Candidates) > 0:
		return crm.WaitReason{Cause: crm.WaitFull}
	case len(unreachable) > 0:
		return crm.WaitReason{Cause: crm.WaitUnreachable, About: few(unreachable)}
	case len(there) > 0:
		return crm.WaitReason{Cause: crm.WaitSkill, About: lacking(skills, there)}
	}
	return crm.WaitReason{Cause: crm.WaitUnavailable}
}

// lacking are those of some skills, in order, that nobody of some people has who have
// not all of them: all, where each skill is somebody's.
func lacking(skills []string, people []assign.Candidate) []string {
	all := slices.Compact(slices.Sorted(slices.Values(skills)))
	out := slices.DeleteFunc(slices.Clone(all), func(s string) bool {
		return slices.ContainsFunc(people, func(c assign.Candidate) bool { return slices.Contains(c.Skills, s) })
	})
	if len(out) == 0 {
		return all
	}
	return out
}

// few are some people in order; nobody if there are so many that it cannot be due to
// each of them.
func few(ids []string) []string {
	const most = 10
	if len(ids) > most {
		return nil
	}
	return slices.Sorted(slices.Values(ids))
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
	general, left := d.waitReason(nil), causesAtOnce
	noted := general.String()
	for _, part := range []causesOf{{to: noted}, {after: queued{waitReason: noted, conversationID: highest}, to: highest}, {after: queued{waitReason: noted}, skilled: true}} {
		for more := true; more; {
			var list []queued
			err := s.db.View(ctx, func(tx *db.Tx) (err error) {
				list, err = part.read(tx, d)
				return err
			})
			for _, q := range list {
				why := general
				if len(q.match.Target.RequiredSkills) > 0 {
					why = d.waitReason(q.match.Target.RequiredSkills)
				}
				if err == nil && why.String() != q.waitReason {
					if left == 0 {
						return true, nil
					}
					left--
					err = s.noteCause(ctx, q, why)
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

// causesOf are conversations of a queue by the reason that is noted of them: those
// below a reason, or those with the reason of after that ask for skills.
type causesOf struct {
	after   queued
	to      string
	skilled bool
}

func (c causesOf) read(tx *db.Tx, d *desk) ([]queued, error) {
	if c.skilled {
		return skilledQueued(tx, d.workspaceID, d.queue, c.after, servePage)
	}
	return causedBetween(tx, d.workspaceID, d.queue, c.after, c.to, servePage)
}

// noteCause notes for what a conversation waits, unless it waits no more.
func (s *Routing) noteCause(ctx context.Context, q queued, why crm.WaitReason) error {
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
		noteCause(tx, q, why)
		return conversation.NoteWaitReason(tx, conv, why)
	})
}
