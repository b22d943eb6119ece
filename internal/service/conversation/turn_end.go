package conversation

import (
	"time"

	"service.example/crm/internal/crm"
)

// HandBackAt is when the word goes back by itself; nil for never.
func HandBackAt(s crm.AssistantSettings, now time.Time) *time.Time {
	if s.HandBackSeconds == 0 {
		return nil
	}
	at := now.Add(time.Duration(s.HandBackSeconds) * time.Second)
	return &at
}
