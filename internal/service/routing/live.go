package routing

import (
	"context"
	"strings"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/people"
)

// rooms has the room of each database, for what others tell.
var rooms = db.NewSlot[*Routing]()

// inForce are the rules of a workspace, ready to be asked.
type inForce struct {
	version int           // 0 while there never were any
	rules   *assign.Rules // nil where none can match
	requeue bool          // what waits with somebody who is away goes back
}

// inForce returns the rules as they were at most a second ago.
func (s *Routing) inForce(workspaceID string) (inForce, error) {
	return s.rules.Get(workspaceID, func() (f inForce, err error) {
		var r crm.RoutingRules
		var of crm.RoutingSettings
		err = s.db.View(context.Background(), func(tx *db.Tx) (err error) {
			if r, err = rulesInForce(tx, workspaceID); err == nil {
				of, err = settings(tx, workspaceID)
			}
			return err
		})
		if err != nil {
			return f, err
		}
		f, err = compile(r)
		f.requeue = of.RequeueMinutes > 0
		return f, err
	})
}

func compile(r crm.RoutingRules) (f inForce, err error) {
	f.version = r.Version
	if len(r.Rules) > 0 || r.Default != nil {
		f.rules, err = assign.Compile(r.Version, r.RoutingBody)
	}
	return f, err
}

// SweepCaches forgets what has not been asked for lately.
func (s *Routing) SweepCaches() {
	s.rules.Sweep()
	s.chains.sweep()
}

var _ = conversation.OnChange(hear)

// hear lets conversations be routed whose change asks for it, and gives others to
// who has become free by it. In a workspace that never had rules it does nothing.
func hear(tx *db.Tx, c conversation.Change) error {
	s, before, after := rooms.Of(tx), c.Before, c.After
	if s == nil {
		return nil
	}
	r, err := s.inForce(after.WorkspaceID)
	if err != nil || r.version == 0 {
		return err
	}
	if waits(before) && (!waits(after) || after.TeamID != before.TeamID) && c.Reason != crm.ReasonRouting {
		leaveQueue(tx, after.WorkspaceID, after.ConversationID)
	}
	if waits(before) && waits(after) && before.Priority != after.Priority && c.Reason != crm.ReasonRouting {
		moveQueued(tx, after.WorkspaceID, after.ConversationID, assign.DefaultAgeing.Moved(before.Priority, after.Priority))
	}
	if r.requeue && after.AgentID != "" && after.Status == crm.ConversationOpen && before.Status != crm.ConversationOpen {
		lookAtAbsence(tx, after.WorkspaceID, after.AgentID, tx.Now())
	}
	if woke(c) {
		lookAtWoken(tx, after)
	}
	if before.AgentID != "" && (after.AgentID != before.AgentID || before.Status == crm.ConversationOpen && after.Status != crm.ConversationOpen) {
		lookAtAgent(tx, after.WorkspaceID, before.AgentID)
	}
	cause, ok := causeOf(c)
	earlier := ""
	if c.Reason == crm.ReasonUndone && !ok && !waits(before) && waits(after) {
		if earlier, ok, err = leftQueue(tx, c); err != nil {
			return err
		}
		cause = crm.CauseReturned
	}
	if ok && (r.rules != nil || cause != crm.CauseContactWrote && cause != crm.CauseHandOff) {
		lost := crm.LostAgent{}
		if cause == crm.CauseAway || cause == crm.CauseRequeued {
			lost.AgentID = before.AgentID
		}
		enqueueRoute(tx, after, cause, lost, earlier)
	}
	return nil
}

// leftQueue reports whether a conversation waited for somebody, or was about to, when
// people last changed that, and by the decision of which episode: who undoes it lets it
// wait again. Where there is no decision, nobody waits whom people opened themselves.
func leftQueue(tx *db.Tx, c conversation.Change) (episodeID string, waited bool, err error) {
	was := c.Before.Episode
	list, err := decisions(tx, c.Before.WorkspaceID, c.Before.ConversationID, "", 1)
	if err != nil || len(list) == 0 || list[0].EpisodeID != was.ID {
		return "", was.ID != "" && was.OpenReason != crm.ReasonRequest, err
	}
	return was.ID, list[0].Outcome == crm.OutcomeQueued || list[0].Outcome == crm.OutcomeTaken, nil
}

// enqueueRoute lets a conversation be routed that stands as told. lost is who had it,
// the zero value for nobody; earlier is the episode in which it came to
// its team, "" for this one.
func enqueueRoute(tx *db.Tx, s crm.InboxState, cause crm.RoutingCause, lost crm.LostAgent, earlier string) {
	jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: s.WorkspaceID, Kind: jobRoute, Queue: s.PhoneNumberID, Key: "c/" + s.ConversationID,
		Payload: strings.Join([]string{"c", s.ConversationID, string(cause), s.Episode.ID, s.TeamID, lost.AgentID, lost.Reason, earlier}, "/")})
}

// waits reports whether a conversation is one that somebody should get.
func waits(s crm.InboxState) bool { return s.Status == crm.ConversationOpen && s.AgentID == "" }

// causeOf says why a change lets a conversation be routed, if it does. Who opens a
// conversation decides themselves who gets it, and so does who takes it off its
// agent.
func causeOf(c conversation.Change) (crm.RoutingCause, bool) {
	before, after := c.Before, c.After
	switch opened := after.Episode.ID != before.Episode.ID; {
	case !waits(after), c.Reason == crm.ReasonRouting, c.Reason == crm.ReasonUnavailable: // whoever did it says more
		return "", false
	case c.Reason == crm.ReasonHandOff:
		return crm.CauseHandOff, true
	case c.Reason == crm.ReasonAway:
		return crm.CauseAway, true
	case c.Reason == crm.ReasonRequeued, c.Reason == crm.ReasonEscalated && before.AgentID != "" && after.TeamID == before.TeamID:
		return crm.CauseRequeued, true
	case c.Reason == crm.ReasonMerged, c.Reason == crm.ReasonTime, c.Reason == crm.ReasonPromise, c.Reason == crm.ReasonDeactivated:
		return crm.CauseReturned, true
	case opened:
		return crm.CauseContactWrote, c.Reason == crm.ReasonContactWrote
	case after.TeamID != before.TeamID && after.TeamID != "":
		return crm.CauseTeam, true
	case before.Status != after.Status:
		return crm.CauseReturned, after.TeamID != "" || c.Reason == crm.ReasonContactWrote
	}
	return "", false
}

// Changed is told of a user or a team by which somebody may get a conversation.
func Changed(tx *db.Tx, workspaceID, id string) error {
	s := rooms.Of(tx)
	if s == nil {
		return nil
	}
	r, err := s.inForce(workspaceID)
	switch {
	case err != nil || r.version == 0:
	case crm.ValidID(crm.PrefixTeam, id):
		lookAtQueue(tx, workspaceID, id)
	default:
		lookAtAgent(tx, workspaceID, id)
	}
	return err
}

// lookAtQueue lets the conversations of a queue be given to who is free.
func lookAtQueue(tx *db.Tx, workspaceID, queue string) { look(tx, "q", workspaceID, queue) }

// lookAtAgent is lookAtQueue for every queue of which a user gets conversations.
func lookAtAgent(tx *db.Tx, workspaceID, userID string) { look(tx, "a", workspaceID, userID) }

func look(tx *db.Tx, what, workspaceID, id string) {
	key := what + "/" + workspaceID + "/" + id
	jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: workspaceID, Kind: jobRoute, Queue: workspaceID, Key: key, Payload: what + "/" + id})
}

// jobRoute is the kind of the jobs that route conversations and serve queues.
const jobRoute jobs.JobKind = "route"

// Route routes conversations and serves queues, each queue by one job at a time. What
// several change at once in a workspace is committed together: the more there are,
// the more conversations a commit assigns.
func Route(svc *Routing) jobs.Kind {
	return jobs.Kind{Name: jobRoute, Concurrency: 64, Batch: 64, Handle: svc.handle}
}

// handle runs jobs of one key. One look at a queue is as good as many.
func (s *Routing) handle(ctx context.Context, batch []jobs.Job) error {
	what, id, _ := strings.Cut(batch[0].Payload, "/")
	workspaceID := batch[0].WorkspaceID
	switch what {
	case "c", "u":
		do := s.route
		if what == "u" {
			do = s.release
		}
		for _, j := range batch {
			if err := do(ctx, j); err != nil {
				return err
			}
		}
		return nil
	case "q":
		return s.serve(ctx, workspaceID, id, batch)
	case "g":
		return s.takeBack(ctx, workspaceID, id, batch)
	}
	return s.db.Update(ctx, workspaceID, func(tx *db.Tx) error {
		for _, j := range batch {
			jobs.FinishJob(tx, j)
		}
		if queue, at, timed := strings.Cut(id, "/"); timed && what == "t" {
			forgetLook(tx, workspaceID, queue, at) // the clock of who looks next may be behind
		}
		if what == "a" {
			lookAtAbsence(tx, workspaceID, id, tx.Now())
		}
		list, err := queuesOf(tx, what, workspaceID, id)
		for _, queue := range list {
			lookAtQueue(tx, workspaceID, queue)
		}
		return err
	})
}

// queuesOf returns the queues with conversations that a job is about: those of an
// agent, one whose time has come, or all.
func queuesOf(tx *db.Tx, what, workspaceID, id string) (list []string, err error) {
	switch what {
	case "a":
		if list, err = people.TeamsOf(tx, workspaceID, id); err != nil {
			return nil, err
		}
		list = append(list, id)
	case "t":
		queue, _, _ := strings.Cut(id, "/")
		list = []string{queue}
	default:
		for queue := ""; ; {
			if queue, err = nextQueue(tx, workspaceID, queue); err != nil || queue == "" {
				return list, err
			}
			list = append(list, queue)
		}
	}
	var waiting []string
	for _, queue := range list {
		any, err := anyQueued(tx, workspaceID, queue)
		if err != nil {
			return nil, err
		}
		if any {
			waiting = append(waiting, queue)
		}
	}
	return waiting, nil
}
