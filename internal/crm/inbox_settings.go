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
	UpdatedAt      *time.Time // nil if never
}

// InboxSettingsChange changes what is given of the settings.
type InboxSettingsChange struct{ OnlyAssigneeReplies, AssignOnAnswer *bool }
