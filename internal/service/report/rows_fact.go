package report

import (
	"cmp"
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const (
	factColumns = `at, number, ref, conversation_id, episode_id, message_id, phone_number_id, team_id, agent_id, labels, part, wall_ms, office_ms`
	insertFact  = `INSERT INTO report_facts (workspace_id, metric, ` + factColumns + `, sign, undone) `

	holderColumns = `s.team_id, s.agent_id, CASE WHEN s.status IN ('closed', '') THEN '' ELSE s.episode_id END`
)

var (
	enqueueSQL = db.SQL(`INSERT INTO report_queue (workspace_id, number, facts) VALUES ($1, $2, $3)`)
	takeSQL    = db.SQL(`DELETE FROM report_queue WHERE (workspace_id, number) IN (SELECT workspace_id, number FROM report_queue ORDER BY number LIMIT $1)
		RETURNING workspace_id, number, facts`).By("report_queue_age").ByOnPostgres("report_queue_age").AcrossWorkspaces("reports")

	insertFactSQL = db.Merged(insertFact+`VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
		insertFact+`SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[],
			$12::text[], $13::text[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[])`).KeyOf(4).BeforeReads()
	insertLabelSQL = db.SQL(`INSERT INTO report_labels (workspace_id, metric, label_id, at, number) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`)
	undoFactSQL    = db.SQL(`UPDATE report_facts SET undone = 1 WHERE workspace_id = $1 AND metric = $2 AND at = $3 AND number = $4 AND sign = 1`)
	liveFactSQL    = db.SQL(`SELECT ` + factColumns + ` FROM report_facts INDEXED BY report_facts_ref WHERE workspace_id = $1 AND ref = $2 AND ref <> '' AND metric = $3 AND sign = 1 AND undone = 0 AND at <= $4
		ORDER BY at DESC, number DESC LIMIT 1`).By("report_facts_ref")
	countedSQL = db.SQL(`SELECT number FROM report_facts WHERE workspace_id = $1 AND metric = $2 AND at = $3 AND number = $4 AND sign = 1`).
			ForMany(`SELECT u.n, f.number FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) WITH ORDINALITY AS u (workspace, metric, at, number, n)
			JOIN report_facts f ON f.workspace_id = u.workspace AND f.metric = u.metric AND f.at = u.at AND f.number = u.number AND f.sign = 1`)

	followedSQL    = db.SQL(`SELECT workspace_id FROM report_positions WHERE workspace_id > $1 ORDER BY workspace_id LIMIT $2`).By().AcrossWorkspaces("retention")
	expireFactsSQL = db.SQL(`DELETE FROM report_facts WHERE (workspace_id, metric, at, number, sign) IN
		(SELECT workspace_id, metric, at, number, sign FROM report_facts WHERE workspace_id = $1 AND metric = $2 AND at < $3 ORDER BY at LIMIT $4)`)
	expireLabelsSQL = db.SQL(`DELETE FROM report_labels WHERE (workspace_id, metric, label_id, at, number) IN
		(SELECT workspace_id, metric, label_id, at, number FROM report_labels WHERE workspace_id = $1 AND metric = $2 AND at < $3 ORDER BY at LIMIT $4)`).
		By("report_labels_age").ByOnPostgres("report_labels_age")

	// The row of the conversation has them: the index of labels is by label.
	labelsSQL = db.SQL(`SELECT labels FROM conversations WHERE workspace_id = $1 AND id = $2`).
			ForMany(`SELECT u.n, c.labels FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS u (workspace, id, n) JOIN conversations c ON c.workspace_id = u.workspace AND c.id = u.id`)
	holderSQL = db.SQL(`SELECT ` + holderColumns + ` FROM conversation_states s WHERE workspace_id = $1 AND conversation_id = $2`).
			ForMany(`SELECT u.n, ` + holderColumns + ` FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS u (workspace, id, n)
			JOIN conversation_states s ON s.workspace_id = u.workspace AND s.conversation_id = u.id`)
)

func enqueue(tx *db.Tx, workspaceID string, number int64, list []crm.Fact) {
	tx.Write(enqueueSQL, workspaceID, number, db.Text(list))
}

// takeQueue returns up to limit changes that wait to be counted, each to one caller
// only: by workspace, and in the order in which they happened.
func takeQueue(tx *db.Tx, limit int) (out []queued, err error) {
	err = tx.Each(takeSQL, func(r db.Row) error {
		var q queued
		var text string
		err := r.Scan(&q.workspaceID, &q.number, &text)
		if err == nil {
			err = q.read(text)
		}
		out = append(out, q)
		return err
	}, limit)
	slices.SortFunc(out, func(a, b queued) int {
		return cmp.Or(cmp.Compare(a.workspaceID, b.workspaceID), cmp.Compare(a.number, b.number))
	})
	return out, err
}

// storeFacts stores facts, and which of those that are stored did not happen after all.
func storeFacts(tx *db.Tx, workspaceID string, list, undone []*entry) {
	for _, e := range undone {
		tx.Write(undoFactSQL, workspaceID, string(e.Metric), e.At, e.number)
	}
	for _, e := range list {
		gone := 0
		if e.undone {
			gone = 1
		}
		tx.Write(insertFactSQL, workspaceID, string(e.Metric), e.At, e.number, e.Ref, e.ConversationID, e.EpisodeID, e.MessageID, e.PhoneNumberID, e.TeamID, e.AgentID,
			strings.Join(e.Labels, " "), e.Part, e.Wall, e.Office, e.sign, gone)
		for _, l := range e.Labels {
			if e.sign > 0 {
				tx.Write(insertLabelSQL, workspaceID, string(e.Metric), l, e.At, e.number)
			}
		}
	}
}

// liveFact returns the latest fact about something that was not taken back; nil for
// none.
func liveFact(tx *db.Tx, workspaceID string, of crm.Fact) (e *entry, err error) {
	err = tx.Each(liveFactSQL, func(r db.Row) (err error) { e, err = scanFact(r, of.Metric); return err }, workspaceID, of.Ref, string(of.Metric), of.At)
	return e, err
}

func scanFact(r db.Row, m crm.Metric) (*entry, error) {
	e := &entry{sign: 1, Fact: crm.Fact{Metric: m}}
	var labels string
	err := r.Scan(&e.At, &e.number, &e.Ref, &e.ConversationID, &e.EpisodeID, &e.MessageID, &e.PhoneNumberID, &e.TeamID, &e.AgentID, &labels, &e.Part, &e.Wall, &e.Office)
	e.Labels = strings.Fields(labels)
	return e, err
}

// uncounted returns those of some facts of the log that were not counted yet.
func uncounted(tx *db.Tx, workspaceID string, list []*entry) ([]*entry, error) {
	rows := make([][]any, len(list))
	for i, e := range list {
		rows[i] = []any{workspaceID, string(e.Metric), e.At, e.number}
	}
	known := map[int]bool{}
	err := tx.EachOf(countedSQL, rows, func(i int, r db.Row) error {
		var number int64
		known[i] = true
		return r.Scan(&number)
	})
	var out []*entry
	for i, e := range list {
		if !known[i] {
			out = append(out, e)
		}
	}
	return out, err
}

// labelsOf returns the labels of conversations.
func labelsOf(tx *db.Tx, workspaceID string, ids []string) (map[string][]string, error) {
	ids = distinct(ids)
	out := map[string][]string{}
	err := tx.EachOf(labelsSQL, of(workspaceID, ids), func(i int, r db.Row) error {
		var text string
		err := r.Scan(&text)
		out[ids[i]] = crm.SplitIDs(text)
		slices.Sort(out[ids[i]])
		return err
	})
	return out, err
}

// holder is who has a conversation, and its open episode, "" for none.
type holder struct{ teamID, agentID, episodeID string }

func holdersOf(tx *db.Tx, workspaceID string, ids []string) (map[string]holder, error) {
	ids = distinct(ids)
	out := map[string]holder{}
	err := tx.EachOf(holderSQL, of(workspaceID, ids), func(i int, r db.Row) error {
		var h holder
		err := r.Scan(&h.teamID, &h.agentID, &h.episodeID)
		out[ids[i]] = h
		return err
	})
	return out, err
}

func distinct(ids []string) []string {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	return slices.Compact(ids)
}

func of(workspaceID string, ids []string) [][]any {
	rows := make([][]any, len(ids))
	for i, id := range ids {
		rows[i] = []any{workspaceID, id}
	}
	return rows
}
