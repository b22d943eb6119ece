package reply

import (
	"context"

	"service.example/crm/internal/decide"
	"service.example/crm/internal/knowledge"
)

// evidence searches the knowledge that the assistant may use. A pair of
// question and answer that stands in one passage was written by people: it is
// approved.
func (s *Replies) evidence(ctx context.Context, q Query) (e decide.Evidence, err error) {
	o := knowledge.Options{Limit: evidencePassages, Language: q.Language}
	if chosen := q.Duty.Revision.Config.Knowledge.SourceIDs; len(chosen) > 0 {
		o.Sources = chosen
	}
	found, meaning, err := s.library.FindByMeaning(ctx, q.WorkspaceID, q.question, o)
	if err != nil {
		return e, err
	}
	q.Trace.meaning(meaning)
	parts := map[string]int{}
	for _, p := range found {
		parts[p.SourceID+p.Question]++
	}
	for _, p := range found {
		if p.Question != "" && parts[p.SourceID+p.Question] == 1 && !p.Flagged {
			e.Approved = append(e.Approved, decide.Approved{Passage: p, Question: p.Question, Answer: p.Text})
		}
	}
	for _, p := range knowledge.Evidence(found) {
		if !p.Flagged { // it speaks to a model, and not to people
			e.Passages = append(e.Passages, p)
		}
	}
	return e, nil
}
