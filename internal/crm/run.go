package crm

import "time"

// RunState is how far a long run has come.
type RunState string

// The states of long runs, the same for all kinds.
const (
	RunRunning   RunState = "running"
	RunPaused    RunState = "paused" // continues by itself
	RunCompleted RunState = "completed"
	RunCanceled  RunState = "canceled"
	RunFailed    RunState = "failed"
)

// RunPhase is a part of a kind of long run that has several.
type RunPhase string

// The phases of long runs.
const (
	PhaseCollecting RunPhase = "collecting" // looks for its items
	PhaseDelivering RunPhase = "delivering" // every event is queued, some wait for their attempts
	PhaseMeasuring  RunPhase = "measuring"  // asks the questions
	PhaseCrawling   RunPhase = "crawling"   // fetches pages
	PhaseIndexing   RunPhase = "indexing"   // stores passages

	// What is erased with a contact, in this order.
	PhaseMessages      RunPhase = "messages"
	PhaseConversations RunPhase = "conversations" // with what rooms hold of them
	PhaseEvents        RunPhase = "events"        // of the log
	PhaseContacts      RunPhase = "contacts"
)

// RunPhases lists every phase.
var RunPhases = []RunPhase{PhaseCollecting, PhaseDelivering, PhaseMeasuring, PhaseCrawling, PhaseIndexing, PhaseMessages, PhaseConversations, PhaseEvents, PhaseContacts}

// Why a run is paused.
const (
	PauseBudget    = "budget_used_up" // of the AI tokens of a day
	PauseSwitch    = "ai_disabled"
	PauseProviders = "providers_unavailable"
	PauseRefused   = "texts_refused" // by an AI provider that does not tell why
)

// RunPauses lists why a run is paused.
var RunPauses = []string{PauseBudget, PauseSwitch, PauseProviders, PauseRefused}

// Run is work in the background that takes long, step by step: an import, a
// redelivery, an evaluation. Whoever has one embeds it.
type Run struct {
	State RunState
	Phase RunPhase // "" where a kind has none
	// Position is where the next step begins: everything before it has taken
	// effect, nothing after it has. Only the kind can read it.
	Position string
	// Done counts the items that are done with; Total is nil while unknown.
	Done  int64
	Total *int64
	// Paused is why the run is paused, RetryAt when it continues, and Tries how
	// often its next step was tried in vain.
	Paused  string
	RetryAt *time.Time
	Tries   int
	// Error is why it failed, for people.
	Error                string
	StartedAt, UpdatedAt time.Time
	EndedAt              *time.Time
}

// Ended reports whether nothing more comes of the run.
func (r *Run) Ended() bool { return r.EndedAt != nil }

// RunProblem is why one item of a run came to nothing.
type RunProblem struct {
	// Number is its place in the list of problems.
	Number int64
	// Line is that of a table's row, 0 where there is no table.
	Line int64
	// Item names what it is about, Field a part of it; "" where there is none.
	Item, Field string
	Reason      string
}
