package conversation

import (
	"encoding/json"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const inboxColumns = `phone_number_id, team_id, agent_id, status, priority, waiting_since, activity_at, span_at, snoozed_until, wake_on_reply,
	seq, answer_seq, inbounds, read_floor, last_inbound_at, preview_id, preview, answer_id, cleared_since, cleared_ms, episode_id, episode_no, opened_at, opened_by, open_reason,
	first_inbound_at, first_assigned_at, first_answer_at, first_answer_by, first_person_at, first_person_by, episode_inbounds, answers, hand_offs, reassignments, waited_ms, clocks, due_at, follow_up_at, waiting`

// living is the conversation $2, or the one that it was joined to.
const living = `(SELECT CASE WHEN j.joined_to = '' THEN j.id ELSE j.joined_to END FROM conversations j WHERE j.workspace_id = $1 AND j.id = $2)`

var (
	selectInboxSQL = db.SQL(`SELECT ` + inboxColumns + ` FROM conversation_states WHERE workspace_id = $1 AND conversation_id = $2`)
	lockInboxSQL   = db.SQL(`SELECT ` + inboxColumns + ` FROM conversation_states WHERE workspace_id = $1 AND conversation_id = $2 FOR UPDATE`)
	insertInboxSQL = db.SQL(`INSERT INTO conversation_states (workspace_id, conversation_id, ` + inboxColumns + `)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42)`)
	saveInboxSQL = db.SQL(`UPDATE conversation_states SET phone_number_id = $3, team_id = $4, agent_id = $5, status = $6, priority = $7, waiting_since = $8,
		activity_at = $9, span_at = $10, snoozed_until = $11, wake_on_reply = $12, seq = $13, answer_seq = $14, inbounds = $15, read_floor = $16, last_inbound_at = $17, preview_id = $18, preview = $19,
		answer_id = $20, cleared_since = $21, cleared_ms = $22, episode_id = $23, episode_no = $24, opened_at = $25, opened_by = $26, open_reason = $27,
		first_inbound_at = $28, first_assigned_at = $29, first_answer_at = $30, first_answer_by = $31, first_person_at = $32, first_person_by = $33,
		episode_inbounds = $34, answers = $35, hand_offs = $36, reassignments = $37, waited_ms = $38, clocks = $39, due_at = $40, follow_up_at = $41, waiting = $42
		WHERE workspace_id = $1 AND conversation_id = $2`)
	// What an answer changes, and nothing that the acceptance of another message
	// beside it may change: its counts.
	saveAnswerSQL = db.SQL(`UPDATE conversation_states SET waiting_since = $3, activity_at = $4, preview_id = $5, preview = $6, answer_id = $7, cleared_since = $8, cleared_ms = $9,
		first_answer_at = $10, first_answer_by = $11, first_person_at = $12, first_person_by = $13, answers = $14, waited_ms = $15, clocks = $16, due_at = $17, waiting = $18
		WHERE workspace_id = $1 AND conversation_id = $2`)
	countAnswerSQL = db.SQL(`UPDATE conversation_states SET seq = seq + 1, answer_seq = seq + 1, last_answer_id = $3 WHERE workspace_id = $1 AND conversation_id = ` + living)
	lastAnswerSQL  = db.SQL(`SELECT answer_seq, last_answer_id FROM conversation_states WHERE workspace_id = $1 AND conversation_id = $2 FOR UPDATE`)
	// What a list shows of a message that says something else now.
	changePreviewSQL = db.SQL(`UPDATE conversation_states SET preview = $4 WHERE workspace_id = $1 AND conversation_id = ` + living + ` AND preview_id = $3`)

	// Where a conversation stood when it was joined to another one, for whoever parts
	// them.
	insertJoinedSQL = db.SQL(`INSERT INTO joined_states (workspace_id, conversation_id, state) VALUES ($1, $2, $3)
		ON CONFLICT (workspace_id, conversation_id) DO UPDATE SET state = excluded.state`)
	takeJoinedSQL    = db.SQL(`DELETE FROM joined_states WHERE workspace_id = $1 AND conversation_id = $2 RETURNING state`)
	deleteInboxSQL   = db.SQL(`DELETE FROM conversation_states WHERE workspace_id = $1 AND conversation_id = $2`)
	insertEpisodeSQL = db.SQL(`INSERT INTO episodes (workspace_id, conversation_id, no, id, opened_at, opened_by, open_reason, first_inbound_at, first_assigned_at,
		first_answer_at, first_answer_by, first_person_at, first_person_by, inbounds, answers, hand_offs, reassignments, waited_ms,
		team_id, agent_id, closed_at, closed_by, close_reason, category, summary, unanswered, waiting)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27)`)
	// Reports take them from there.
	insertWaitSQL = db.SQL(`INSERT INTO ended_waits (workspace_id, booked_at, conversation_id, from_at, sign, phone_number_id, team_id, spans) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`)
	takeWaitsSQL  = db.SQL(`DELETE FROM ended_waits WHERE (workspace_id, booked_at, conversation_id, from_at, sign) IN
		(SELECT workspace_id, booked_at, conversation_id, from_at, sign FROM ended_waits ORDER BY booked_at LIMIT $1)
		RETURNING workspace_id, booked_at, conversation_id, sign, phone_number_id, team_id, spans`).By("ended_waits_age").ByOnPostgres("ended_waits_age").AcrossWorkspaces("reports")
	// An episode that goes on after all.
	takeEpisodeSQL    = db.SQL(`DELETE FROM episodes WHERE workspace_id = $1 AND conversation_id = $2 AND no = $3 AND id = $4 AND closed_at >= $5 RETURNING team_id, agent_id`)
	selectEpisodesSQL = db.SQL(`SELECT e.no, e.id, e.opened_at, e.opened_by, e.open_reason, e.first_inbound_at, e.first_assigned_at,
		e.first_answer_at, e.first_answer_by, e.first_person_at, e.first_person_by, e.inbounds, e.answers, e.hand_offs, e.reassignments, e.waited_ms,
		e.team_id, e.agent_id, e.closed_at, e.closed_by, e.close_reason, e.category, e.summary, e.unanswered, e.waiting,
		coalesce(r.state, ''), coalesce(r.reason, ''), coalesce(r.message_id, ''), coalesce(r.score, 0), coalesce(r.comment, ''), coalesce(r.asked_at, 0), coalesce(r.rated_at, 0)
		FROM episodes e LEFT JOIN ratings r ON r.workspace_id = e.workspace_id AND r.episode_id = e.id
		WHERE e.workspace_id = $1 AND e.conversation_id = $2 AND e.opened_at < CASE WHEN CAST($3 AS BIGINT) < 1 THEN 9223372036854775807 ELSE CAST($3 AS BIGINT) END ORDER BY e.conversation_id DESC, e.no DESC LIMIT $4`)
)

// Two messages made the first state of a conversation at once: made again, the
// second finds it.
var _ = db.RunAgainAfter("conversation_states_pkey")

// inboxState returns where a conversation stands; false where it never had an
// episode.
func inboxState(tx *db.Tx, workspaceID, conversationID string) (crm.InboxState, bool, error) {
	return readInbox(tx, selectInboxSQL, workspaceID, conversationID)
}

// lockInbox is inboxState, and keeps other nodes from changing it meanwhile.
func lockInbox(tx *db.Tx, workspaceID, conversationID string) (crm.InboxState, bool, error) {
	return readInbox(tx, lockInboxSQL, workspaceID, conversationID)
}

// inboxRow is a row of inboxColumns.
type inboxRow struct {
	s                                                      crm.InboxState
	status, priority, openedBy, answeredBy, personBy       string
	waiting, activity, span, snoozed, cleared, clearedMs   int64
	opened, inbound, assigned, answered, person, waitedFor int64
	lastInbound, due, followUp                             int64
	clocks, booked                                         string
}

func (r *inboxRow) dest() []any {
	s, e := &r.s, &r.s.Episode
	return []any{&s.PhoneNumberID, &s.TeamID, &s.AgentID, &r.status, &r.priority, &r.waiting, &r.activity, &r.span, &r.snoozed, &s.WakeOnReply,
		&s.Seq, &s.AnswerSeq, &s.Inbounds, &s.ReadFloor, &r.lastInbound, &s.Preview.MessageID, &s.Preview.Text, &s.AnswerID, &r.cleared, &r.clearedMs, &e.ID, &e.No, &r.opened, &r.openedBy, &e.OpenReason,
		&r.inbound, &r.assigned, &r.answered, &r.answeredBy, &r.person, &r.personBy, &e.Inbounds, &e.Answers, &e.HandOffs, &e.Reassignments, &r.waitedFor, &r.clocks, &r.due, &r.followUp, &r.booked}
}

func (r *inboxRow) state() (s crm.InboxState, err error) {
	s = r.s
	e := &s.Episode
	s.Status, s.Priority = crm.ConversationStatus(r.status), crm.Priority(r.priority)
	s.WaitingSince, s.ActivityAt, s.SpanAt, s.SnoozedUntil = db.AtOf(r.waiting), db.At(r.activity), db.At(r.span), db.AtOf(r.snoozed)
	s.LastInboundAt, s.FollowUpAt = db.AtOf(r.lastInbound), db.AtOf(r.followUp)
	s.ClearedSince, s.ClearedFor = db.AtOf(r.cleared), milliseconds(r.clearedMs)
	e.OpenedAt, e.FirstInboundAt, e.FirstAssignedAt = db.At(r.opened), db.AtOf(r.inbound), db.AtOf(r.assigned)
	e.FirstAnswerAt, e.FirstPersonAnswerAt, e.Waited = db.AtOf(r.answered), db.AtOf(r.person), milliseconds(r.waitedFor)
	if e.OpenedBy, err = crm.ParseDoneBy(r.openedBy); err == nil {
		e.FirstAnswerBy, err = crm.ParseDoneBy(r.answeredBy)
	}
	if err == nil {
		e.FirstPersonAnswerBy, err = crm.ParseDoneBy(r.personBy)
	}
	if err == nil && r.clocks != "" {
		err = json.Unmarshal([]byte(r.clocks), &s.Clocks)
	}
	if err == nil && r.booked != "" {
		err = json.Unmarshal([]byte(r.booked), &s.Waiting)
	}
	s.Waiting.Known(s.WaitingSince, s.Episode.Waited)
	return s, err
}

func readInbox(tx *db.Tx, which *db.Stmt, workspaceID, conversationID string) (s crm.InboxState, found bool, err error) {
	var r inboxRow
	if found, err = tx.One(which, r.dest(), workspaceID, conversationID); err == nil && found {
		s, err = r.state()
	}
	s.WorkspaceID, s.ConversationID = workspaceID, conversationID
	return s, found, err
}

// saveInbox stores what was locked, or what there was not yet.
func saveInbox(tx *db.Tx, s crm.InboxState, found bool) {
	which := insertInboxSQL
	if found {
		which = saveInboxSQL
	}
	e := s.Episode
	tx.Write(which, s.WorkspaceID, s.ConversationID, s.PhoneNumberID, s.TeamID, s.AgentID, string(s.Status), string(s.Priority), db.MsOf(s.WaitingSince),
		db.Ms(s.ActivityAt), db.Ms(s.SpanAt), db.MsOf(s.SnoozedUntil), s.WakeOnReply, s.Seq, s.AnswerSeq, s.Inbounds, s.ReadFloor, db.MsOf(s.LastInboundAt), s.Preview.MessageID, s.Preview.Text,
		s.AnswerID, db.MsOf(s.ClearedSince), s.ClearedFor.Milliseconds(), e.ID, e.No, db.Ms(e.OpenedAt), e.OpenedBy.String(), e.OpenReason,
		db.MsOf(e.FirstInboundAt), db.MsOf(e.FirstAssignedAt), db.MsOf(e.FirstAnswerAt), e.FirstAnswerBy.String(), db.MsOf(e.FirstPersonAnswerAt), e.FirstPersonAnswerBy.String(),
		e.Inbounds, e.Answers, e.HandOffs, e.Reassignments, e.Waited.Milliseconds(), clocksOf(s), db.MsOf(s.Clocks.NextDue()), db.MsOf(s.FollowUpAt), bookedOf(s))
}

// bookedOf is why the contact waited as it is stored, "" for what follows from the
// rest.
func bookedOf(s crm.InboxState) string {
	if s.Waiting.Follows() {
		return ""
	}
	return db.Text(s.Waiting)
}

// clocksOf are the clocks of an episode as they are stored, "" for none.
func clocksOf(s crm.InboxState) string {
	if s.Clocks == nil {
		return ""
	}
	return db.Text(s.Clocks)
}

// LastAnswer returns the message of ours that answered the contact last, with the
// seq of the conversation at it, and keeps other nodes from answering meanwhile; ""
// for none.
func LastAnswer(tx *db.Tx, workspaceID, conversationID string) (seq int64, messageID string, err error) {
	if _, _, err := readSpeaker(tx, lockSpeakerSQL, workspaceID, conversationID); err != nil { // it is locked first, as everywhere
		return 0, "", err
	}
	_, err = tx.One(lastAnswerSQL, []any{&seq, &messageID}, workspaceID, conversationID)
	return seq, messageID, err
}

// joinInbox puts aside where a conversation stood that is joined to another one.
func joinInbox(tx *db.Tx, s crm.InboxState) {
	tx.Write(insertJoinedSQL, s.WorkspaceID, s.ConversationID, db.Text(s))
	tx.Write(deleteInboxSQL, s.WorkspaceID, s.ConversationID)
}

// takeJoined returns where a conversation stood when it was joined to another one,
// and forgets it.
func takeJoined(tx *db.Tx, workspaceID, conversationID string) (s crm.InboxState, found bool, err error) {
	err = tx.Each(takeJoinedSQL, func(r db.Row) error {
		found = true
		var text string
		if err := r.Scan(&text); err != nil {
			return err
		}
		return json.Unmarshal([]byte(text), &s)
	}, workspaceID, conversationID)
	return s, found, err
}

// saveAnswer stores what an answer changed of what was locked.
func saveAnswer(tx *db.Tx, s crm.InboxState) {
	e := s.Episode
	tx.Write(saveAnswerSQL, s.WorkspaceID, s.ConversationID, db.MsOf(s.WaitingSince), db.Ms(s.ActivityAt), s.Preview.MessageID, s.Preview.Text, s.AnswerID, db.MsOf(s.ClearedSince), s.ClearedFor.Milliseconds(),
		db.MsOf(e.FirstAnswerAt), e.FirstAnswerBy.String(), db.MsOf(e.FirstPersonAnswerAt), e.FirstPersonAnswerBy.String(), e.Answers, e.Waited.Milliseconds(),
		clocksOf(s), db.MsOf(s.Clocks.NextDue()), bookedOf(s))
}

// keepEpisode stores the episode that was closed.
func keepEpisode(tx *db.Tx, s crm.InboxState) {
	e, c := s.Episode, s.Episode.Closing
	tx.Write(insertEpisodeSQL, s.WorkspaceID, s.ConversationID, e.No, e.ID, db.Ms(e.OpenedAt), e.OpenedBy.String(), e.OpenReason, db.MsOf(e.FirstInboundAt), db.MsOf(e.FirstAssignedAt),
		db.MsOf(e.FirstAnswerAt), e.FirstAnswerBy.String(), db.MsOf(e.FirstPersonAnswerAt), e.FirstPersonAnswerBy.String(), e.Inbounds, e.Answers, e.HandOffs, e.Reassignments, e.Waited.Milliseconds(),
		c.TeamID, c.AgentID, db.MsOf(c.At), c.By.String(), c.Reason, c.Category, c.Summary, c.Unanswered, db.Text(s.Waiting.Sums))
}

// takeEpisode removes the latest episode from those that ended, if it did not end before
// a time, and returns who had it; false if there is none.
func takeEpisode(tx *db.Tx, s *crm.InboxState, ended time.Time) (by Assignment, found bool, err error) {
	found, err = tx.One(takeEpisodeSQL, []any{&by.TeamID, &by.AgentID}, s.WorkspaceID, s.ConversationID, s.Episode.No, s.Episode.ID, db.Ms(ended))
	return by, found, err
}

// closedEpisodes returns up to limit episodes that opened before a time in
// milliseconds, 0 for any, the latest first.
func closedEpisodes(tx *db.Tx, workspaceID, conversationID string, before int64, limit int) (out []crm.Episode, err error) {
	err = tx.Each(selectEpisodesSQL, func(r db.Row) error {
		var e crm.Episode
		var opened, inbound, assigned, answered, person, waited, closed int64
		var openedBy, answeredBy, personBy, closedBy, booked string
		var rating crm.Rating
		var asked, rated int64
		err := r.Scan(&e.No, &e.ID, &opened, &openedBy, &e.OpenReason, &inbound, &assigned, &answered, &answeredBy, &person, &personBy, &e.Inbounds, &e.Answers,
			&e.HandOffs, &e.Reassignments, &waited, &e.TeamID, &e.AgentID, &closed, &closedBy, &e.Reason, &e.Category, &e.Summary, &e.Unanswered, &booked,
			(*string)(&rating.State), &rating.Reason, &rating.MessageID, &rating.Score, &rating.Comment, &asked, &rated)
		if rating.State != "" {
			rating.AskedAt, rating.RatedAt = db.AtOf(asked), db.AtOf(rated)
			e.Rating = &rating
		}
		e.OpenedAt, e.FirstInboundAt, e.FirstAssignedAt, e.FirstAnswerAt = db.At(opened), db.AtOf(inbound), db.AtOf(assigned), db.AtOf(answered)
		e.FirstPersonAnswerAt, e.Waited, e.At = db.AtOf(person), milliseconds(waited), db.AtOf(closed)
		for of, text := range map[*crm.DoneBy]string{&e.OpenedBy: openedBy, &e.FirstAnswerBy: answeredBy, &e.FirstPersonAnswerBy: personBy, &e.By: closedBy} {
			if err == nil {
				*of, err = crm.ParseDoneBy(text)
			}
		}
		if err == nil && booked != "" {
			err = json.Unmarshal([]byte(booked), &e.WaitedBy)
		} else if waited > 0 {
			e.WaitedBy = map[crm.WaitCause]int64{crm.WaitUnknown: waited}
		}
		out = append(out, e)
		return err
	}, workspaceID, conversationID, before, limit)
	return out, err
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
