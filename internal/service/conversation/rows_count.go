package conversation

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

var (
	selectCountsSQL = db.SQL(`SELECT phone_number_id, team_id, agent_id, status, waiting, CAST(sum(n) AS BIGINT) FROM conversation_counts
		WHERE workspace_id = $1 GROUP BY phone_number_id, team_id, agent_id, status, waiting`)
	// Followed by a user, but not theirs: these no count has.
	selectFollowedStatesSQL = db.SQL(`SELECT s.phone_number_id, s.team_id, s.agent_id, s.status, s.waiting_since > 0, 1 FROM conversation_followers o INDEXED BY conversation_followers_user
		CROSS JOIN conversation_states s WHERE o.workspace_id = $1 AND o.user_id = $2 AND s.workspace_id = o.workspace_id AND s.conversation_id = o.conversation_id AND s.agent_id <> $2 LIMIT 1000`).
		By("conversation_followers_user")
	// What a writer holds is left for the next time: so nobody waits for anybody
	// who waits.
	foldCountsSQL = db.PostgresSQL(`WITH taken AS (SELECT workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane FROM conversation_counts
			WHERE lane < 16 ORDER BY lane LIMIT $1 FOR UPDATE SKIP LOCKED),
		gone AS (DELETE FROM conversation_counts c USING taken t WHERE c.workspace_id = t.workspace_id AND c.phone_number_id = t.phone_number_id AND c.team_id = t.team_id
			AND c.agent_id = t.agent_id AND c.status = t.status AND c.waiting = t.waiting AND c.lane = t.lane RETURNING c.*),
		folded AS (INSERT INTO conversation_counts (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane, n)
			SELECT workspace_id, phone_number_id, team_id, agent_id, status, waiting, 16, sum(n) FROM gone GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
			ON CONFLICT (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane) DO UPDATE SET n = conversation_counts.n + excluded.n)
		SELECT count(*) FROM gone`).ByOnPostgres("conversation_counts_lane").AcrossWorkspaces("retention")
	removeFoldedSQL = db.PostgresSQL(`DELETE FROM conversation_counts WHERE ctid IN (SELECT ctid FROM conversation_counts WHERE lane = 16 AND n = 0 LIMIT $1) AND n = 0`).
			ByOnPostgres("conversation_counts_lane").AcrossWorkspaces("retention")
	removeNoneSQL = db.EmbeddedSQL(`DELETE FROM conversation_counts WHERE (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane) IN
		(SELECT workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane FROM conversation_counts INDEXED BY conversation_counts_none WHERE n = 0 LIMIT $1)`).
		By("conversation_counts_none").AcrossWorkspaces("retention")

	markReadSQL = db.SQL(`INSERT INTO conversation_reads (workspace_id, user_id, conversation_id, inbounds, at)
		SELECT s.workspace_id, CAST($2 AS TEXT), s.conversation_id, CASE WHEN s.inbounds < $4 THEN s.inbounds ELSE $4 END, CAST($5 AS BIGINT) FROM conversation_states s
		WHERE s.workspace_id = $1 AND s.conversation_id = $3
		ON CONFLICT (workspace_id, user_id, conversation_id) DO UPDATE SET inbounds = CASE WHEN conversation_reads.inbounds < excluded.inbounds THEN excluded.inbounds ELSE conversation_reads.inbounds END,
			at = excluded.at, unread = FALSE WHERE conversation_reads.inbounds < excluded.inbounds OR conversation_reads.unread`)
	// Who never opened it goes on going by what the others saw: -1.
	markUnreadSQL = db.SQL(`INSERT INTO conversation_reads (workspace_id, user_id, conversation_id, inbounds, at, unread) VALUES ($1, $2, $3, -1, $4, TRUE)
		ON CONFLICT (workspace_id, user_id, conversation_id) DO UPDATE SET unread = TRUE, at = excluded.at`)
	markSeenSQL = db.SQL(`UPDATE conversation_states SET seen_inbounds = CASE WHEN inbounds < $3 THEN inbounds ELSE $3 END, seen_by = $4, seen_at = $5
		WHERE workspace_id = $1 AND conversation_id = $2 AND seen_inbounds < $3 AND seen_inbounds < inbounds`)
)

// Counts are how many conversations an actor reaches, by how they stand.
type Counts struct {
	// All are those that are not closed. The others, but Closed, are among them.
	All, Mine, Unassigned, NeedsAnswer, Pending, Snoozed, Closed int64
	// Teams and PhoneNumbers have those that have any that count for ShareCount.
	Teams, PhoneNumbers map[string]ShareCount
}

// ShareCount is how many conversations a team or a phone number has that are neither
// closed nor snoozed.
type ShareCount struct{ All, NeedsAnswer int64 }

// counts adds up what is kept. Of conversations that somebody follows, without
// being theirs, 1,000 are counted at most.
func counts(tx *db.Tx, actor crm.Actor) (Counts, error) {
	out := Counts{Teams: map[string]ShareCount{}, PhoneNumbers: map[string]ShareCount{}}
	add := func(followed bool) func(r db.Row) error {
		return func(r db.Row) error {
			var of reach.Subject
			var status string
			var waiting bool
			var n int64
			err := r.Scan(&of.PhoneNumberID, &of.TeamID, &of.AgentID, &status, &waiting, &n)
			if err == nil && reach.Holds(actor.Reach, of, followed) {
				out.add(actor, of, crm.ConversationStatus(status), waiting, n)
			}
			return err
		}
	}
	err := tx.Each(selectCountsSQL, add(false), actor.WorkspaceID)
	if err == nil && actor.Reach.Kind == crm.ReachOwnAndFollowed {
		err = tx.Each(selectFollowedStatesSQL, add(true), actor.WorkspaceID, actor.Reach.UserID)
	}
	return out, err
}

// foldCounts makes one row of the lanes in which nodes counted, up to limit of
// them, removes what counts nothing, and returns how many rows it took.
func foldCounts(tx *db.Tx, limit int) (taken int64, err error) {
	if !tx.OnPostgres() {
		return tx.Exec(removeNoneSQL, limit)
	}
	if _, err := tx.One(foldCountsSQL, []any{&taken}, limit); err != nil {
		return 0, err
	}
	_, err = tx.Exec(removeFoldedSQL, limit)
	return taken, err
}

func (c *Counts) add(actor crm.Actor, of reach.Subject, status crm.ConversationStatus, waiting bool, n int64) {
	if status == crm.ConversationClosed {
		c.Closed += n
		return
	}
	c.All += n
	if status == crm.ConversationSnoozed {
		c.Snoozed += n
		return
	}
	if of.AgentID == "" {
		c.Unassigned += n
	} else if of.AgentID == actor.UserID() {
		c.Mine += n
	}
	if status == crm.ConversationPending {
		c.Pending += n
	}
	waits := int64(0)
	if waiting {
		waits = n
	}
	c.NeedsAnswer += waits
	share := func(of map[string]ShareCount, id string) {
		if now := (ShareCount{of[id].All + n, of[id].NeedsAnswer + waits}); id != "" && now != (ShareCount{}) {
			of[id] = now
		} else {
			delete(of, id)
		}
	}
	share(c.Teams, of.TeamID)
	share(c.PhoneNumbers, of.PhoneNumberID)
}

// markRead notes that a user has read so much of what the contact wrote, and that
// somebody has seen it.
func markRead(tx *db.Tx, c crm.Conversation, userID string, inbounds int64) {
	now := db.Ms(tx.Now())
	tx.Write(markSeenSQL, c.WorkspaceID, c.ID, inbounds, userID, now) // the state is locked first, as everywhere
	tx.Write(markReadSQL, c.WorkspaceID, userID, c.ID, inbounds, now)
}
