package crm

import "time"

// InboxSettings hold for everybody who answers contacts in a workspace.
type InboxSettings struct {
	// OnlyAssigneeReplies keeps people from answering in conversations that are
	// assigned to somebody else. API keys answer all the same.
	OnlyAssigneeReplies bool
	// AssignOnAnswer assigns an open conversation that nobody has to the person who
	// answers in it.
	AssignOnAnswer bool
	// WindowWarningMinutes is how long before the end of its window people are told of a
	// contact who waits; 0 for never.
	WindowWarningMinutes int
	// ClosingGraceMinutes is for how long after a closing its contact goes on with the
	// same episode; 0 for never.
	ClosingGraceMinutes int
	// FindPromises has a model read what people write, and propose what they promised.
	FindPromises bool
	UpdatedAt    *time.Time // nil if never
}

// InboxSettingsChange changes what is given of the settings.
type InboxSettingsChange struct {
	OnlyAssigneeReplies, AssignOnAnswer       *bool
	WindowWarningMinutes, ClosingGraceMinutes *int
	FindPromises                              *bool
}

// WindowWarning is WindowWarningMinutes as a time.
func (s InboxSettings) WindowWarning() time.Duration {
	return time.Duration(s.WindowWarningMinutes) * time.Minute
}
