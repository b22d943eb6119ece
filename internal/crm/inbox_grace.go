package crm

import "time"

// MaxClosingGrace is the most that ClosingGraceMinutes may be.
const MaxClosingGrace = 24 * time.Hour

// ClosingGrace is ClosingGraceMinutes as a time.
func (s InboxSettings) ClosingGrace() time.Duration {
	return time.Duration(s.ClosingGraceMinutes) * time.Minute
}

// GoOn opens the episode again that was closed last. The agent who had it for the team
// that still has it gets it back.
func (s *InboxState) GoOn(teamID, agentID string, now time.Time) {
	if s.TeamID == teamID {
		s.AgentID = agentID
	}
	s.Status, s.ActivityAt, s.Episode.Closing = ConversationOpen, now, Closing{}
}

// forgetAnswer forgets that an answer at a time, which failed, was the first one.
func (e *Episode) forgetAnswer(at time.Time) {
	if e.FirstPersonAnswerAt != nil && e.FirstPersonAnswerAt.Equal(at) {
		e.FirstPersonAnswerAt, e.FirstPersonAnswerBy = nil, DoneBy{}
	}
	if e.FirstAnswerAt != nil && e.FirstAnswerAt.Equal(at) {
		e.FirstAnswerAt, e.FirstAnswerBy = nil, DoneBy{}
	}
}
