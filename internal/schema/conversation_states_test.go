package schema_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/conversation"
)

var (
	conversationAgentSQL = db.SQL(`SELECT agent_id FROM conversations WHERE workspace_id = 'w' AND id = $1`)
	firstEpisodeSQL      = db.SQL(`SELECT id, close_reason, team_id, agent_id, opened_at, closed_at, inbounds FROM episodes WHERE workspace_id = 'w' AND conversation_id = $1 AND no = 1`)
	wrongCountsSQL       = db.SQL(`SELECT team_id || '/' || agent_id || '/' || status FROM (
		SELECT workspace_id, phone_number_id, team_id, agent_id, status, waiting, CAST(n AS BIGINT) AS n FROM conversation_counts
		UNION ALL SELECT workspace_id, phone_number_id, team_id, agent_id, status, waiting_since > 0, -1 FROM conversation_states) c
		GROUP BY workspace_id, phone_number_id, team_id, agent_id, status, waiting HAVING sum(n) <> 0`)
)

// formerConversations are conversations as they were before they had episodes: of each
// its name, when the contact last wrote, who had it, and who wrote last.
func formerConversations(recent int64) (rows []string) {
	for i, c := range []struct {
		name        string
		at          int64
		team, agent string
		newest      crm.Direction
	}{
		{"unanswered", recent, "", "", crm.Inbound},
		{"answered", recent, "tem_1", "", crm.Outbound},
		{"assigned", recent, "tem_1", "usr_1", crm.Inbound},
		{"spoken", recent, "", "", crm.Outbound}, // an assistant answers
		{"old", 5000, "tem_1", "usr_1", crm.Inbound},
		{"oldteam", 6000, "tem_1", "", crm.Outbound},
		{"never", 0, "tem_1", "usr_1", crm.Outbound}, // the contact never wrote
	} {
		rows = append(rows,
			fmt.Sprintf(`INSERT INTO conversations (workspace_id, id, contact_id, phone_number_id, status, last_inbound_at, created_at, team_id, agent_id)
				VALUES ('w', 'con_%s', 'cnt_%d', 'num_1', 'open', %d, 1, '%s', '%s')`, c.name, i, c.at, c.team, c.agent),
			fmt.Sprintf(`INSERT INTO messages (workspace_id, id, conversation_id, contact_id, phone_number_id, direction, type, content, created_at) VALUES
				('w', 'msg_%d1', 'con_%s', 'cnt_%d', 'num_1', 'inbound', 'text', '{}', 2), ('w', 'msg_%d2', 'con_%s', 'cnt_%d', 'num_1', '%s', 'text', '{}', 3)`,
				i, c.name, i, i, c.name, i, c.newest))
	}
	return append(rows, `INSERT INTO active_speakers (workspace_id, conversation_id, speaker, is_open) VALUES ('w', 'con_spoken', 'assistant', TRUE)`)
}

// Conversations of before have their first episode: an open one where the window is
// open, with whoever had it, else a closed one that nobody has any more. The next
// message of its contact opens the second, for which routing decides afresh.
func TestConversationsGetTheirFirstEpisode(t *testing.T) {
	recent := time.Now().Add(-time.Hour).UnixMilli()
	onUpgraded(t, "0057_conversation_states.sql", always(formerConversations(recent)), func(t *testing.T, base *db.DB) {
		ctx := context.Background()
		if err := base.View(ctx, func(tx *db.Tx) error { return checkFirstEpisodes(t, tx, recent) }); err != nil {
			t.Fatal(err)
		}
		at := time.Now()
		err := base.Update(ctx, "w", func(tx *db.Tx) error {
			return conversation.ContactWrote(tx, &crm.Message{ID: "msg_9", WorkspaceID: "w", ConversationID: "con_old", ContactID: "cnt_4", PhoneNumberID: "num_1",
				Direction: crm.Inbound, Type: "text"}, at)
		})
		if err != nil {
			t.Fatal(err)
		}
		err = base.View(ctx, func(tx *db.Tx) error {
			s, _, err := conversation.State(tx, "w", "con_old")
			if s.Status != crm.ConversationOpen || s.TeamID != "tem_1" || s.AgentID != "" || s.Episode.No != 2 || s.WaitingSince == nil || s.WaitingSince.UnixMilli() != at.UnixMilli() {
				t.Errorf("the contact of a closed conversation wrote: %+v", s)
			}
			checkCounts(t, tx)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func checkFirstEpisodes(t *testing.T, tx *db.Tx, recent int64) error {
	for _, want := range []struct {
		id          string
		status      crm.ConversationStatus
		team, agent string
		waits       bool
	}{
		{"con_unanswered", crm.ConversationOpen, "", "", true},
		{"con_answered", crm.ConversationOpen, "tem_1", "", false},
		{"con_assigned", crm.ConversationOpen, "tem_1", "usr_1", true},
		{"con_spoken", crm.ConversationOpen, "", "", false},
		{"con_old", crm.ConversationClosed, "tem_1", "", false},
		{"con_oldteam", crm.ConversationClosed, "tem_1", "", false},
	} {
		s, found, err := conversation.State(tx, "w", want.id)
		if err != nil {
			return err
		}
		if !found || s.Status != want.status || s.TeamID != want.team || s.AgentID != want.agent || (s.WaitingSince != nil) != want.waits || s.Episode.No != 1 || s.Inbounds != 1 {
			t.Errorf("%s: %v, %+v", want.id, found, s)
		}
		if want.waits && s.WaitingSince.UnixMilli() != recent {
			t.Errorf("%s waits since %v", want.id, s.WaitingSince)
		}
		var id, reason, team, agent, has string
		var opened, closed, inbounds int64
		kept, err := tx.One(firstEpisodeSQL, []any{&id, &reason, &team, &agent, &opened, &closed, &inbounds}, want.id)
		if err == nil {
			_, err = tx.One(conversationAgentSQL, []any{&has}, want.id)
		}
		if err != nil {
			return err
		}
		if kept != (want.status == crm.ConversationClosed) || kept && (id != s.Episode.ID || reason != "before_episodes" || team != "tem_1" || opened != closed || inbounds != 1) {
			t.Errorf("%s has the closed episode %v %s: %s, %s, %d to %d", want.id, kept, id, reason, team, opened, closed)
		}
		if want.id == "con_old" && agent != "usr_1" {
			t.Errorf("who had the episode is forgotten: %q", agent)
		}
		if has != want.agent {
			t.Errorf("%s is assigned to %q", want.id, has)
		}
	}
	if _, found, err := conversation.State(tx, "w", "con_never"); found || err != nil {
		t.Errorf("a conversation in which the contact never wrote has an episode (%v)", err)
	}
	var agent string
	if _, err := tx.One(conversationAgentSQL, []any{&agent}, "con_never"); agent != "usr_1" || err != nil {
		t.Errorf("what was assigned before the contact ever wrote went to %q (%v)", agent, err)
	}
	checkCounts(t, tx)
	return nil
}

// checkCounts compares what is counted with the conversations.
func checkCounts(t *testing.T, tx *db.Tx) {
	t.Helper()
	wrong, err := tx.Texts(wrongCountsSQL)
	if len(wrong) > 0 || err != nil {
		t.Errorf("wrong counts: %v (%v)", wrong, err)
	}
}

// What was assigned by hand after it was closed stays, and what opened another episode.
func TestOnlyAgentsOfBeforeEpisodesGo(t *testing.T) {
	state := `INSERT INTO conversation_states (workspace_id, conversation_id, phone_number_id, team_id, agent_id, status, activity_at, span_at, episode_id, episode_no) VALUES `
	episode := `INSERT INTO episodes (workspace_id, conversation_id, no, id, opened_at, opened_by, open_reason, first_inbound_at, first_assigned_at, first_answer_at, first_answer_by,
		first_person_at, first_person_by, inbounds, answers, hand_offs, reassignments, waited_ms, team_id, agent_id, closed_at, closed_by, close_reason, category, summary, unanswered)
		SELECT workspace_id, conversation_id, 1, 'eps_' || conversation_id, 1, '', '', 1, 0, 0, '', 0, '', 1, 0, 0, 0, 0, '', 'usr_1', 1, 'system:', `
	rows := []string{
		`INSERT INTO conversations (workspace_id, id, contact_id, phone_number_id, status, created_at, agent_id, joined_to) VALUES
			('w', 'old', 'c1', 'n', 'open', 1, 'usr_1', ''), ('w', 'given', 'c2', 'n', 'open', 1, 'usr_2', ''), ('w', 'again', 'c3', 'n', 'open', 1, 'usr_1', ''),
			('w', 'closed', 'c4', 'n', 'open', 1, 'usr_1', ''), ('w', 'joined', 'c5', 'n', 'open', 1, 'usr_1', 'old'), ('w', 'moved', 'c6', 'n', 'open', 1, 'usr_1', 'old')`,
		state + `('w', 'old', 'n', '', 'usr_1', 'closed', 1, 1, 'e1', 1), ('w', 'given', 'n', '', 'usr_2', 'closed', 1, 1, 'e2', 1), ('w', 'again', 'n', '', 'usr_1', 'open', 1, 1, 'e3', 2),
			('w', 'closed', 'n', '', 'usr_1', 'closed', 1, 1, 'e4', 1), ('w', 'joined', 'n', '', '', 'closed', 1, 1, 'e5', 1), ('w', 'moved', 'n', '', '', 'closed', 1, 1, 'e6', 1)`,
		episode + `CASE WHEN conversation_id = 'closed' THEN 'resolved' ELSE 'before_episodes' END, '', '', FALSE FROM conversation_states`,
		`DELETE FROM conversation_states WHERE conversation_id IN ('joined', 'moved')`,
		`INSERT INTO joined_states (workspace_id, conversation_id, state) VALUES ('w', 'joined', '{"Status":"closed","Preview":{"Text":"x"}}'), ('w', 'moved', '{"Status":"open","Preview":{"Text":"\"Status\":\"closed\""}}')`,
	}
	onUpgraded(t, "0087_closed_agents.sql", always(rows), func(t *testing.T, base *db.DB) {
		err := base.View(context.Background(), func(tx *db.Tx) error {
			for id, want := range map[string]string{"old": "", "given": "usr_2", "again": "usr_1", "closed": "usr_1", "joined": "", "moved": "usr_1"} {
				var has string
				if _, err := tx.One(conversationAgentSQL, []any{&has}, id); err != nil {
					return err
				}
				s, found, err := conversation.State(tx, "w", id)
				if err != nil {
					return err
				}
				if has != want || found && s.AgentID != want {
					t.Errorf("%s: the conversation is of %q and its state of %q, want %q", id, has, s.AgentID, want)
				}
			}
			checkCounts(t, tx)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
