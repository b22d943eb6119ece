package crm

import "time"

// Call is a call between a contact and a phone number; it is a message of type
// call, so that it stands in the conversation where it happened.
type Call struct {
	State     CallState  `json:"state" doc:"State of the call. It only moves forward."`
	StartedAt *time.Time `json:"startedAt,omitempty" doc:"When the call was answered; absent if it was not."`
	EndedAt   *time.Time `json:"endedAt,omitempty" doc:"When the call ended; absent until then."`
	// Duration is in seconds.
	Duration int             `json:"duration,omitempty" doc:"Length in seconds; absent if the call was not answered."`
	Errors   []ProviderError `json:"errors,omitempty" doc:"Why the call failed, as the provider reported it; absent if it did not."`
	// Files that the provider makes of a call, for a few days.
	Recording  *Media `json:"recording,omitempty" doc:"Audio recording, if the call was recorded."`
	Transcript *Media `json:"transcript,omitempty" doc:"Transcript as a JSON file, if the call was transcribed."`
}

// FieldValues lists the values of fields, for the document.
func (Call) FieldValues() map[string]any {
	return map[string]any{"state": CallStates}
}

// CallState is how far a call has come. It only moves forward.
type CallState string

// The states of a call, in order. Of the last three one is final.
const (
	CallRinging   CallState = "ringing"
	CallConnected CallState = "connected"
	CallCompleted CallState = "completed"
	CallRejected  CallState = "rejected"
	CallFailed    CallState = "failed"
)

// CallStates lists every state of a call.
var CallStates = []CallState{CallRinging, CallConnected, CallCompleted, CallRejected, CallFailed}

var callRank = map[CallState]int{CallRinging: 1, CallConnected: 2, CallCompleted: 3, CallRejected: 3, CallFailed: 3}

// MovesTo completes a call by a later step and reports whether that changed
// anything: steps come in any order.
func (c *Call) MovesTo(next Call) bool {
	if callRank[next.State] <= callRank[c.State] {
		return false
	}
	next.Recording, next.Transcript = c.Recording, c.Transcript
	*c = next
	return true
}

// Attach adds the files that the provider made of the call, and reports whether
// any of them is new.
func (c *Call) Attach(files Call) (added bool) {
	for _, part := range []struct{ have, file **Media }{{&c.Recording, &files.Recording}, {&c.Transcript, &files.Transcript}} {
		if *part.file != nil && *part.have == nil {
			*part.have, added = *part.file, true
		}
	}
	return added
}

// Files are the files of a message that are the provider's at first.
func (c *Content) Files() (list []*Media) {
	if c.Media != nil {
		list = append(list, c.Media)
	}
	if c.Call != nil && c.Call.Recording != nil {
		list = append(list, c.Call.Recording)
	}
	if c.Call != nil && c.Call.Transcript != nil {
		list = append(list, c.Call.Transcript)
	}
	return list
}
