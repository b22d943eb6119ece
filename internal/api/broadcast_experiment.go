package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

// BroadcastExperimentFields are what a broadcast measures.
type BroadcastExperimentFields struct {
	Goal       *BroadcastGoalFields    `json:"goal,omitempty" doc:"What recipients are to do. Needed with holdout and variantB."`
	Holdout    *int64                  `json:"holdout,omitempty" minimum:"0" maximum:"50" doc:"Percent of the audience that gets nothing, so that you see what happens without the broadcast."`
	VariantB   *BroadcastVariantFields `json:"variantB,omitempty" doc:"The other variant; variant A is what stands beside templateName. Both templates must be of one category."`
	Share      *int64                  `json:"share,omitempty" minimum:"1" maximum:"99" doc:"Percent of the recipients who get variant B; 50 by default."`
	SampleSize *int64                  `json:"sampleSize,omitempty" minimum:"10" maximum:"10000000" doc:"How many of each variant it takes to name a winner. Or give baseline and detect."`
	Baseline   *float64                `json:"baseline,omitempty" minimum:"0" maximum:"1" doc:"Which part reaches the goal now, as a part of 1." example:"0.1"`
	Detect     *float64                `json:"detect,omitempty" minimum:"0.001" maximum:"1" doc:"The smallest rise of it that is worth finding, as a part of 1: 0.05 is from 10% to 15%." example:"0.05"`
	Rest       *BroadcastRestFields    `json:"rest,omitempty" doc:"A part of the recipients gets both variants, and the others the better one, when it is named. Without it everybody is in the test."`
}

// BroadcastRestFields say who waits for the winner.
type BroadcastRestFields struct {
	TestShare     *int64 `json:"testShare,omitempty" needed:"true" minimum:"1" maximum:"99" doc:"Percent of the recipients who are in the test; the rest waits." example:"20"`
	WithoutWinner string `json:"withoutWinner,omitempty" enum:"pause,variant_a,cancel" doc:"What happens to the rest where no winner is named. pause, by default: the broadcast pauses with the reason no_winner; resume sends variant A, cancel leaves the rest out. variant_a: they get variant A. cancel: they get nothing."`
}

// BroadcastGoalFields are what recipients are to do.
type BroadcastGoalFields struct {
	Event       crm.BroadcastGoalEvent `json:"event,omitempty" needed:"true" enum:"answered,read,tapped,conversion" doc:"answered: the contact writes to the phone number. read and tapped: the message, or a button of it. conversion: you tell it."`
	Name        string                 `json:"name,omitempty" maxLength:"64" doc:"Name of the conversion." example:"purchase"`
	WindowHours *int64                 `json:"windowHours,omitempty" minimum:"1" maximum:"720" doc:"How many hours a recipient has after the message; 72 by default."`
}

// BroadcastVariantFields are a template with what fills it.
type BroadcastVariantFields struct{ TemplateFields }

// BroadcastExperiment is what a broadcast measures.
type BroadcastExperiment struct {
	Goal       *BroadcastGoal    `json:"goal" doc:"What recipients are to do; null for no goal."`
	Holdout    int64             `json:"holdout" doc:"Percent of the audience that gets nothing."`
	VariantB   *BroadcastVariant `json:"variantB" doc:"The other variant; null for none."`
	Share      *int64            `json:"share" doc:"Percent of the recipients who get variant B; null without one."`
	SampleSize *int64            `json:"sampleSize" doc:"How many of each variant a winner takes, as you gave it; null otherwise."`
	Baseline   *float64          `json:"baseline" doc:"Which part reaches the goal now; null where you gave none."`
	Detect     *float64          `json:"detect" doc:"The smallest rise that is worth finding; null where you gave none."`
	Rest       *BroadcastRest    `json:"rest" doc:"Who waits for the winner; null where everybody is in the test."`
}

// BroadcastRest says who waits for the winner.
type BroadcastRest struct {
	TestShare     int64  `json:"testShare" doc:"Percent of the recipients who are in the test."`
	WithoutWinner string `json:"withoutWinner" enum:"pause,variant_a,cancel" doc:"What happens to the rest where no winner is named."`
}

// BroadcastGoal is what recipients are to do.
type BroadcastGoal struct {
	Event       crm.BroadcastGoalEvent `json:"event" enum:"answered,read,tapped,conversion" doc:"What they are to do."`
	Name        *string                `json:"name" doc:"Name of the conversion; null for others."`
	WindowHours int64                  `json:"windowHours" doc:"How many hours a recipient has."`
}

// BroadcastVariant is the template of a variant.
type BroadcastVariant struct {
	TemplateName string            `json:"templateName" doc:"The template."`
	Language     string            `json:"language" doc:"Language of the template."`
	Parameters   map[string]string `json:"parameters" nullable:"false" doc:"What fills the template for all."`
}

// BroadcastTestPlan is whether an audience is large enough for a test.
type BroadcastTestPlan struct {
	SampleSize int64   `json:"sampleSize" doc:"How many of each variant it takes to name a winner: with them a rise by detect is found in 80% of all tests, and a winner is named where there is none in 5% at most."`
	RecipientA int64   `json:"recipientsA" doc:"Who gets variant A."`
	RecipientB int64   `json:"recipientsB" doc:"Who gets variant B."`
	Problem    *string `json:"problem" enum:"audience_too_small" doc:"audience_too_small: a variant has too few recipients, so that no winner will be named. null for none."`
}

// BroadcastResults is what a broadcast has shown so far.
type BroadcastResults struct {
	Goal        *BroadcastGoal           `json:"goal" doc:"What recipients are to do; null for no goal."`
	Variants    []BroadcastVariantResult `json:"variants" nullable:"false" doc:"What became of each variant, a first."`
	Holdout     *BroadcastHoldoutResult  `json:"holdout" doc:"What those do who get nothing; null where nobody is held out."`
	Rest        *BroadcastRestResult     `json:"rest" doc:"What became of those who waited for the winner; null where everybody is in the test."`
	Lift        *BroadcastDifference     `json:"lift" doc:"The rate of all who got a message less that of the holdout; null without one."`
	Difference  *BroadcastDifference     `json:"difference" doc:"The rate of variant B less that of A; null without variants."`
	SampleSize  *int64                   `json:"sampleSize" doc:"How many of each variant a winner takes; null without variants."`
	DecidesAt   *time.Time               `json:"decidesAt" doc:"When the windows of all recipients are over, and an hour for what is told late; null until the broadcast has ended, or its test where a rest waits, or without a goal."`
	Winner      *crm.BroadcastArm        `json:"winner" enum:"a,b" doc:"The better variant; null while or where there is none."`
	NoWinnerFor *string                  `json:"noWinner" enum:"no_variants,not_over,sample_too_small,no_difference" doc:"Why there is no winner. not_over: it is decided at decidesAt, once. no_difference: the interval of the difference has 0. null with a winner."`
	FollowUp    *BroadcastFollowUpCounts `json:"followUp" doc:"What was done after the answers; null where nothing is."`
}

// BroadcastVariantResult is what became of a variant.
type BroadcastVariantResult struct {
	Variant      crm.BroadcastArm `json:"variant" enum:"a,b" doc:"The variant."`
	TemplateName string           `json:"templateName" doc:"Its template."`
	Language     string           `json:"language" doc:"Language of the template."`
	Recipients   int64            `json:"recipients" doc:"Who gets it, or got it."`
	Sent         int64            `json:"sent" doc:"Whose message the provider took."`
	Delivered    int64            `json:"delivered" doc:"Whose message reached the phone."`
	Read         int64            `json:"read" doc:"Who read it."`
	Answered     int64            `json:"answered" doc:"Who wrote within 72 hours after it, and got no other broadcast in between."`
	Tapped       int64            `json:"tapped" doc:"Who tapped a button of it."`
	Reached      int64            `json:"reached" doc:"Who reached the goal within the window."`
	Rate         *BroadcastRate   `json:"rate" doc:"reached divided by sent; null without a goal."`
}

// BroadcastRestResult is what became of those who waited for the winner.
type BroadcastRestResult struct {
	Variant    *crm.BroadcastArm `json:"variant" enum:"a,b" doc:"What they get: the winner, or variant A where that was chosen; null before it is decided, and where they get nothing."`
	DecidedAt  *time.Time        `json:"decidedAt" doc:"When it was decided; null before."`
	Recipients int64             `json:"recipients" doc:"Who waits, or waited."`
	Sent       int64             `json:"sent" doc:"Whose message the provider took."`
	Delivered  int64             `json:"delivered" doc:"Whose message reached the phone."`
	Read       int64             `json:"read" doc:"Who read it."`
	Answered   int64             `json:"answered" doc:"Who wrote within 72 hours after it, and got no other broadcast in between."`
	Tapped     int64             `json:"tapped" doc:"Who tapped a button of it."`
	Reached    int64             `json:"reached" doc:"Who reached the goal within the window."`
	Rate       *BroadcastRate    `json:"rate" doc:"reached divided by sent. It is no part of the test."`
}

// BroadcastHoldoutResult is what became of those who get nothing.
type BroadcastHoldoutResult struct {
	Recipients int64          `json:"recipients" doc:"Who is held out."`
	Counted    int64          `json:"counted" doc:"Whose turn has come: their window began with it."`
	Reached    int64          `json:"reached" doc:"Who reached the goal within the window all the same."`
	Rate       *BroadcastRate `json:"rate" doc:"reached divided by counted."`
}

// BroadcastRate is a part of 1 with its interval.
type BroadcastRate struct {
	Value float64 `json:"value" doc:"The part."`
	Low   float64 `json:"low" doc:"Lower bound of the 95% interval (Wilson)."`
	High  float64 `json:"high" doc:"Upper bound of the 95% interval."`
}

// BroadcastDifference is a difference of parts of 1 with its interval.
type BroadcastDifference struct {
	Value float64 `json:"value" doc:"The difference."`
	Low   float64 `json:"low" doc:"Lower bound of the 95% interval (Newcombe, with the correction for continuity)."`
	High  float64 `json:"high" doc:"Upper bound of the 95% interval."`
}

type broadcastResultsOutput struct{ Body BroadcastResults }

func broadcastResultRoutes(s *Server) {
	register(s, operation{id: "get-broadcast-results", method: http.MethodGet, path: broadcastsPath + "/{id}/results", tag: broadcastsTag, errors: []int{404}, whole: true,
		scope: crm.ScopeMessagesRead, summary: "Get the results of a broadcast",
		description: "What became of each variant and of who is held out, with 95% intervals. A winner is named once, when every window is over, and only if the sample is full and the interval of the difference does not have 0. Whoever decides by a look before finds differences more often than there are any."},
		func(ctx context.Context, a crm.Actor, in *BroadcastInput) (*broadcastResultsOutput, error) {
			b, r, err := s.svc.Broadcast.Results(ctx, a, in.ID)
			return &broadcastResultsOutput{renderBroadcastResults(b, r)}, err
		})
}

func (x *BroadcastExperimentFields) experiment() (out crm.BroadcastExperiment) {
	if x == nil {
		return out
	}
	whole := func(n *int64) int64 {
		if n == nil {
			return 0
		}
		return *n
	}
	if x.Goal != nil {
		out.Goal = &crm.BroadcastGoal{Event: x.Goal.Event, Name: x.Goal.Name, Hours: whole(x.Goal.WindowHours)}
	}
	if x.VariantB != nil {
		out.B = ptr(x.VariantB.content())
	}
	out.Holdout, out.Share, out.SampleSize = whole(x.Holdout), whole(x.Share), whole(x.SampleSize)
	if x.Rest != nil {
		out.Rest = &crm.BroadcastRest{TestShare: whole(x.Rest.TestShare), WithoutWinner: x.Rest.WithoutWinner}
	}
	if x.Baseline != nil {
		out.Baseline = *x.Baseline
	}
	if x.Detect != nil {
		out.Detect = *x.Detect
	}
	return out
}

func renderBroadcastExperiment(x crm.BroadcastExperiment) BroadcastExperiment {
	out := BroadcastExperiment{Goal: renderBroadcastGoal(x.Goal), Holdout: x.Holdout}
	if x.B == nil {
		return out
	}
	out.VariantB, out.Share = &BroadcastVariant{x.B.Name, x.B.Language, x.B.Parameters}, &x.Share
	if out.VariantB.Parameters == nil {
		out.VariantB.Parameters = map[string]string{}
	}
	if x.Rest != nil {
		out.Rest = &BroadcastRest{x.Rest.TestShare, x.Rest.WithoutWinner}
	}
	if x.SampleSize > 0 {
		out.SampleSize = &x.SampleSize
	} else {
		out.Baseline, out.Detect = &x.Baseline, &x.Detect
	}
	return out
}

func renderBroadcastGoal(g *crm.BroadcastGoal) *BroadcastGoal {
	if g == nil {
		return nil
	}
	return &BroadcastGoal{g.Event, known(g.Name), g.Hours}
}

func renderBroadcastPlan(p *crm.BroadcastPlan) *BroadcastTestPlan {
	if p == nil {
		return nil
	}
	out := BroadcastTestPlan{SampleSize: p.SampleSize, RecipientA: p.A, RecipientB: p.B}
	if min(p.A, p.B) < p.SampleSize {
		out.Problem = ptr("audience_too_small")
	}
	return &out
}

func renderBroadcastResults(b crm.Broadcast, r crm.BroadcastResults) BroadcastResults {
	out := BroadcastResults{Goal: renderBroadcastGoal(r.Goal), Variants: []BroadcastVariantResult{}, DecidesAt: r.DecidesAt, NoWinnerFor: known(r.Reason), FollowUp: (*BroadcastFollowUpCounts)(r.FollowUp)}
	rate := func(x crm.Rate) *BroadcastRate {
		if r.Goal == nil {
			return nil
		}
		return ptr(BroadcastRate(x))
	}
	for _, v := range r.Variants {
		t := b.Template
		if v.Arm == crm.ArmB && b.Experiment.B != nil {
			t = *b.Experiment.B
		}
		out.Variants = append(out.Variants, BroadcastVariantResult{v.Arm, t.Name, t.Language, v.Recipients, v.Sent, v.Delivered, v.Read, v.Answered, v.Tapped, v.Reached, rate(v.Rate)})
	}
	if h := r.Holdout; h != nil {
		out.Holdout = &BroadcastHoldoutResult{h.Recipients, h.Sent, h.Reached, rate(h.Rate)}
	}
	if rest := r.Rest; rest != nil {
		out.Rest = &BroadcastRestResult{nil, nil, rest.Recipients, rest.Sent, rest.Delivered, rest.Read, rest.Answered, rest.Tapped, rest.Reached, rate(rest.Rate)}
		if d := b.Experiment.Decision; d != nil {
			out.Rest.DecidedAt = d.At
			if d.Goes != "" {
				out.Rest.Variant = &d.Goes
			}
		}
	}
	if r.Lift != nil {
		out.Lift = ptr(BroadcastDifference(*r.Lift))
	}
	if r.Difference != nil {
		out.Difference, out.SampleSize = ptr(BroadcastDifference(*r.Difference)), &r.SampleSize
	}
	if r.Winner != "" {
		out.Winner = &r.Winner
	}
	return out
}
