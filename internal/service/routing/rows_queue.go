package routing

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const queueColumns = `conversation_id, queue, queue_at, waiting_since, phone_number_id, episode_id, decision_id, cause, target, answered_by, answered_at, overflow_at, visited, explained, wait_cause, told_at, place, promised_ms`

var (
	enterQueueSQL = db.SQL(`INSERT INTO routing_queue (workspace_id, ` + queueColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, '', 0, 0, 0)
		ON CONFLICT (workspace_id, conversation_id) DO UPDATE SET queue = excluded.queue, queue_at = excluded.queue_at, waiting_since = excluded.waiting_since,
			phone_number_id = excluded.phone_number_id, episode_id = excluded.episode_id, decision_id = excluded.decision_id, cause = excluded.cause, target = excluded.target,
			answered_by = excluded.answered_by, answered_at = excluded.answered_at, overflow_at = excluded.overflow_at, visited = excluded.visited, explained = excluded.explained, wait_cause = '', told_at = 0, place = 0, promised_ms = 0`)
	leaveQueueSQL = db.SQL(`DELETE FROM routing_queue WHERE workspace_id = $1 AND conversation_id = $2`)
	moveQueuedSQL = db.SQL(`UPDATE routing_queue SET queue_at = queue_at + $3 WHERE workspace_id = $1 AND conversation_id = $2`)
	explainedSQL  = db.SQL(`UPDATE routing_queue SET explained = TRUE, told_at = $3, place = $4, promised_ms = $5 WHERE workspace_id = $1 AND conversation_id = $2`)
	lockQueuedSQL = db.SQL(`SELECT ` + queueColumns + ` FROM routing_queue WHERE workspace_id = $1 AND conversation_id = $2 FOR UPDATE`)
	queuedSQL     = db.SQL(`SELECT ` + queueColumns + ` FROM routing_queue WHERE workspace_id = $1 AND queue = $2
		AND (queue_at, waiting_since, conversation_id) > ($3, $4, $5) ORDER BY queue_at, waiting_since, conversation_id LIMIT $6`)
	newlyQueuedSQL = db.SQL(`SELECT ` + queueColumns + ` FROM routing_queue WHERE workspace_id = $1 AND queue = $2 AND NOT explained ORDER BY conversation_id LIMIT $3`).ByOnPostgres("routing_queue_new")
	overdueSQL     = db.SQL(`SELECT ` + queueColumns + ` FROM routing_queue WHERE workspace_id = $1 AND queue = $2 AND overflow_at > 0 AND overflow_at <= $3
		ORDER BY overflow_at LIMIT $4`).By("routing_queue_overflow").ByOnPostgres("routing_queue_overflow")
	nextOverflowSQL = db.SQL(`SELECT overflow_at FROM routing_queue WHERE workspace_id = $1 AND queue = $2 AND overflow_at > 0 ORDER BY overflow_at LIMIT 1`).ByOnPostgres("routing_queue_overflow")
	stayQueuedSQL   = db.SQL(`UPDATE routing_queue SET overflow_at = 0 WHERE workspace_id = $1 AND conversation_id = $2`)
	causedSQL       = db.SQL(`SELECT ` + queueColumns + ` FROM routing_queue WHERE workspace_id = $1 AND queue = $2 AND (wait_cause, conversation_id) > ($3, $4) AND wait_cause < $5
		ORDER BY wait_cause, conversation_id LIMIT $6`).ByOnPostgres("routing_queue_cause")
	skilledSQL = db.SQL(`SELECT ` + queueColumns + ` FROM routing_queue WHERE workspace_id = $1 AND queue = $2 AND wait_cause = $3 AND conversation_id > $4 AND target LIKE '%"requiredSkills":[%'
		ORDER BY conversation_id LIMIT $5`).ByOnPostgres("routing_queue_cause")
	noteCauseSQL = db.SQL(`UPDATE routing_queue SET wait_cause = $3 WHERE workspace_id = $1 AND conversation_id = $2`)
	anyQueuedSQL = db.SQL(`SELECT queue FROM routing_queue WHERE workspace_id = $1 AND queue = $2 LIMIT 1`)
	nextQueueSQL = db.SQL(`SELECT queue FROM routing_queue WHERE workspace_id = $1 AND queue > $2 ORDER BY queue LIMIT 1`)

	turnsSQL    = db.SQL(`SELECT user_id, virtual_time, look_at FROM routing_turns WHERE workspace_id = $1 AND queue = $2 ORDER BY user_id LIMIT 10000`)
	saveTurnSQL = db.SQL(`INSERT INTO routing_turns (workspace_id, queue, user_id, virtual_time, look_at) VALUES ($1, $2, $3, $4, 0)
		ON CONFLICT (workspace_id, queue, user_id) DO UPDATE SET virtual_time = excluded.virtual_time`)
	saveLookSQL = db.SQL(`INSERT INTO routing_turns (workspace_id, queue, user_id, virtual_time, look_at) VALUES ($1, $2, '', 0, $3)
		ON CONFLICT (workspace_id, queue, user_id) DO UPDATE SET look_at = excluded.look_at`)
	forgetLookSQL = db.SQL(`UPDATE routing_turns SET look_at = 0 WHERE workspace_id = $1 AND queue = $2 AND user_id = '' AND look_at = $3`)
	dropTurnsSQL  = db.SQL(`DELETE FROM routing_turns WHERE workspace_id = $1 AND queue = $2`)

	makeLoadSQL = db.SQL(`INSERT INTO routing_loads (workspace_id, user_id, last_assigned_at) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING`)
	lockLoadSQL = db.SQL(`SELECT last_assigned_at FROM routing_loads WHERE workspace_id = $1 AND user_id = $2 FOR UPDATE`)
	saveLoadSQL = db.SQL(`UPDATE routing_loads SET last_assigned_at = $3 WHERE workspace_id = $1 AND user_id = $2`)
	agentOfSQL  = db.SQL(`SELECT coalesce((SELECT capacity FROM routing_agents WHERE workspace_id = $1 AND user_id = $2), -1),
		coalesce((SELECT skills FROM routing_agents WHERE workspace_id = $1 AND user_id = $2), ''),
		coalesce((SELECT last_assigned_at FROM routing_loads WHERE workspace_id = $1 AND user_id = $2), 0),
		coalesce((SELECT until_at FROM routing_streams WHERE workspace_id = $1 AND user_id = $2), 0)`)
	saveStreamSQL = db.SQL(`INSERT INTO routing_streams (workspace_id, user_id, until_at) VALUES ($1, $2, $3)
		ON CONFLICT (workspace_id, user_id) DO UPDATE SET until_at = excluded.until_at WHERE routing_streams.until_at < excluded.until_at`)
	dropStreamsSQL = db.SQL(`DELETE FROM routing_streams WHERE workspace_id = $1`)
)

// queued is a conversation in a queue: that of a team, or of a member.
type queued struct {
	workspaceID, conversationID, queue, phoneNumberID, episodeID string
	queueAt, waitingSince                                        int64
	decisionID                                                   string
	cause                                                        crm.RoutingCause
	match                                                        matched
	answered                                                     assign.Answered
	overflowAt                                                   int64
	visited                                                      []string
	explained                                                    bool
	waitReason                                                   string // a crm.WaitReason
	told
}

// told is what was said of a conversation when nobody was free, in milliseconds: about
// where it stood, 0 if that was not why it waited, and how long it would take, 0 if that
// could not be said.
type told struct {
	toldAt   int64
	place    int
	promised int64
}

// matched is what the rules said of a conversation, as it is stored.
type matched struct {
	Version int               `json:"version,omitempty"`
	RuleKey string            `json:"rule,omitempty"`
	Target  crm.RoutingTarget `json:"target"`
	Skipped []crm.SkippedRule `json:"skipped,omitempty"`
	// Excluded had the conversation in this episode, and shall not get it again.
	Excluded []string `json:"excluded,omitempty"`
	// Lost had it when it woke, and could not have it then.
	Lost *crm.LostAgent `json:"lost,omitempty"`
}

func enterQueue(tx *db.Tx, q queued) {
	tx.Write(enterQueueSQL, q.workspaceID, q.conversationID, q.queue, q.queueAt, q.waitingSince, q.phoneNumberID, q.episodeID, q.decisionID, string(q.cause), db.Text(q.match),
		q.answered.By, q.answered.At, q.overflowAt, strings.Join(q.visited, " "), q.explained)
}

func leaveQueue(tx *db.Tx, workspaceID, conversationID string) {
	tx.Write(leaveQueueSQL, workspaceID, conversationID)
}

// moveQueued changes the place of a conversation in its queue, if it is in one.
func moveQueued(tx *db.Tx, workspaceID, conversationID string, by int64) {
	tx.Write(moveQueuedSQL, workspaceID, conversationID, by)
}

// causedBetween returns up to limit conversations of a queue that wait for a reason
// below to, from the one behind after on.
func causedBetween(tx *db.Tx, workspaceID, queue string, after queued, to string, limit int) ([]queued, error) {
	return readQueued(tx, causedSQL, workspaceID, queue, after.waitReason, after.conversationID, to, limit)
}

// skilledQueued returns up to limit conversations of a queue that ask for skills and
// wait for the same reason as after, behind it.
func skilledQueued(tx *db.Tx, workspaceID, queue string, after queued, limit int) ([]queued, error) {
	return readQueued(tx, skilledSQL, workspaceID, queue, after.waitReason, after.conversationID, limit)
}

func noteCause(tx *db.Tx, q queued, why crm.WaitReason) {
	tx.Write(noteCauseSQL, q.workspaceID, q.conversationID, why.String())
}

// overdue returns up to limit conversations of a queue that waited too long for it.
func overdue(tx *db.Tx, workspaceID, queue string, limit int) ([]queued, error) {
	return readQueued(tx, overdueSQL, workspaceID, queue, db.Ms(tx.Now()), limit)
}

// nextOverflow is when the next conversation of a queue has waited too long for it;
// false for never.
func nextOverflow(tx *db.Tx, workspaceID, queue string) (time.Time, bool, error) {
	var at int64
	found, err := tx.One(nextOverflowSQL, []any{&at}, workspaceID, queue)
	return db.At(at), found, err
}

// stayQueued keeps a conversation in its queue however long it waits.
func stayQueued(tx *db.Tx, q queued) { tx.Write(stayQueuedSQL, q.workspaceID, q.conversationID) }

func noteExplained(tx *db.Tx, q queued, as told) {
	tx.Write(explainedSQL, q.workspaceID, q.conversationID, as.toldAt, as.place, as.promised)
}

// lockQueued returns a conversation that waits, and keeps others from taking it.
func lockQueued(tx *db.Tx, workspaceID, conversationID string) (q queued, found bool, err error) {
	list, err := readQueued(tx, lockQueuedSQL, workspaceID, conversationID)
	if err != nil || len(list) == 0 {
		return q, false, err
	}
	return list[0], true, nil
}

// queuedAfter returns up to limit conversations of a queue behind one, in order.
func queuedAfter(tx *db.Tx, workspaceID, queue string, after queued, limit int) ([]queued, error) {
	return readQueued(tx, queuedSQL, workspaceID, queue, after.queueAt, after.waitingSince, after.conversationID, limit)
}

// newlyQueued returns up to limit conversations that no decision was made about.
func newlyQueued(tx *db.Tx, workspaceID, queue string, limit int) ([]queued, error) {
	return readQueued(tx, newlyQueuedSQL, workspaceID, queue, limit)
}

func readQueued(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []queued, err error) {
	err = tx.Each(which, func(r db.Row) error {
		q := queued{workspaceID: workspaceID}
		var match, visited string
		if err := r.Scan(&q.conversationID, &q.queue, &q.queueAt, &q.waitingSince, &q.phoneNumberID, &q.episodeID, &q.decisionID, (*string)(&q.cause), &match,
			&q.answered.By, &q.answered.At, &q.overflowAt, &visited, &q.explained, &q.waitReason, &q.toldAt, &q.place, &q.promised); err != nil {
			return err
		}
		q.visited = strings.Fields(visited)
		err := json.Unmarshal([]byte(match), &q.match)
		out = append(out, q)
		return err
	}, append([]any{workspaceID}, args...)...)
	return out, err
}

// anyQueued reports whether a queue has a conversation.
func anyQueued(tx *db.Tx, workspaceID, queue string) (bool, error) {
	return tx.One(anyQueuedSQL, []any{&queue}, workspaceID, queue)
}

// nextQueue returns the queue behind one that has a conversation, "" for none.
func nextQueue(tx *db.Tx, workspaceID, after string) (queue string, err error) {
	_, err = tx.One(nextQueueSQL, []any{&queue}, workspaceID, after)
	return queue, err
}

// turns returns how much each member got of a queue, and when the queue is to be
// looked at again; "" stands for the queue itself.
func turns(tx *db.Tx, workspaceID, queue string) (times map[string]assign.Units, lookAt int64, err error) {
	times = map[string]assign.Units{}
	err = tx.Each(turnsSQL, func(r db.Row) error {
		var id string
		var units, at int64
		err := r.Scan(&id, &units, &at)
		if times[id] = assign.Units(units); id == "" {
			lookAt = at
		}
		return err
	}, workspaceID, queue)
	return times, lookAt, err
}

func saveTurn(tx *db.Tx, workspaceID, queue, userID string, to assign.Units) {
	tx.Write(saveTurnSQL, workspaceID, queue, userID, int64(to))
}

func forgetLook(tx *db.Tx, workspaceID, queue, at string) {
	ms, err := strconv.ParseInt(at, 10, 64)
	if err == nil {
		tx.Write(forgetLookSQL, workspaceID, queue, ms)
	}
}

func saveLook(tx *db.Tx, workspaceID, queue string, at time.Time) {
	tx.Write(saveLookSQL, workspaceID, queue, db.Ms(at))
}

// lockLoads keeps others from giving members conversations automatically until the
// transaction ends.
func lockLoads(tx *db.Tx, workspaceID string, userIDs []string) error {
	rows := make([][]any, len(userIDs))
	for i, id := range userIDs {
		tx.Write(makeLoadSQL, workspaceID, id)
		rows[i] = []any{workspaceID, id}
	}
	return tx.EachOf(lockLoadSQL, rows, func(int, db.Row) error { return nil })
}

func noteAssigned(tx *db.Tx, workspaceID, userID string) {
	tx.Write(saveLoadSQL, workspaceID, userID, db.Ms(tx.Now()))
}

// agentFacets are what routing keeps of a member.
type agentFacets struct {
	capacity       int // -1 for that of the workspace
	skills         []string
	lastAssignedAt int64
	streamUntil    int64 // a live stream was noted until then; 0 for never
}

// unreachable reports whether a member had a live stream once and has had none for too
// long.
func (f agentFacets) unreachable(of crm.RoutingSettings, now time.Time) bool {
	return of.UnreachableSeconds > 0 && f.streamUntil > 0 && db.Ms(now.Add(-of.UnreachableAfter())) > f.streamUntil
}

func agentsOf(tx *db.Tx, workspaceID string, ids []string) ([]agentFacets, error) {
	rows, out := make([][]any, len(ids)), make([]agentFacets, len(ids))
	for i, id := range ids {
		rows[i] = []any{workspaceID, id}
	}
	err := tx.EachOf(agentOfSQL, rows, func(i int, r db.Row) error {
		var skills string
		err := r.Scan(&out[i].capacity, &skills, &out[i].lastAssignedAt, &out[i].streamUntil)
		out[i].skills = strings.Fields(skills)
		return err
	})
	return out, err
}
