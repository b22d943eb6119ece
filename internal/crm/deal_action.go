package crm

import (
	"slices"
	"strings"
	"time"
)

// DealAction is a move of many deals at once, which can be undone.
type DealAction struct {
	ID, WorkspaceID string
	Move            DealActionMove
	CreatedBy       DoneBy
	CreatedAt       time.Time
	UndoneAt        *time.Time
	DealActionOutcome
}

// DealActionMove is what becomes of each deal. Its JSON is what is stored.
type DealActionMove struct {
	ToStageID    string `json:"toStageId,omitempty" needed:"true" maxLength:"64" doc:"The stage that the deals move to, also of another pipeline. They go to its top, in the order in which you name them." example:"stg_01jd5k3v6rf0w8m2a4t9x7bq1s"`
	IfStageID    string `json:"ifStageId,omitempty" maxLength:"64" doc:"The stage on which the deals are as you saw them. Those that are on another one now are skipped."`
	LostReasonID string `json:"lostReasonId,omitempty" maxLength:"64" doc:"Why they are lost; a stage of the kind lost needs this or closeNote."`
	WonReasonID  string `json:"wonReasonId,omitempty" maxLength:"64" doc:"Why they are won."`
	CloseNote    string `json:"closeNote,omitempty" maxLength:"1000" doc:"Why they are won or lost, in words."`
}

// Move is the move of one deal.
func (m DealActionMove) Move() DealMove {
	return DealMove{ToStageID: m.ToStageID, IfStageID: m.IfStageID, LostReasonID: m.LostReasonID, WonReasonID: m.WonReasonID, Note: m.CloseNote}
}

// DealActionOutcome is what came of an action. Its JSON is what is stored.
type DealActionOutcome struct {
	Moved   []DealActionItem `json:"moved"`
	Skipped []DealSkip       `json:"skipped"`
	// Of its undoing: what was put back, and what was left as it is.
	Undone []string   `json:"undone,omitempty"`
	Kept   []DealSkip `json:"kept,omitempty"`
}

// DealActionItem is a deal that an action moved, with where it stood before.
type DealActionItem struct {
	DealID   string     `json:"id"`
	StageID  string     `json:"stageId"`
	Position string     `json:"position"`
	End      DealEnd    `json:"end"`
	ClosedAt *time.Time `json:"closedAt,omitempty"`
	// Number is that of the span that the move began: while it goes on, nobody moved the
	// deal since.
	Number int64 `json:"number"`
}

// DealSkip is a deal that was left as it is, and why.
type DealSkip struct {
	DealID string `json:"dealId" doc:"The deal."`
	Reason string `json:"reason" enum:"not_found,not_allowed,unchanged,changed_meanwhile" doc:"not_found: you do not reach it, or there is none. not_allowed: detail says why. unchanged: it is on the stage already. changed_meanwhile: it is on another stage than you saw, or was moved since the action."`
	Code   Code   `json:"code" doc:"The error of a single move of the deal; empty with unchanged."`
	Detail string `json:"detail" doc:"The reason in words."`
}

// MaxActionDeals is how many deals an action moves at most.
const MaxActionDeals = 100

// CheckActionDeals adds what is wrong with the deals that an action names.
func CheckActionDeals(ids []string, f *Faults) {
	if len(ids) == 0 || len(ids) > MaxActionDeals {
		f.Add("/dealIds", CodeOutOfRange, "dealIds has 1 to %d entries.", MaxActionDeals)
		return
	}
	for i, id := range ids {
		switch {
		case !ValidID(PrefixDeal, id):
			f.Add(Pointer("dealIds", i), CodeNotAllowed, "%q is not an identifier: dl_…", clip(id))
		case slices.Contains(ids[:i], id):
			f.Add(Pointer("dealIds", i), CodeNotAllowed, "The deal %s is named twice.", id)
		}
	}
}

// SkipDeal returns why a deal is left as it is where a move of it was refused. It reports
// false for an error that is no refusal.
func SkipDeal(id string, err error) (DealSkip, bool) {
	e := AsError(err)
	skip := DealSkip{DealID: id, Code: e.Code, Detail: e.Message}
	switch e.Kind {
	case KindNotFound:
		skip.Reason, skip.Detail = SkipNotFound, "There is no such deal that you reach."
	case KindPrecondition:
		skip.Reason = SkipChanged
	case KindInvalid, KindConflict:
		skip.Reason = SkipNotAllowed
	default:
		return skip, false
	}
	if len(e.Fields) > 0 {
		words := make([]string, len(e.Fields))
		for i, f := range e.Fields {
			words[i] = f.Detail
		}
		skip.Detail = strings.Join(words, " ")
	}
	return skip, true
}
