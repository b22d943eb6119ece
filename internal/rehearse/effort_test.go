package rehearse_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/rehearse"
)

// crowd is a team of 20 to which so many contacts write within a day, and all ask for
// a skill.
func crowd(arrivals int, skill string) *rehearse.Past {
	const day = 24 * 60 * 60 * 1000
	team := "tem_01jd5k3v6rf0w8m2a4t9x7bq1d"
	past := &rehearse.Past{From: day, To: 2 * day, Presence: map[string][]rehearse.Presence{}, Teams: map[string]rehearse.Team{team: {Team: assign.Team{ID: team, Method: crm.TeamLeastLoad}}},
		Rules: func(int) *assign.Rules { return nil }}
	for i := range 20 {
		id := fmt.Sprintf("usr_%02d", i)
		past.Presence[id] = []rehearse.Presence{{Status: crm.AvailableOnline}}
		past.Known = append(past.Known, rehearse.Known{At: day, Queue: team, Candidate: assign.Candidate{ID: id, Member: true, CanAnswer: true, ReachesNumber: true, OnShift: true,
			Availability: crm.AvailableOnline, Cap: 3 * assign.Conversation}})
	}
	for i := range arrivals {
		at := day + int64(i)*day/int64(arrivals)
		past.Arrivals = append(past.Arrivals, rehearse.Arrival{ConversationID: fmt.Sprint(i), At: at, Outcome: crm.OutcomeQueued,
			Target: crm.RoutingTarget{TeamID: team, RequiredSkills: []string{skill}}, Asked: assign.Asked{Queued: assign.Queued{ConversationID: fmt.Sprint(i), WaitingSince: at}}})
	}
	return past
}

// Contacts who all wait for a skill that nobody has cost little, and a period with too
// many of them is refused instead of being gone through for hours.
func TestACrowdThatWaitsIsBounded(t *testing.T) {
	began := time.Now()
	result, err := rehearse.Result(t.Context(), crowd(10_000, "arabic"), nil, 1000)
	if err != nil || result.Unchanged.StillWaiting != 10_000 {
		t.Fatalf("%d still wait, %v", result.Unchanged.StillWaiting, err)
	}
	if _, err := rehearse.Result(t.Context(), crowd(crm.MaxRehearsedConversations, "arabic"), nil, 1000); err != nil && !errors.Is(err, rehearse.ErrTooMuch) {
		t.Fatal(err)
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("it took %v", took)
	}
}

// A rehearsal that is canceled or out of time stops at once.
func TestARehearsalStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := rehearse.Result(ctx, crowd(100, "arabic"), nil, 1000); !errors.Is(err, context.Canceled) {
		t.Errorf("it went on: %v", err)
	}
}
