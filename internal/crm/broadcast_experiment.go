package crm

import (
	"crypto/sha256"
	"encoding/binary"
	"time"
)

// BroadcastGoalEvent is what somebody is to do after a broadcast.
type BroadcastGoalEvent string

// The goals of broadcasts.
const (
	GoalAnswered   BroadcastGoalEvent = "answered"
	GoalRead       BroadcastGoalEvent = "read"
	GoalTapped     BroadcastGoalEvent = "tapped"
	GoalConversion BroadcastGoalEvent = "conversion"
)

// Bounds of goals and experiments.
const (
	GoalHours    = 72 // by default
	MaxGoalHours = 720
	MaxHoldout   = 50 // percent
	ShareOfB     = 50 // percent, by default
	minSample    = 10
	maxSample    = 10_000_000
	// GoalGrace is how long after the window of a recipient it still counts what is told
	// late, such as a conversion.
	GoalGrace = time.Hour
)

// BroadcastGoal is what a broadcast is to bring about: something that a recipient does
// within a window. Name is that of a conversion.
type BroadcastGoal struct {
	Event BroadcastGoalEvent `json:"event"`
	Name  string             `json:"name,omitempty"`
	Hours int64              `json:"hours"`
}

// Window is how long a recipient has.
func (g BroadcastGoal) Window() time.Duration { return time.Duration(g.Hours) * time.Hour }

// BroadcastExperiment is what a broadcast measures. Holdout is which part of its audience
// gets nothing, in percent. B is the other variant, which Share percent of the others get.
// SampleSize is how many of each variant a winner takes; where it is 0, it follows from
// Baseline and Detect.
type BroadcastExperiment struct {
	Goal       *BroadcastGoal   `json:"goal,omitempty"`
	Holdout    int64            `json:"holdout,omitempty"`
	B          *TemplateContent `json:"b,omitempty"`
	Share      int64            `json:"share,omitempty"`
	SampleSize int64            `json:"sampleSize,omitempty"`
	Baseline   float64          `json:"baseline,omitempty"`
	Detect     float64          `json:"detect,omitempty"`
	// Rest waits for the winner; nil where everybody is in the test.
	Rest     *BroadcastRest     `json:"rest,omitempty"`
	Decision *BroadcastDecision `json:"decision,omitempty"`
}

// Check finds every fault that can be seen without looking anything up.
func (x *BroadcastExperiment) Check(f *Faults) {
	if g := x.Goal; g != nil {
		g.check(f)
		if x.Holdout > 0 && (g.Event == GoalRead || g.Event == GoalTapped) {
			f.Add("/experiment/goal/event", CodeNotAllowed, "event must be answered or conversion with a holdout: who gets nothing can neither read nor tap it.")
		}
	} else if x.Holdout > 0 || x.B != nil {
		f.Add("/experiment/goal", CodeRequired, "goal is required with holdout or variantB: it is what they are compared by.")
	}
	if x.Holdout < 0 || x.Holdout > MaxHoldout {
		f.Add("/experiment/holdout", CodeOutOfRange, "holdout is from 0 to %d percent.", MaxHoldout)
	}
	planned := x.Baseline != 0 || x.Detect != 0
	switch {
	case x.B == nil && (x.SampleSize != 0 || planned || x.Share != 0):
		f.Add("/experiment/variantB", CodeRequired, "variantB is required with share, sampleSize, baseline or detect.")
	case x.B == nil:
	case x.SampleSize != 0 && planned:
		f.Add("/experiment/sampleSize", CodeNotAllowed, "Give either sampleSize, or baseline and detect.")
	case x.SampleSize == 0 && !planned:
		f.Add("/experiment/sampleSize", CodeRequired, "sampleSize is required: how many of each variant a winner takes. Or give baseline and detect, from which it follows.")
	case planned && !(x.Baseline >= 0 && x.Baseline < 1):
		f.Add("/experiment/baseline", CodeOutOfRange, "baseline is from 0 to less than 1: which part reaches the goal now, such as 0.1.")
	case planned && !(x.Detect >= 0.001 && x.Baseline+x.Detect <= 1):
		f.Add("/experiment/detect", CodeOutOfRange, "detect is at least 0.001, and at most 1 less baseline: the smallest rise worth finding, such as 0.02.")
	case !planned && (x.SampleSize < minSample || x.SampleSize > maxSample):
		f.Add("/experiment/sampleSize", CodeOutOfRange, "sampleSize is from %d to %d.", minSample, maxSample)
	}
	if r := x.Rest; r != nil {
		r.check(x.B != nil, f)
	}
	if x.B == nil {
		return
	}
	if x.Share == 0 {
		x.Share = ShareOfB
	}
	if x.Share < 1 || x.Share > 99 {
		f.Add("/experiment/share", CodeOutOfRange, "share is from 1 to 99 percent.")
	}
	if x.B.Name == "" {
		f.Add("/experiment/variantB/templateName", CodeRequired, "templateName is required: the template of variant B.")
	}
}

func (g *BroadcastGoal) check(f *Faults) {
	switch g.Event {
	case GoalConversion:
		g.Name = ConversionName(g.Name, "/experiment/goal/name", f)
	case GoalAnswered, GoalRead, GoalTapped:
		if g.Name != "" {
			f.Add("/experiment/goal/name", CodeNotAllowed, "name is that of a conversion; %s has none.", g.Event)
		}
	default:
		f.Add("/experiment/goal/event", CodeRequired, "event is required: answered, read, tapped or conversion.")
	}
	if g.Hours == 0 {
		g.Hours = GoalHours
	}
	if g.Hours < 1 || g.Hours > MaxGoalHours {
		f.Add("/experiment/goal/windowHours", CodeOutOfRange, "windowHours is from 1 to %d.", MaxGoalHours)
	}
}

// BroadcastArm is to which part of an experiment a recipient belongs.
type BroadcastArm string

// The arms of broadcasts: without an experiment everybody is in a.
const (
	ArmA       BroadcastArm = "a"
	ArmB       BroadcastArm = "b"
	ArmHoldout BroadcastArm = "holdout"
	// ArmRest is who is in no test, and gets what it shows to be better.
	ArmRest BroadcastArm = "rest"
)

// Place says to which variant somebody belongs, and whether they are held out: by a hash,
// so that it is the same however often it is asked, and has nothing to do with other
// broadcasts.
func (x BroadcastExperiment) Place(broadcastID, person string) (variant BroadcastArm, heldOut bool) {
	if x.Holdout == 0 && x.B == nil {
		return ArmA, false
	}
	sum := sha256.Sum256([]byte(broadcastID + " " + person))
	part := func(at int) int64 { return int64(binary.BigEndian.Uint64(sum[at:]) % 100) }
	if variant = ArmA; x.B != nil && part(8) < x.Share {
		variant = ArmB
	}
	return variant, part(0) < x.Holdout
}

// ArmCount is what became of the recipients of an arm. Sent of the holdout are those whose
// turn has come. Whoever is in Reached reached the goal.
type ArmCount struct{ Recipients, Sent, Delivered, Read, Answered, Tapped, Reached int64 }

// Add adds another count n times.
func (c *ArmCount) Add(o ArmCount, n int64) {
	c.Recipients += o.Recipients * n
	c.Sent += o.Sent * n
	c.Delivered += o.Delivered * n
	c.Read += o.Read * n
	c.Answered += o.Answered * n
	c.Tapped += o.Tapped * n
	c.Reached += o.Reached * n
}

// ArmCount is what the recipient counts as in its arm.
func (r Recipient) ArmCount() (c ArmCount) {
	one := func(is bool) int64 {
		if is {
			return 1
		}
		return 0
	}
	if r.State == RecipientExcluded {
		return c
	}
	c.Recipients = 1
	if sent := r.State.Took() || r.State == RecipientHeldOut && !r.SentAt.IsZero(); sent {
		all := r.Count()
		c = ArmCount{1, 1, all.Delivered, all.Read, one(r.Answered), one(r.Tapped), one(r.Reached)}
	}
	return c
}

// BroadcastPlan is whether an audience is large enough for its experiment: how many of each
// variant it takes, and how many there are.
type BroadcastPlan struct{ SampleSize, A, B int64 }

// Why a broadcast has no winner.
const (
	NoWinnerVariants   = "no_variants"
	NoWinnerOpen       = "not_over"
	NoWinnerSample     = "sample_too_small"
	NoWinnerDifference = "no_difference"
)

// Rate is a part of 1, or a difference of two, with its 95 % interval.
type Rate struct{ Value, Low, High float64 }

// ArmResult is what became of an arm.
type ArmResult struct {
	Arm BroadcastArm
	ArmCount
	Rate Rate
}

// BroadcastResults is what an experiment has shown so far. Difference is that of B less A,
// Lift that of everybody who got a message less those who were held out.
type BroadcastResults struct {
	Goal     *BroadcastGoal
	Variants []ArmResult
	Holdout  *ArmResult
	// Rest is of those who get the winner; nil where everybody is in the test.
	Rest *ArmResult
	// DecidesAt is when every window is over; nil until the broadcast has ended.
	DecidesAt        *time.Time
	SampleSize       int64
	Difference, Lift *Rate
	// Winner is a variant, or "" with the reason.
	Winner BroadcastArm
	Reason string
	// FollowUp is nil where nothing is done after an answer.
	FollowUp *FollowUpCounts
}

// Variant is that of a recipient; "" of whom no variant is for.
func (r Recipient) Variant() BroadcastArm {
	if r.State == RecipientHeldOut || r.State == RecipientExcluded {
		return ""
	}
	return r.Arm
}
