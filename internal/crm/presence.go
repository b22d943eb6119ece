package crm

import "time"

// PresenceState is what somebody does in a conversation.
type PresenceState string

// The states.
const (
	PresenceViewing PresenceState = "viewing"
	PresenceTyping  PresenceState = "typing"
	PresenceLeft    PresenceState = "left"
)

// PresenceLife is for how long somebody is there who does not say so again.
const PresenceLife = 30 * time.Second

// Presence says what a user does in a conversation at a time. It is stored nowhere.
type Presence struct {
	WorkspaceID, ConversationID, PhoneNumberID, UserID string
	State                                              PresenceState
	At                                                 time.Time
}

// Validate returns the fault of a state that there is not.
func (s PresenceState) Validate() error {
	var f Faults
	switch s {
	case PresenceViewing, PresenceTyping, PresenceLeft:
	case "":
		f.Add("/state", CodeRequired, "state is required: %s, %s or %s.", PresenceViewing, PresenceTyping, PresenceLeft)
	default:
		f.Add("/state", CodeNotAllowed, "state is %s, %s or %s.", PresenceViewing, PresenceTyping, PresenceLeft)
	}
	return f.Err()
}
