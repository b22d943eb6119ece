package conversation

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// goOn opens the episode again that ended a short while ago, where the workspace wants
// that: who says thanks begins nothing new.
func goOn(tx *db.Tx, s *crm.InboxState) error {
	if s.IsOpen() || s.Episode.ID == "" || tx.Now().Sub(s.SpanAt) > crm.MaxClosingGrace {
		return nil
	}
	settings, err := inboxSettings(tx, s.WorkspaceID)
	if err != nil || settings.ClosingGraceMinutes == 0 {
		return err
	}
	by, found, err := takeEpisode(tx, s, tx.Now().Add(-settings.ClosingGrace()))
	if err == nil && found {
		s.GoOn(by.TeamID, by.AgentID, tx.Now())
	}
	return err
}
