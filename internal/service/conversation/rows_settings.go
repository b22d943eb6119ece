package conversation

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	inboxSettingsSQL     = db.SQL(`SELECT only_assignee_replies, assign_on_answer, window_warning_minutes, closing_grace_minutes, find_promises, updated_at FROM inbox_settings WHERE workspace_id = $1`)
	saveInboxSettingsSQL = db.SQL(`INSERT INTO inbox_settings (workspace_id, only_assignee_replies, assign_on_answer, window_warning_minutes, closing_grace_minutes, find_promises, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (workspace_id) DO UPDATE SET only_assignee_replies = excluded.only_assignee_replies, assign_on_answer = excluded.assign_on_answer,
			window_warning_minutes = excluded.window_warning_minutes, closing_grace_minutes = excluded.closing_grace_minutes, find_promises = excluded.find_promises, updated_at = excluded.updated_at`)
)

// inboxSettings are those of the workspace, or what holds if nobody has set any.
func inboxSettings(tx *db.Tx, workspaceID string) (s crm.InboxSettings, err error) {
	var updated int64
	s.WindowWarningMinutes = int(crm.DefaultWindowWarning.Minutes())
	_, err = tx.One(inboxSettingsSQL, []any{&s.OnlyAssigneeReplies, &s.AssignOnAnswer, &s.WindowWarningMinutes, &s.ClosingGraceMinutes, &s.FindPromises, &updated}, workspaceID)
	s.UpdatedAt = db.AtOf(updated)
	return s, err
}

func saveInboxSettings(tx *db.Tx, workspaceID string, s crm.InboxSettings) {
	tx.Write(saveInboxSettingsSQL, workspaceID, s.OnlyAssigneeReplies, s.AssignOnAnswer, s.WindowWarningMinutes, s.ClosingGraceMinutes, s.FindPromises, db.MsOf(s.UpdatedAt))
}
