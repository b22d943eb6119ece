package api

import (
	"time"

	"service.example/crm/internal/crm"
)

// Run is how far work in the background has come. Whatever takes long shows it.
type Run struct {
	State     crm.RunState `json:"state" enum:"running,paused,completed,canceled,failed" doc:"paused: it continues automatically. completed, canceled, failed: it has ended."`
	Phase     crm.RunPhase `json:"phase,omitempty" doc:"What it does now, or did last; absent if it has only one phase."`
	Done      int64        `json:"done" doc:"Number of items done so far."`
	Total     *int64       `json:"total" doc:"Number of items in total; null while unknown."`
	Paused    string       `json:"paused,omitempty" doc:"Why it is paused; absent if it is not."`
	RetryAt   *time.Time   `json:"retryAt" doc:"When it continues; null if it is not paused."`
	Error     string       `json:"error,omitempty" doc:"Why it failed; absent if it did not."`
	StartedAt time.Time    `json:"startedAt" doc:"When it began."`
	UpdatedAt time.Time    `json:"updatedAt" doc:"When it last made progress or was paused."`
	EndedAt   *time.Time   `json:"endedAt" doc:"When it ended; null until then."`
}

// FieldValues lists the values of fields, for the document.
func (Run) FieldValues() map[string]any {
	return map[string]any{"phase": crm.RunPhases, "paused": crm.RunPauses}
}

// RunProblem is why one item came to nothing.
type RunProblem struct {
	Number int64  `json:"number" doc:"Rises in the list. For an evaluation, the number of the question."`
	Line   int64  `json:"line,omitempty" doc:"Line of the table where the row begins; absent if there is no table."`
	Item   string `json:"item,omitempty" doc:"What the problem is about: the address of a page; absent for the row of a table and for a question."`
	Field  string `json:"field,omitempty" doc:"The part that has the problem, such as the header of the cell's column; absent if it is the whole."`
	Reason string `json:"reason" doc:"The reason in one sentence."`
}

func renderRun(r crm.Run) Run {
	return Run{State: r.State, Phase: r.Phase, Done: r.Done, Total: r.Total, Paused: r.Paused, RetryAt: r.RetryAt, Error: r.Error,
		StartedAt: r.StartedAt, UpdatedAt: r.UpdatedAt, EndedAt: r.EndedAt}
}

// renderStarted is renderRun of a run that may never have begun.
func renderStarted(r crm.Run) *Run {
	if r.State == "" {
		return nil
	}
	return ptr(renderRun(r))
}

func renderRunProblem(p crm.RunProblem) RunProblem { return RunProblem(p) }
