package assign

import "time"

// Weights are what conversations add to the load of whoever has them.
type Weights struct {
	Waiting Units // the contact waits for us, or we have just answered
	Idle    Units // we answered, and it has been quiet since
	// IdleAfter is how long it must be quiet, from the last message on.
	IdleAfter time.Duration
}

// DefaultWeights are those of a workspace that has set none.
var DefaultWeights = Weights{Waiting: Conversation, Idle: Conversation / 4, IdleAfter: 30 * time.Minute}

// Work is what the load of a conversation depends on. One that is pending, snoozed
// or closed is not open, and weighs nothing.
type Work struct {
	Open    bool
	Waiting bool // for an answer of ours
	// QuietSince is when the last message was sent or received, in milliseconds.
	QuietSince int64
}

// Load is what a conversation weighs at a time in milliseconds. idleAt is when it
// becomes idle, without anything that happens; 0 for never.
func (w Weights) Load(c Work, now int64) (load Units, idleAt int64) {
	switch at := c.QuietSince + w.IdleAfter.Milliseconds(); {
	case !c.Open:
		return 0, 0
	case c.Waiting:
		return w.Waiting, 0
	case now >= at:
		return w.Idle, 0
	default:
		return w.Waiting, at
	}
}
