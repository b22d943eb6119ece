package crm

import (
	"crypto/sha256"
	"encoding/binary"
	"time"
)

// What becomes of the rest of an audience when a test has no winner.
const (
	RestPauses   = "pause"     // the broadcast pauses; going on sends variant A
	RestGetsA    = "variant_a" // as if A had won
	RestCanceled = "cancel"    // the rest gets nothing
)

// BroadcastRest says who waits for the winner of a test: all but TestShare percent of the
// recipients. WithoutWinner is what they get if there is none.
type BroadcastRest struct {
	TestShare     int64  `json:"testShare"`
	WithoutWinner string `json:"withoutWinner"`
}

// BroadcastDecision is how far a test with a rest has come. TestEndedAt is when everybody in
// it had an outcome. At is when it was decided, nil before; Winner is a variant, or "" with
// the Reason, and Goes what the rest gets, "" for nothing.
type BroadcastDecision struct {
	TestEndedAt time.Time    `json:"testEndedAt"`
	At          *time.Time   `json:"at,omitempty"`
	Winner      BroadcastArm `json:"winner,omitempty"`
	Goes        BroadcastArm `json:"goes,omitempty"`
	Reason      string       `json:"reason,omitempty"`
}

func (r *BroadcastRest) check(variants bool, f *Faults) {
	if !variants {
		f.Add("/experiment/variantB", CodeRequired, "variantB is required with rest, which waits for the better variant.")
	}
	if r.TestShare < 1 || r.TestShare > 99 {
		f.Add("/experiment/rest/testShare", CodeOutOfRange, "testShare is from 1 to 99 percent.")
	}
	switch r.WithoutWinner {
	case "":
		r.WithoutWinner = RestPauses
	case RestPauses, RestGetsA, RestCanceled:
	default:
		f.Add("/experiment/rest/withoutWinner", CodeNotAllowed, "withoutWinner must be pause, variant_a or cancel.")
	}
}

// Waits reports whether somebody waits for the winner: by the hash by which Place goes, of
// which it takes another part.
func (x BroadcastExperiment) Waits(broadcastID, person string) bool {
	if x.Rest == nil || x.B == nil {
		return false
	}
	sum := sha256.Sum256([]byte(broadcastID + " " + person))
	return int64(binary.BigEndian.Uint64(sum[16:])%100) >= x.Rest.TestShare
}

// Gets is which variant an arm gets; "" for the rest before that is known.
func (x BroadcastExperiment) Gets(arm BroadcastArm) BroadcastArm {
	if arm != ArmRest {
		return arm
	}
	if x.Decision == nil {
		return ""
	}
	return x.Decision.Goes
}

// DecidesAt is when every window of a test is over; nil before that is known. ended is when
// the broadcast did, which is what counts where nobody waits.
func (x BroadcastExperiment) DecidesAt(ended *time.Time) *time.Time {
	if x.Decision != nil {
		ended = &x.Decision.TestEndedAt
	}
	if ended == nil || x.Goal == nil {
		return nil
	}
	return new(ended.Add(x.Goal.Window() + GoalGrace))
}
