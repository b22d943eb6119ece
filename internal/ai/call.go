package ai

import (
	"time"
)

// Bounds of one reply, whatever fails.
const (
	// Deadline is the time for all providers together.
	Deadline = 20 * time.Second
	// DefaultTimeout is the time for one call.
	DefaultTimeout = 12 * time.Second
	// MaxPaidCalls bounds the calls that a provider may charge for.
	MaxPaidCalls = 3
	// maxCalls bounds all calls: refusals are free, but not endless.
	maxCalls = 12
)

// Target is a provider of a chain with what is known of it.
type Target struct {
	// ID and Revision name one configuration. What is known about its health is
	// forgotten when the revision changes.
	ID       string
	Revision int64
	Model    string
	Provider Provider
	// Timeout bounds one call; 0 means 12 s.
	Timeout time.Duration
	// ContextTokens is how much the model takes; 0 when it is not known.
	ContextTokens int
}

// Call is one reply to be had from a chain. Request is needed, the rest is not.
type Call struct {
	Request Request
	// Check refuses an answer that is of no use, though it has the schema: it is
	// BadOutput then, and the model is told the error and asked once more.
	Check func(Response) error
	// Shorten gives a shorter request after ContextLength; false when there is none.
	Shorten func(Request) (Request, bool)
	// PolicyTarget is the ID of the target that is asked after ContentPolicy;
	// without one the chain ends there.
	PolicyTarget string
	// OnSwitch is told each time the chain leaves a target, before the next one is
	// called. It must not block.
	OnSwitch func(Switch)
	// Deadline bounds everything; 0 means Deadline. The context may end it sooner.
	Deadline time.Duration
}

// Switch tells that a chain left a target: the event ai.failover_triggered.
type Switch struct {
	From string // a target's ID
	To   string // "" when none is left
	// Class is why; CircuitOpen when From was not called at all.
	Class      Class
	StatusCode int
	Latency    time.Duration // of the last attempt
	Attempt    int           // how many calls were made so far
}

// Attempt is one call to a provider, whatever came of it.
type Attempt struct {
	TargetID   string
	Revision   int64
	Model      string // asked for
	Answered   string // that answered; "" when it did not say
	Class      Class
	StatusCode int
	Detail     string
	StartedAt  time.Time
	Latency    time.Duration
	Usage      Usage
	// Probe says that the call found out whether a failed provider is well again.
	Probe bool
}

// Result is what came of a call to a chain, also of one that failed.
type Result struct {
	// Response and TargetID are of the attempt that succeeded.
	Response
	TargetID string
	Attempts []Attempt
	Switches []Switch
	// Changes are the targets whose standing changed, for other nodes.
	Changes []Standing
}
