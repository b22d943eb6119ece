package crm

import "time"

// HistoryState is how far the messages have come that a number had in the provider's app
// before it was connected.
type HistoryState string

// States of an app's history, in their order.
const (
	HistoryOpen     HistoryState = "open" // it may be asked for until AskBy
	HistoryAsked    HistoryState = "asked"
	HistoryArriving HistoryState = "arriving"
	HistoryComplete HistoryState = "complete"
	HistoryDeclined HistoryState = "declined" // by the business
	HistoryRefused  HistoryState = "refused"  // by the provider
	HistoryMissed   HistoryState = "missed"   // nobody asked in time
)

// HistoryStates are all of them.
var HistoryStates = []HistoryState{HistoryOpen, HistoryAsked, HistoryArriving, HistoryComplete, HistoryDeclined, HistoryRefused, HistoryMissed}

// HistoryPeriod is how long after the signup the provider shares contacts and messages of
// the app (outbound.md 5.6).
const HistoryPeriod = 24 * time.Hour

// AppHistory is what came of the contacts and messages in the app of a number that stays
// there: AskedAt is when they were asked for, zero for never. ConnectedAt is zero where the signup was not made here.
type AppHistory struct {
	ConnectedAt, AskedAt, ChangedAt time.Time
	// Progress is how much has come, of 100.
	Progress int
	Declined bool
	State    HistoryState
	Reason   string
}

// Told is the state by what was asked and told; HistoryOpen where nothing was.
func (h AppHistory) Told() HistoryState {
	switch {
	case h.Declined:
		return HistoryDeclined
	case h.Progress >= 100:
		return HistoryComplete
	case h.Progress > 0:
		return HistoryArriving
	case !h.AskedAt.IsZero():
		return HistoryAsked
	}
	return HistoryOpen
}

// Ended reports whether nothing more is to come.
func (s HistoryState) Ended() bool { return s == HistoryComplete || s == HistoryDeclined }

// SignupEvent is how the provider's signup ended (outbound.md 6.5).
type SignupEvent string

// Ends of a signup.
const (
	SignupFinished    SignupEvent = "FINISH"
	SignupAccountOnly SignupEvent = "FINISH_ONLY_WABA"
	// SignupOnApp: the number stays in use in the provider's app.
	SignupOnApp    SignupEvent = "FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING"
	SignupCanceled SignupEvent = "CANCEL"
)

// SignupEvents are all of them.
var SignupEvents = []SignupEvent{SignupFinished, SignupAccountOnly, SignupOnApp, SignupCanceled}
