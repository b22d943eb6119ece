package crm

// RecipientState is how far a recipient of a broadcast has come.
type RecipientState string

// The states of recipients.
const (
	RecipientExcluded  RecipientState = "excluded"
	RecipientQueued    RecipientState = "queued"
	RecipientSending   RecipientState = "sending"
	RecipientSent      RecipientState = "sent"
	RecipientDelivered RecipientState = "delivered"
	RecipientRead      RecipientState = "read"
	RecipientFailed    RecipientState = "failed"
	RecipientCanceled  RecipientState = "canceled"
	RecipientHeldOut   RecipientState = "held_out"
	// RecipientAwaiting gets the winner of a test, once there is one.
	RecipientAwaiting RecipientState = "waiting_for_winner"
)

// RecipientStates lists every state.
var RecipientStates = []RecipientState{RecipientExcluded, RecipientQueued, RecipientSending, RecipientSent, RecipientDelivered, RecipientRead, RecipientFailed, RecipientCanceled, RecipientHeldOut, RecipientAwaiting}

// RecipientStateOf is the state of a recipient whose message has a status.
func RecipientStateOf(s Status) RecipientState {
	switch s {
	case StatusAccepted, StatusSent:
		return RecipientSent
	case StatusDelivered:
		return RecipientDelivered
	case StatusRead, StatusPlayed:
		return RecipientRead
	case StatusFailed, StatusExpired:
		return RecipientFailed
	case StatusCanceled:
		return RecipientCanceled
	}
	return RecipientSending
}

// Took reports whether the provider took the message of a recipient in this state.
func (s RecipientState) Took() bool {
	return s == RecipientSent || s == RecipientDelivered || s == RecipientRead
}
