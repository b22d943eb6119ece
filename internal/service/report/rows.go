package report

import (
	"cmp"
	"strconv"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// causesOfDay is what is due to each cause on a day, by a group or by ”. The arguments
// are those of ofDay.
func causesOfDay(group string) string {
	by := "1, cause"
	if group == "''" {
		by = "cause"
	}
	return `SELECT ` + group + `, cause, '', CAST(sum(waited_ms) AS BIGINT), CAST(sum(waits) AS BIGINT) FROM waiting_quarters
	WHERE workspace_id = $1 AND quarter_at >= $2 AND quarter_at < $3 AND ($4 = '' OR team_id = $4) AND ($5 = '' OR phone_number_id = $5) GROUP BY ` + by
}

// causesOfLabel is causesOfDay for conversations with the label $4; causesByLabel is what
// each label adds, to itself only: a conversation may have several.
func causesOfLabel(group string) *db.Stmt {
	by := "1, cause"
	if group == "''" {
		by = "cause"
	}
	return db.SQL(`SELECT ` + group + `, cause, '', CAST(sum(waited_ms) AS BIGINT), CAST(sum(waits) AS BIGINT) FROM waiting_labels
	WHERE workspace_id = $1 AND label_id = $4 AND quarter_at >= $2 AND quarter_at < $3 AND ($5 = '' OR phone_number_id = $5) GROUP BY ` + by)
}

const (
	causesByLabel = `SELECT label_id, cause, '', CAST(sum(waited_ms) AS BIGINT), CAST(sum(waits) AS BIGINT) FROM waiting_labels
		WHERE workspace_id = $1 AND quarter_at >= $2 AND quarter_at < $3 AND ($5 = '' OR phone_number_id = $5) GROUP BY label_id, cause`
	byHour = "CAST((quarter_at - $2) / 1800000 AS TEXT)"
)

// The parts of some causes on a day: what they have in common.
const (
	partsOfDay = `SELECT '', cause, part, CAST(sum(waited_ms) AS BIGINT), CAST(sum(waits) AS BIGINT) FROM waiting_parts WHERE workspace_id = $1 AND cause `
	ofDay      = ` AND quarter_at >= $2 AND quarter_at < $3 AND ($4 = '' OR team_id = $4) AND ($5 = '' OR phone_number_id = $5) GROUP BY cause, part`
)

// dayBy is a cause and its parts in one statement: what is added meanwhile is in both or
// in neither.
func dayBy(group string) *db.Stmt {
	return db.SQL(causesOfDay(group) + ` UNION ALL ` + partsOfDay + `= 'skill_missing'` + ofDay)
}

var (
	addQuarterSQL = db.SQL(`INSERT INTO waiting_quarters (workspace_id, quarter_at, team_id, phone_number_id, cause, waited_ms, waits) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (workspace_id, quarter_at, team_id, phone_number_id, cause) DO UPDATE SET waited_ms = waiting_quarters.waited_ms + excluded.waited_ms, waits = waiting_quarters.waits + excluded.waits`)
	addPartSQL = db.SQL(`INSERT INTO waiting_parts (workspace_id, quarter_at, team_id, phone_number_id, cause, waited_ms, waits, part) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (workspace_id, cause, quarter_at, part, team_id, phone_number_id) DO UPDATE SET waited_ms = waiting_parts.waited_ms + excluded.waited_ms, waits = waiting_parts.waits + excluded.waits`)
	daySQL            = dayBy("''")
	dayByTeamSQL      = dayBy("team_id")
	dayByNumberSQL    = dayBy("phone_number_id")
	dayByHourSQL      = dayBy(byHour)
	dayByLabelSQL     = db.SQL(causesOfDay("''") + ` UNION ALL ` + partsOfDay + `= 'skill_missing'` + ofDay + ` UNION ALL ` + causesByLabel)
	dayOfLabelSQL     = causesOfLabel("''")
	dayOfLabelBySQL   = map[crm.ReportGroup]*db.Stmt{crm.GroupNumber: causesOfLabel("phone_number_id"), crm.GroupHour: causesOfLabel(byHour)}
	dayByAgentSQL     = db.SQL(causesOfDay("''") + ` UNION ALL ` + partsOfDay + `IN ('assigned', 'skill_missing', 'unreachable')` + ofDay)
	dayOfAgentSQL     = db.SQL(`SELECT '', cause, '', CAST(sum(waited_ms) AS BIGINT), CAST(sum(waits) AS BIGINT) FROM waiting_parts INDEXED BY waiting_parts_of WHERE workspace_id = $1 AND part = $6 AND cause IN ('assigned', 'unreachable')` + ofDay).By("waiting_parts_of")
	expireQuartersSQL = db.SQL(`DELETE FROM waiting_quarters WHERE (workspace_id, quarter_at, team_id, phone_number_id, cause) IN
		(SELECT workspace_id, quarter_at, team_id, phone_number_id, cause FROM waiting_quarters WHERE quarter_at < $1 ORDER BY quarter_at LIMIT $2)`).
		By("waiting_quarters_age").ByOnPostgres("waiting_quarters_age").AcrossWorkspaces("retention")
	expirePartsSQL = db.SQL(`DELETE FROM waiting_parts WHERE (workspace_id, cause, quarter_at, part, team_id, phone_number_id) IN
		(SELECT workspace_id, cause, quarter_at, part, team_id, phone_number_id FROM waiting_parts WHERE quarter_at < $1 ORDER BY quarter_at LIMIT $2)`).
		By("waiting_parts_age").ByOnPostgres("waiting_parts_age").AcrossWorkspaces("retention")
)

func addSum(tx *db.Tx, b bucket, s sum) {
	args := []any{b.workspaceID, b.at, b.teamID, b.phoneNumberID, string(b.cause), s.ms, s.waits}
	switch {
	case b.labelID != "":
		tx.Write(addLabelSumSQL, b.workspaceID, b.labelID, b.at, b.phoneNumberID, string(b.cause), s.ms, s.waits)
	case b.part == "":
		tx.Write(addQuarterSQL, args...)
	default:
		tx.Write(addPartSQL, append(args, b.part)...)
	}
}

// readDays adds what was waited to a report of some days.
func readDays(tx *db.Tx, workspaceID string, q crm.WaitingQuery, out *crm.WaitingReport) error {
	which, days := waitingStatement(q), make([][]any, len(out.Days))
	for i := range days {
		days[i] = []any{workspaceID, db.Ms(out.Bounds[i]), db.Ms(out.Bounds[i+1]), cmp.Or(q.LabelID, q.TeamID), q.PhoneNumberID}
		if q.AgentID != "" {
			days[i] = append(days[i], q.AgentID)
		}
	}
	return tx.EachOf(which, days, func(day int, r db.Row) error {
		var ms, waits int64
		var group, cause, part string
		err := r.Scan(&group, &cause, &part, &ms, &waits)
		if half := int64(0); err == nil && q.By == crm.GroupHour && group != "" {
			half, err = strconv.ParseInt(group, 10, 64)
			group = strconv.Itoa(out.HourOf(day, half))
		}
		if err != nil {
			return err
		}
		if q.By == crm.GroupLabel && group != "" {
			out.AddToGroup(group, crm.WaitCause(cause), ms, waits)
		} else {
			out.Add(day, group, crm.WaitCause(cause), part, ms, waits)
		}
		return nil
	})
}

// waitingStatement is the one that reads what the query is about on a day.
func waitingStatement(q crm.WaitingQuery) *db.Stmt {
	switch {
	case q.AgentID != "":
		return dayOfAgentSQL
	case q.LabelID != "":
		return cmp.Or(dayOfLabelBySQL[q.By], dayOfLabelSQL)
	case q.By == crm.GroupLabel:
		return dayByLabelSQL
	}
	which := map[crm.ReportGroup]*db.Stmt{crm.GroupAgent: dayByAgentSQL, crm.GroupTeam: dayByTeamSQL, crm.GroupNumber: dayByNumberSQL, crm.GroupHour: dayByHourSQL}[q.By]
	return cmp.Or(which, daySQL)
}

// expire forgets up to limit figures from before a time, and returns how many these
// were.
func expire(tx *db.Tx, which *db.Stmt, before time.Time, limit int) (int64, error) {
	return tx.Exec(which, db.Ms(before), limit)
}
